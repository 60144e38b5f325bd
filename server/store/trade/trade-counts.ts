// Reads the counters of trades: how many are in each state.
import type { Direction, State } from '../../domain/record/trade.ts';
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
