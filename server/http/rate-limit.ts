// How many requests may come: per token, and per address for those that failed to say who they are.
import type { FastifyReply } from 'fastify';
import type { RequestsElsewhere } from '../app/app.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { type Bucket, type BucketRule, drain, fullBucket, take } from '../domain/token-bucket.ts';

/** Beyond this the oldest is forgotten: memory stays bounded, whoever calls. */
const BUCKETS_MAX = 10_000;

/** Wrong tokens per address. A token has 256 bits, so this is about noise, not about guessing. */
const FAILURES: BucketRule = { per_second: 50, burst: 1_000 };

/** A bucket per key, made full when it is first asked for. */
export function createBuckets(rule: BucketRule) {
  const buckets = new Map<string, Bucket>();
  const keep = (key: string, bucket: Bucket) => {
    if (buckets.size >= BUCKETS_MAX && !buckets.has(key)) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    buckets.set(key, bucket);
  };
  return {
    takeOne(key: string) {
      // Monotonic: a clock that is set anew neither locks out nor lets through.
      const now_ms = performance.now();
      const taken = take(buckets.get(key) ?? fullBucket(now_ms, rule), now_ms, rule);
      keep(key, taken.bucket);
      return taken;
    },
    drain(key: string, count: number) {
      const now_ms = performance.now();
      keep(key, drain(buckets.get(key) ?? fullBucket(now_ms, rule), count, now_ms, rule));
    },
  };
}

/** 0: the failure may be answered; else the seconds until the address may fail again. */
export type FailureLimit = { take(address: string): number };

export function createFailureLimit(): FailureLimit {
  const { takeOne } = createBuckets(FAILURES);
  return { take: (address) => takeOne(address).retry_after_s };
}

export type TokenLimit = (reply: FastifyReply, token_id: string) => Refusal | null;

/**
 * Counts a token's request and says on the reply what is left. 0 per second: no limit, no headers.
 * Where other processes answer for the same token, what they let through counts here as well.
 */
export function createTokenLimit(per_second: number, elsewhere?: RequestsElsewhere): TokenLimit {
  if (per_second === 0) return () => null;
  const rule = { per_second, burst: per_second * 2 };
  const buckets = createBuckets(rule);
  elsewhere?.listen((token_id, count) => buckets.drain(token_id, count));
  const limit = String(rule.burst);
  const policy = `${rule.burst};w=${rule.burst / rule.per_second}`;
  return (reply, token_id) => {
    const { allowed, remaining, reset_s, retry_after_s } = buckets.takeOne(token_id);
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit-limit', limit);
    reply.header('ratelimit-remaining', remaining);
    reply.header('ratelimit-reset', reset_s);
    if (allowed) {
      elsewhere?.passed(token_id);
      return null;
    }
    return refuse('rate_limited', `At most ${per_second} requests per second are taken.`, {
      retry_after_s,
    });
  };
}
