// Searches trades, newest or oldest first: each combination of filters is a statement of its own,
// so that PostgreSQL chooses the index for it.

import {
  ENDED_PAYOUT_STATES,
  ENDED_STATES,
  QUEUED_PAYOUT_STATES,
  RARE_STATES,
  TIMED_PAYIN_STATES,
  UNTOUCHED_STATES,
  WAITING_STATES,
} from '../../domain/record/state-sets.ts';
import type { Direction, State, StateReason, Trade } from '../../domain/record/trade.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { type Where, whereOf } from '../connection/where.ts';
import { oneOf } from '../connection/word-list.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type TradeRow, tradeOf } from './trade-rows.ts';
import { TRADE_COLUMNS } from './trades.ts';

/** By the moment of creation, in which ids are as well. */
export const TRADE_SORTS = ['newest', 'oldest'] as const;
export type TradeSort = (typeof TRADE_SORTS)[number];

/** A filter that is absent or null lets everything through. */
export type TradeFilter = {
  merchant_id?: string | null;
  trade_id?: string | null;
  /** The keyed hash of the number that a pay-out goes to. */
  number_hash?: Uint8Array | null;
  state?: State | null;
  state_reason?: StateReason | null;
  direction?: Direction | null;
  currency?: string | null;
  type?: string | null;
  order_id?: string | null;
  utr?: string | null;
  client_id?: string | null;
  receiving_account_id?: string | null;
  /** `amount_cents` of the trade: what it stands for now. */
  amount_cents?: bigint | null;
  amount_min_cents?: bigint | null;
  amount_max_cents?: bigint | null;
  created_from?: number | null;
  created_to?: number | null;
  changed_from?: number | null;
  changed_to?: number | null;
  /** Default: newest first. */
  sort?: TradeSort | null;
  /** The last trade of the page before. */
  before: string | null;
  limit: number;
};

const isOldestFirst = ({ sort }: TradeFilter): boolean => sort === 'oldest';

export function conditionsOf(filter: TradeFilter, since: string | null): Where {
  return whereOf([
    ['t.merchant_id = ?::uuid', filter.merchant_id],
    ['t.trade_id = ?::uuid', filter.trade_id],
    ['t.number_hash = ?::bytea', filter.number_hash],
    ['t.state = ?::text', filter.state],
    ['t.state_reason = ?::text', filter.state_reason],
    ['t.direction = ?::text', filter.direction],
    ['t.currency = ?::text', filter.currency],
    ['t.type = ?::text', filter.type],
    ['t.order_id = ?::text', filter.order_id],
    ['t.utr = ?::text', filter.utr],
    ['t.client_id = ?::text', filter.client_id],
    ['t.receiving_account_id = ?::uuid', filter.receiving_account_id],
    ['t.amount_cents = ?::bigint', filter.amount_cents],
    ['t.amount_cents >= ?::bigint', filter.amount_min_cents],
    ['t.amount_cents <= ?::bigint', filter.amount_max_cents],
    ['t.created_at >= ?::timestamptz', timestamp(filter.created_from ?? null)],
    ['t.created_at < ?::timestamptz', timestamp(filter.created_to ?? null)],
    ['t.changed_at >= ?::timestamptz', timestamp(filter.changed_from ?? null)],
    ['t.changed_at < ?::timestamptz', timestamp(filter.changed_to ?? null)],
    [isOldestFirst(filter) ? 't.trade_id > ?::uuid' : 't.trade_id < ?::uuid', filter.before],
    ['t.trade_id >= ?::uuid', since],
  ]);
}

const inOrder = (filter: TradeFilter): string =>
  `order by t.trade_id ${isOldestFirst(filter) ? 'asc' : 'desc'} limit ${filter.limit}`;

/** The first page of what the condition leaves. */
const firstOf = (filter: TradeFilter, condition: string): string =>
  `(select ${TRADE_COLUMNS} from trades t where ${condition} ${inOrder(filter)})`;

/**
 * The index in key order gives each merchant's newest trades, so the cost does not grow with the
 * table if many trades fit.
 */
function byMerchant({ text }: Where, filter: TradeFilter): string {
  const condition = `t.merchant_id = m.merchant_id and ${text}`;
  return `select t.* from merchants m
    cross join lateral ${firstOf(filter, condition)} t ${inOrder(filter)}`;
}

/** Few trades fit, and an index finds them whosever they are. */
function byIndex({ text }: Where, filter: TradeFilter): string {
  return firstOf(filter, text);
}

/** Of each part the first, and the first of all of them. */
function byParts({ text }: Where, filter: TradeFilter, parts: readonly string[]): string {
  const found = parts.map((part) => firstOf(filter, `${part} and ${text}`));
  return `select t.* from (${found.join(' union all ')}) t ${inOrder(filter)}`;
}

const UNTOUCHED = [
  `t.direction = 'payin' and t.state in ${oneOf(TIMED_PAYIN_STATES)}`,
  `t.direction = 'payout' and t.state in ${oneOf(QUEUED_PAYOUT_STATES)}`,
];

