// Maps trades to their rows and back.

import type { Payee, Trade } from '../../domain/record/trade.ts';
import { type Decimal, formatDecimal, parseDecimal } from '../../domain/values/decimal.ts';
import type { RowColumn } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { callbackPlace, openText, returnPlace, sealText } from '../encryption/sealed-text.ts';

/** A trade with exact decimals as text, and with encrypted values and digests as bytes. */
export type TradeRow = Omit<Trade, 'percent' | 'exchange_rate' | 'payee' | 'fingerprint'> & {
  percent: string;
  exchange_rate: string;
  payee: Buffer | null;
  fingerprint: Buffer;
};

const payeePlace = (trade_id: string) => `trades/payee/${trade_id}`;

const KEYS: RowColumn<Trade>[] = [
  { name: 'merchant_id', value: (t) => t.merchant_id },
  { name: 'trade_id', value: (t) => t.trade_id },
];

/** The columns that acts on a trade change. */
const STANDING: RowColumn<Trade>[] = [
  { name: 'state', value: (t) => t.state },
  { name: 'state_reason', value: (t) => t.state_reason },
  { name: 'sequence', value: (t) => t.sequence },
  { name: 'amount_cents', value: (t) => t.amount_cents },
  { name: 'received_amount_cents', value: (t) => t.received_amount_cents },
  { name: 'refunded_amount_cents', value: (t) => t.refunded_amount_cents },
  { name: 'fee_cents', value: (t) => t.fee_cents },
  { name: 'settlement_amount_cents', value: (t) => t.settlement_amount_cents },
  { name: 'receiving_account_id', value: (t) => t.receiving_account_id },
  { name: 'exclusive', value: (t) => t.exclusive },
  { name: 'utr', value: (t) => t.utr },
  { name: 'utr_claims', value: (t) => t.utr_claims },
  { name: 'disputed_from', value: (t) => t.disputed_from },
  { name: 'expires_at', value: (t) => t.expires_at },
  { name: 'closed_at', value: (t) => t.closed_at },
  { name: 'completed_at', value: (t) => t.completed_at },
  { name: 'final_at', value: (t) => t.final_at },
  { name: 'changed_at', value: (t) => t.changed_at },
  { name: 'last_command_id', value: (t) => t.last_command_id },
  { name: 'account_day', value: (t) => t.account_day },
];

function terms(cipher: Cipher): RowColumn<Trade>[] {
  return [
    { name: 'order_id', value: (t) => t.order_id },
    { name: 'order_id_as_sent', value: (t) => t.order_id_as_sent },
    { name: 'direction', value: (t) => t.direction },
    { name: 'type', value: (t) => t.type },
    { name: 'currency', value: (t) => t.currency },
    { name: 'requested_amount_cents', value: (t) => t.requested_amount_cents },
    { name: 'percent', value: (t) => formatDecimal(t.percent) },
    { name: 'exchange_rate', value: (t) => formatDecimal(t.exchange_rate) },
    { name: 'rate_source', value: (t) => t.rate_source },
    { name: 'rate_at', value: (t) => t.rate_at },
    { name: 'settlement_currency', value: (t) => t.settlement_currency },
    { name: 'client_id', value: (t) => t.client_id },
    {
      name: 'callback_url',
      value: (t) => sealText(cipher, t.callback_url, callbackPlace(t.trade_id)),
    },
    {
      name: 'return_url',
      value: (t) => sealText(cipher, t.return_url, returnPlace(t.trade_id)),
    },
    { name: 'payee', value: (t) => sealPayee(cipher, t) },
    {
      name: 'number_hash',
      value: (t) => (t.payee === null ? null : cipher.lookup(t.payee.number)),
    },
    { name: 'page_key_id', value: (t) => t.page_key_id },
    { name: 'fingerprint', value: (t) => Buffer.from(t.fingerprint, 'hex') },
    { name: 'refund_of', value: (t) => t.refund_of },
    { name: 'settlement_id', value: (t) => t.settlement_id },
    { name: 'created_at', value: (t) => t.created_at },
  ];
}

export const updateColumns = (): RowColumn<Trade>[] => [...KEYS, ...STANDING];
export const insertColumns = (cipher: Cipher): RowColumn<Trade>[] => [
  ...KEYS,
  ...terms(cipher),
  ...STANDING,
];

function sealPayee(cipher: Cipher, trade: Trade): Buffer | null {
  if (trade.payee === null) return null;
  return cipher.seal(JSON.stringify(trade.payee), payeePlace(trade.trade_id));
}

/** Null also if it cannot be decrypted: one damaged row must not make a whole list fail. */
function openPayee(cipher: Cipher, row: TradeRow): Payee | null {
  if (row.payee === null) return null;
  const opened = cipher.tryOpen(row.payee, payeePlace(row.trade_id));
  return opened === null ? null : JSON.parse(opened);
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
    callback_url: openText(cipher, row.callback_url, callbackPlace(row.trade_id)),
    return_url: openText(cipher, row.return_url, returnPlace(row.trade_id)),
    payee: openPayee(cipher, row),
    fingerprint: row.fingerprint.toString('hex'),
  };
}
