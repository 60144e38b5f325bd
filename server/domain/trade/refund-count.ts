// What has been refunded of a pay-in: counted when a refund is made, and taken off again when it
// comes to nothing.
import type { Change } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { PAYOUT_STATES_WITHOUT_MONEY } from '../record/state-sets.ts';
import type { Trade } from '../record/trade.ts';
import { type Cause, changeTrade } from './trade-change.ts';

/** What of a pay-in's amount may still be refunded. */
export function refundable(payin: Trade): bigint {
  return payin.amount_cents - payin.refunded_amount_cents;
}

/** The pay-in with a refund more (or, negative, less) on its count; its state stays. */
export function countRefund(
  payin: Trade,
  amount_cents: bigint,
  cause: Omit<Cause, 'act'>,
  now: number,
): Change[] {
  const refunded_amount_cents = payin.refunded_amount_cents + amount_cents;
  const patch = { state: payin.state, refunded_amount_cents };
  return changeTrade(payin, patch, { ...cause, act: 'refund' }, now);
}

type TradeChanged = Extract<Change, { kind: 'trade_changed' }>;

/** The pay-out, if it has just come to nothing by this change. */
export function endedBy(world: World, { trade }: TradeChanged): Trade | null {
  if (trade.direction !== 'payout' || !PAYOUT_STATES_WITHOUT_MONEY.includes(trade.state)) {
    return null;
  }
  const before = world.trades.get(trade.trade_id);
  const was_over = before !== undefined && PAYOUT_STATES_WITHOUT_MONEY.includes(before.state);
  return was_over ? null : trade;
}

/** Whichever way a refund fails, is canceled or comes back, its amount may be refunded again. */
export function uncountRefund(world: World, change: TradeChanged): Change[] {
  const { trade, event } = change;
  if (trade.refund_of === null || endedBy(world, change) === null) return [];
  const payin = world.trades.get(trade.refund_of);
  if (payin === undefined) throw new Error(`The pay-in of refund ${trade.trade_id} was not read`);
  const { actor, note } = event;
  const cause = { actor, note, command_id: trade.last_command_id };
  return countRefund(payin, -trade.amount_cents, cause, world.now);
}
