// The rows of one order as the yardsticks write them. All columns are in one place, so that a
// schema change fails loudly.

import { netOf } from '../../server/domain/trade/trade-amounts.ts';
import type { Decimal } from '../../server/domain/values/decimal.ts';
import { formatDecimal } from '../../server/domain/values/decimal.ts';
import { referenceOf } from '../../server/domain/values/reference.ts';
import { DAY_MS } from '../../server/lib/durations.ts';
import { STANDING_COLUMNS } from '../../server/store/callback/event-standing.ts';

/** A value as it is sent: text, or bytes for bytea. */
export type SentValue = string | Buffer | null;

export const COLUMNS = {
  trades: [
    'merchant_id',
    'trade_id',
    'order_id',
    'direction',
    'type',
    'currency',
    'requested_amount_cents',
    'percent',
    'exchange_rate',
    'rate_source',
    'rate_at',
    'settlement_currency',
    'client_id',
    'client_hash',
    'callback_url',
    'return_url',
    'description',
    'metadata',
    'metadata_hashes',
    'payee',
    'number_hash',
    'page_key_id',
    'fingerprint',
    'refund_of',
    'settlement_id',
    'created_at',
    'state',
    'state_reason',
    'sequence',
    'amount_cents',
    'received_amount_cents',
    'refunded_amount_cents',
    'fee_cents',
    'settlement_amount_cents',
    'receiving_account_id',
    'exclusive',
    'utr',
    'utr_claims',
    'disputed_from',
    'expires_at',
    'closed_at',
    'completed_at',
    'final_at',
    'changed_at',
    'last_command_id',
    'order_id_as_sent',
    'account_day',
    'recalled_amount_cents',
    'trace_context',
  ],
  reservations: [
    'receiving_account_id',
    'amount_cents',
    'trade_id',
    'merchant_id',
    'reference',
    'exclusive',
    'free_at',
    'until',
  ],
  account_days: ['receiving_account_id', 'day', 'shard', 'payin_count', 'amount_cents'],
  event_heads: ['merchant_id', 'last_number', 'open_payins'],
  events: [
    'merchant_id',
    'trade_id',
    'sequence',
    'number',
    'type',
    'act',
    'actor_role',
    'actor_id',
    'note',
    'standing',
    'happened_at',
    ...STANDING_COLUMNS,
  ],
  ledger_entries: [
    'merchant_id',
    'entry_number',
    'act',
    'trade_id',
    'bank_line_id',
    'adjustment_id',
    'accounts',
    'currencies',
    'amounts',
    'entered_at',
    'hash',
    'layout',
  ],
} as const;

export type Table = keyof typeof COLUMNS;
export type TableRow<Name extends Table> = Record<(typeof COLUMNS)[Name][number], SentValue>;

export function valuesOf<Name extends Table>(table: Name, row: TableRow<Name>): SentValue[] {
  const columns: readonly (keyof TableRow<Name>)[] = COLUMNS[table];
  return columns.map((column) => row[column]);
}

/** A merchant's order, with the values that come from the settings and the clock. */
export type YardstickOrder = {
  readonly merchant_id: string;
  readonly trade_id: string;
  readonly command_id: string;
  readonly order_id: string;
  readonly type: string;
  /** Also the currency of the merchant's balance, because the yardsticks do not convert. */
  readonly currency: string;
  readonly amount_cents: bigint;
  readonly fee_cents: bigint;
  readonly percent: Decimal;
  readonly client: SealedClient;
  readonly callback_url: string | null;
  readonly return_url: string | null;
  readonly fingerprint: Buffer;
  readonly actor_id: string;
  readonly now: number;
  /** Of a pay-in that nobody pays. */
  readonly life_ms: number;
};

export type SealedClient = { readonly sealed: Buffer; readonly hash: Buffer };
export type SealedPayee = { readonly sealed: Buffer; readonly number_hash: Buffer };
export type YardstickTradeRow = TableRow<'trades'>;

/** The key's id in a new database: the third of the keys that its first start makes. */
const PAGE_KEY_ID = '3';
/** Enough that orders on one account rarely wait for each other. */
const DAY_SHARDS = 8;

const iso = (at: number) => new Date(at).toISOString();

