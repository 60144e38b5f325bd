// The merchants' ids of orders, by the keys of their trades: one statement for a page of a list.
import type { Queryable } from '../connection/database.ts';

export type NamedTradeKey = { merchant_id: string; trade_id: string; order_id: string };

const named = (table: 'trades' | 'past_trades', key: string) => `
  select t.merchant_id, t.trade_id, coalesce(t.order_id_as_sent, t.order_id) as order_id
  from ${table} t where t.merchant_id = ${key}.merchant_id and t.trade_id = ${key}.trade_id`;

/** The id of the trade that a row has the key of, as the merchant sent it. */
export const orderIdText = (key: string): string =>
  `${named('trades', key)} union all ${named('past_trades', key)} limit 1`;

/** As the merchant sent them. Trades that nobody has are absent. */
export async function readOrderIds(
  db: Queryable,
  keys: readonly Omit<NamedTradeKey, 'order_id'>[],
): Promise<NamedTradeKey[]> {
  if (keys.length === 0) return [];
  return await db.query<NamedTradeKey>(
    'read-order-ids',
    `select t.* from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     cross join lateral (${orderIdText('k')}) t`,
    [keys.map(({ merchant_id }) => merchant_id), keys.map(({ trade_id }) => trade_id)],
  );
}
