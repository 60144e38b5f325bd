// The reports of several cells are the report that one database with all their counters would make.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addReports,
  REPORT_MERCHANTS_MOST,
  type ReportParts,
  reportOf,
} from '../../../server/app/report/make-report.ts';
import { readReportQuery } from '../../../server/app/report/read-report-query.ts';
import { MISS_REASONS } from '../../../server/domain/record/receiving-account.ts';
import { periodsOf } from '../../../server/domain/report/report-periods.ts';
import { measuresOf } from '../../../server/domain/trade/trade-measures.ts';
import { fc } from '../../support/property.ts';
import { accepted } from '../../support/test-app.ts';

const CELLS = 3;
const NOW = Date.UTC(2026, 4, 4);

const merchantOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

function askedBy(split: string | undefined) {
  const query = {
    from: '2026-05-01',
    to: '2026-05-03',
    ...(split === undefined ? { by: 'day' } : { by: 'all', split }),
  };
  const asked = accepted(readReportQuery(query, NOW));
  return { asked, periods: periodsOf(asked, asked.by) };
}

const counted = fc
  .tuple(fc.bigInt({ min: 0n, max: 9n }), fc.bigInt({ min: 0n, max: 10n ** 17n }))
  .map(([count, total]) => ({ count, total: count === 0n ? 0n : total }));

const kind = fc.record({
  period: fc.nat({ max: 1 }),
  currency: fc.constantFrom('INR', 'EUR'),
  type: fc.constant(null),
});

const counters = fc
  .tuple(
    kind,
    fc.constantFrom('payin' as const, 'payout' as const),
    fc.array(counted, { size: 'small' }),
  )
  .map(([of, direction, values]) => {
    let next = 0;
    const measures = measuresOf(() => values[next++ % Math.max(values.length, 1)]);
    return { ...of, direction, measures };
  });

const misses = fc.record({
  reason: fc.constantFrom(...MISS_REASONS),
  count: fc.bigInt({ min: 1n, max: 9n }),
  amount_cents: fc.bigInt({ min: 1n, max: 10n ** 17n }),
});

/** In which cell a merchant is follows from the merchant, whose rows are never in two. */
const history = fc.record({
  split: fc.constantFrom(undefined, 'merchant'),
  counters: fc.array(fc.tuple(fc.nat({ max: 8 }), counters), { maxLength: 20 }),
  misses: fc.array(fc.tuple(fc.nat({ max: 8 }), fc.tuple(kind, misses)), { maxLength: 12 }),
});

type Row = { merchant: number };

/** As the statement groups them: one row for each merchant, or one for all. */
function grouped<Value extends { period: number }>(
  rows: readonly (Row & Value)[],
  is_split: boolean,
) {
  return rows.map(({ merchant, ...row }) => ({
    ...row,
    // A report by merchant is of the whole time.
    period: is_split ? 0 : row.period,
    merchant_id: is_split ? merchantOf(merchant) : null,
  }));
}

describe('the reports of several cells', () => {
  it('are that of all their counters', () => {
    fc.assert(
      fc.property(history, ({ split, ...given }) => {
        const { asked, periods } = askedBy(split);
        const is_split = split === 'merchant';
        const rows = given.counters.map(([merchant, row]) => ({ merchant, ...row }));
        const lost = given.misses.map(([merchant, [of, row]]) => ({ merchant, ...of, ...row }));
        const partsOf = (cell: number | null): ReportParts => {
          const own = ({ merchant }: Row) => cell === null || merchant % CELLS === cell;
          return {
            counters: grouped(rows.filter(own), is_split),
            misses: grouped(lost.filter(own), is_split),
          };
        };
        const reportFor = (cell: number | null) => reportOf(asked, periods, partsOf(cell));
        const sorted = (report: ReturnType<typeof reportFor>) => ({
          ...report,
          items: report.items.map(inOrderOfReasons),
          totals: report.totals.map(inOrderOfReasons),
        });
        const added = addReports([reportFor(0), reportFor(1), reportFor(2)]);
        deepEqual(sorted(added), sorted(addReports([reportFor(null)])));
      }),
    );
  });

  it('have the largest merchants of all', () => {
    const { asked, periods } = askedBy('merchant');
    const most = REPORT_MERCHANTS_MOST;
    const rowOf = (index: number) => ({
      period: 0,
      direction: 'payin' as const,
      currency: 'INR',
      type: null,
      merchant_id: merchantOf(index),
      measures: measuresOf(() => ({ count: 1n, total: BigInt(index) })),
    });
    const all = Array.from({ length: most + 30 }, (_, index) => rowOf(index));
    const partsOf = (cell: number) => ({
      counters: all.filter((_, index) => index % 2 === cell),
      misses: [],
    });
    const added = addReports([
      reportOf(asked, periods, partsOf(0)),
      reportOf(asked, periods, partsOf(1)),
    ]);
    equal(added.items.length, most);
    equal(added.items[0]?.merchant_id, merchantOf(most + 29));
    ok(added.has_more);
    const [total] = added.totals;
    equal(total?.measures.completed.count, BigInt(most + 30));
  });
});

/** Their order among each other is that of the database. */
function inOrderOfReasons<Item extends { missed: readonly { reason: string }[] }>(item: Item) {
  return { ...item, missed: item.missed.toSorted((a, b) => (a.reason < b.reason ? -1 : 1)) };
}
