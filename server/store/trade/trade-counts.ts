// Reads the counters of trades: how many are in each state, and what happened to them each day.
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import type { Direction, State } from '../../domain/record/trade.ts';
import {
  DAY_MEASURES,
  type DayMeasure,
  type Measures,
  measuresOf,
} from '../../domain/trade/trade-measures.ts';
import type { Queryable } from '../connection/database.ts';
import { type Condition, whereOf } from '../connection/where.ts';

/** A filter that is absent or null lets everything through. */
export type CountFilter = {
  merchant_id?: string | null;
  direction?: Direction | null;
  currency?: string | null;
};

export type StateCount = {
  direction: Direction;
  currency: string;
  state: State;
  count: bigint;
  amount_cents: bigint;
};

type Sent<Row, Sum extends keyof Row> = Omit<Row, Sum> & Readonly<Record<Sum, string>>;

/** Added up over the merchants; counters that are at zero again are left out. */
export async function readTradeCounts(db: Queryable, filter: CountFilter): Promise<StateCount[]> {
  const where = whereOf([
    ['merchant_id = ?::uuid', filter.merchant_id],
    ['direction = ?::text', filter.direction],
    ['currency = ?::text', filter.currency],
  ]);
  const rows = await db.query<Sent<StateCount, 'amount_cents'>>(
    'read-trade-counts',
    `select direction, currency, state, sum(trade_count)::bigint as count,
       sum(amount_cents)::text as amount_cents
     from trade_counts where ${where.text} group by 1, 2, 3 having sum(trade_count) <> 0
     order by 1, 2, 3`,
    where.values,
  );
  return rows.map((row) => ({ ...row, amount_cents: BigInt(row.amount_cents) }));
}

/** What is counted of one direction and currency. */
export type TradeCounters = { direction: Direction; currency: string; measures: Measures };

export type CounterFilter = CountFilter & { type?: string | null };

/** PostgreSQL sends a numeric as text. */
export type SentMeasures = Readonly<
  Record<`${DayMeasure}_count`, bigint | null> & Record<`${DayMeasure}_total`, string | null>
>;

export const readMeasures = (row: SentMeasures): Measures =>
  measuresOf((measure) => ({
    count: row[`${measure}_count`] ?? 0n,
    total: BigInt(row[`${measure}_total`] ?? 0),
  }));

/** Of the counters in a row, as PostgreSQL sends them. */
export const SUMS = DAY_MEASURES.map(
  (measure) => `sum(${measure}_count)::bigint as ${measure}_count,
    sum(${measure}_total)::text as ${measure}_total`,
).join(', ');

/** The house has a row of its own for all merchants together. */
const whereCounters = (filter: CounterFilter, time: readonly Condition[]) =>
  whereOf([
    ['merchant_id = ?::uuid', filter.merchant_id ?? HOUSE_BOOK],
    ...time,
    ['direction = ?::text', filter.direction],
    ['currency = ?::text', filter.currency],
    ['type = ?::text', filter.type],
  ]);

/** From the first to the last day, both included. */
export async function readTradeDays(
  db: Queryable,
  filter: CounterFilter & { first_day: number; last_day: number },
): Promise<(TradeCounters & { day: number })[]> {
  const where = whereCounters(filter, [
    ['day >= ?::integer', filter.first_day],
    ['day <= ?::integer', filter.last_day],
  ]);
  const rows = await db.query<
    SentMeasures & { day: number; direction: Direction; currency: string }
  >(
    'read-trade-days',
    `select day, direction, currency, ${SUMS}
     from trade_days where ${where.text} group by 1, 2, 3 order by 1, 2, 3`,
    where.values,
  );
  return rows.map((row) => {
    const { day, direction, currency } = row;
    return { day, direction, currency, measures: readMeasures(row) };
  });
}
