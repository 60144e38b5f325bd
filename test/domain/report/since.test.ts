// Where the time since the last visit begins: within bounds, and at a quarter of an hour.
import { equal, ok } from 'node:assert/strict';
import { it } from 'node:test';
import { SINCE_MOST_DAYS, sinceFrom } from '../../../server/domain/report/since.ts';
import { fc } from '../../support/property.ts';

const NOW = Date.UTC(2026, 2, 10, 12, 7);
const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;
const from = (asked: number | null, last_visit_at: number | null) =>
  new Date(sinceFrom({ asked, last_visit_at }, NOW)).toISOString();

it('what was asked for counts, otherwise the last visit, otherwise a day', () => {
  const noon = Date.UTC(2026, 2, 9, 12);
  equal(from(noon, NOW - 1), '2026-03-09T12:00:00.000Z');
  equal(from(null, noon + 14 * 60_000), '2026-03-09T12:00:00.000Z');
  equal(from(null, null), '2026-03-09T12:00:00.000Z');
});

it('it is never later than now, nor older than is told', () => {
  const any = fc.option(fc.integer({ min: NOW - 90 * DAY_MS, max: NOW + DAY_MS }));
  fc.assert(
    fc.property(any, any, (asked, last_visit_at) => {
      const at = sinceFrom({ asked, last_visit_at }, NOW);
      ok(at <= NOW && at > NOW - SINCE_MOST_DAYS * DAY_MS - QUARTER_MS && at % QUARTER_MS === 0);
    }),
  );
});