/**
 * The index of amounts leaves out trades that are as they were created, so that creating one costs
 * nothing. There are few of these, and other indexes find them.
 */
const BY_AMOUNT = [`t.state not in ${oneOf(UNTOUCHED_STATES)}`, ...UNTOUCHED];

const UNDER_WAY = [...UNTOUCHED, `t.state in ${oneOf(WAITING_STATES)}`];

/** The indexes of customers and accounts have only trades that have ended: one entry for each. */
const BY_STORY = [`t.state in ${oneOf(ENDED_STATES)}`, ...UNDER_WAY];

/** Pay-outs have an index of their own, for a service with few of them among many pay-ins. */
const BY_PAYOUT = [
  `t.direction = 'payout' and t.state in ${oneOf(ENDED_PAYOUT_STATES)}`,
  `t.direction = 'payout' and t.state in ${oneOf(QUEUED_PAYOUT_STATES)}`,
  `t.state in ${oneOf(WAITING_STATES)}`,
];

/** As byParts, for indexes that begin with the merchant. */
function byMerchantParts({ text }: Where, filter: TradeFilter, parts: readonly string[]): string {
  const found = parts.map((part) =>
    firstOf(filter, `t.merchant_id = m.merchant_id and ${part} and ${text}`),
  );
  return `select t.* from merchants m cross join lateral (${found.join(' union all ')}) t
    ${inOrder(filter)}`;
}

const isGiven = (...values: unknown[]) => values.some((value) => (value ?? null) !== null);

/** Conditions of which each has an index; together they leave out nothing. Null: not needed. */
export function indexParts(filter: TradeFilter): readonly string[] | null {
  const { amount_cents, amount_min_cents: min, amount_max_cents: max } = filter;
  if (isGiven(filter.client_id)) return BY_STORY;
  if (isGiven(amount_cents) || (isGiven(min) && isGiven(max))) return BY_AMOUNT;
  if (isGiven(filter.receiving_account_id)) return BY_STORY;
  return UNTOUCHED_STATES.some((state) => state === filter.state) ? UNTOUCHED : null;
}

function textOf(filter: TradeFilter, where: Where): string {
  if (isGiven(filter.order_id, filter.trade_id, filter.number_hash)) {
    return byMerchant(where, filter);
  }
  if (isGiven(filter.utr, filter.state_reason)) return byIndex(where, filter);
  const parts = indexParts(filter);
  if (parts !== null) return byParts(where, filter, parts);
  if (filter.direction === 'payout') return byMerchantParts(where, filter, BY_PAYOUT);
  // Bounded on this side, the first trades are not those that are wanted.
  const bound = isOldestFirst(filter) ? filter.created_from : filter.created_to;
  const is_rare = RARE_STATES.some((state) => state === filter.state);
  if (is_rare || isGiven(bound)) return byIndex(where, filter);
  return byMerchant(where, filter);
}

/** A busy service finds a page in the first of them, a quiet one in a later one. */
const WINDOWS_MS = [10 * MINUTE_MS, 120 * MINUTE_MS, DAY_MS, 30 * DAY_MS];

const UUID_TIME_DIGITS = 12;

/** The least id of a trade that was made then: ids begin with their time in milliseconds. */
function firstIdAt(at: number): string {
  const time = Math.max(0, at).toString(16).padStart(UUID_TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const timeOf = (trade_id: string): number =>
  Number.parseInt(trade_id.replaceAll('-', '').slice(0, UUID_TIME_DIGITS), 16);

/**
 * Of all merchants the newest trades are looked for among the latest first: the newest of each
 * merchant would be a page for each. Ids are in the order of time, so a full page of a window is
 * the page of all.
 */
function windowsOf({ merchant_id, before, limit: _, sort, ...filter }: TradeFilter): string[] {
  if (sort === 'oldest') return [];
  const { created_from: _from, state: _state, direction, ...others } = filter;
  const { currency: _currency, type: _type, changed_from: _changed, ...rare } = others;
  const is_wide = !isGiven(merchant_id, ...Object.values(rare)) && direction !== 'payout';
  const is_indexed = INDEXED_STATES.some((state) => state === filter.state);
  if (!is_wide || is_indexed) return [];
  const until = before === null ? Date.now() : Math.min(Date.now(), timeOf(before));
  return WINDOWS_MS.map((window_ms) => firstIdAt(until - window_ms));
}

const INDEXED_STATES = [...RARE_STATES, ...UNTOUCHED_STATES, ...WAITING_STATES];

export async function selectTrades(
  db: Queryable,
  cipher: Cipher,
  filter: TradeFilter,
): Promise<Trade[]> {
  for (const since of [...windowsOf(filter), null]) {
    const where = conditionsOf(filter, since);
    const rows = await db.query<TradeRow>('list-trades', textOf(filter, where), where.values);
    if (since === null || rows.length >= filter.limit) {
      return rows.map((row) => tradeOf(cipher, row));
    }
  }
  return [];
}
