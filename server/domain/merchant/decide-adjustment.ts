// A person's correction of a merchant's balance: decided once, never below zero.
import type { Adjust } from '../batch/command.ts';
import type { Adjustment, Verdict } from '../batch/decision.ts';
import { adjustmentEntry } from '../batch/entries.ts';
import { balanceOf, type World } from '../batch/world.ts';
import { refuse } from '../service/refusal.ts';

export function decideAdjustment(world: World, command: Adjust): Verdict {
  const { adjustment_id, amount_cents, merchant, reason, actor } = command;
  const known = world.adjustments.get(adjustment_id);
  if (known !== undefined) {
    if (known.amount_cents !== amount_cents || known.reason !== reason) {
      return refuse('reference_taken', 'This Idempotency-Key was used for another adjustment.', {
        extra: { id: adjustment_id },
      });
    }
    return { changes: [], result: { kind: 'adjustment', adjustment: known, found: true } };
  }
  const { merchant_id, balance_currency: currency } = merchant;
  const available = balanceOf(world, merchant_id, 'available', currency);
  if (amount_cents < 0n && available + amount_cents < 0n) {
    return refuse('insufficient_funds', 'The balance is too small to take this amount from it.', {
      errors: [{ field: 'amount_cents', code: 'range', message: 'is more than the balance holds' }],
    });
  }
  const adjustment: Adjustment = {
    merchant_id,
    adjustment_id,
    amount_cents,
    currency,
    reason,
    actor,
    at: world.now,
  };
  return {
    changes: [{ kind: 'adjusted', adjustment }, adjustmentEntry(adjustment)],
    result: { kind: 'adjustment', adjustment, found: false },
  };
}
