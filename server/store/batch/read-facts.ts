// Reading what a batch decides on: set-based, and everything that is locked is locked in one fixed
// order.

import {
  amountOf,
  isChoosing,
  listsOf,
  narrowAccounts,
  withNoneFree,
} from '../../domain/account/narrow-accounts.ts';
import { merchantDayKey } from '../../domain/batch/account-days.ts';
import { putPosted } from '../../domain/batch/books.ts';
import type { Command } from '../../domain/batch/command.ts';
import { emptyWorld, putReservation, putTrade, type World } from '../../domain/batch/world.ts';
import { accountKey, type BookHead } from '../../domain/ledger/ledger.ts';
import { feedDayKey } from '../../domain/record/feed-bounds.ts';
import { type HoldTerms, holdKey } from '../../domain/record/hold.ts';
import {
  epochDay,
  hasDailyLimit,
  type ReceivingAccount,
} from '../../domain/record/receiving-account.ts';
import { readHabits } from '../account/account-habits.ts';
import type { AccountUse } from '../account/account-use.ts';
import { lockFeedDays } from '../account/feed-days.ts';
import { readMerchantDays, readOpenPayins } from '../account/merchant-days.ts';
import { readTaken } from '../account/reservations.ts';
import type { BatchClock } from '../connection/batch-clock.ts';
import type { Transaction } from '../connection/database.ts';
import type { Turns } from '../connection/turns.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { readAdjustments } from '../ledger/adjustments.ts';
import { lockBooks, readBalances } from '../ledger/ledger.ts';
import { readPosted } from '../ledger/ledger-lists.ts';
import { lockClients } from '../merchant/clients.ts';
import { lockHolds } from '../settlement/holds.ts';
import { lockSettlements } from '../settlement/settlements.ts';
import { readOrders } from '../trade/trades.ts';
import {
  accountsOf,
  booksOf,
  cappedDays,
  cappedMerchants,
  creditedByLines,
  feedsOf,
  heldTrades,
  limitedClients,
  ordersOf,
  settlementsOf,
  undoneTrades,
  wantedSlots,
} from './keys-of.ts';
import { readLinesAndTrades } from './read-trades.ts';
import { readClock } from './settings.ts';

export type Facts = {
  world: World;
  heads: readonly BookHead[];
  /** The commands with no more receiving accounts than were looked at for them. */
  commands: readonly Command[];
  /** Receiving accounts whose day is locked, because a limit rests on it. */
  limited_accounts: ReadonlySet<string>;
};

export type ReadContext = {
  cipher: Cipher;
  account_use: AccountUse;
  line_turns: Turns;
  clock: BatchClock;
  clock_offset_ms: number;
  /** All that might be asked for, also where it is hardly ever (narrow-slots.ts). */
  wide: boolean;
  /** By merchant: only of those whose credits are kept back in part. */
  hold_terms: ReadonlyMap<string, HoldTerms>;
  /** Several merchants use the same receiving accounts. */
  is_shared: boolean;
};

/** Rests on no trade that is there already. */
export function isNewOrder(command: Command): boolean {
  return command.kind === 'create_payin' || command.kind === 'create_payout';
}

/**
 * The order of locks, the same in every batch: batches of pay-outs, bank lines, trades,
 * settlements, holds, customers, days of feeds and of limited receiving accounts, books (those that
 * only lines move later, by commit). Each kind is locked in key order. Reservations and order ids
 * are not locked: their unique constraints have the last word. What does not wait for another's
 * answer is sent together.
 */
export async function readFacts(
  tx: Transaction,
  context: ReadContext,
  commands: readonly Command[],
): Promise<Facts> {
  const expected = context.clock.expected();
  const world = emptyWorld((expected ?? 0) + context.clock_offset_ms);
  world.hold_terms = context.hold_terms;
  world.is_shared = context.is_shared;
  const first = Promise.all([
    readNow(tx, context),
    readLinesAndTrades(tx, context, world, commands),
  ]);
  // All is asked for at once.
  if (expected !== null && commands.every(isNewOrder)) {
    const [[now], facts] = await Promise.all([first, readRest(tx, context, world, commands)]);
    const is_same_day = epochDay(now) === epochDay(world.now);
    world.now = now;
    return is_same_day ? facts : await readRest(tx, context, world, commands);
  }
  const [now] = await first;
  world.now = now;
  return await readRest(tx, context, world, commands);
}

async function readNow(tx: Transaction, { clock, clock_offset_ms }: ReadContext): Promise<number> {
  const now = await readClock(tx);
  clock.note(now);
  return now + clock_offset_ms;
}

/** What waits for the trades and the time. */
async function readRest(
  tx: Transaction,
  context: ReadContext,
  world: World,
  commands: readonly Command[],
): Promise<Facts> {
  const [, clients, , choosing, , , heads] = await Promise.all([
    lockSettlementsAndHolds(tx, world, commands),
    lockClients(tx, limitedClients(commands), world.now),
    readFeeds(tx, world, commands),
    readAccounts(tx, context, world, commands),
    readOpen(tx, world, commands),
    readAdjusted(tx, world, commands),
    readMoney(tx, context.cipher, world, commands),
    readUndone(tx, world, commands),
  ]);
  world.clients = clients;
  return { world, heads, ...choosing };
}

