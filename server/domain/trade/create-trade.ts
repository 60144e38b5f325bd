// Common to both creations: idempotency by order_id, and the terms that are frozen.
import type { CreateFields, CreatePayin, CreatePayout } from '../batch/command.ts';
import type { Change, Decision } from '../batch/decision.ts';
import { orderKey, type World } from '../batch/world.ts';
import type { Trade, TradeStanding } from '../record/trade.ts';
import { type FieldError, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { type Decimal, ONE } from '../values/decimal.ts';
import { refuseAmount } from './complete-payin.ts';
import { isBeyondSettlement, tradeAmounts } from './trade-amounts.ts';
import { eventOf } from './trade-change.ts';

/**
 * The trade that already has this order_id: returned if the content is equal, otherwise refused.
 */
export function findOrder(
  world: World,
  command: Pick<CreateFields, 'merchant' | 'order_id' | 'fingerprint'>,
): Trade | Refusal | null {
  const key = orderKey(command.merchant.merchant_id, command.order_id);
  const trade = world.trades.get(world.orders.get(key) ?? '');
  if (trade === undefined) return null;
  if (trade.fingerprint === command.fingerprint) return trade;
  return refuse('order_id_taken', 'This order_id belongs to an order with other content.', {
    extra: { id: trade.trade_id },
    errors: [{ field: 'order_id', code: 'not_allowed', message: 'is taken by another order' }],
  });
}

/** Nothing changes. A retry of the command that created the trade does not count as a replay. */
export function foundOrder(command: Pick<CreateFields, 'trade_id'>, trade: Trade): Decision {
  const found = trade.trade_id !== command.trade_id;
  return { changes: [], result: { kind: 'trade', trade, found } };
}

const CURRENCY_OFF: FieldError = {
  field: 'amount_currency',
  code: 'unknown_value',
  message: 'is not enabled here; GET /api/v1/limits lists those that are',
};

/** Checks a new order only: an existing one is returned whatever the settings allow by now. */
export function refuseCurrency(command: Pick<CreateFields, 'is_currency_off'>): Refusal | null {
  return command.is_currency_off === true ? refuseFields([CURRENCY_OFF]) : null;
}

const termsOf = (command: CreatePayin | CreatePayout, exchange_rate: Decimal) => ({
  direction: command.kind === 'create_payin' ? ('payin' as const) : ('payout' as const),
  currency: command.currency,
  settlement_currency: command.merchant.balance_currency,
  percent: command.percent,
  exchange_rate,
});

export function newTrade(
  command: CreatePayin | CreatePayout,
  now: number,
  start: Pick<TradeStanding, 'state' | 'amount_cents' | 'receiving_account_id' | 'exclusive'> & {
    expires_at: number | null;
  },
): Trade | Refusal {
  const { merchant, rate } = command;
  const same = command.currency === merchant.balance_currency;
  if (!same && rate === null) {
    return refuse(
      'no_exchange_rate',
      `There is no rate between ${command.currency} and ${merchant.balance_currency}.`,
      { errors: [{ field: 'amount_currency', code: 'not_allowed', message: 'has no rate' }] },
    );
  }
  const terms = termsOf(command, same || rate === null ? ONE : rate.rate);
  const { fee_cents, settlement_amount_cents } = tradeAmounts(terms, start.amount_cents);
  if (isBeyondSettlement(settlement_amount_cents)) return refuseAmount();
  // Every field is named: an object that begins with other objects' fields grows one by one, and
  // each order left six times as much garbage.
  return {
    direction: terms.direction,
    currency: terms.currency,
    settlement_currency: terms.settlement_currency,
    percent: terms.percent,
    exchange_rate: terms.exchange_rate,
    state: start.state,
    amount_cents: start.amount_cents,
    receiving_account_id: start.receiving_account_id,
    exclusive: start.exclusive,
    expires_at: start.expires_at,
    merchant_id: merchant.merchant_id,
    trade_id: command.trade_id,
    order_id: command.order_id,
    order_id_as_sent: command.order_id_as_sent,
    type: command.type,
    requested_amount_cents: command.amount_cents,
    rate_source: same ? null : (rate?.source ?? null),
    rate_at: same ? null : (rate?.at ?? null),
    client_id: command.client_id,
    callback_url: command.callback_url,
    return_url: command.return_url,
    description: command.description,
    metadata: command.metadata,
    payee: command.kind === 'create_payout' ? command.payee : null,
    page_key_id: command.page_key_id,
    fingerprint: command.fingerprint,
    refund_of: null,
    settlement_id: null,
    trace_context: command.trace_context ?? null,
    created_at: now,
    state_reason: null,
    sequence: 1,
    received_amount_cents: 0n,
    refunded_amount_cents: 0n,
    recalled_amount_cents: 0n,
    fee_cents,
    settlement_amount_cents,
    utr: null,
    utr_claims: 0,
    disputed_from: null,
    closed_at: null,
    completed_at: null,
    final_at: null,
    changed_at: now,
    last_command_id: command.command_id,
    account_day: null,
  };
}

export function created(command: CreateFields, trade: Trade): Change {
  const { actor, command_id } = command;
  return {
    kind: 'trade_created',
    trade,
    event: eventOf(trade, { act: 'create', actor, command_id }),
  };
}
