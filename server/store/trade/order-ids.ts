// The merchants' ids of orders, by the keys of their trades: one statement for a page of a list.
import type { Queryable } from '../connection/database.ts';

export type NamedTradeKey = { merchant_id: string; trade_id: string; order_id: string };

/** As the merchant sent them. Trades that nobody has are absent. */
export async function readOrderIds(
  db: Queryable,
  keys: readonly Omit<NamedTradeKey, 'order_id'>[],
): Promise<NamedTradeKey[]> {
  if (keys.length === 0) return [];
  return await db.query<NamedTradeKey>(
    'read-order-ids',
    `select t.* from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     cross join lateral (
       select t.merchant_id, t.trade_id, coalesce(t.order_id_as_sent, t.order_id) as order_id
       from trades t
       where t.merchant_id = k.merchant_id and t.trade_id = k.trade_id limit 1
     ) t`,
    [keys.map(({ merchant_id }) => merchant_id), keys.map(({ trade_id }) => trade_id)],
  );
}