/** Asked for only where a feed gives lines. */
async function readFeeds(tx: Transaction, world: World, commands: readonly Command[]) {
  const feeds = feedsOf(commands);
  const accounts = new Set(feeds.map((feed) => feed.receiving_account_id));
  const [days, habits] = await Promise.all([
    lockFeedDays(tx, feeds, world.now),
    readHabits(tx, [...accounts]),
  ]);
  for (const day of days) {
    world.feed_days.set(feedDayKey(day.feed_id, day.receiving_account_id), day);
  }
  for (const one of habits) world.habits.set(one.receiving_account_id, one);
}

/** Asked for only where a statement, its pay-out or a pay-in that was credited is acted on. */
async function lockSettlementsAndHolds(
  tx: Transaction,
  world: World,
  commands: readonly Command[],
): Promise<void> {
  const [settlements, holds] = await Promise.all([
    lockSettlements(tx, settlementsOf(commands, world)),
    lockHolds(tx, heldTrades(commands, world)),
  ]);
  for (const settlement of settlements) {
    world.settlements.set(settlement.settlement_id, settlement);
  }
  for (const hold of holds) world.holds.set(holdKey(hold), hold);
}

/** Asked for only if a command may take back what was posted. */
async function readUndone(tx: Transaction, world: World, commands: readonly Command[]) {
  for (const entry of await readPosted(tx, undoneTrades(commands, world))) putPosted(world, entry);
}

/** The lists that commands choose from, in the order of use; days with a limit are locked. */
async function readUse(
  tx: Transaction,
  account_use: AccountUse,
  commands: readonly Command[],
  now: number,
) {
  const lists = Map.groupBy(listsOf(commands), (accounts) => accounts.some(hasDailyLimit));
  const [limited, others] = [lists.get(true) ?? [], lists.get(false) ?? []];
  const day = epochDay(now);
  const rank = async (accounts: readonly ReceivingAccount[]) =>
    [accounts, await account_use.rank(tx, { day, now }, accounts)] as const;
  const [used, ...ranked] = await Promise.all([
    account_use.read(tx, day, limited.flat()),
    ...others.map(rank),
  ]);
  return { ...used, lists: new Map([...ranked, ...(await Promise.all(limited.map(rank)))]) };
}

/** What is known of the accounts that pay-ins may get; the commands with those looked at. */
async function readAccounts(
  tx: Transaction,
  { account_use, wide }: ReadContext,
  world: World,
  commands: readonly Command[],
): Promise<Pick<Facts, 'commands' | 'limited_accounts'>> {
  const { days, limited, lists } = await readUse(tx, account_use, commands, world.now);
  const narrowed = wide ? commands : narrowAccounts(world, commands, lists);
  await Promise.all([readTakenAmounts(tx, world, narrowed), readParts(tx, world, commands)]);
  const short = withNoneFree(world, narrowed);
  const looked_at = narrowed.map((one, index) => (short.has(index) && commands[index]) || one);
  if (short.size > 0) {
    const again = commands.filter((_, index) => short.has(index)).filter(isChoosing);
    for (const command of again) {
      const amount = amountOf(world, command);
      if (amount !== undefined) lists.get(command.accounts)?.crowding.noteTaken(amount);
    }
    await readTakenAmounts(tx, world, again);
  }
  const day = epochDay(world.now);
  for (const { receiving_account_id: id } of accountsOf(looked_at)) {
    world.account_days.set(id, account_use.dayFor(id, day));
  }
  // As they were read, with a limit under lock: what was added since may be in them already.
  for (const used of days) world.account_days.set(used.receiving_account_id, used);
  return { commands: looked_at, limited_accounts: limited };
}

async function readOpen(tx: Transaction, world: World, commands: readonly Command[]) {
  world.open_payins = await readOpenPayins(tx, cappedMerchants(commands, world.is_shared));
}

/** Once the accounts' days are locked: a merchant's part of them rests on that. */
async function readParts(tx: Transaction, world: World, commands: readonly Command[]) {
  const { merchants, accounts } = cappedDays(commands, world.is_shared);
  for (const used of await readMerchantDays(tx, epochDay(world.now), merchants, accounts)) {
    world.merchant_days.set(merchantDayKey(used.merchant_id, used.receiving_account_id), used);
  }
}

async function readTakenAmounts(tx: Transaction, world: World, commands: readonly Command[]) {
  const taken = await readTaken(tx, wantedSlots(commands, world), world.now);
  for (const reservation of taken) putReservation(world, reservation);
}

async function readAdjusted(tx: Transaction, world: World, commands: readonly Command[]) {
  const keys = commands.flatMap((command) =>
    command.kind === 'adjust'
      ? { merchant_id: command.merchant.merchant_id, adjustment_id: command.adjustment_id }
      : [],
  );
  for (const adjustment of await readAdjustments(tx, keys)) {
    world.adjustments.set(adjustment.adjustment_id, adjustment);
  }
}

/**
 * Orders are looked up once the books are locked: where the same request came twice, the one that
 * waited finds the other's order before it finds the balance too small for a second.
 */
async function readMoney(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  commands: readonly Command[],
) {
  const books = booksOf(commands, world);
  const [heads, balances, orders] = await Promise.all([
    lockBooks(tx, books),
    // A new snapshot: taken once the locks are held. What lines may move is not locked yet: a
    // constraint has the last word on those.
    readBalances(tx, [...books, ...creditedByLines(commands, world)]),
    readOrders(tx, cipher, ordersOf(commands)),
  ]);
  for (const trade of orders) putTrade(world, trade);
  for (const { merchant_id, account, currency, balance_cents } of balances) {
    world.balances.set(accountKey(merchant_id, account, currency), balance_cents);
  }
  return heads;
}
