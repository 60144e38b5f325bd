// Refunds: pay-outs linked to the pay-in that they give back, in parts and repeatedly, never more
// than the pay-in's amount.
import type { CreateRefund } from '../batch/command.ts';
import type { Verdict } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import type { Trade } from '../record/trade.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { findOrder, foundOrder } from '../trade/create-trade.ts';
import { refuseStaleTrade } from '../trade/expected-version.ts';
import { useHolds } from '../trade/hold-changes.ts';
import { countRefund, refundable } from '../trade/refund-count.ts';
import { placePayout } from './payout.ts';

/** Refuses more than is left, or anything if nothing is left. */
function refuseMore(payin: Trade): Refusal {
  const rest = refundable(payin);
  const detail =
    rest > 0n
      ? `At most ${rest} minor units of the pay-in can still be refunded.`
      : 'The pay-in is refunded already.';
  return refuse('refund_too_large', detail, {
    extra: { refundable_cents: Number(rest) },
    errors: [{ field: 'amount_cents', code: 'range', message: 'is more than can be refunded' }],
  });
}

function findPayin(world: World, command: CreateRefund): Trade | Refusal {
  const payin = world.trades.get(command.payin_id);
  const is_own = payin?.merchant_id === command.merchant.merchant_id;
  if (payin === undefined || !is_own || payin.direction !== 'payin') {
    const message = 'is no pay-in of yours';
    return refuseFields([{ field: 'id', code: 'unknown_value', message }]);
  }
  return refuseState(payin) ?? payin;
}

const ARCHIVED =
  'This pay-in is in the archive of a closed month, and its postings were removed from the ' +
  'books: it cannot be refunded. Send the money by a pay-out of its own.';

function refuseState({ state, archived_month }: Trade): Refusal | null {
  if (state === 'completed') {
    if (archived_month == null) return null;
    return refuse('payin_archived', ARCHIVED, { extra: { archived_month } });
  }
  return refuse('act_not_allowed', `A pay-in in state ${state} cannot be refunded.`, {
    extra: { act: 'refund', state },
  });
}

function refuseAmount(payin: Trade, amount_cents: bigint): Refusal | null {
  const is_too_much = amount_cents < 1n || amount_cents > refundable(payin);
  return is_too_much ? refuseMore(payin) : null;
}

/** Why this much of a pay-in cannot be refunded, as far as the pay-in itself can tell. */
export const refuseRefund = (payin: Trade, amount_cents: bigint): Refusal | null =>
  refuseState(payin) ?? refuseAmount(payin, amount_cents);

/** The pay-out with its hold, and the pay-in's refunded amount, in one decision. */
export function decideRefund(world: World, command: CreateRefund): Verdict {
  const existing = findOrder(world, command);
  if (isRefusal(existing)) return existing;
  if (existing !== null) return foundOrder(command, existing);
  const payin = findPayin(world, command);
  if (isRefusal(payin)) return payin;
  const stale = refuseStaleTrade(payin, command.expected_sequence);
  if (stale !== null) return stale;
  const amount_cents = command.asked_cents ?? refundable(payin);
  const too_much = refuseAmount(payin, amount_cents);
  if (too_much !== null) return too_much;
  const { currency, client_id, trade_id: refund_of } = payin;
  const fields = { ...command, currency, client_id, amount_cents, kind: 'create_payout' as const };
  // The held parts of the pay-in's credit are kept for its refunds.
  const free = (cents: bigint) => useHolds(world, payin, cents);
  const made = placePayout(world, fields, { refund_of }, free);
  if (isRefusal(made)) return made;
  const { actor, command_id, note } = command;
  const counted = countRefund(payin, amount_cents, { actor, command_id, note }, world.now);
  return { ...made, changes: [...counted, ...made.changes] };
}
