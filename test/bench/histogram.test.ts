// Times counted in buckets: quantiles are those of the sorted samples, within a bucket's width.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHistogram } from '../../bench/load/histogram.ts';
import { fc } from '../support/property.ts';

/** The sample at or below which that share of all lies. */
function exactQuantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? 0;
}

function histogramOf(samples: readonly number[]) {
  const histogram = createHistogram();
  for (const sample of samples) histogram.record(sample);
  return histogram;
}

test('a quantile is the exact one, or above it by less than 0.4 %', () => {
  const times = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(times, share, (samples, wanted) => {
      const exact = exactQuantile(samples, wanted);
      const found = histogramOf(samples).quantileUs(wanted);
      assert.ok(found >= exact, `${found} is below ${exact}`);
      assert.ok(found <= exact * (1 + 1 / 256), `${found} is far above ${exact}`);
    }),
  );
});

test('short times are exact, and none is above the longest one', () => {
  const samples = Array.from({ length: 512 }, (_, index) => index);
  const histogram = histogramOf(samples);
  for (const share of [0, 0.25, 0.5, 0.99, 1]) {
    assert.equal(histogram.quantileUs(share), exactQuantile(samples, share));
  }
  assert.equal(histogramOf([1_000_001]).quantileUs(0.5), 1_000_001);
});

test('count, mean and longest are kept beside the buckets', () => {
  const histogram = histogramOf([1, 2, 3_000_000]);
  assert.equal(histogram.count(), 3);
  assert.equal(histogram.meanUs(), 1_000_001);
  assert.equal(histogram.maxUs(), 3_000_000);
});

test('without a sample everything is 0, and what no bucket has falls into the last one', () => {
  const empty = createHistogram();
  assert.deepEqual([empty.count(), empty.meanUs(), empty.quantileUs(0.99)], [0, 0, 0]);
  assert.equal(histogramOf([2 ** 40]).quantileUs(1), 2 ** 32 - 1);
  assert.equal(histogramOf([-5]).quantileUs(1), 0);
});
