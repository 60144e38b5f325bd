// What people and the clock do with a dispute besides deciding it. The clock moves no money: it
// only marks what is overdue, and closes what has taken effect already.
import type { ChangeDispute } from '../batch/command.ts';
import type { Change, Verdict } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import type { Dispute, DisputeOutcome, DisputeTopic } from '../record/dispute-record.ts';
import { ENDS, isBinding, subjectOf } from '../record/dispute-record.ts';
import type { DisputeStep } from '../record/dispute-step.ts';
import type { Trade } from '../record/trade.ts';
import { isRefusal, type Refusal, refuseFields } from '../service/refusal.ts';
import { contestedCredit } from '../trade/blocked-credit.ts';
import { disputeTrade } from '../trade/dispute.ts';
import { tradeAfter } from '../trade/trade-change.ts';
import { canBeReopened } from './decide-dispute.ts';
import {
  changedDispute,
  decidedDispute,
  foundDispute,
  noDisputeAct,
  refuseDisputeAct,
  tellDispute,
} from './dispute-change.ts';
import { wordOf } from './dispute-evidence.ts';
import { DISPUTE_LIMITS } from './dispute-terms.ts';
import { executeOutcome } from './execute-outcome.ts';
import { decidedBefore, effectOf, isForClaim } from './outcome-effect.ts';
import { sendMessage } from './send-message.ts';

/** Messages have a file of their own. */
type OtherStep = Exclude<DisputeStep, { act: 'message' }>;
type Step<A extends OtherStep['act']> = Extract<OtherStep, { act: A }>;
type Facts = { world: World; command: ChangeDispute; trade: Trade; dispute: Dispute };
type Given<A extends OtherStep['act']> = Facts & { step: Step<A> };

type Fields = Parameters<typeof changedDispute>[1];

/** `null`: nothing has to change. */
type Stepped =
  | { fields: Fields; topics: readonly DisputeTopic[]; made?: readonly Change[] }
  | Refusal
  | null;

function ask({ world, step }: Given<'ask'>): Stepped {
  const { party, deadline_at } = step;
  const state = `waiting_for_${party}` as const;
  if (deadline_at === null) return { fields: { state }, topics: ['updated'] };
  const latest = world.now + DISPUTE_LIMITS.deadline_max_ms;
  if (deadline_at <= world.now || deadline_at > latest) {
    const message = 'must be in the future, at most 60 days';
    return refuseFields([{ field: 'deadline_at', code: 'range', message }]);
  }
  return { fields: { state, deadline_at, overdue_at: null }, topics: ['updated'] };
}

/** Merchants are not told who looks after it. */
function assign({ step, dispute }: Given<'assign'>): Stepped {
  if (step.to === dispute.assigned_to) return null;
  return { fields: { assigned_to: step.to }, topics: [] };
}

function markOverdue({ world, dispute }: Given<'mark_overdue'>): Stepped {
  const is_due = dispute.deadline_at <= world.now && isBinding(dispute);
  if (!is_due || dispute.overdue_at !== null) return null;
  return { fields: { overdue_at: world.now }, topics: ['updated'] };
}

/** Carries out an outcome and closes the dispute. */
function closeWith(
  { world, command, trade, dispute }: Facts,
  outcome: DisputeOutcome,
  fields: Fields,
): Stepped {
  const awarded_cents = fields.awarded_cents ?? (isForClaim(outcome) ? dispute.amount_cents : 0n);
  const effect = effectOf(trade, { ...decidedBefore(dispute), outcome, awarded_cents });
  const made = executeOutcome(world, trade, effect, { ...command, utr: null });
  if (isRefusal(made)) return made;
  const closed = {
    ...fields,
    outcome,
    awarded_cents,
    state: 'closed' as const,
    executed_at: world.now,
    closed_at: world.now,
    appeal_until: null,
    overdue_at: null,
  };
  return { fields: closed, topics: ENDS, made };
}

/** Also before the end of the time for an appeal, which is then given up. */
function accept(given: Given<'accept'>): Stepped {
  const { world, command, trade, dispute } = given;
  const subject = subjectOf(trade.direction, dispute.contested_from);
  if (!isBinding(dispute) || subject !== 'credited_payin') {
    return noDisputeAct('Only a dispute about a credited pay-in can be accepted.');
  }
  if (dispute.state === 'decided' && dispute.outcome !== null) {
    const { awarded_cents } = dispute;
    return closeWith(given, dispute.outcome, { awarded_cents, basis: 'consent' });
  }
  const basis = command.actor.role === 'merchant' ? ('consent' as const) : wordOf(command.actor);
  return closeWith(given, 'accepted', { basis, decided_at: world.now });
}

