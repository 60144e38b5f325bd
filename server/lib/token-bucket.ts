// A token bucket: how many requests may pass now, and what the RateLimit headers say.

export type Bucket = { readonly tokens: number; readonly filled_at: number };
export type BucketRule = { readonly per_second: number; readonly burst: number };

/** The requests of this many seconds fit into a full bucket. */
export const BURST_SECONDS = 2;

export const ruleFor = (per_second: number): BucketRule => ({
  per_second,
  burst: per_second * BURST_SECONDS,
});

export type TokenTaken = {
  readonly bucket: Bucket;
  readonly allowed: boolean;
  /** Requests that could still pass at once. */
  readonly remaining: number;
  /** Whole seconds until another may pass; 0 if this one did. */
  readonly retry_after_s: number;
  /** Whole seconds until the bucket is full again. */
  readonly reset_s: number;
};

export function fullBucket(now_ms: number, rule: BucketRule): Bucket {
  return { tokens: rule.burst, filled_at: now_ms };
}

/** The tokens at that moment. */
function tokensAt(bucket: Bucket, now_ms: number, rule: BucketRule): number {
  const earned = (Math.max(0, now_ms - bucket.filled_at) * rule.per_second) / 1_000;
  return Math.min(rule.burst, bucket.tokens + earned);
}

/**
 * Takes tokens for requests that passed elsewhere and were reported later. The bucket may go below
 * zero, so that an excess is waited for; but at most by its size, so that the wait is bounded.
 */
export function drain(bucket: Bucket, count: number, now_ms: number, rule: BucketRule): Bucket {
  const tokens = Math.max(-rule.burst, tokensAt(bucket, now_ms, rule) - count);
  return { tokens, filled_at: now_ms };
}

/** Takes one token. If the clock went back, nothing is added, and counting restarts from there. */
export function takeToken(bucket: Bucket, now_ms: number, rule: BucketRule): TokenTaken {
  const tokens = tokensAt(bucket, now_ms, rule);
  const allowed = tokens >= 1;
  const left = allowed ? tokens - 1 : tokens;
  return {
    bucket: { tokens: left, filled_at: now_ms },
    allowed,
    remaining: Math.max(0, Math.floor(left)),
    retry_after_s: allowed ? 0 : Math.max(1, Math.ceil((1 - left) / rule.per_second)),
    reset_s: Math.ceil((rule.burst - left) / rule.per_second),
  };
}
