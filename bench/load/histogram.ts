// A histogram of times in microseconds, with buckets that are at most 0.4 % wide: it holds millions
// of samples in a few kilobytes.

const EXACT_BITS = 9;
const STEPS = 2 ** (EXACT_BITS - 1);
/** Up to 2^32 µs, which is more than an hour, so longer than any request. */
const OCTAVES = 32 - EXACT_BITS;
const LONGEST_US = 2 ** 32 - 1;

/** Below 512 µs each value has its own bucket; above, each power of two has 256 buckets. */
function bucketOf(value_us: number): number {
  const octave = Math.max(0, 32 - EXACT_BITS - Math.clz32(value_us));
  return octave * STEPS + (value_us >>> octave);
}

function highestOf(bucket: number): number {
  if (bucket < 2 * STEPS) return bucket;
  const octave = Math.floor(bucket / STEPS) - 1;
  return (bucket - octave * STEPS + 1) * 2 ** octave - 1;
}

export type Histogram = {
  record(time_us: number): void;
  count(): number;
  /** 0 if nothing was recorded. */
  meanUs(): number;
  maxUs(): number;
  /** The upper end of the bucket that contains this percentile. */
  quantileUs(share: number): number;
};

export function createHistogram(): Histogram {
  const buckets = new Uint32Array((OCTAVES + 2) * STEPS);
  let count = 0;
  let sum_us = 0;
  let max_us = 0;
  return {
    record(time_us) {
      const value_us = Math.min(LONGEST_US, Math.max(0, Math.round(time_us)));
      const bucket = bucketOf(value_us);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
      count += 1;
      sum_us += value_us;
      max_us = Math.max(max_us, value_us);
    },
    count: () => count,
    meanUs: () => (count === 0 ? 0 : sum_us / count),
    maxUs: () => max_us,
    quantileUs(share) {
      const wanted = Math.max(1, Math.ceil(share * count));
      let seen = 0;
      for (const [bucket, samples] of buckets.entries()) {
        seen += samples;
        if (seen >= wanted && samples > 0) return Math.min(max_us, highestOf(bucket));
      }
      return 0;
    },
  };
}