function withdraw(given: Given<'withdraw'>): Stepped {
  const { world, command, dispute } = given;
  const { role } = command.actor;
  if (role !== 'operator' && role !== dispute.opener.role) {
    return noDisputeAct('Only the party that opened a dispute can withdraw it.');
  }
  const basis = role === dispute.opener.role ? ('consent' as const) : wordOf(command.actor);
  return closeWith(given, 'withdrawn', { basis, decided_at: world.now });
}

/** If the outcome has taken effect, the trade is disputed again. */
function appeal({ world, command, trade, dispute }: Given<'appeal'>): Stepped {
  const { appeal_until, outcome, contested_from } = dispute;
  if (appeal_until === null || world.now > appeal_until) {
    return noDisputeAct('The time for an appeal is over.');
  }
  const is_about_credit = subjectOf(trade.direction, contested_from) === 'credited_payin';
  const is_won = is_about_credit && outcome !== null && !isForClaim(outcome);
  const is_own = dispute.opener.role === 'merchant';
  if (command.actor.role === 'merchant' && is_won && !is_own) {
    return noDisputeAct('The dispute was decided for the merchant.');
  }
  const fields = {
    state: 'appealed' as const,
    appealed_at: world.now,
    appeal_until: null,
    executed_at: null,
    deadline_at: world.now + DISPUTE_LIMITS.appeal_decision_ms,
    overdue_at: null,
  };
  if (isBinding(dispute)) return { fields, topics: ['appealed'] };
  if (!canBeReopened(trade, world.now)) {
    return noDisputeAct(`A trade in state ${trade.state} can no longer be disputed.`);
  }
  const contested_cents = contestedCredit(dispute, trade);
  const reason = { contested_cents, state_reason: trade.state_reason };
  const made = disputeTrade(world, trade, reason, command);
  const amount_cents = is_about_credit ? contested_cents : dispute.amount_cents;
  return { fields: { ...fields, amount_cents }, topics: ['appealed'], made };
}

/** Without an appeal: the outcome takes effect by a person, never by the clock. */
function close(given: Given<'close'>): Stepped {
  const { world, command, dispute } = given;
  const { appeal_until, outcome, awarded_cents } = dispute;
  if (appeal_until !== null && world.now <= appeal_until) {
    const until = new Date(appeal_until).toISOString();
    return noDisputeAct(`The decision can be appealed until ${until}.`);
  }
  if (!isBinding(dispute)) {
    return { fields: { state: 'closed', closed_at: world.now }, topics: ['closed'] };
  }
  if (outcome === null) throw new Error(`Dispute ${dispute.dispute_id} has no outcome`);
  if (command.actor.role === 'service') {
    return noDisputeAct('A person has to carry out an outcome that moves money.');
  }
  const closed = closeWith(given, outcome, { awarded_cents });
  return closed === null || isRefusal(closed) ? closed : { ...closed, topics: ['closed'] };
}

const STEPS: { readonly [A in OtherStep['act']]: (given: Given<A>) => Stepped } = {
  ask,
  assign,
  mark_overdue: markOverdue,
  accept,
  withdraw,
  appeal,
  close,
};

function stepped<A extends OtherStep['act']>(given: Given<A>): Stepped {
  const rule: (given: Given<A>) => Stepped = STEPS[given.step.act];
  return rule(given);
}

export function changeDispute(
  world: World,
  command: ChangeDispute,
  trade: Trade,
  dispute: Dispute,
): Verdict {
  const { step } = command;
  const refused = refuseDisputeAct(dispute, step.act);
  if (refused !== null) return refused;
  if (step.act === 'message') return sendMessage(world, command, step, { trade, dispute });
  const change = stepped({ world, command, step, trade, dispute });
  if (change === null) return foundDispute(trade, dispute);
  if (isRefusal(change)) return change;
  const { fields, topics, made = [] } = change;
  const next = changedDispute(dispute, fields, world.now, made);
  const told = tellDispute(tradeAfter(made, trade), next, topics, command, world.now);
  return decidedDispute(trade, next, made, told);
}
