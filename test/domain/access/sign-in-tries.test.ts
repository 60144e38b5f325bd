// Locks after failed tries: how many are free, how long a lock is, and whom it locks out.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  countSuccess,
  countTry,
  isLocked,
  judgeTry,
  NO_TRIES,
  type ScopedTries,
  TRIES_KEPT_MS,
  TRY_RULES,
  TRY_SCOPES,
  type Tries,
  triesEnd,
} from '../../../server/domain/access/sign-in-tries.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import { fc } from '../../support/property.ts';

const START = 1_800_000_000_000;
const MINUTE_MS = 60_000;

/** Each try is made the moment it is free again; returns the length of each lock. */
function locksOf(scope: (typeof TRY_SCOPES)[number], tries: number): number[] {
  let state: Tries = NO_TRIES;
  let now = START;
  const locks: number[] = [];
  for (let count = 0; count < tries; count += 1) {
    state = countTry(scope, state, now);
    locks.push((state.locked_until ?? now) - now);
    now = state.locked_until ?? now;
  }
  return locks;
}

describe('failed tries', () => {
  it('of one account at one address lock it from the fifth on, each time for twice as long', () => {
    const minutes = locksOf('password_pair', 12).map((ms) => ms / MINUTE_MS);
    deepEqual(minutes, [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  for (const scope of TRY_SCOPES) {
    it(`${scope}: the free ones have no lock, and no lock is longer than its limit`, () => {
      const { free, most_lock_ms } = TRY_RULES[scope];
      const locks = locksOf(scope, free + 40);
      deepEqual(locks.slice(0, free - 1), new Array(free - 1).fill(0));
      ok(locks.slice(free - 1).every((ms) => ms > 0 && ms <= most_lock_ms));
    });
  }

  it('during a lock do not lengthen it', () => {
    const locked: Tries = {
      ...NO_TRIES,
      failed: 5,
      last_failed_at: START,
      locked_until: START + 1,
    };
    equal(countTry('password_pair', locked, START), locked);
  });

  it('are forgotten after a day without one', () => {
    const old: Tries = { ...NO_TRIES, failed: 40, last_failed_at: START };
    equal(countTry('password_pair', old, START + TRIES_KEPT_MS).failed, 41);
    equal(countTry('password_pair', old, START + TRIES_KEPT_MS + 1).failed, 1);
  });

  it('are forgiven to an account by a success, and to an address only the one', () => {
    const tried: Tries = { ...NO_TRIES, failed: 4, last_failed_at: START };
    equal(countSuccess('password_pair', tried, START).failed, 0);
    equal(countSuccess('password_account', tried, START).failed, 0);
    equal(countSuccess('password_address', tried, START).failed, 3);
  });

  it('whenever they are made, let at most the free ones and one per lock through', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 10 * MINUTE_MS }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...TRY_SCOPES), waits, (scope, gaps) => {
        let now = START;
        let state: Tries = NO_TRIES;
        let locked_until = 0;
        let checked = 0;
        for (const gap of gaps) {
          now += gap;
          if (isLocked(state, now)) continue;
          checked += 1;
          ok(now >= locked_until);
          state = countTry(scope, state, now);
          locked_until = state.locked_until ?? 0;
          ok(checked < TRY_RULES[scope].free || locked_until > now);
          ok(triesEnd(state) >= locked_until);
        }
      }),
    );
  });
});

const lockedTries: Tries = {
  ...NO_TRIES,
  failed: 99,
  last_failed_at: START,
  locked_until: START + 9,
};

function countersOf(locked: readonly string[], succeeded_at: number | null = null): ScopedTries[] {
  const scopes = ['password_account', 'password_address', 'password_pair'] as const;
  return scopes.map((scope) => {
    const tries = locked.includes(scope) ? lockedTries : NO_TRIES;
    return { scope, tries: { ...tries, ...(scope === 'password_pair' ? { succeeded_at } : {}) } };
  });
}

const countsOf = (counters: readonly ScopedTries[]) => counters.map(({ tries }) => tries.failed);

describe('a try', () => {
  it('is free if nothing is locked, and counts everywhere', () => {
    const { verdict, counted } = judgeTry(countersOf([]), START);
    equal(verdict, 'free');
    deepEqual(countsOf(counted), [1, 1, 1]);
  });

  it('from a locked address counts for no account', () => {
    const { verdict, counted } = judgeTry(countersOf(['password_address']), START);
    equal(verdict, 'address_locked');
    deepEqual(countsOf(counted), [0, 99, 0]);
  });

  it('on an account that is locked for its address does not lock the account for others', () => {
    const { verdict, counted } = judgeTry(countersOf(['password_pair']), START);
    equal(verdict, 'locked');
    deepEqual(countsOf(counted), [0, 1, 99]);
  });

  it('on a locked account is refused at a strange address only', () => {
    const locked = ['password_account'];
    equal(judgeTry(countersOf(locked), START).verdict, 'locked');
    equal(judgeTry(countersOf(locked, START - 1), START).verdict, 'free');
    equal(judgeTry(countersOf(locked, START - LIMITS.known_address_ms), START).verdict, 'locked');
    const both = [...locked, 'password_pair'];
    equal(judgeTry(countersOf(both, START - 1), START).verdict, 'locked');
  });
});
