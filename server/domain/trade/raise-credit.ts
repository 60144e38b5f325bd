// Raises the credit of a disputed pay-in: a second decision gave more than the first one.
import type { Change } from '../batch/decision.ts';
import { raiseEntries, undoTrade } from '../batch/entries.ts';
import type { World } from '../batch/world.ts';
import type { Trade } from '../record/trade.ts';
import type { Refusal } from '../service/refusal.ts';
import { amountPatch, refuseAmount } from './complete-payin.ts';
import { isCreditable, sumsOf } from './trade-amounts.ts';
import { type Cause, changeTrade, tradeAfter } from './trade-change.ts';

/** The dispute ends. The holds of the first credit stay as they were placed. */
export function raiseCredit(
  world: World,
  trade: Trade,
  by_cents: bigint,
  given: Omit<Cause, 'act'>,
): readonly Change[] | Refusal {
  const amount_cents = trade.amount_cents + by_cents;
  if (!isCreditable(trade, amount_cents)) return refuseAmount();
  const changes = changeTrade(
    trade,
    {
      ...amountPatch(trade, amount_cents),
      state: 'completed',
      state_reason: null,
      disputed_from: null,
    },
    { ...given, act: 'resolve' },
    world.now,
  );
  const raised = tradeAfter(changes, trade);
  return [
    ...changes,
    ...undoTrade(world, trade, 'payin_dispute_won'),
    ...raiseEntries(world, raised, sumsOf(raised)),
  ];
}
