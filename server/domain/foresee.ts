// What would become of commands if they were carried out now, one after another: the rules that
// decide them, on a world that nobody writes.
import type { Command } from './batch/command.ts';
import { type Change, withAllFacts } from './batch/decision.ts';
import type { World } from './batch/world.ts';
import { decideAll } from './decide.ts';
import { isRefusal, type Refusal } from './service/refusal.ts';

/**
 * Of each command why it would be refused; null if it would be carried out. Each finds only the
 * money that those before it leave: a refused one takes none.
 */
export const foreseenRefusals = (
  world: World,
  commands: readonly Command[],
): readonly (Refusal | null)[] =>
  withAllFacts(decideAll(world, commands)).answers.map((answer) =>
    isRefusal(answer) ? answer : null,
  );

/** What one command would change, or why it would be refused. */
export function foreseenChanges(world: World, command: Command): readonly Change[] | Refusal {
  const { answers, changes } = withAllFacts(decideAll(world, [command]));
  const [answer] = answers;
  return isRefusal(answer) ? answer : changes;
}
