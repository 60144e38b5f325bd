// Which receiving accounts are looked at for a pay-in: the least used, and all of them only where
// its amount is taken there. Most amounts are free nearly everywhere, and to ask for each account
// cost more than any other statement of a create.
import type { AssignAccount, Command, CreatePayin } from '../batch/command.ts';
import { isTaken, slotKey, type World } from '../batch/world.ts';
import { isActive, type ReceivingAccount } from '../record/receiving-account.ts';
import type { Crowding } from './account-crowding.ts';
import type { Ranking } from './account-ranking.ts';

export type Choosing = CreatePayin | AssignAccount;

/** A list of accounts: in the order of their use, and how many of it are looked at. */
export type Looked = { ranking: Ranking; crowding: Crowding };

type Lists = ReadonlyMap<readonly ReceivingAccount[], Looked>;

/** A deferred pay-in gets its account later. */
export function isChoosing(command: Command): command is Choosing {
  if (command.kind === 'assign_account') return true;
  return command.kind === 'create_payin' && !command.merchant.settings.deferred_assignment;
}

/** Undefined for a trade that does not exist. */
export function amountOf(world: World, command: Choosing): bigint | undefined {
  return command.kind === 'create_payin'
    ? command.amount_cents
    : world.trades.get(command.trade_id)?.amount_cents;
}

/** The lists that commands choose from, each once. */
export function listsOf(commands: readonly Command[]): (readonly ReceivingAccount[])[] {
  const lists = new Set(commands.filter(isChoosing).map((command) => command.accounts));
  return [...lists].filter((accounts) => accounts.length > 0);
}

function narrow(world: World, command: Choosing, lists: Lists): Choosing {
  const amount = amountOf(world, command);
  const looked = lists.get(command.accounts);
  if (amount === undefined || looked === undefined) return command;
  const wanted = looked.crowding.wanted(amount);
  if (wanted === undefined) return command;
  if (wanted < command.accounts.length) {
    const accounts = looked.ranking.take(wanted, amount);
    return accounts === undefined ? command : { ...command, accounts, is_narrowed: true };
  }
  // All accounts, but the asked amount alone.
  return command.merchant.settings.amount_shift ? { ...command, is_narrowed: true } : command;
}

/** The same commands, with only those accounts and amounts that are to be looked at first. */
export function narrowAccounts(
  world: World,
  commands: readonly Command[],
  lists: Lists,
): readonly Command[] {
  return commands.map((command) => (isChoosing(command) ? narrow(world, command, lists) : command));
}

/**
 * The places of narrowed commands that find none of theirs free, of what others hold and what those
 * before them in the batch take. Only a guess at the decision, which asks for the rest itself where
 * this one was wrong.
 */
export function withNoneFree(world: World, narrowed: readonly Command[]): ReadonlySet<number> {
  const places = new Set<number>();
  const given = new Set<string>();
  for (const [index, command] of narrowed.entries()) {
    if (!isChoosing(command) || command.is_narrowed !== true) continue;
    const amount = amountOf(world, command);
    if (amount === undefined) continue;
    const free = command.accounts.find(
      (account) =>
        // Its hours may have ended since they were put in order.
        isActive(account, world.now) &&
        !isTaken(world, account.receiving_account_id, amount) &&
        !given.has(slotKey(account.receiving_account_id, amount)),
    );
    if (free === undefined) places.add(index);
    else given.add(slotKey(free.receiving_account_id, amount));
  }
  return places;
}
