// The order that was acknowledged last: read into a backup, and looked up after a restore.
import type pg from 'pg';
import type { Queryable } from '../connection/database.ts';
import type { LastOrder } from './backup-manifest.ts';

/** Null if there is none. Of an older one no backup has to tell: trades of past months move. */
export async function readLastOrder(client: pg.ClientBase): Promise<LastOrder | null> {
  const { rows } = await client.query<LastOrder>(
    `select merchant_id::text, order_id, trade_id::text,
       to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
     from trades order by trade_id desc limit 1`,
  );
  return rows[0] ?? null;
}

export async function hasOrder(db: Queryable, order: LastOrder): Promise<boolean> {
  const { merchant_id, trade_id, order_id } = order;
  const found = await db.query(
    'has-order',
    `select from trades where merchant_id = $1 and trade_id = $2 and order_id = $3
     union all
     select from past_trades where merchant_id = $1 and trade_id = $2 and order_id = $3`,
    [merchant_id, trade_id, order_id],
  );
  return found.length === 1;
}
