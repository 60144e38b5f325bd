// Rate limits: per token, and per address for requests that failed to authenticate.
import type { FastifyReply } from 'fastify';
import type { RequestsElsewhere } from '../../app/process/app.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import {
  BURST_SECONDS,
  type Bucket,
  type BucketRule,
  drain,
  fullBucket,
  ruleFor,
  takeToken,
} from '../../lib/token-bucket.ts';

/** With more than this the oldest is dropped, so that memory stays bounded. */
const BUCKETS_MAX = 10_000;

/** Wrong tokens per address. A token has 256 bits, so this limits noise, not guessing. */
const FAILURES: BucketRule = { per_second: 50, burst: 1_000 };

/** A bucket per key, created full at its first use. */
function createBucketsByRule() {
  const buckets = new Map<string, Bucket>();
  const keep = (key: string, bucket: Bucket) => {
    if (buckets.size >= BUCKETS_MAX && !buckets.has(key)) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    buckets.set(key, bucket);
  };
  return {
    takeOne(key: string, rule: BucketRule) {
      // Monotonic, so that setting the clock has no effect.
      const now_ms = performance.now();
      const taken = takeToken(buckets.get(key) ?? fullBucket(now_ms, rule), now_ms, rule);
      keep(key, taken.bucket);
      return taken;
    },
    drain(key: string, count: number, rule: BucketRule) {
      const now_ms = performance.now();
      keep(key, drain(buckets.get(key) ?? fullBucket(now_ms, rule), count, now_ms, rule));
    },
  };
}

/** The same with one rule for all keys. */
export function createBuckets(rule: BucketRule) {
  const { takeOne } = createBucketsByRule();
  return { takeOne: (key: string) => takeOne(key, rule) };
}

/** 0: answer the failure; otherwise the seconds until the address may fail again. */
export type FailureLimit = { take(address: string): number };

export function createFailureLimit(): FailureLimit {
  const { takeOne } = createBuckets(FAILURES);
  return { take: (address) => takeOne(address).retry_after_s };
}

/** `rate_limit_per_second`: 0 = no limit, null = the service's limit. */
type LimitedToken = { token_id: string; rate_limit_per_second: number | null };

export type TokenLimit = (
  reply: FastifyReply,
  token: LimitedToken,
  weight: number,
) => Refusal | null;

export type TokenLimits = {
  /** For tokens without a limit of their own; 0 = none. */
  per_second: number;
  /** A token's own limit, to apply to requests that other processes report. */
  ownLimitOf(token_id: string): number | null;
  elsewhere?: RequestsElsewhere | undefined;
};

/**
 * Counts a token's request and sets the RateLimit headers; without a limit there are none. Requests
 * of the token that other processes let pass count too. A request of a greater weight passes if one
 * of weight 1 would, and then the next ones wait longer: a small limit never shuts it out.
 */
export function createTokenLimit(limits: TokenLimits): TokenLimit {
  const { ownLimitOf, elsewhere } = limits;
  const buckets = createBucketsByRule();
  elsewhere?.listen((token_id, count) => {
    const per_second = ownLimitOf(token_id) ?? limits.per_second;
    if (per_second > 0) buckets.drain(token_id, count, ruleFor(per_second));
  });
  return (reply, { token_id, rate_limit_per_second }, weight) => {
    const per_second = rate_limit_per_second ?? limits.per_second;
    if (per_second === 0) return null;
    const rule = ruleFor(per_second);
    const { allowed, remaining, reset_s, retry_after_s } = buckets.takeOne(token_id, rule);
    reply.header('ratelimit-policy', `${rule.burst};w=${BURST_SECONDS}`);
    reply.header('ratelimit-limit', String(rule.burst));
    reply.header('ratelimit-remaining', Math.max(0, remaining - (weight - 1)));
    reply.header('ratelimit-reset', reset_s);
    if (allowed) {
      if (weight > 1) buckets.drain(token_id, weight - 1, rule);
      elsewhere?.passed(token_id, weight);
      return null;
    }
    return refuse('rate_limited', `At most ${per_second} requests per second are allowed.`, {
      retry_after_s,
    });
  };
}
