// Reads trades by key, by order_id, and those whose timer has run out; writes them.

import { TIMED_PAYIN_STATES } from '../../domain/record/state-sets.ts';
import type { Trade, TradeKey } from '../../domain/record/trade.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { timestamp } from '../connection/database.ts';
import { insertRows, plainArray, updateRows } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { insertColumns, type TradeRow, tradeOf, updateColumns } from './trade-rows.ts';

/** Every column, in either table. */
export const TRADE_COLUMN_NAMES = insertColumns({
  seal: () => Buffer.alloc(0),
  open: () => '',
  tryOpen: () => '',
  sealBytes: () => Buffer.alloc(0),
  openBytes: () => Buffer.alloc(0),
  lookup: () => Buffer.alloc(0),
  tryOpenBytes: () => null,
  data_key_id: 0,
  page_key_id: 0,
  pageKey: () => Buffer.alloc(0),
}).map((column) => column.name);

/** Without the hashes that are only used in look-ups. */
const TRADE_COLUMNS = TRADE_COLUMN_NAMES.filter(
  (name) => name !== 'number_hash' && name !== 'metadata_hashes',
)
  .map((name) => `t.${name}`)
  .join(', ');

/** The columns of either table: the month says which. */
export const COLUMNS_OF = {
  trades: `${TRADE_COLUMNS}, null::text as archived_month`,
  past_trades: `${TRADE_COLUMNS}, t.archived_month`,
} as const;
export type TradeTable = keyof typeof COLUMNS_OF;

/**
 * Trades that a condition on `t` finds, also those of removed months. One statement sees a trade
 * that moves meanwhile in one of the two tables. Under a limit of 1 PostgreSQL looks into the
 * second one only if the first has none.
 */
export const anyTrades = (condition: string): string => `
  select ${COLUMNS_OF.trades} from trades t where ${condition}
  union all
  select ${COLUMNS_OF.past_trades} from past_trades t where ${condition}`;

const merchantIds = (keys: readonly { merchant_id: string }[]) =>
  plainArray(keys.map((k) => k.merchant_id));
const tradeIds = (keys: readonly TradeKey[]) => plainArray(keys.map((k) => k.trade_id));

/** By primary key, without locks. */
export async function readTrades(
  db: Queryable,
  cipher: Cipher,
  keys: readonly TradeKey[],
): Promise<Trade[]> {
  if (keys.length === 0) return [];
  const rows = await db.query<TradeRow>(
    'read-trades',
    `select t.* from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     cross join lateral (
       ${anyTrades('t.merchant_id = k.merchant_id and t.trade_id = k.trade_id')} limit 1
     ) t`,
    [merchantIds(keys), tradeIds(keys)],
  );
  return rows.map((row) => tradeOf(cipher, row));
}

/**
 * By primary key, locked in key order until the transaction ends, so that batches never deadlock.
 * Past trades need no lock: nothing about them changes.
 */
export async function lockTrades(
  tx: Queryable,
  cipher: Cipher,
  keys: readonly TradeKey[],
): Promise<Trade[]> {
  if (keys.length === 0) return [];
  const sorted = keys.toSorted((a, b) => {
    if (a.merchant_id === b.merchant_id) return a.trade_id < b.trade_id ? -1 : 1;
    return a.merchant_id < b.merchant_id ? -1 : 1;
  });
  const rows = await tx.query<TradeRow>(
    'lock-trades',
    `select t.* from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     cross join lateral (
       select ${TRADE_COLUMNS} from trades t
       where t.merchant_id = k.merchant_id and t.trade_id = k.trade_id for update
     ) t`,
    [merchantIds(sorted), tradeIds(sorted)],
  );
  const locked = rows.map((row) => tradeOf(cipher, row));
  return [...locked, ...(await readMoved(tx, cipher, sorted, locked))];
}

/**
 * Those that are not among the trades: of removed months. A trade that moved while its lock was
 * waited for is found, too, because this statement sees what is there once the locks are held.
 */
