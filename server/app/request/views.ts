// Records as they appear on the wire: plain objects that are sent unchanged.

import { namesAt, type ReceivingAccount } from '../../domain/record/receiving-account.ts';
import {
  type Direction,
  finality,
  shownOrderId,
  type Trade,
  type TradeStanding,
} from '../../domain/record/trade.ts';
import { netOf } from '../../domain/trade/trade-amounts.ts';
import { currencyExponent } from '../../domain/values/currency.ts';
import { toWireNumber } from '../../domain/values/decimal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { paymentType } from '../../domain/values/payment-type.ts';
import type { Metadata } from '../../domain/values/text.ts';
import { utrClass } from '../../domain/values/utr.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/durations.ts';
import type { PageUrl } from '../process/page-address.ts';

/** `HH:MM:SS.mmmZ` */
const TIME_LENGTH = 13;

const padded = (count: number, width: number): readonly string[] =>
  Array.from({ length: count }, (_, value) => String(value).padStart(width, '0'));
const TWO_DIGITS = padded(60, 2);
const THREE_DIGITS = padded(1_000, 3);

/** The most recent day: nearly all times shown are of today. */
let day = { start_at: Number.NaN, text: '' };

/** ISO 8601 in UTC; the same text as Date's, many times faster. */
export function iso(at: number): string {
  const start_at = at - (((at % DAY_MS) + DAY_MS) % DAY_MS);
  if (day.start_at !== start_at) {
    day = { start_at, text: new Date(start_at).toISOString().slice(0, -TIME_LENGTH) };
  }
  const ms = at - start_at;
  const hours = TWO_DIGITS[Math.floor(ms / HOUR_MS)];
  const minutes = TWO_DIGITS[Math.floor(ms / MINUTE_MS) % 60];
  const seconds = TWO_DIGITS[Math.floor(ms / SECOND_MS) % 60];
  return `${day.text}${hours}:${minutes}:${seconds}.${THREE_DIGITS[Math.floor(ms % SECOND_MS)]}Z`;
}
export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

export type PaymentDataBody = {
  name?: string;
  number?: string;
  bank_name?: string;
  /** Present if it cannot be decrypted. */
  damaged?: true;
  /** Present if it was erased. */
  erased?: true;
};

/** A trade on the wire; the first twelve fields are guaranteed, in this order. */
export type TradeBody = {
  id: string;
  order_id: string;
  merchant_id: string;
  state: string;
  kind: 'deposit';
  amount_cents: number;
  amount_currency: string;
  percent: number;
  exchange_rate: number;
  payment_data: PaymentDataBody;
  url: string;
  direction: Direction;
  type: string;
  state_reason: string | null;
  sequence: number;
  is_final: boolean;
  final_at: string | null;
  requested_amount_cents: number;
  received_amount_cents: number;
  refunded_amount_cents: number;
  recalled_amount_cents: number;
  fee_cents: number;
  net_amount_cents: number;
  settlement_amount_cents: number;
  settlement_currency: string;
  rate_source: string | null;
  rate_at: string | null;
  utr: string | null;
  utr_class: string | null;
  client_id: string;
  callback_url: string | null;
  return_url: string | null;
  /** Only on pay-ins whose request had one. */
  description?: string;
  /** Only on orders whose request had some. */
  metadata?: Metadata;
  /** Only if true: the data of the payer were erased, and `client_id` is empty. */
  erased?: true;
  /** Only on orders of an archived month whose events and lines were removed: the month. */
  archived_month?: string;
  refund_of: string | null;
  settlement_id: string | null;
  created_at: string;
  updated_at: string;
  expires_at: string | null;
  completed_at: string | null;
};

/**
 * `masked`: for callbacks, lists and operators; merchants who read their own trade see the number.
 */
export type ViewOptions = {
  page_url: PageUrl;
  accounts: ReadonlyMap<string, ReceivingAccount>;
  masked: boolean;
  /** Of an event: its receiving account is shown under the names that it had then. */
  at?: number;
};

export function shownNumber(type: string, number: string, how: 'format' | 'mask' | 'bare'): string {
  const row = paymentType(type);
  if (row === undefined || how === 'bare') return number;
  return row[how](number);
}

function accountData(account: ReceivingAccount, how: 'format' | 'mask'): PaymentDataBody {
  const { name, number, bank_name } = account;
  return {
    name,
    number: shownNumber(account.type, number, how),
    ...(bank_name === null ? {} : { bank_name }),
  };
}

