// Makes the naive service's answers: the product's fields, from the row as it was written.
import type { PageUrl } from '../../server/app/process/page-address.ts';
import {
  iso,
  isoOrNull,
  type PaymentDataBody,
  type TradeBody,
} from '../../server/app/request/views.ts';
import type { ReceivingAccount } from '../../server/domain/record/receiving-account.ts';
import type { YardstickTradeRow } from './order-rows.ts';

const textOf = (value: YardstickTradeRow[keyof YardstickTradeRow]) =>
  value === null ? null : String(value);
const moment = (value: YardstickTradeRow[keyof YardstickTradeRow]) =>
  value === null ? null : Date.parse(String(value));

function pageUrl(page_url: PageUrl, trade: YardstickTradeRow): string {
  const { merchant_id, trade_id, page_key_id } = trade;
  return page_url({
    merchant_id: String(merchant_id),
    trade_id: String(trade_id),
    page_key_id: Number(page_key_id),
  });
}

export function accountData(account: ReceivingAccount | undefined): PaymentDataBody {
  if (account === undefined) return {};
  const { name, number, bank_name } = account;
  return { name, number, ...(bank_name === null ? {} : { bank_name }) };
}

/** The answer for a trade that is new or unchanged. */
export function naiveBody(
  page_url: PageUrl,
  trade: YardstickTradeRow,
  { client_id, payment_data }: { client_id: string; payment_data: PaymentDataBody },
): TradeBody {
  const amount_cents = Number(trade.amount_cents);
  const is_payin = trade.direction === 'payin';
  const fee_cents = Number(trade.fee_cents);
  return {
    id: String(trade.trade_id),
    order_id: String(trade.order_id),
    merchant_id: String(trade.merchant_id),
    state: String(trade.state),
    kind: 'deposit',
    amount_cents,
    amount_currency: String(trade.currency),
    percent: Number(trade.percent),
    exchange_rate: Number(trade.exchange_rate),
    payment_data,
    url: pageUrl(page_url, trade),
    direction: is_payin ? 'payin' : 'payout',
    type: String(trade.type),
    state_reason: textOf(trade.state_reason),
    sequence: Number(trade.sequence),
    is_final: false,
    final_at: isoOrNull(moment(trade.final_at)),
    requested_amount_cents: Number(trade.requested_amount_cents),
    received_amount_cents: Number(trade.received_amount_cents),
    refunded_amount_cents: Number(trade.refunded_amount_cents),
    recalled_amount_cents: 0,
    fee_cents,
    net_amount_cents: is_payin ? amount_cents - fee_cents : amount_cents + fee_cents,
    settlement_amount_cents: Number(trade.settlement_amount_cents),
    settlement_currency: String(trade.settlement_currency),
    rate_source: textOf(trade.rate_source),
    rate_at: isoOrNull(moment(trade.rate_at)),
    utr: textOf(trade.utr),
    utr_class: null,
    client_id,
    callback_url: textOf(trade.callback_url),
    return_url: textOf(trade.return_url),
    refund_of: textOf(trade.refund_of),
    settlement_id: textOf(trade.settlement_id),
    created_at: iso(moment(trade.created_at) ?? 0),
    updated_at: iso(moment(trade.changed_at) ?? 0),
    expires_at: isoOrNull(moment(trade.expires_at)),
    completed_at: isoOrNull(moment(trade.completed_at)),
  };
}
