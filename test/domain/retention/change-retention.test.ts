// Setting how long data is kept: what is saved, noted and asked.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideRetention } from '../../../server/domain/retention/change-retention.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  daysKept,
  daysProblem,
  isShorter,
  RETENTION_KINDS,
  type RetentionPeriods,
} from '../../../server/domain/service/retention-kinds.ts';
import { fc } from '../../support/property.ts';

const days = fc.option(fc.integer({ min: 1, max: 4_000 }));
const given = fc
  .array(fc.record({ kind: fc.constantFrom(...RETENTION_KINDS), days }), { minLength: 1 })
  .map((rows) => rows.filter((row) => daysProblem(row.kind, row.days) === null))
  .map((rows) => [...new Map(rows.map((row) => [row.kind, row])).values()]);
const periods = given.map(
  (rows): RetentionPeriods => Object.fromEntries(rows.map((row) => [row.kind, row.days])),
);

describe('a change of periods', () => {
  it('names before and after, and asks a second person for fewer days', () => {
    const decided = decideRetention(
      { alerts: null },
      {
        given: [
          { kind: 'alerts', days: 60 },
          { kind: 'sessions', days: 90 },
        ],
        note: 'our policy',
      },
    );
    ok(!isRefusal(decided) && !('is_unchanged' in decided));
    const before = { sessions: 30, alerts: null };
    const after = { sessions: 90, alerts: 60 };
    deepEqual(decided.detail, { before, after, note: 'our policy' });
    deepEqual(decided.ask?.shown, { before, after });
  });

  it('asks nobody to keep something for longer', () => {
    const decided = decideRetention({}, { given: [{ kind: 'receipts', days: 300 }], note: null });
    ok(!isRefusal(decided) && !('is_unchanged' in decided));
    equal(decided.ask, null);
  });

  it('asks exactly if a period is shorter than before, and saves only what differs', () => {
    fc.assert(
      fc.property(periods, given, (before, rows) => {
        const decided = decideRetention(before, { given: rows, note: null });
        ok(!isRefusal(decided));
        const changed = rows.filter((row) => daysKept(before, row.kind) !== row.days);
        if ('is_unchanged' in decided) return equal(changed.length, 0);
        deepEqual(decided.saved, changed);
        const shorter = rows.some((row) => isShorter(daysKept(before, row.kind), row.days));
        equal(decided.ask !== null, shorter);
      }),
    );
  });
});
