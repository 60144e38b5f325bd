// What the rule of erasures of a customer asks to know, and answers show.
import type { CustomerErasureFacts } from '../../domain/erasure/erase-customer.ts';
import type { OrderCount, TradeKey } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { countFound } from '../trade/count-found.ts';
import { selectTrades } from '../trade/select-trades.ts';
import { type CustomerErasure, readClientHash, readCustomerErasure } from './customer-erasures.ts';
import {
  type CustomerKey,
  type FoundOrder,
  findCustomerOrders,
  ORDERS_AT_ONCE,
} from './customer-orders.ts';

type From = { db: Queryable; cipher: Cipher };

/** Counted up to this number, so that no answer grows what it costs. */
const MOST_ORDERS_COUNTED = 1_000;

/** By it the customer is named everywhere; null: there is none. */
export async function firstOrderOf(
  { db, cipher }: From,
  { merchant_id, client_hash }: CustomerKey,
): Promise<string | null> {
  const filter = { merchant_id, client_hashes: [client_hash], sort: 'oldest' } as const;
  const [first] = await selectTrades(db, cipher, { ...filter, before: null, limit: 1 });
  return first?.trade_id ?? null;
}

export async function countOrdersOf(
  db: Queryable,
  { merchant_id, client_hash }: CustomerKey,
  made: { created_from?: number; ids_behind_ms?: number } = {},
): Promise<OrderCount> {
  const filter = { merchant_id, client_hashes: [client_hash], ...made };
  const found = await countFound(db, filter, MOST_ORDERS_COUNTED);
  return { count: Math.min(found, MOST_ORDERS_COUNTED), has_more: found > MOST_ORDERS_COUNTED };
}

export type CustomerFacts = {
  facts: CustomerErasureFacts;
  last: CustomerErasure | null;
  first_orders: readonly FoundOrder[];
};

/** Null: there is no such order. */
export async function readCustomerFacts(
  from: From,
  key: TradeKey,
  now: number,
): Promise<CustomerFacts | null> {
  const { db } = from;
  const { merchant_id } = key;
  const client_hash = await readClientHash(db, key);
  if (client_hash === null) return null;
  const customer = { merchant_id, client_hash };
  const last = await readCustomerErasure(db, merchant_id, client_hash);
  const page = { now, after: null, until: now };
  const first_orders = await findCustomerOrders(from, customer, page);
  const facts: CustomerErasureFacts = {
    first_trade_id: first_orders[0]?.trade_id ?? key.trade_id,
    client_hash,
    last: last === null ? null : { erasure_id: last.erasure_id, is_open: last.ended_at === null },
    first_orders: first_orders.map(({ facts: of_order }) => of_order),
    has_more: first_orders.length === ORDERS_AT_ONCE,
    orders: await countOrdersOf(db, customer),
  };
  return { facts, last, first_orders };
}
