// Counts what each person, token and merchant has under way and has asked for lately: one of them
// alone never slows all others. Known to this process only: several processes allow as many times.
import type { ServerResponse } from 'node:http';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import { isRefusal, type Refusal, refuse } from '../../../domain/service/refusal.ts';
import { type Bucket, fullBucket, takeToken } from '../../../lib/token-bucket.ts';
import {
  type ClassLimits,
  PROGRAM_FACTOR,
  REQUEST_CLASSES,
  type RequestClass,
} from './request-classes.ts';

type Caller = Pick<
  OperatorCaller,
  'person_id' | 'operator_token_id' | 'session_id' | 'merchant_id' | 'name' | 'is_own_token'
>;

/** With more than this the oldest is dropped, so that memory stays bounded. */
const BUCKETS_MAX = 10_000;
/** When one that is under way has probably ended. */
const RETRY_S = 2;

export type RequestShares = {
  /** What ends the request's share; or why it may not begin. */
  begin(caller: Caller, name: RequestClass): (() => void) | Refusal;
  /** How many requests are under way in a class. */
  underWay(name: RequestClass): number;
};

/** A token of a person's own has the person's share, together with their sessions. */
const isProgram = ({ session_id, merchant_id, is_own_token }: Caller): boolean =>
  session_id === null && merchant_id === null && is_own_token !== true;

const ownerOf = ({ person_id, operator_token_id, name }: Caller): string =>
  person_id ?? operator_token_id ?? name;

/** The limits of this caller: a program works for many people, but exports one at a time too. */
function limitsOf(name: RequestClass, caller: Caller): ClassLimits {
  const limits: ClassLimits = REQUEST_CLASSES[name];
  if (!isProgram(caller)) return limits;
  const { what, per_second, burst, at_once } = limits;
  const own = name === 'export' ? at_once.caller : at_once.caller * PROGRAM_FACTOR;
  return {
    what,
    per_second: per_second * PROGRAM_FACTOR,
    burst: burst * PROGRAM_FACTOR,
    at_once: { ...at_once, caller: Math.min(own, at_once.process) },
  };
}

type Place = { readonly key: string; readonly most: number; readonly whose: string };

function tooMany(what: string, { most, whose }: Place): Refusal {
  const detail =
    `At most ${most} ${what} of ${whose} can be under way at once. Wait until one has ended, ` +
    'then ask again.';
  return refuse('rate_limited', detail, { retry_after_s: RETRY_S, extra: { limit: most } });
}

export function createRequestShares(now_ms = () => performance.now()): RequestShares {
  const open = new Map<string, number>();
  const buckets = new Map<string, Bucket>();
  const count = (key: string) => open.get(key) ?? 0;
  const add = (key: string, change: 1 | -1) => {
    const next = count(key) + change;
    if (next === 0) open.delete(key);
    else open.set(key, next);
  };
  const refuseRate = (key: string, limits: ClassLimits): Refusal | null => {
    const now = now_ms();
    const taken = takeToken(buckets.get(key) ?? fullBucket(now, limits), now, limits);
    // The one that asked last is the newest, so that whoever is idle is dropped first.
    buckets.delete(key);
    buckets.set(key, taken.bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > BUCKETS_MAX && oldest !== undefined) buckets.delete(oldest);
    if (taken.allowed) return null;
    const { retry_after_s } = taken;
    const detail =
      `You have asked for too many ${limits.what}: ${limits.per_second} per second are allowed, ` +
      `and ${limits.burst} at first.`;
    return refuse('rate_limited', detail, { retry_after_s });
  };
  return {
    begin(caller, name) {
      const limits = limitsOf(name, caller);
      const own = `${name} of ${ownerOf(caller)}`;
      const { at_once } = limits;
      const { merchant_id } = caller;
      const places: Place[] = [
        { key: own, most: at_once.caller, whose: 'one caller' },
        { key: name, most: at_once.process, whose: 'all callers together' },
      ];
      if (merchant_id !== null) {
        const key = `${name} of merchant ${merchant_id}`;
        places.push({ key, most: at_once.merchant, whose: 'one merchant' });
      }
      const full = places.find(({ key, most }) => count(key) >= most);
      if (full !== undefined) return tooMany(limits.what, full);
      const refused = refuseRate(own, limits);
      if (refused !== null) return refused;
      for (const { key } of places) add(key, 1);
      let is_over = false;
      return () => {
        if (is_over) return;
        is_over = true;
        for (const { key } of places) add(key, -1);
      };
    },
    underWay: count,
  };
}

export type OpenShares = {
  /** Begins the share of a request; or says why it may not begin. */
  begin(request: object, caller: Caller, answer: ServerResponse): Refusal | null;
  /** Does the work of a request that has begun. */
  work<Value>(request: object, work: () => Promise<Value>): Promise<Value>;
};

/**
 * A share ends when its work is done and its answer has been sent, or nobody reads it any more.
 * Whoever goes before the answer keeps the share until then: the database still works for them.
 */
export function openShares(shares: RequestShares, name: RequestClass): OpenShares {
  const working = new WeakSet<object>();
  const ends = new WeakMap<object, () => void>();
  return {
    begin(request, caller, answer) {
      const end = shares.begin(caller, name);
      if (isRefusal(end)) return end;
      const endWithAnswer = () => {
        if (!working.has(request)) end();
      };
      answer.once('finish', endWithAnswer).once('close', endWithAnswer);
      ends.set(request, () => {
        if (answer.writableFinished || answer.destroyed) end();
      });
      return null;
    },
    async work(request, work) {
      working.add(request);
      try {
        return await work();
      } finally {
        working.delete(request);
        ends.get(request)?.();
      }
    },
  };
}