/** The account data that customers see, made once per version of the account's settings. */
const ACCOUNTS_SHOWN = new WeakMap<ReceivingAccount, PaymentDataBody>();

function shownAccount(account: ReceivingAccount): PaymentDataBody {
  const earlier = ACCOUNTS_SHOWN.get(account);
  if (earlier !== undefined) return earlier;
  const data = accountData(account, 'format');
  ACCOUNTS_SHOWN.set(account, data);
  return data;
}

/**
 * Pay-ins show the receiving account with its number in groups; pay-outs show the payee's number
 * ungrouped, and never a bank name.
 */
function paymentData(trade: Trade, options: ViewOptions): PaymentDataBody {
  if (trade.payee !== null) {
    const { name, number } = trade.payee;
    const how = options.masked ? 'mask' : 'bare';
    return { ...(name === null ? {} : { name }), number: shownNumber(trade.type, number, how) };
  }
  // The receiving account pays the money out; it is not where the money goes.
  if (trade.direction === 'payout') {
    return trade.is_erased === true ? { erased: true } : { damaged: true };
  }
  const account = options.accounts.get(trade.receiving_account_id ?? '');
  if (account === undefined) return {};
  if (options.at !== undefined) {
    return accountData({ ...account, ...namesAt(account, options.at) }, 'mask');
  }
  return options.masked ? accountData(account, 'mask') : shownAccount(account);
}

export function tradeBody(trade: Trade, options: ViewOptions): TradeBody {
  return {
    id: trade.trade_id,
    order_id: shownOrderId(trade),
    merchant_id: trade.merchant_id,
    state: trade.state,
    kind: 'deposit',
    amount_cents: toWireInteger(trade.amount_cents),
    amount_currency: trade.currency,
    percent: toWireNumber(trade.percent),
    exchange_rate: toWireNumber(trade.exchange_rate),
    payment_data: paymentData(trade, options),
    url: options.page_url(trade),
    direction: trade.direction,
    type: trade.type,
    state_reason: trade.state_reason,
    sequence: trade.sequence,
    is_final: finality(trade.direction, trade.state) !== 'no',
    final_at: isoOrNull(trade.final_at),
    requested_amount_cents: toWireInteger(trade.requested_amount_cents),
    received_amount_cents: toWireInteger(trade.received_amount_cents),
    refunded_amount_cents: toWireInteger(trade.refunded_amount_cents),
    recalled_amount_cents: toWireInteger(trade.recalled_amount_cents),
    fee_cents: toWireInteger(trade.fee_cents),
    net_amount_cents: toWireInteger(netOf(trade.direction, trade.amount_cents, trade.fee_cents)),
    settlement_amount_cents: toWireInteger(trade.settlement_amount_cents),
    settlement_currency: trade.settlement_currency,
    rate_source: trade.rate_source,
    rate_at: isoOrNull(trade.rate_at),
    utr: trade.utr,
    utr_class: trade.utr === null ? null : utrClass(trade.utr),
    client_id: trade.client_id,
    callback_url: trade.callback_url,
    return_url: trade.return_url,
    ...(trade.description === null ? {} : { description: trade.description }),
    ...(trade.metadata === null ? {} : { metadata: trade.metadata }),
    ...(trade.is_erased === true ? { erased: true as const } : {}),
    ...(trade.archived_month == null ? {} : { archived_month: trade.archived_month }),
    refund_of: trade.refund_of,
    settlement_id: trade.settlement_id,
    created_at: iso(trade.created_at),
    updated_at: iso(trade.changed_at),
    expires_at: isoOrNull(trade.expires_at),
    completed_at: isoOrNull(trade.completed_at),
  };
}

/**
 * The trade as it was at an event: its terms never change, its state and amounts come from the
 * event.
 */
export function tradeAt(trade: Trade, standing: TradeStanding): Trade {
  return { ...trade, ...standing };
}

export type BalanceBody = {
  amount_cents: number;
  amount_currency: string;
  blocked_amount_cents: number;
  actual_amount_cents: number;
  /** Only of a past moment. */
  at?: string;
};

export function balanceBody(currency: string, available: bigint, blocked: bigint): BalanceBody {
  return {
    amount_cents: toWireInteger(available + blocked),
    amount_currency: currency,
    blocked_amount_cents: toWireInteger(blocked),
    actual_amount_cents: toWireInteger(available),
  };
}

export function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) throw new Error(`No such currency: ${currency}`);
  return exponent;
}
