// How many requests may come: per token, and per address for those that failed to say who they are.
import type { FastifyReply } from 'fastify';
import { type Refusal, refuse } from '../domain/refusal.ts';
import { type Bucket, type BucketRule, fullBucket, take } from '../domain/token-bucket.ts';

/** Beyond this the oldest is forgotten: memory stays bounded, whoever calls. */
const BUCKETS_MAX = 10_000;

/** Wrong tokens per address. A token has 256 bits, so this is about noise, not about guessing. */
const FAILURES: BucketRule = { per_second: 50, burst: 1_000 };

function bucketsOf(rule: BucketRule) {
  const buckets = new Map<string, Bucket>();
  return (key: string) => {
    // Monotonic: a clock that is set anew neither locks out nor lets through.
    const now_ms = performance.now();
    const found = buckets.get(key);
    const taken = take(found ?? fullBucket(now_ms, rule), now_ms, rule);
    if (found === undefined && buckets.size >= BUCKETS_MAX) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    buckets.set(key, taken.bucket);
    return taken;
  };
}

/** 0: the failure may be answered; else the seconds until the address may fail again. */
export type FailureLimit = { take(address: string): number };

export function createFailureLimit(): FailureLimit {
  const takeOne = bucketsOf(FAILURES);
  return { take: (address) => takeOne(address).retry_after_s };
}

export type TokenLimit = (reply: FastifyReply, token_id: string) => Refusal | null;

/**
 * Counts a token's request and says on the reply what is left. 0 per second: no limit, no headers.
 */
export function createTokenLimit(per_second: number): TokenLimit {
  if (per_second === 0) return () => null;
  const rule = { per_second, burst: per_second * 2 };
  const takeOne = bucketsOf(rule);
  const limit = String(rule.burst);
  const policy = `${rule.burst};w=${rule.burst / rule.per_second}`;
  return (reply, token_id) => {
    const { allowed, remaining, reset_s, retry_after_s } = takeOne(token_id);
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit-limit', limit);
    reply.header('ratelimit-remaining', remaining);
    reply.header('ratelimit-reset', reset_s);
    if (allowed) return null;
    return refuse('rate_limited', `At most ${per_second} requests per second are taken.`, {
      retry_after_s,
    });
  };
}
