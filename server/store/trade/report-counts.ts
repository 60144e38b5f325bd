// Reads the counters of a report: periods of any length, from days in UTC and quarters of an hour.

import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import type { MissReason } from '../../domain/record/receiving-account.ts';
import type { Direction } from '../../domain/record/trade.ts';
import type { ReportSplit, Span } from '../../domain/report/report-periods.ts';
import type { Measures } from '../../domain/trade/trade-measures.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { type Where, whereOf } from '../connection/where.ts';
import { COUNTERS } from './event-steps.ts';
import { type CounterFilter, readMeasures, type SentMeasures, SUMS } from './trade-counts.ts';

/** A part of the period with this number. */
export type PeriodSpan = Span & { period: number };

/** What each row of a report is of, beside its period, direction and currency. */
export type ReportQuestion = {
  filter: CounterFilter;
  split: ReportSplit | null;
  /** In days in UTC. */
  days: readonly PeriodSpan[];
  /** In quarters of an hour. */
  slots: readonly PeriodSpan[];
};

type Of = { period: number; currency: string; type: string | null; merchant_id: string | null };

export type ReportCounters = Of & { direction: Direction; measures: Measures };
export type ReportMisses = Of & { reason: MissReason; count: bigint; amount_cents: bigint };

type Source = { table: string; time: string; columns: readonly string[] };

const spansFrom = (parameter: number) =>
  `unnest($${parameter}::integer[], $${parameter + 1}::integer[], $${parameter + 2}::integer[])
    as p(period, first, last)`;

const spanArrays = (spans: readonly PeriodSpan[]) => [
  plainArray(spans.map(({ period }) => period)),
  plainArray(spans.map(({ start }) => start)),
  plainArray(spans.map(({ end }) => end)),
];

/** Whether the rows are those of each merchant, and what else they must be. */
type Asked = { of_merchants: boolean; where: Where };

function conditionsOf({ filter, split }: ReportQuestion, has_direction: boolean): Asked {
  const of_merchants = split === 'merchant' && (filter.merchant_id ?? null) === null;
  return {
    of_merchants,
    where: whereOf([
      ['t.merchant_id = ?::uuid', of_merchants ? null : (filter.merchant_id ?? HOUSE_BOOK)],
      ['t.direction = ?::text', has_direction ? filter.direction : null],
      ['t.currency = ?::text', filter.currency],
      ['t.type = ?::text', filter.type],
    ]),
  };
}

/**
 * Each span is looked up by the key, merchant by merchant. Without `offset 0` PostgreSQL would read
 * the whole table, because it expects a span to have a ninth of it.
 */
function partOf({ table, time, columns }: Source, spans: string, asked: Asked): string {
  const merchants = asked.of_merchants ? 'cross join merchants m' : '';
  const same = asked.of_merchants ? 't.merchant_id = m.merchant_id and' : '';
  return `select p.period, t.* from ${spans} ${merchants} cross join lateral (
      select t.merchant_id, t.currency, t.type, ${columns.map((name) => `t.${name}`)}
      from ${table} t
      where ${same} t.${time} >= p.first and t.${time} < p.last and ${asked.where.text} offset 0
    ) t`;
}

const keysOf = (split: ReportSplit | null) => `period, currency,
  ${split === 'type' ? 'type' : 'null::text'} as type,
  ${split === 'merchant' ? 'merchant_id' : 'null::uuid'} as merchant_id`;

/** In no order. */
export async function readReportCounters(
  db: Queryable,
  question: ReportQuestion,
): Promise<ReportCounters[]> {
  const asked = conditionsOf(question, true);
  const { where } = asked;
  const columns = ['direction', ...COUNTERS];
  const [first, second] = [where.values.length + 1, where.values.length + 4];
  const part = (table: string, time: string, spans: string) =>
    partOf({ table, time, columns }, spans, asked);
  const rows = await db.query<Of & SentMeasures & { direction: Direction }>(
    'read-report-counters',
    `select ${keysOf(question.split)}, direction, ${SUMS} from (
       ${part('trade_days', 'day', spansFrom(first))}
       union all
       ${part('trade_slots', 'slot', spansFrom(second))}
     ) parts group by 1, 2, 3, 4, 5`,
    [...where.values, ...spanArrays(question.days), ...spanArrays(question.slots)],
  );
  return rows.map((row) => {
    const { period, currency, type, merchant_id, direction } = row;
    return { period, currency, type, merchant_id, direction, measures: readMeasures(row) };
  });
}

/** `slots`: the whole periods, because misses are kept in no other form. */
export async function readReportMisses(
  db: Queryable,
  question: Omit<ReportQuestion, 'days'>,
): Promise<ReportMisses[]> {
  const asked = conditionsOf({ ...question, days: [] }, false);
  const { where } = asked;
  const columns = ['reason', 'miss_count', 'total_cents'];
  const source = { table: 'payin_miss_slots', time: 'slot', columns };
  const rows = await db.query<Of & { reason: MissReason; count: bigint; amount_cents: string }>(
    'read-report-misses',
    `select ${keysOf(question.split)}, reason, sum(miss_count)::bigint as count,
       sum(total_cents)::text as amount_cents
     from (${partOf(source, spansFrom(where.values.length + 1), asked)}) parts
     group by 1, 2, 3, 4, 5`,
    [...where.values, ...spanArrays(question.slots)],
  );
  return rows.map((row) => ({ ...row, amount_cents: BigInt(row.amount_cents) }));
}
