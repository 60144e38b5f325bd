// Which receiving accounts are examined for a pay-in: the least used, and all only if its amount is
// taken there. Most amounts are free nearly everywhere, and reading every account cost more than
// any other statement of a create.
import type { AccountNeed } from '../batch/needs.ts';
import { isTaken, type LookedAt, slotKey, type World } from '../batch/world.ts';
import {
  isWithinActiveHours,
  MAX_SHIFT_CENTS,
  type ReceivingAccount,
} from '../record/receiving-account.ts';
import type { Crowding } from './account-crowding.ts';
import type { Ranking } from './account-ranking.ts';

/** A list of accounts in the order of their use, and how many of them are examined first. */
export type Looked = { ranking: Ranking; crowding: Crowding };

type Lists = ReadonlyMap<readonly ReceivingAccount[], Looked>;

/** Undefined for a trade that does not exist. */
export function amountOf(world: World, choice: AccountNeed): bigint | undefined {
  return choice.amount_cents ?? world.trades.get(choice.trade_id)?.amount_cents;
}

/** The lists that commands choose from, each once: commands share the lists of the settings. */
export function listsOf(choices: readonly AccountNeed[]): (readonly ReceivingAccount[])[] {
  return [...new Set(choices.map(({ accounts }) => accounts))].filter((list) => list.length > 0);
}

function narrow(
  world: World,
  choice: AccountNeed,
  lists: Lists,
): readonly ReceivingAccount[] | undefined {
  const { accounts, merchant } = choice;
  const amount = amountOf(world, choice);
  const looked = lists.get(accounts);
  if (amount === undefined || looked === undefined) return undefined;
  const wanted = looked.crowding.wanted(amount);
  if (wanted === undefined) return undefined;
  if (wanted < accounts.length) return looked.ranking.take(wanted, amount);
  // All accounts, but only the requested amount.
  return merchant.settings.amount_shift ? accounts : undefined;
}

/** The accounts and amounts to examine first. */
export function narrowAccounts(
  world: World,
  choices: readonly AccountNeed[],
  lists: Lists,
): Map<string, readonly ReceivingAccount[]> {
  const narrowed = new Map<string, readonly ReceivingAccount[]>();
  for (const choice of choices) {
    const accounts = narrow(world, choice, lists);
    if (accounts !== undefined) narrowed.set(choice.command_id, accounts);
  }
  return narrowed;
}

/**
 * The narrowed choices for which no account is free, counting what others hold and what earlier
 * choices of the batch take. Only an estimate: if it is wrong, the decision itself asks for the
 * rest.
 */
export function withNoneFree(
  world: World,
  choices: readonly AccountNeed[],
  narrowed: LookedAt,
): readonly AccountNeed[] {
  const given = new Set<string>();
  return choices.filter((choice) => {
    const amount = amountOf(world, choice);
    const accounts = narrowed.get(choice.command_id);
    if (amount === undefined || accounts === undefined) return false;
    const free = accounts.find(
      (account) =>
        // Its active hours may have ended since the accounts were ranked.
        isWithinActiveHours(account, world.now) &&
        !isTaken(world, account.receiving_account_id, amount) &&
        !given.has(slotKey(account.receiving_account_id, amount)),
    );
    if (free !== undefined) given.add(slotKey(free.receiving_account_id, amount));
    return free === undefined;
  });
}

/** The accounts that are examined, each once. */
export function accountsLookedAt(
  choices: readonly AccountNeed[],
  narrowed: LookedAt,
): ReceivingAccount[] {
  const lists = new Set(choices.map((one) => narrowed.get(one.command_id) ?? one.accounts));
  const accounts = new Map<string, ReceivingAccount>();
  for (const list of lists) {
    for (const account of list) accounts.set(account.receiving_account_id, account);
  }
  return [...accounts.values()];
}

/** The accounts and amounts that pay-ins might take. */
export function wantedSlots(
  world: World,
  choices: readonly AccountNeed[],
  narrowed: LookedAt,
): { receiving_account_id: string; low_cents: bigint; high_cents: bigint }[] {
  return choices.flatMap((choice) => {
    const amount = amountOf(world, choice);
    if (amount === undefined) return [];
    const accounts = narrowed.get(choice.command_id);
    const may_shift = choice.merchant.settings.amount_shift && accounts === undefined;
    const shift = may_shift ? MAX_SHIFT_CENTS : 0n;
    return (accounts ?? choice.accounts).map(({ receiving_account_id }) => ({
      receiving_account_id,
      low_cents: amount,
      high_cents: amount + shift,
    }));
  });
}
