// Maps trades to their rows and back.

import type { Payee, Trade, TradeKey, TradeTerms } from '../../domain/record/trade.ts';
import { type Decimal, formatDecimal, parseDecimal } from '../../domain/values/decimal.ts';
import type { Metadata } from '../../domain/values/text.ts';
import { packTraceparent, unpackTraceparent } from '../../lib/trace-context.ts';
import type { RowColumn } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { isErased } from '../encryption/erased-bytes.ts';
import {
  callbackPlace,
  descriptionPlace,
  metadataPlace,
  openText,
  returnPlace,
  sealText,
} from '../encryption/sealed-text.ts';
import { clientHash } from './client-hash.ts';
import { metadataHashes } from './metadata-hash.ts';

type Encoded =
  | 'percent'
  | 'exchange_rate'
  | 'client_id'
  | 'payee'
  | 'metadata'
  | 'fingerprint'
  | 'trace_context';

/** A trade with exact decimals as text, and with encrypted values and digests as bytes. */
export type TradeRow = Omit<Trade, Encoded> & {
  percent: string;
  exchange_rate: string;
  client_id: Buffer;
  payee: Buffer | null;
  metadata: string | null;
  fingerprint: Buffer;
  trace_context: Buffer | null;
};

export const clientPlace = (trade_id: string) => `trades/client_id/${trade_id}`;
export const payeePlace = (trade_id: string) => `trades/payee/${trade_id}`;

/** One function per column; a field of a trade without its column does not compile. */
type Values<Name extends string> = Readonly<Record<Name, RowColumn<Trade>['value']>>;

/** Fixed when the trade is created; customers and payees' numbers are found by keyed hashes. */
type Terms =
  | Exclude<keyof TradeTerms, keyof TradeKey | 'is_erased' | 'archived_month'>
  | 'client_hash'
  | 'number_hash'
  | 'metadata_hashes';
type Standing = Exclude<keyof Trade, keyof TradeTerms | keyof TradeKey>;

const KEYS: Values<keyof TradeKey> = {
  merchant_id: (t) => t.merchant_id,
  trade_id: (t) => t.trade_id,
};

/** The columns that acts on a trade change. */
const STANDING: Values<Standing> = {
  state: (t) => t.state,
  state_reason: (t) => t.state_reason,
  sequence: (t) => t.sequence,
  amount_cents: (t) => t.amount_cents,
  received_amount_cents: (t) => t.received_amount_cents,
  refunded_amount_cents: (t) => t.refunded_amount_cents,
  recalled_amount_cents: (t) => t.recalled_amount_cents,
  fee_cents: (t) => t.fee_cents,
  settlement_amount_cents: (t) => t.settlement_amount_cents,
  receiving_account_id: (t) => t.receiving_account_id,
  exclusive: (t) => t.exclusive,
  utr: (t) => t.utr,
  utr_claims: (t) => t.utr_claims,
  disputed_from: (t) => t.disputed_from,
  expires_at: (t) => t.expires_at,
  closed_at: (t) => t.closed_at,
  completed_at: (t) => t.completed_at,
  final_at: (t) => t.final_at,
  changed_at: (t) => t.changed_at,
  last_command_id: (t) => t.last_command_id,
  account_day: (t) => t.account_day,
};

function terms(cipher: Cipher): Values<Terms> {
  return {
    order_id: (t) => t.order_id,
    order_id_as_sent: (t) => t.order_id_as_sent,
    direction: (t) => t.direction,
    type: (t) => t.type,
    currency: (t) => t.currency,
    requested_amount_cents: (t) => t.requested_amount_cents,
    percent: (t) => formatDecimal(t.percent),
    exchange_rate: (t) => formatDecimal(t.exchange_rate),
    rate_source: (t) => t.rate_source,
    rate_at: (t) => t.rate_at,
    settlement_currency: (t) => t.settlement_currency,
    client_id: (t) => cipher.seal(t.client_id, clientPlace(t.trade_id)),
    client_hash: (t) => clientHash(cipher, t),
    callback_url: (t) => sealText(cipher, t.callback_url, callbackPlace(t.trade_id)),
    return_url: (t) => sealText(cipher, t.return_url, returnPlace(t.trade_id)),
    description: (t) => sealText(cipher, t.description, descriptionPlace(t.trade_id)),
    metadata: (t) => sealMetadata(cipher, t),
    metadata_hashes: (t) => (t.metadata === null ? null : metadataHashes(cipher, t, t.metadata)),
    payee: (t) => sealPayee(cipher, t),
    number_hash: (t) => (t.payee === null ? null : cipher.lookup(t.payee.number)),
    page_key_id: (t) => t.page_key_id,
    fingerprint: (t) => Buffer.from(t.fingerprint, 'hex'),
    refund_of: (t) => t.refund_of,
    settlement_id: (t) => t.settlement_id,
    trace_context: (t) => traceBytes(t.trace_context),
    created_at: (t) => t.created_at,
  };
}

const columnsOf = (values: Values<string>): RowColumn<Trade>[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

export const updateColumns = (): RowColumn<Trade>[] => columnsOf({ ...KEYS, ...STANDING });
export const insertColumns = (cipher: Cipher): RowColumn<Trade>[] =>
  columnsOf({ ...KEYS, ...terms(cipher), ...STANDING });

function sealPayee(cipher: Cipher, trade: Trade): Buffer | null {
  if (trade.payee === null) return null;
  return cipher.seal(JSON.stringify(trade.payee), payeePlace(trade.trade_id));
}

function sealMetadata(cipher: Cipher, { metadata, trade_id }: Trade): string | null {
  if (metadata === null) return null;
  return sealText(cipher, JSON.stringify(metadata), metadataPlace(trade_id));
}

/** Null also if it cannot be decrypted. */
function openMetadata(cipher: Cipher, row: TradeRow): Metadata | null {
  const opened = openText(cipher, row.metadata, metadataPlace(row.trade_id));
  return opened === null ? null : JSON.parse(opened);
}

const traceBytes = (context: string | null): Buffer | null =>
  context === null ? null : Buffer.from(packTraceparent(context));

/** Null also if it cannot be decrypted: one damaged row must not make a whole list fail. */
export function openPayee(cipher: Cipher, row: Pick<TradeRow, 'trade_id' | 'payee'>): Payee | null {
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
    // No customer has the empty name: it says that the text cannot be decrypted.
    client_id: cipher.tryOpen(row.client_id, clientPlace(row.trade_id)) ?? '',
    callback_url: openText(cipher, row.callback_url, callbackPlace(row.trade_id)),
    return_url: openText(cipher, row.return_url, returnPlace(row.trade_id)),
    description: openText(cipher, row.description, descriptionPlace(row.trade_id)),
    metadata: openMetadata(cipher, row),
    payee: openPayee(cipher, row),
    fingerprint: row.fingerprint.toString('hex'),
    trace_context: row.trace_context === null ? null : unpackTraceparent(row.trace_context),
    ...(isErased(row.client_id) ? { is_erased: true } : {}),
  };
}
