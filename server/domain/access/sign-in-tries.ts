// Locks a sign-in for a while after failed tries: per account, per address, and per account at an
// address, so that nobody can guess a password, and nobody can lock others out for good.

import { MINUTE_MS } from '../../lib/durations.ts';
import { LIMITS } from '../service/limits.ts';

export const TRY_SCOPES = [
  'password_account',
  'password_address',
  'password_pair',
  'factor_account',
  'factor_address',
  'link_address',
  'openid_address',
] as const;
export type TryScope = (typeof TRY_SCOPES)[number];

type TryRule = {
  /** Failed tries without consequence. */
  free: number;
  /** The first lock; each further failure doubles it. */
  first_lock_ms: number;
  most_lock_ms: number;
};

/**
 * Many people may share an address, so it has more tries. An account has more tries than a pair,
 * because those of strangers elsewhere count too.
 */
export const TRY_RULES: Readonly<Record<TryScope, TryRule>> = {
  password_account: { free: 20, first_lock_ms: MINUTE_MS, most_lock_ms: 15 * MINUTE_MS },
  password_address: {
    free: 50,
    first_lock_ms: MINUTE_MS,
    most_lock_ms: LIMITS.sign_in_lock_max_ms,
  },
  password_pair: { free: 5, first_lock_ms: MINUTE_MS, most_lock_ms: LIMITS.sign_in_lock_max_ms },
  factor_account: { free: 5, first_lock_ms: MINUTE_MS, most_lock_ms: LIMITS.sign_in_lock_max_ms },
  factor_address: { free: 50, first_lock_ms: MINUTE_MS, most_lock_ms: LIMITS.sign_in_lock_max_ms },
  openid_address: { free: 50, first_lock_ms: MINUTE_MS, most_lock_ms: LIMITS.sign_in_lock_max_ms },
  link_address: { free: 20, first_lock_ms: MINUTE_MS, most_lock_ms: LIMITS.sign_in_lock_max_ms },
};

/** Failures are forgotten when none was added for so long. */
export const TRIES_KEPT_MS = 24 * 60 * MINUTE_MS;

export type Tries = {
  failed: number;
  last_failed_at: number | null;
  locked_until: number | null;
  /** The last success of this account at this address. */
  succeeded_at: number | null;
};

export const NO_TRIES: Tries = {
  failed: 0,
  last_failed_at: null,
  locked_until: null,
  succeeded_at: null,
};

export function isLocked({ locked_until }: Tries, now: number): boolean {
  return locked_until !== null && locked_until > now;
}

function knowsAddress({ succeeded_at }: Tries, now: number): boolean {
  return succeeded_at !== null && now - succeeded_at < LIMITS.known_address_ms;
}

/** Beyond this many doublings every lock has its greatest length. */
const MOST_DOUBLINGS = 20;

/**
 * Counts a try before it is checked, so that many at once are not all free; a success takes it
 * back. A try while locked does not lengthen the lock, or a stranger could keep it up for ever.
 */
export function countTry(scope: TryScope, tries: Tries, now: number): Tries {
  if (isLocked(tries, now)) return tries;
  const { free, first_lock_ms, most_lock_ms } = TRY_RULES[scope];
  const is_old = tries.last_failed_at === null || now - tries.last_failed_at > TRIES_KEPT_MS;
  const failed = (is_old ? 0 : tries.failed) + 1;
  const doublings = Math.min(failed - free, MOST_DOUBLINGS);
  const lock_ms = Math.min(first_lock_ms * 2 ** doublings, most_lock_ms);
  const locked_until = failed < free ? null : now + lock_ms;
  return { ...tries, failed, last_failed_at: now, locked_until };
}

const ADDRESS_SCOPES: readonly TryScope[] = [
  'password_address',
  'factor_address',
  'link_address',
  'openid_address',
];
const ACCOUNT_SCOPES: readonly TryScope[] = ['password_account', 'factor_account'];

export type ScopedTries = { scope: TryScope; tries: Tries };

/**
 * `address_locked` says nothing about an account, so it may be answered openly. `locked` is
 * answered as a wrong password is.
 */
export type TryVerdict = 'free' | 'locked' | 'address_locked';

/**
 * Judges a try and counts it: for a locked address nothing more, and for a locked pair not the
 * account, so that one address alone never locks an account for others.
 */
export function judgeTry<Counter extends ScopedTries>(
  counters: readonly Counter[],
  now: number,
): { verdict: TryVerdict; counted: Counter[] } {
  const lockedIn = (scopes: readonly TryScope[]) =>
    counters.some(({ scope, tries }) => scopes.includes(scope) && isLocked(tries, now));
  const count = (scopes: readonly TryScope[]) =>
    counters.map((one) =>
      scopes.includes(one.scope) ? { ...one, tries: countTry(one.scope, one.tries, now) } : one,
    );
  if (lockedIn(ADDRESS_SCOPES)) return { verdict: 'address_locked', counted: [...counters] };
  if (lockedIn(['password_pair'])) return { verdict: 'locked', counted: count(ADDRESS_SCOPES) };
  const is_known = counters.some(({ tries }) => knowsAddress(tries, now));
  const is_locked = lockedIn(ACCOUNT_SCOPES) && !is_known;
  return { verdict: is_locked ? 'locked' : 'free', counted: count(TRY_SCOPES) };
}

/** Scopes whose failures a success forgets; an address only gets the try of the success back. */
const FORGIVEN: readonly TryScope[] = ['password_account', 'password_pair', 'factor_account'];

export function countSuccess(scope: TryScope, tries: Tries, now: number): Tries {
  const failed = FORGIVEN.includes(scope) ? 0 : Math.max(0, tries.failed - 1);
  const succeeded_at = scope === 'password_pair' ? now : tries.succeeded_at;
  // Nobody succeeds during a lock, so the one that stands here was set by this try.
  return { failed, last_failed_at: tries.last_failed_at, locked_until: null, succeeded_at };
}

/** Until when the row is worth keeping. */
export function triesEnd({ last_failed_at, locked_until, succeeded_at }: Tries): number {
  return Math.max(
    (last_failed_at ?? 0) + TRIES_KEPT_MS,
    locked_until ?? 0,
    succeeded_at === null ? 0 : succeeded_at + LIMITS.known_address_ms,
  );
}
