// The past trades of a month in runs by their keys, each small enough to be read at once.
import type { Queryable } from '../connection/database.ts';

const RUN_TRADES = 500;

export type PastRun = {
  first_merchant: string;
  first_trade: string;
  last_merchant: string;
  last_trade: string;
  trades: number;
};

const end = (column: string, order: 'asc' | 'desc') =>
  `(array_agg(${column} order by merchant_id ${order}, trade_id ${order}))[1]`;

export async function readPastRuns(db: Queryable, month: string): Promise<PastRun[]> {
  return await db.query<PastRun>(
    'read-past-runs',
    `select ${end('merchant_id', 'asc')} as first_merchant,
       ${end('trade_id', 'asc')} as first_trade,
       ${end('merchant_id', 'desc')} as last_merchant,
       ${end('trade_id', 'desc')} as last_trade,
       count(*)::integer as trades
     from (
       select merchant_id, trade_id,
         (row_number() over (order by merchant_id, trade_id) - 1) / ${RUN_TRADES} as run
       from past_trades where archived_month = $1
     ) t group by run order by run`,
    [month],
  );
}
