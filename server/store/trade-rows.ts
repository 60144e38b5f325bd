// How a trade stands in its row: the columns, and the way from a row back to the record.
import { type Decimal, formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { Payee, Trade } from '../domain/trade.ts';
import { timestamp } from './database.ts';
import type { Cipher } from './encryption.ts';
import type { Column } from './rows.ts';

/** The record with its exact decimals as text, and its secrets and digests as bytes. */
export type TradeRow = Omit<
  Trade,
  'percent' | 'exchange_rate' | 'payee' | 'page_key' | 'fingerprint'
> & {
  percent: string;
  exchange_rate: string;
  payee: Buffer | null;
  page_key: Buffer;
  fingerprint: Buffer;
};

const payeePlace = (trade_id: string) => `trades/payee/${trade_id}`;

const KEYS: Column<Trade>[] = [
  { name: 'merchant_id', type: 'uuid', value: (t) => t.merchant_id },
  { name: 'trade_id', type: 'uuid', value: (t) => t.trade_id },
];

/** The columns that acts change. */
const STANDING: Column<Trade>[] = [
  { name: 'state', type: 'text', value: (t) => t.state },
  { name: 'state_reason', type: 'text', value: (t) => t.state_reason },
  { name: 'sequence', type: 'integer', value: (t) => t.sequence },
  { name: 'amount_cents', type: 'bigint', value: (t) => t.amount_cents },
  { name: 'received_amount_cents', type: 'bigint', value: (t) => t.received_amount_cents },
  { name: 'refunded_amount_cents', type: 'bigint', value: (t) => t.refunded_amount_cents },
  { name: 'fee_cents', type: 'bigint', value: (t) => t.fee_cents },
  { name: 'settlement_amount_cents', type: 'bigint', value: (t) => t.settlement_amount_cents },
  { name: 'receiving_account_id', type: 'uuid', value: (t) => t.receiving_account_id },
  { name: 'exclusive', type: 'boolean', value: (t) => t.exclusive },
  { name: 'utr', type: 'text', value: (t) => t.utr },
  { name: 'utr_claims', type: 'smallint', value: (t) => t.utr_claims },
  { name: 'disputed_from', type: 'text', value: (t) => t.disputed_from },
  { name: 'expires_at', type: 'timestamptz', value: (t) => timestamp(t.expires_at) },
  { name: 'closed_at', type: 'timestamptz', value: (t) => timestamp(t.closed_at) },
  { name: 'completed_at', type: 'timestamptz', value: (t) => timestamp(t.completed_at) },
  { name: 'final_at', type: 'timestamptz', value: (t) => timestamp(t.final_at) },
  { name: 'changed_at', type: 'timestamptz', value: (t) => timestamp(t.changed_at) },
  { name: 'last_command_id', type: 'uuid', value: (t) => t.last_command_id },
];

function terms(cipher: Cipher): Column<Trade>[] {
  return [
    { name: 'order_id', type: 'text', value: (t) => t.order_id },
    { name: 'direction', type: 'text', value: (t) => t.direction },
    { name: 'type', type: 'text', value: (t) => t.type },
    { name: 'currency', type: 'text', value: (t) => t.currency },
    { name: 'requested_amount_cents', type: 'bigint', value: (t) => t.requested_amount_cents },
    { name: 'percent', type: 'numeric', value: (t) => formatDecimal(t.percent) },
    { name: 'exchange_rate', type: 'numeric', value: (t) => formatDecimal(t.exchange_rate) },
    { name: 'rate_source', type: 'text', value: (t) => t.rate_source },
    { name: 'rate_at', type: 'timestamptz', value: (t) => timestamp(t.rate_at) },
    { name: 'settlement_currency', type: 'text', value: (t) => t.settlement_currency },
    { name: 'client_id', type: 'text', value: (t) => t.client_id },
    { name: 'callback_url', type: 'text', value: (t) => t.callback_url },
    { name: 'return_url', type: 'text', value: (t) => t.return_url },
    { name: 'payee', type: 'bytea', value: (t) => sealPayee(cipher, t) },
    {
      name: 'number_hash',
      type: 'bytea',
      value: (t) => (t.payee === null ? null : cipher.lookup(t.payee.number)),
    },
    { name: 'page_key', type: 'bytea', value: (t) => Buffer.from(t.page_key, 'base64url') },
    { name: 'fingerprint', type: 'bytea', value: (t) => Buffer.from(t.fingerprint, 'hex') },
    { name: 'refund_of', type: 'uuid', value: (t) => t.refund_of },
    { name: 'created_at', type: 'timestamptz', value: (t) => timestamp(t.created_at) },
  ];
}

export const updateColumns = (): Column<Trade>[] => [...KEYS, ...STANDING];
export const insertColumns = (cipher: Cipher): Column<Trade>[] => [
  ...KEYS,
  ...terms(cipher),
  ...STANDING,
];

function sealPayee(cipher: Cipher, trade: Trade): Buffer | null {
  if (trade.payee === null) return null;
  return cipher.seal(JSON.stringify(trade.payee), payeePlace(trade.trade_id));
}

function openPayee(cipher: Cipher, row: TradeRow): Payee | null {
  if (row.payee === null) return null;
  return JSON.parse(cipher.open(row.payee, payeePlace(row.trade_id)));
}

export function decimalOf(text: string): Decimal {
  const decimal = parseDecimal(text);
  if (decimal === null) throw new Error(`Not a decimal: ${text}`);
  return decimal;
}

export function tradeOf(cipher: Cipher, row: TradeRow): Trade {
  return {
    ...row,
    percent: decimalOf(row.percent),
    exchange_rate: decimalOf(row.exchange_rate),
    payee: openPayee(cipher, row),
    page_key: row.page_key.toString('base64url'),
    fingerprint: row.fingerprint.toString('hex'),
  };
}
