// Decides a dispute or its appeal. A first outcome that takes a credit waits until it can no longer
// be appealed, and then a person carries it out; any other outcome takes effect at once.
import type { DecideDispute } from '../batch/command.ts';
import type { Change, Verdict } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { remaining } from '../line/line-timing.ts';
import { giveToCompleted } from '../matching/give-line.ts';
import type { LineRecord } from '../record/bank-line.ts';
import { type Dispute, type DisputeTopic, ENDS } from '../record/dispute-record.ts';
import { type Trade, waysOut } from '../record/trade.ts';
import { isRefusal, type Refusal, refuseFields } from '../service/refusal.ts';
import { tradeAfter } from '../trade/trade-change.ts';
import { changedDispute, decidedDispute, refuseDisputeAct, tellDispute } from './dispute-change.ts';
import { evidenceFields, evidenceOf } from './dispute-evidence.ts';
import { DISPUTE_LIMITS } from './dispute-terms.ts';
import { executeOutcome } from './execute-outcome.ts';
import { decidedBefore, effectOf, type OutcomeEffect } from './outcome-effect.ts';

const wrongAmount = (code: 'required' | 'range' | 'not_allowed', message: string): Refusal =>
  refuseFields([{ field: 'amount_cents', code, message }]);

/** The part of the contested amount for which the claim was right. */
function awardedBy(command: DecideDispute, dispute: Dispute, trade: Trade): bigint | Refusal {
  const { outcome, amount_cents: asked } = command;
  if (outcome !== 'partly_upheld') {
    if (asked !== null) return wrongAmount('not_allowed', 'is for the outcome `partly_upheld`');
    return outcome === 'upheld' ? dispute.amount_cents : 0n;
  }
  if (trade.direction === 'payout') {
    return wrongAmount('not_allowed', 'a pay-out is reversed as a whole, or not at all');
  }
  if (asked === null) return wrongAmount('required', 'is required: for how much is it upheld?');
  if (asked >= 1n && asked < dispute.amount_cents) return asked;
  return wrongAmount('range', `must be from 1 to less than ${dispute.amount_cents}`);
}

/** The line that shows the payment is the pay-in's from now on; what it has beyond that waits. */
function takeEvidence(
  world: World,
  command: DecideDispute,
  trade: Trade,
  record: LineRecord | null,
): Change[] {
  if (record === null || record.outcome.status !== 'suspense' || remaining(trade) <= 0n) return [];
  const cause = { ...command, act: 'match' as const };
  const { outcome, changes } = giveToCompleted(trade, record.line, 'assigned', cause, world.now);
  return [{ kind: 'line_moved', from: 'suspense', outcome }, ...changes];
}

/** Whether the trade can be disputed once more, so that the decision can be appealed. */
export function canBeReopened(trade: Trade, now: number): boolean {
  const { direction, state, final_at } = trade;
  return waysOut(direction, 'dispute', state).length > 0 && (final_at === null || now <= final_at);
}

type Ended = Pick<
  Dispute,
  'state' | 'executed_at' | 'appeal_until' | 'closed_at' | 'deadline_at' | 'overdue_at'
> & { topics: readonly DisputeTopic[] };

/** Where the decision leaves the dispute. There is one appeal. */
function standing(dispute: Dispute, after: Trade | null, now: number): Ended {
  const appeal_until = now + DISPUTE_LIMITS.appeal_ms;
  const executed_at = after === null ? null : now;
  const can_appeal = dispute.appealed_at === null;
  if (can_appeal && (after === null || canBeReopened(after, now))) {
    const waits = { closed_at: null, deadline_at: appeal_until, overdue_at: null };
    return { ...waits, state: 'decided', executed_at, appeal_until, topics: ['decided'] };
  }
  const { deadline_at } = dispute;
  const over = { closed_at: now, deadline_at, overdue_at: null, appeal_until: null };
  return { ...over, state: 'closed', executed_at: now, topics: ENDS };
}

/** An outcome that takes money from the merchant waits for its appeal. */
const waitsForAppeal = (dispute: Dispute, effect: OutcomeEffect): boolean =>
  effect.kind === 'takes' && effect.cents > 0n && dispute.appealed_at === null;

export function decideDispute(
  world: World,
  command: DecideDispute,
  trade: Trade,
  dispute: Dispute,
): Verdict {
  const refused = refuseDisputeAct(dispute, 'decide');
  if (refused !== null) return refused;
  const awarded_cents = awardedBy(command, dispute, trade);
  if (isRefusal(awarded_cents)) return awarded_cents;
  const { outcome } = command;
  const effect = effectOf(trade, { ...decidedBefore(dispute), outcome, awarded_cents });
  const evidence = evidenceOf(world, command, trade, { effect, awarded_cents });
  if (isRefusal(evidence)) return evidence;
  const waits = waitsForAppeal(dispute, effect);
  const done = waits ? [] : executeOutcome(world, trade, effect, command);
  if (isRefusal(done)) return done;
  const taken =
    effect.kind === 'gives'
      ? takeEvidence(world, command, tradeAfter(done, trade), evidence.record)
      : [];
  const made = [...done, ...taken];
  const after = tradeAfter(made, trade);
  const { topics, ...ended } = standing(dispute, waits ? null : after, world.now);
  const decision = {
    ...{ outcome, awarded_cents, decided_at: world.now, ...evidenceFields(evidence) },
    recalled_when_decided_cents: trade.recalled_amount_cents,
  };
  const next = changedDispute(dispute, { ...decision, ...ended }, world.now, made);
  return decidedDispute(trade, next, made, tellDispute(after, next, topics, command, world.now));
}
