// The orders of a customer, a page at a time, each with what an erasure knows of it.
import type { ErasureFacts } from '../../domain/erasure/erase-payer.ts';
import { shownOrderId } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { selectTrades } from '../trade/select-trades.ts';
import { readErasureFacts } from './erasures.ts';

export const ORDERS_AT_ONCE = 50;

export type CustomerKey = { merchant_id: string; client_hash: Buffer };

type Page = {
  now: number;
  /** The last order of the page before. */
  after: string | null;
  /** Orders that were made later are not among them. */
  until: number;
};

export type FoundOrder = {
  trade_id: string;
  order_id: string;
  made_at: number;
  facts: ErasureFacts;
};

/** The oldest first; fewer than ORDERS_AT_ONCE: these are the last. */
export async function findCustomerOrders(
  { db, cipher }: { db: Queryable; cipher: Cipher },
  { merchant_id, client_hash }: CustomerKey,
  { now, after, until }: Page,
): Promise<FoundOrder[]> {
  const trades = await selectTrades(db, cipher, {
    merchant_id,
    client_hashes: [client_hash],
    created_to: until + 1,
    sort: 'oldest',
    before: after,
    limit: ORDERS_AT_ONCE,
  });
  const found: FoundOrder[] = [];
  for (const trade of trades) {
    const { trade_id, created_at: made_at } = trade;
    const facts = await readErasureFacts(db, { merchant_id, trade_id }, now);
    if (facts === null) throw new Error(`Trade ${trade_id} is gone`);
    found.push({ trade_id, order_id: shownOrderId(trade), made_at, facts });
  }
  return found;
}
