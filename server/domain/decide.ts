// The one door into the rules: decides a batch of commands in order, each seeing what the earlier
// ones did.

import { applyChange } from './batch/apply-change.ts';
import type { Command } from './batch/command.ts';
import type { Change, Decision, Result, Verdict } from './batch/decision.ts';
import type { World } from './batch/world.ts';
import { needsOf, rowOf } from './commands.ts';
import { withConsequences } from './consequences.ts';
import { passesBound, refuseBeyondBound } from './merchant/balance-bound.ts';
import { isRefusal, type Refusal } from './service/refusal.ts';

/** Decides one command on the world as it stands; changes nothing. */
export function decide(world: World, command: Command): Verdict {
  return rowOf(command).decide(world, command);
}

function audited(world: World, { audit, actor }: Command, decision: Decision): Change[] {
  if (audit === undefined || decision.changes.length === 0) return [];
  return [{ kind: 'audited', entry: { ...audit, actor, at: world.now } }];
}

/** What would pass a balance's bound is refused, unless its row says what else becomes of it. */
function decideWithin(world: World, command: Command): Verdict {
  const verdict = decide(world, command);
  if (isRefusal(verdict)) return verdict;
  const decision = { ...verdict, changes: withConsequences(world, verdict.changes) };
  if (!passesBound(world, decision.changes)) return decision;
  return rowOf(command).beyond_bound?.(world, command) ?? refuseBeyondBound();
}

/**
 * Decides a batch: one answer per command, and all changes in order. A refusal touches no
 * neighbour.
 */
export function decideAll(
  world: World,
  commands: readonly Command[],
): { answers: (Result | Refusal)[]; changes: Change[] } {
  const changes: Change[] = [];
  const answers = commands.map((command) => {
    const verdict = decideWithin(world, command);
    if (isRefusal(verdict)) return verdict;
    for (const change of [...verdict.changes, ...audited(world, command, verdict)]) {
      applyChange(world, change);
      changes.push(change);
    }
    return verdict.result;
  });
  return { answers, changes };
}

/** Commands as the store sees them: what it has to read, and a decision on that. */
export const workOf = (commands: readonly Command[]) => ({
  needs: needsOf(commands),
  decide: (world: World) => decideAll(world, commands),
});
