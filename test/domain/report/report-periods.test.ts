// Periods of a report: they cover its days once, and the counters that they read cover them once.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  dayName,
  periodsOf,
  REPORT_STEPS,
  spansOf,
} from '../../../server/domain/report/report-periods.ts';
import { SLOTS_PER_DAY } from '../../../server/domain/trade/trade-measures.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { fc } from '../../support/property.ts';

const day = (text: string) => Date.parse(text) / DAY_MS;
const range = (start: number, length: number) => Array.from({ length }, (_, at) => start + at);

const shown = (from: string, to: string, step: (typeof REPORT_STEPS)[number]) =>
  periodsOf({ first_day: day(from), end_day: day(to) }, step).map(
    ({ first_day, end_day }) => `${dayName(first_day)} ${dayName(end_day)}`,
  );

suite('periods', () => {
  test('weeks begin on Mondays; the first and the last one may be parts', () => {
    assert.deepEqual(shown('2026-11-20', '2026-12-01', 'week'), [
      '2026-11-20 2026-11-23',
      '2026-11-23 2026-11-30',
      '2026-11-30 2026-12-01',
    ]);
  });

  test('months have their own lengths', () => {
    assert.deepEqual(shown('2024-01-15', '2024-04-01', 'month'), [
      '2024-01-15 2024-02-01',
      '2024-02-01 2024-03-01',
      '2024-03-01 2024-04-01',
    ]);
  });

  test('days, and all in one', () => {
    assert.deepEqual(shown('2026-02-28', '2026-03-02', 'day'), [
      '2026-02-28 2026-03-01',
      '2026-03-01 2026-03-02',
    ]);
    assert.deepEqual(shown('2026-02-28', '2026-03-02', 'all'), ['2026-02-28 2026-03-02']);
  });

  test('cover every day once, in order', () => {
    const days = fc.integer({ min: 0, max: 60_000 });
    const lengths = fc.integer({ min: 1, max: 366 });
    fc.assert(
      fc.property(days, lengths, fc.constantFrom(...REPORT_STEPS), (first_day, length, step) => {
        const found = periodsOf({ first_day, end_day: first_day + length }, step);
        const covered = found.flatMap((one) => range(one.first_day, one.end_day - one.first_day));
        assert.deepEqual(covered, range(first_day, length));
        assert.ok(found.every((period) => period.first_day < period.end_day));
      }),
    );
  });
});

suite('spans', () => {
  test('are whole days in UTC, with quarters of an hour at both ends', () => {
    assert.deepEqual(spansOf({ start: 96, end: 288 }), { days: [{ start: 1, end: 3 }], slots: [] });
    assert.deepEqual(spansOf({ start: 74, end: 298 }), {
      days: [{ start: 1, end: 3 }],
      slots: [
        { start: 74, end: 96 },
        { start: 288, end: 298 },
      ],
    });
    assert.deepEqual(spansOf({ start: 5, end: 5 }), { days: [], slots: [] });
  });

  test('cover every quarter of an hour once', () => {
    const numbers = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(numbers, numbers, (start, length) => {
        const { days, slots } = spansOf({ start, end: start + length });
        const of_days = days.map((span) => ({
          start: span.start * SLOTS_PER_DAY,
          end: span.end * SLOTS_PER_DAY,
        }));
        const covered = [...of_days, ...slots]
          .flatMap((span) => range(span.start, span.end - span.start))
          .toSorted((a, b) => a - b);
        assert.deepEqual(covered, range(start, length));
      }),
    );
  });
});
