// Which receiving accounts are looked at for a pay-in where an operator has many: the least used,
// and all of them where too few of those are free.
import type { AssignAccount, Command, CreatePayin } from '../domain/command.ts';
import { hasDailyLimit, isActive, type ReceivingAccount } from '../domain/receiving-account.ts';
import { isTaken, type World } from '../domain/world.ts';
import type { Ranking } from './account-ranking.ts';

type Choosing = CreatePayin | AssignAccount;

/** Up to so many, all are looked at. */
const FEW = 16;
/** Beside one for every pay-in of the batch that might take the same amount. */
const SPARE = 4;

function isChoosing(command: Command): command is Choosing {
  return command.kind === 'create_payin' || command.kind === 'assign_account';
}

/** Undefined for a trade that does not exist. */
function amountOf(world: World, command: Choosing): bigint | undefined {
  return command.kind === 'create_payin'
    ? command.amount_cents
    : world.trades.get(command.trade_id)?.amount_cents;
}

const mayShift = (command: Choosing) => command.merchant.settings.amount_shift;

/** How many pay-ins of the batch might take this amount on some account. */
function countRivals(world: World, commands: readonly Command[]): (amount: bigint) => number {
  const choosing = commands.filter(isChoosing);
  const shifting = choosing.filter(mayShift).length;
  const counts = new Map<bigint | undefined, number>();
  for (const command of choosing) {
    const amount = amountOf(world, command);
    counts.set(amount, (counts.get(amount) ?? 0) + 1);
  }
  return (amount) => (counts.get(amount) ?? 0) + shifting;
}

/** By the lists of the settings: looking through a thousand accounts once for each is enough. */
const large = new WeakMap<readonly ReceivingAccount[], boolean>();

/** Whether there are so many that only some are looked at; a daily limit has to be looked at. */
function isLarge(accounts: readonly ReceivingAccount[]): boolean {
  const known = large.get(accounts);
  if (known !== undefined) return known;
  const is_large = accounts.length > FEW && !accounts.some(hasDailyLimit);
  large.set(accounts, is_large);
  return is_large;
}

/** The lists that commands choose from, each once: small ones and large ones. */
export function listsOf(commands: readonly Command[]) {
  const lists = new Set(commands.filter(isChoosing).map((command) => command.accounts));
  const choosing = [...lists].filter((accounts) => accounts.length > 0);
  return {
    small: choosing.filter((accounts) => !isLarge(accounts)),
    large: choosing.filter(isLarge),
  };
}

/** The same commands, where accounts are many with only those that are to be looked at. */
export function narrowAccounts(
  world: World,
  commands: readonly Command[],
  rankings: ReadonlyMap<readonly ReceivingAccount[], Ranking>,
): readonly Command[] {
  const rivals = countRivals(world, commands);
  return commands.map((command) => {
    if (!isChoosing(command) || mayShift(command)) return command;
    const amount = amountOf(world, command);
    if (amount === undefined) return command;
    const accounts = rankings.get(command.accounts)?.take(rivals(amount) + SPARE, amount);
    return accounts === undefined ? command : { ...command, accounts };
  });
}

/**
 * The places of narrowed commands that might find all of theirs taken, by others or by their rivals
 * of the batch, though a free one may be among the rest.
 */
export function withTooFewFree(
  world: World,
  commands: readonly Command[],
  narrowed: readonly Command[],
): ReadonlySet<number> {
  const rivals = countRivals(world, commands);
  const places = new Set<number>();
  for (const [index, command] of narrowed.entries()) {
    if (command === commands[index] || !isChoosing(command)) continue;
    const amount = amountOf(world, command);
    if (amount === undefined) continue;
    // Its hours may have ended since they were put in order.
    const free = command.accounts.filter(
      (account) =>
        isActive(account, world.now) && !isTaken(world, account.receiving_account_id, amount),
    );
    if (free.length < rivals(amount)) places.add(index);
  }
  return places;
}
