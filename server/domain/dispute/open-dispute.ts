// Opens a dispute about a trade or a part of its amount: the trade is disputed from now on, and
// what is contested of a credit is blocked.
import type { OpenDispute } from '../batch/command.ts';
import type { Verdict } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { type Dispute, HAS_NO_DECISION, subjectOf } from '../record/dispute-record.ts';
import type { Actor } from '../record/origin.ts';
import { type Trade, waysOut } from '../record/trade.ts';
import { type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { disputeTrade } from '../trade/dispute.ts';
import { refuseAct, refuseFinal, tradeAfter } from '../trade/trade-change.ts';
import { changedDispute, decidedDispute, foundDispute, tellDispute } from './dispute-change.ts';
import {
  contestable,
  DISPUTE_LIMITS,
  DISPUTE_TERMS,
  deadlineOf,
  mayOpen,
} from './dispute-terms.ts';

const wrong = (field: string, code: 'range' | 'not_allowed', message: string): Refusal =>
  refuseFields([{ field, code, message }]);

function refuseAmount(command: OpenDispute, trade: Trade): Refusal | null {
  const { amount_cents: asked, actor } = command;
  const most = contestable(actor.role, trade);
  if (most < 1n) {
    const extra = { act: 'dispute', state: trade.state };
    return refuse('act_not_allowed', 'Nothing is left of the trade to contest.', { extra });
  }
  if (asked === null) return null;
  if (asked < 1n || asked > most) {
    return wrong('amount_cents', 'range', `must be from 1 to ${most}, which is left of the trade`);
  }
  if (trade.direction === 'payin' || asked === trade.amount_cents) return null;
  return wrong('amount_cents', 'not_allowed', 'a pay-out can only be contested as a whole');
}

function refuseMore(world: World, command: OpenDispute): Refusal | null {
  const { actor, trade_id } = command;
  const all = [...world.disputes.values()].filter((one) => one.trade_id === trade_id);
  const own = all.filter(({ opener }) => opener.role === actor.role);
  const most = actor.role === 'operator' ? Infinity : DISPUTE_LIMITS.per_trade_max;
  const is_again = actor.role === 'customer' && own.length > 0;
  if (own.length < most && !is_again) return null;
  const detail = is_again
    ? 'You have contested this payment already.'
    : `A merchant can contest a trade ${DISPUTE_LIMITS.per_trade_max} times.`;
  return refuse('act_not_allowed', detail, { extra: { act: 'dispute' } });
}

/** Null if the trade can be contested in this way now. */
function whyNot(world: World, command: OpenDispute, trade: Trade): Refusal | null {
  const { actor, type } = command;
  if (waysOut(trade.direction, 'dispute', trade.state).length === 0) {
    return refuseAct(trade, 'dispute');
  }
  if (trade.final_at !== null && world.now > trade.final_at) return refuseFinal(trade, 'dispute');
  if (!mayOpen(actor.role, trade)) {
    const detail = `A ${actor.role} cannot contest a trade in state ${trade.state}.`;
    const extra = { act: 'dispute', state: trade.state };
    return refuse('act_not_allowed', detail, { extra });
  }
  if (!DISPUTE_TERMS[type].about.includes(subjectOf(trade.direction, trade.state))) {
    const message = `does not fit a ${trade.direction} in state ${trade.state}`;
    return wrong('type', 'not_allowed', message);
  }
  return refuseAmount(command, trade) ?? refuseMore(world, command);
}

/** A new dispute, before its trade is changed. */
export function newDispute(
  trade: Trade,
  given: Pick<Dispute, 'dispute_id' | 'type' | 'amount_cents'> & { opener: Actor },
  now: number,
): Dispute {
  return {
    ...HAS_NO_DECISION,
    ...given,
    merchant_id: trade.merchant_id,
    trade_id: trade.trade_id,
    currency: trade.currency,
    blocked_cents: 0n,
    settlement_currency: trade.settlement_currency,
    contested_from: trade.state,
    opener: { role: given.opener.role, id: given.opener.id },
    state: 'open',
    sequence: 0,
    assigned_to: null,
    deadline_at: deadlineOf(given.type, now),
    overdue_at: null,
    messages: 0,
    files: 0,
    last_message_id: null,
    opened_at: now,
    changed_at: now,
  };
}

const isSame = (found: Dispute, { trade_id, type, amount_cents }: OpenDispute): boolean =>
  found.trade_id === trade_id &&
  found.type === type &&
  (amount_cents === null || found.amount_cents === amount_cents);

export function openDispute(world: World, command: OpenDispute, trade: Trade): Verdict {
  const { dispute_id, type, actor } = command;
  const found = world.disputes.get(dispute_id);
  if (found !== undefined) {
    if (isSame(found, command)) return foundDispute(trade, found);
    const extra = { id: dispute_id };
    return refuse('reference_taken', 'This Idempotency-Key was used for another dispute.', {
      extra,
    });
  }
  const refused = whyNot(world, command, trade);
  if (refused !== null) return refused;
  const amount_cents = command.amount_cents ?? contestable(actor.role, trade);
  const { state_reason } = trade;
  const made = disputeTrade(world, trade, { contested_cents: amount_cents, state_reason }, command);
  const opened = newDispute(trade, { dispute_id, type, amount_cents, opener: actor }, world.now);
  const dispute = changedDispute(opened, {}, world.now, made);
  const told = tellDispute(tradeAfter(made, trade), dispute, ['opened'], command, world.now);
  return decidedDispute(trade, dispute, made, told, true);
}
