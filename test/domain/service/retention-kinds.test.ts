// How long kinds of data are kept: the list is consistent, and a period ends what is older.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import {
  daysKept,
  daysProblem,
  endedBefore,
  isShorter,
  RETENTION,
  RETENTION_KINDS,
  type RetentionRow,
} from '../../../server/domain/service/retention-kinds.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { fc } from '../../support/property.ts';

const kind = fc.constantFrom(...RETENTION_KINDS);
const days = fc.option(fc.integer({ min: 1, max: 4_000 }));

describe('a kind of data', () => {
  it('has usual days within its bounds, and words', () => {
    for (const name of RETENTION_KINDS) {
      const row: RetentionRow = RETENTION[name];
      equal(daysProblem(name, row.days), null, name);
      ok(row.min_days >= 1 && row.min_days <= row.days && row.days <= row.max_days, name);
      for (const words of [row.ends, row.stays]) ok(!words.endsWith('.'), words);
      ok(row.why.endsWith('.'), row.why);
    }
  });

  it('is never set outside of its bounds', () => {
    fc.assert(
      fc.property(kind, days, (name, given) => {
        const { min_days, max_days, may_stay }: RetentionRow = RETENTION[name];
        const fits = given === null ? may_stay : given >= min_days && given <= max_days;
        equal(daysProblem(name, given) === null, fits);
      }),
    );
  });

  it('keeps a file for longer than a proposal can wait for it', () => {
    ok(RETENTION.proposal_files.min_days * DAY_MS > LIMITS.proposal_life_ms);
    ok(RETENTION.dispute_files.min_days * DAY_MS >= LIMITS.dispute_max_ms);
  });

  it('has its usual days until others are set', () => {
    equal(daysKept({}, 'receipts'), 200);
    equal(daysKept({ receipts: 90 }, 'receipts'), 90);
    equal(daysKept({ alerts: null }, 'alerts'), null);
    equal(endedBefore({ alerts: null }, 'alerts', 5 * DAY_MS), null);
    equal(endedBefore({ sessions: 2 }, 'sessions', 5 * DAY_MS), 3 * DAY_MS);
  });

  it('ends more, the fewer its days are', () => {
    fc.assert(
      fc.property(kind, days, days, fc.integer({ min: 0, max: 1e13 }), (name, a, b, now) => {
        const [before, after] = [a, b].map((set) => endedBefore({ [name]: set }, name, now));
        const ends_more = (after ?? -Infinity) > (before ?? -Infinity);
        equal(isShorter(a, b), ends_more);
      }),
    );
    deepEqual([isShorter(null, 5), isShorter(5, null), isShorter(5, 5)], [true, false, false]);
  });
});