function tradeRow(order: YardstickOrder, direction: 'payin' | 'payout'): YardstickTradeRow {
  const amount_cents = order.amount_cents.toString();
  const now = iso(order.now);
  return {
    merchant_id: order.merchant_id,
    trade_id: order.trade_id,
    order_id: order.order_id,
    direction,
    type: order.type,
    currency: order.currency,
    requested_amount_cents: amount_cents,
    percent: formatDecimal(order.percent),
    exchange_rate: '1',
    rate_source: null,
    rate_at: null,
    settlement_currency: order.currency,
    client_id: order.client.sealed,
    client_hash: order.client.hash,
    callback_url: order.callback_url,
    return_url: order.return_url,
    description: null,
    metadata: null,
    metadata_hashes: null,
    payee: null,
    number_hash: null,
    page_key_id: PAGE_KEY_ID,
    fingerprint: order.fingerprint,
    refund_of: null,
    settlement_id: null,
    created_at: now,
    state: 'created',
    state_reason: null,
    sequence: '1',
    amount_cents,
    received_amount_cents: '0',
    refunded_amount_cents: '0',
    fee_cents: order.fee_cents.toString(),
    settlement_amount_cents: netOf(direction, order.amount_cents, order.fee_cents).toString(),
    receiving_account_id: null,
    exclusive: 'false',
    utr: null,
    utr_claims: '0',
    disputed_from: null,
    expires_at: null,
    closed_at: null,
    completed_at: null,
    final_at: null,
    changed_at: now,
    last_command_id: order.command_id,
    order_id_as_sent: null,
    account_day: null,
    recalled_amount_cents: '0',
    trace_context: null,
  };
}

export function payinRow(order: YardstickOrder, receiving_account_id: string): YardstickTradeRow {
  return {
    ...tradeRow(order, 'payin'),
    state: 'pending',
    receiving_account_id,
    exclusive: 'true',
    expires_at: iso(order.now + order.life_ms),
  };
}

export function payoutRow(order: YardstickOrder, payee: SealedPayee): YardstickTradeRow {
  return {
    ...tradeRow(order, 'payout'),
    payee: payee.sealed,
    number_hash: payee.number_hash,
  };
}

export function reservationRow(
  order: YardstickOrder,
  receiving_account_id: string,
): TableRow<'reservations'> {
  return {
    receiving_account_id,
    amount_cents: order.amount_cents.toString(),
    trade_id: order.trade_id,
    merchant_id: order.merchant_id,
    reference: referenceOf(order.trade_id),
    exclusive: 'true',
    free_at: null,
    until: null,
  };
}

export function accountDayRow(
  order: YardstickOrder,
  receiving_account_id: string,
): TableRow<'account_days'> {
  return {
    receiving_account_id,
    day: Math.floor(order.now / DAY_MS).toString(),
    shard: String(1 + Math.floor(Math.random() * DAY_SHARDS)),
    payin_count: '1',
    amount_cents: order.amount_cents.toString(),
  };
}

/** Without zeros, as in the service. */
export function eventRow(
  order: YardstickOrder,
  trade: YardstickTradeRow,
  number: string,
): TableRow<'events'> {
  const noun = trade.direction === 'payin' ? 'deposit' : 'withdrawal';
  return {
    merchant_id: order.merchant_id,
    trade_id: order.trade_id,
    sequence: '1',
    number,
    type: `${noun}.${trade.state}`,
    act: 'create',
    actor_role: 'merchant',
    actor_id: order.actor_id,
    note: null,
    standing: null,
    happened_at: trade.changed_at,
    amount_cents: trade.amount_cents,
    received_amount_cents: null,
    refunded_amount_cents: null,
    recalled_amount_cents: null,
    fee_cents: order.fee_cents === 0n ? null : trade.fee_cents,
    settlement_amount_cents: trade.settlement_amount_cents,
    expires_at: trade.expires_at,
    closed_at: null,
    completed_at: null,
    final_at: null,
    utr_claims: null,
    receiving_account_id: trade.receiving_account_id,
    exclusive: trade.exclusive === 'true' ? 'true' : null,
    state: trade.state,
    state_reason: null,
    utr: null,
    disputed_from: null,
  };
}
