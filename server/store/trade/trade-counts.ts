// Reads the counters of trades: how many are in each state, and what happened to them each day.
import type { Direction, State } from '../../domain/record/trade.ts';
import type { DayMeasure } from '../../domain/trade/trade-measures.ts';
import type { Queryable } from '../connection/database.ts';
import { whereOf } from '../connection/where.ts';

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

/** PostgreSQL sends a numeric as text. */
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

export type DayCount = {
  day: number;
  direction: Direction;
  currency: string;
  measure: DayMeasure;
  count: bigint;
  total: bigint;
};

/** From the first to the last day, both included; added up over the merchants. */
export async function readTradeDays(
  db: Queryable,
  filter: CountFilter & { first_day: number; last_day: number },
): Promise<DayCount[]> {
  const where = whereOf([
    ['day >= ?::integer', filter.first_day],
    ['day <= ?::integer', filter.last_day],
    ['merchant_id = ?::uuid', filter.merchant_id],
    ['direction = ?::text', filter.direction],
    ['currency = ?::text', filter.currency],
  ]);
  const rows = await db.query<Sent<DayCount, 'total'>>(
    'read-trade-days',
    `select day, direction, currency, measure, sum(trade_count)::bigint as count,
       sum(total)::text as total
     from trade_days where ${where.text} group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    where.values,
  );
  return rows.map((row) => ({ ...row, total: BigInt(row.total) }));
}
