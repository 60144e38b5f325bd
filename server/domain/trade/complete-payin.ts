// Completes a pay-in: the final amount, the fee that follows, and the credit to the merchant.
import type { Change } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { freeMoney } from '../line/free-money.ts';
import type { Trade } from '../record/trade.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { MAX_AMOUNT_CENTS } from '../values/money.ts';
import { tradeAmounts, tradeEntry } from './trade-amounts.ts';
import { type Cause, changeTrade, tradeAfter } from './trade-change.ts';

/**
 * The amount that a person credits without naming one: the received amount, otherwise the
 * requested.
 */
export function creditOf(trade: Trade): bigint {
  return trade.received_amount_cents > 0n ? trade.received_amount_cents : trade.amount_cents;
}

/** Refuses an amount beyond an order's limit, or one that no balance holds at the trade's rate. */
export function refuseAmount(): Refusal {
  const limit = `The amount is more than ${MAX_AMOUNT_CENTS}`;
  return refuse('amount_out_of_range', `${limit}, or too large in the balance currency.`, {
    errors: [{ field: 'amount_cents', code: 'range', message: 'is too large at this rate' }],
  });
}

/** Fee and settlement amounts after a person with authority has changed the amount. */
export function amountPatch(trade: Trade, amount_cents: bigint) {
  const { fee_cents, settlement_amount_cents } = tradeAmounts(trade, amount_cents);
  return { amount_cents, fee_cents, settlement_amount_cents };
}

/** Completes a pay-in with an amount and credits the merchant, by evidence or by a person. */
export function completePayin(
  trade: Trade,
  patch: { amount_cents: bigint; received_amount_cents?: bigint; utr?: string | null },
  cause: Cause,
  now: number,
): Change[] {
  const changes = changeTrade(
    trade,
    { ...patch, ...amountPatch(trade, patch.amount_cents), state: 'completed', state_reason: null },
    cause,
    now,
  );
  return [...changes, tradeEntry('payin_completed', tradeAfter(changes, trade))];
}

/**
 * A person credits an amount. What the lines brought beyond it goes to suspense, where it is listed
 * until somebody decides whose it is.
 */
export function creditPayin(
  world: World,
  trade: Trade,
  amount_cents: bigint,
  cause: Cause,
): Change[] {
  const { received_amount_cents: received } = trade;
  if (received <= amount_cents) return completePayin(trade, { amount_cents }, cause, world.now);
  const patch = { amount_cents, received_amount_cents: amount_cents };
  const { command_id } = cause;
  return [
    ...completePayin(trade, patch, cause, world.now),
    ...freeMoney(world, trade, received - amount_cents, { reason: 'overpaid', command_id }),
  ];
}
