// The refunded amount of a pay-in: increased when a refund is created, and reduced if the refund
// does not succeed.
import type { Change } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { PAYOUT_STATES_WITHOUT_MONEY } from '../record/state-sets.ts';
import type { Trade } from '../record/trade.ts';
import { type Cause, changeTrade } from './trade-change.ts';

/** The part of a pay-in's amount that may still be refunded. */
export function refundable(payin: Trade): bigint {
  const { amount_cents, refunded_amount_cents, recalled_amount_cents } = payin;
  const rest = amount_cents - refunded_amount_cents - recalled_amount_cents;
  // A bank may take back money that was refunded already.
  return rest > 0n ? rest : 0n;
}

/** The pay-in with its refunded amount changed by the refund; its state stays. */
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

/** The pay-out, if this change made it unsuccessful. */
export function endedBy(world: World, { trade }: TradeChanged): Trade | null {
  if (trade.direction !== 'payout' || !PAYOUT_STATES_WITHOUT_MONEY.includes(trade.state)) {
    return null;
  }
  const before = world.trades.get(trade.trade_id);
  const was_over = before !== undefined && PAYOUT_STATES_WITHOUT_MONEY.includes(before.state);
  return was_over ? null : trade;
}

/** The amount of a refund that failed, was canceled or was returned may be refunded again. */
export function uncountRefund(world: World, change: TradeChanged): Change[] {
  const { trade, event } = change;
  if (trade.refund_of === null || endedBy(world, change) === null) return [];
  const payin = world.trades.get(trade.refund_of);
  if (payin === undefined) throw new Error(`The pay-in of refund ${trade.trade_id} was not read`);
  const { actor, note } = event;
  const cause = { actor, note, command_id: trade.last_command_id };
  return countRefund(payin, -trade.amount_cents, cause, world.now);
}