async function readMoved(
  tx: Queryable,
  cipher: Cipher,
  wanted: readonly TradeKey[],
  locked: readonly Trade[],
): Promise<Trade[]> {
  if (locked.length === wanted.length) return [];
  const found = new Set(locked.map(({ trade_id }) => trade_id));
  const keys = wanted.filter(({ trade_id }) => !found.has(trade_id));
  const rows = await tx.query<TradeRow>(
    'read-past-trades',
    `select t.* from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     cross join lateral (
       select ${COLUMNS_OF.past_trades} from past_trades t
       where t.merchant_id = k.merchant_id and t.trade_id = k.trade_id limit 1
     ) t`,
    [merchantIds(keys), tradeIds(keys)],
  );
  return rows.map((row) => tradeOf(cipher, row));
}

/** By the merchants' own order_id. */
export async function readOrders(
  db: Queryable,
  cipher: Cipher,
  keys: readonly { merchant_id: string; order_id: string }[],
): Promise<Trade[]> {
  if (keys.length === 0) return [];
  const rows = await db.query<TradeRow>(
    'read-orders',
    `select t.* from unnest($1::uuid[], $2::text[]) as k(merchant_id, order_id)
     cross join lateral (
       ${anyTrades('t.merchant_id = k.merchant_id and t.order_id = k.order_id')} limit 1
     ) t`,
    [merchantIds(keys), keys.map((key) => key.order_id)],
  );
  return rows.map((row) => tradeOf(cipher, row));
}

/** The pay-outs that refund this pay-in, oldest first. */
export async function readRefunds(
  db: Queryable,
  cipher: Cipher,
  payin: TradeKey,
): Promise<Trade[]> {
  const rows = await db.query<TradeRow>(
    'read-refunds',
    `select * from (${anyTrades('t.merchant_id = $1 and t.refund_of = $2')}) as t
     order by t.trade_id limit 1000`,
    [payin.merchant_id, payin.trade_id],
  );
  return rows.map((row) => tradeOf(cipher, row));
}

/** The pay-ins that these trades refund. The link is written with the trade and never changes. */
export async function readRefundedTrades(
  db: Queryable,
  keys: readonly TradeKey[],
): Promise<TradeKey[]> {
  if (keys.length === 0) return [];
  return await db.query<TradeKey>(
    'read-refunded-trades',
    `select t.merchant_id, t.refund_of as trade_id
     from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     join trades t using (merchant_id, trade_id) where t.refund_of is not null`,
    [merchantIds(keys), tradeIds(keys)],
  );
}

export async function insertTrades(
  tx: Transaction,
  cipher: Cipher,
  trades: readonly Trade[],
): Promise<void> {
  // In the order of their unique key, so that batches with the same orders never deadlock.
  const sorted = trades.toSorted((a, b) => {
    if (a.merchant_id === b.merchant_id) return a.order_id < b.order_id ? -1 : 1;
    return a.merchant_id < b.merchant_id ? -1 : 1;
  });
  await insertRows(tx, 'trades', insertColumns(cipher), sorted);
}

export async function updateTrades(tx: Transaction, trades: readonly Trade[]): Promise<void> {
  await updateRows(tx, 'trades', ['merchant_id', 'trade_id'], updateColumns(), trades);
}

/** Pay-ins whose timer has run out, oldest first. */
export async function readDue(db: Queryable, now: number, limit: number): Promise<TradeKey[]> {
  return await db.query<TradeKey>(
    'read-due-trades',
    `select merchant_id, trade_id from trades
     where direction = 'payin' and state in ${oneOf(TIMED_PAYIN_STATES)} and expires_at <= $1
     order by expires_at limit $2`,
    [timestamp(now), limit],
  );
}

/** Pay-ins that end later than this, latest first. */
export async function readEndingAfter(
  db: Queryable,
  after: number,
  limit: number,
): Promise<TradeKey[]> {
  return await db.query<TradeKey>(
    'read-stray-trades',
    `select merchant_id, trade_id from trades
     where direction = 'payin' and state in ${oneOf(TIMED_PAYIN_STATES)} and expires_at > $1
     order by expires_at desc limit $2`,
    [timestamp(after), limit],
  );
}
