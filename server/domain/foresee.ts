// What would become of commands if they were carried out now, one after another: the rules that
// decide them, on a world that nobody writes.
import type { Command } from './batch/command.ts';
import { type Change, withAllFacts } from './batch/decision.ts';
import type { World } from './batch/world.ts';
import { decideAll } from './decide.ts';
import type { EntryDraft } from './ledger/ledger.ts';
import { isRefusal, type Refusal } from './service/refusal.ts';
import { tradeEntry } from './trade/trade-amounts.ts';

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

/** What a command would post at once, and once the pay-out that it makes is paid. */
export type ForeseenEntries = {
  readonly now: readonly EntryDraft[];
  readonly once_paid: readonly EntryDraft[];
};

export function foreseenEntries(world: World, command: Command): ForeseenEntries | Refusal {
  const changes = foreseenChanges(world, command);
  if (isRefusal(changes)) return changes;
  const payouts = changes.flatMap((change) =>
    change.kind === 'trade_created' && change.trade.direction === 'payout' ? change.trade : [],
  );
  return {
    now: changes.flatMap((change) => (change.kind === 'entry' ? change.entry : [])),
    once_paid: payouts.map((payout) => tradeEntry('payout_completed', payout).entry),
  };
}
