// The entry point of the rules: decides a batch of commands in order; each sees the changes of
// those before it.

import {
  type Alone,
  approvalNote,
  type ByOne,
  checkApproval,
  type Given,
  refuseChanged,
  refuseClosed,
} from './approval/check-approval.ts';
import { askOf, identityOfActor, sumsOfCommands } from './approval/command-approvals.ts';
import { applyChange } from './batch/apply-change.ts';
import { auditedChanges } from './batch/audited-changes.ts';
import type { Command } from './batch/command.ts';
import {
  type Change,
  type Decision,
  isMissing,
  type OrMissing,
  type Result,
  type Verdict,
} from './batch/decision.ts';
import type { World } from './batch/world.ts';
import { needsOf, rowOf } from './commands.ts';
import { withConsequences } from './consequences.ts';
import { passesBound, refuseBeyondBound } from './merchant/balance-bound.ts';
import { isRefusal, type Refusal } from './service/refusal.ts';
import { refuseFinal, tradeAfter } from './trade/trade-change.ts';

/** Decides one command on the present world, without changing it. */
export function decide(world: World, command: Command): OrMissing<Verdict> {
  return rowOf(command).decide(world, command);
}

function audited(world: World, { audit, actor }: Command, decision: Decision): Change[] {
  if (audit === undefined || decision.changes.length === 0) return [];
  const changed = auditedChanges(world, decision.changes, audit.target);
  const detail = { ...audit.detail, ...changed };
  return [{ kind: 'audited', entry: { ...audit, detail, actor, at: world.now } }];
}

/** The answer shows the trade after the consequences, too. */
function resultAfter(result: Result, changes: readonly Change[]): Result {
  if (result.kind !== 'trade') return result;
  const { trade_id } = result.trade;
  const own = changes.filter(
    (change) => change.kind === 'trade_changed' && change.trade.trade_id === trade_id,
  );
  return { ...result, trade: tradeAfter(own, result.trade) };
}

function givenBy(world: World, { actor: { approval } }: Command): Given | null {
  if (approval === undefined) return null;
  const { proposals, ties } = world;
  return { approval, proposal: proposals.get(approval.proposal_id), ties };
}

/** What one person did alone, with the command's own id: a command acts once. */
const countedChange = ({ command_id }: Command, { counted }: Alone, at: number): Change => ({
  kind: 'act_counted',
  counted: { ...counted, counted_act_id: command_id, at },
});

/**
 * The rule of two, for every way in: an act in a band needs the approval of a second person, which
 * is used up in the same decision. What changes nothing needs nobody.
 */
function withApproval(world: World, command: Command, decision: Decision): Verdict {
  const ask = decision.changes.length === 0 ? null : askOf(world, command);
  if (ask === null) return decision;
  const alone: ByOne = { identity: identityOfActor(command.actor), sums: world.sums };
  const at = world.now;
  const checked = checkApproval(world.bands, ask, givenBy(world, command) ?? alone, at);
  if (checked === null || isRefusal(checked)) return checked ?? decision;
  if ('counted' in checked) {
    return { ...decision, changes: [...decision.changes, countedChange(command, checked, at)] };
  }
  const { proposal, checker } = checked;
  const used: Change[] = [
    { kind: 'proposal_approved', proposal, checker, at },
    { kind: 'audited', entry: { ...approvalNote(proposal), actor: checker.actor, at } },
  ];
  return { ...decision, changes: [...decision.changes, ...used] };
}

/** If the object has changed since the proposal was made, that is the reason of the refusal. */
function refusedNow(world: World, command: Command, refusal: Refusal): Refusal {
  const proposal = givenBy(world, command)?.proposal;
  const ask = proposal === undefined ? null : askOf(world, command);
  if (proposal === undefined || ask === null) return refusal;
  return refuseClosed(proposal, world.now) ?? refuseChanged(proposal.ask, ask) ?? refusal;
}

/** What is left of a removed month never changes, whatever the rules would allow. */
function refusePast(world: World, changes: readonly Change[]): Refusal | null {
  for (const change of changes) {
    if (change.kind !== 'trade_changed' || change.trade.archived_month == null) continue;
    const before = world.trades.get(change.trade.trade_id) ?? change.trade;
    return refuseFinal(before, change.event.act);
  }
  return null;
}

/**
 * Refuses a decision that exceeds a balance's bound, unless the command's row has another answer.
 */
function decideWithin(world: World, command: Command): OrMissing<Verdict> {
  const verdict = decide(world, command);
  if (isMissing(verdict)) return verdict;
  if (isRefusal(verdict)) return refusedNow(world, command, verdict);
  const changes = withConsequences(world, verdict.changes);
  if (isMissing(changes)) return changes;
  const past = refusePast(world, changes);
  if (past !== null) return past;
  const decision = { changes, result: resultAfter(verdict.result, changes) };
  if (passesBound(world, decision.changes)) {
    return rowOf(command).beyond_bound?.(world, command) ?? refuseBeyondBound();
  }
  return withApproval(world, command, decision);
}

/** One answer per command, and all changes in order. */
export type DecidedBatch = { answers: (Result | Refusal)[]; changes: Change[] };

/**
 * Decides a batch, command by command: whoever runs it may do something else between two steps. A
 * refusal does not affect the other commands. If a command needs facts that the batch left out,
 * nothing is decided: the world is read again, as a whole.
 */
function* decideInSteps(
  world: World,
  commands: readonly Command[],
): Generator<undefined, OrMissing<DecidedBatch>> {
  const changes: Change[] = [];
  const answers: DecidedBatch['answers'] = [];
  for (const command of commands) {
    yield;
    const verdict = decideWithin(world, command);
    if (isMissing(verdict)) return verdict;
    if (isRefusal(verdict)) {
      answers.push(verdict);
      continue;
    }
    for (const change of [...verdict.changes, ...audited(world, command, verdict)]) {
      applyChange(world, change);
      changes.push(change);
    }
    answers.push(verdict.result);
  }
  return { answers, changes };
}

/** The same at once. */
export function decideAll(world: World, commands: readonly Command[]): OrMissing<DecidedBatch> {
  const steps = decideInSteps(world, commands);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Commands as the store sees them: the facts to read, and the steps that decide on them. */
export const workOf = (commands: readonly Command[]) => ({
  needs: needsOf(commands),
  sumsOf: (world: World) => sumsOfCommands(world, commands),
  decide: (world: World) => decideInSteps(world, commands),
});
