// Reads the facts that a batch is decided on: set-based, with all locks in one fixed order.

import {
  accountsLookedAt,
  amountOf,
  listsOf,
  narrowAccounts,
  wantedSlots,
  withNoneFree,
} from '../../domain/account/narrow-accounts.ts';
import { merchantDayKey } from '../../domain/batch/account-days.ts';
import { putPosted } from '../../domain/batch/books.ts';
import {
  creditedByLines,
  neededBooks,
  neededDisputes,
  neededHolds,
  neededSettlements,
} from '../../domain/batch/needed-books.ts';
import { type BatchReads, isAllNew, type Needs } from '../../domain/batch/needs.ts';
import {
  emptyWorld,
  type LookedAt,
  putReservation,
  putTrade,
  type World,
} from '../../domain/batch/world.ts';
import { accountKey, type BookHead } from '../../domain/ledger/ledger.ts';
import { cappedDays, cappedMerchants } from '../../domain/merchant/merchant-caps.ts';
import type { Bands } from '../../domain/record/band.ts';
import { type HoldTerms, holdKey } from '../../domain/record/credit-hold.ts';
import { feedDayKey } from '../../domain/record/feed-bounds.ts';
import {
  epochDay,
  hasDailyLimits,
  type ReceivingAccount,
} from '../../domain/record/receiving-account.ts';
import { undoneTrades } from '../../domain/trade/undone-trades.ts';
import { readHabits } from '../account/account-habits.ts';
import type { AccountUse } from '../account/account-use.ts';
import { lockFeedDays } from '../account/feed-days.ts';
import { readMerchantDays, readOpenPayins } from '../account/merchant-days.ts';
import { readTaken } from '../account/reservations.ts';
import { type ActSums, type ControlPlace, lockActSums } from '../approval/act-sums.ts';
import { lockProposals } from '../approval/proposals.ts';
import { readTies } from '../approval/ties.ts';
import type { BatchClock } from '../connection/batch-clock.ts';
import type { Transaction } from '../connection/database.ts';
import type { Turns } from '../connection/turns.ts';
import { readDisputesOf } from '../dispute/disputes.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { readAdjustments } from '../ledger/adjustments.ts';
import { lockBooks, readBalances } from '../ledger/ledger.ts';
import { readPosted } from '../ledger/ledger-lists.ts';
import { lockClients } from '../merchant/clients.ts';
import { lockHolds } from '../settlement/holds.ts';
import { lockSettlements } from '../settlement/settlements.ts';
import { readOrders } from '../trade/trades.ts';
import type { LineTry } from './read-review.ts';
import { readLinesAndTrades } from './read-trades.ts';
import { readServiceClock } from './settings-version.ts';

export type Facts = {
  world: World;
  heads: readonly BookHead[];
  /** Receiving accounts whose day is locked, because a limit depends on it. */
  limited_accounts: ReadonlySet<string>;
};

export type ReadContext = LineTry & {
  cipher: Cipher;
  account_use: AccountUse;
  line_turns: Turns;
  clock: BatchClock;
  clock_offset_ms: number;
  is_sandbox: boolean;
  /** Read everything that a decision may ask for, including what it hardly ever needs. */
  wide: boolean;
  /** By merchant, only for merchants with a settlement delay or a reserve. */
  hold_terms: ReadonlyMap<string, HoldTerms>;
  /** Several merchants use the same receiving accounts. */
  is_shared: boolean;
  bands: Bands;
  /** Where people and their ties are; null: in the same database. */
  control: ControlPlace | null;
  act_sums: ActSums;
};

/**
 * Reads and locks in the order of locks.ts, the same in every batch. Books that only lines move are
 * locked later, by commit. Reservations and order ids are not locked: their unique constraints
 * decide. Statements that do not need each other's answers are sent together.
 */
export async function readFacts(
  tx: Transaction,
  context: ReadContext,
  { needs, sumsOf }: BatchReads,
): Promise<Facts> {
  const expected = context.clock.expected();
  const world = emptyWorld((expected ?? 0) + context.clock_offset_ms);
  world.hold_terms = context.hold_terms;
  world.is_shared = context.is_shared;
  world.bands = context.bands;
  world.has_funded = context.wide;
  const first = Promise.all([
    readNow(tx, context),
    readProposals(tx, context, world, needs),
    readLinesAndTrades(tx, context, world, needs),
  ]);
  // Everything is requested at once.
  if (expected !== null && isAllNew(needs)) {
    const [[now], , facts] = await Promise.all([
      first,
      readEnds(tx, world, needs),
      readRest(tx, context, world, needs),
    ]);
    const is_same_day = epochDay(now) === epochDay(world.now);
    world.now = now;
    return is_same_day ? facts : await readRest(tx, context, world, needs);
  }
  const [now] = await first;
  world.now = now;
  const ends = readEnds(tx, world, needs);
  if (needs.counts_acts) {
    // Whose sums they are is known by now; most commands are not by people, and count in none.
    await ends;
    world.sums = await lockActSums(tx, context, sumsOf(world), world.now);
  }
  const [, facts] = await Promise.all([ends, readRest(tx, context, world, needs)]);
  return facts;
}

/** What is bound to the trades that were read: settlements, holds and disputes. */
const readEnds = (tx: Transaction, world: World, needs: Needs) =>
  Promise.all([lockSettlementsAndHolds(tx, world, needs), readDisputes(tx, world, needs)]);

/** Read only if a command carries out a proposal; locked before all else, then ties are read. */
async function readProposals(tx: Transaction, context: ReadContext, world: World, needs: Needs) {
  for (const { proposal } of await lockProposals(tx, context.cipher, needs.proposals)) {
    world.proposals.set(proposal.proposal_id, proposal);
  }
  if (needs.proposals.length > 0) world.ties = await readTies(context.control?.db ?? tx);
}

/** Read in the transaction, so that a process never decides by the time before an advance. */
async function readNow(tx: Transaction, context: ReadContext): Promise<number> {
  const now = await readServiceClock(tx, context.is_sandbox);
  context.clock.note(now);
  return now + context.clock_offset_ms;
}

/** Facts that depend on the trades and on the time. */
async function readRest(
  tx: Transaction,
  context: ReadContext,
  world: World,
  needs: Needs,
): Promise<Facts> {
  const [clients, , limited_accounts, , , heads] = await Promise.all([
    lockClients(tx, context.cipher, needs.clients, world.now),
    readFeeds(tx, world, needs),
    readAccounts(tx, context, world, needs),
    readOpen(tx, world, needs),
    readAdjusted(tx, world, needs),
    readMoney(tx, context.cipher, world, needs),
    readUndone(tx, world, needs),
  ]);
  world.clients = clients;
  return { world, heads, limited_accounts };
}

/** Read only if a feed delivers lines. */
async function readFeeds(tx: Transaction, world: World, needs: Needs) {
  const accounts = new Set(needs.feeds.map((feed) => feed.receiving_account_id));
  const [days, habits] = await Promise.all([
    lockFeedDays(tx, needs.feeds, world.now),
    readHabits(tx, [...accounts]),
  ]);
  for (const day of days) {
    world.feed_days.set(feedDayKey(day.feed_id, day.receiving_account_id), day);
  }
  for (const one of habits) world.habits.set(one.receiving_account_id, one);
}

/** Read only if the batch acts on a settlement, on its pay-out, or on a credited pay-in. */
async function lockSettlementsAndHolds(tx: Transaction, world: World, needs: Needs): Promise<void> {
  const [settlements, holds] = await Promise.all([
    lockSettlements(tx, neededSettlements(needs, world)),
    lockHolds(tx, neededHolds(needs, world)),
  ]);
  for (const settlement of settlements) {
    world.settlements.set(settlement.settlement_id, settlement);
  }
  for (const hold of holds) world.holds.set(holdKey(hold), hold);
}

/** Read only if a trade of the batch is disputed, or a command is about disputes. */
async function readDisputes(tx: Transaction, world: World, needs: Needs) {
  for (const dispute of await readDisputesOf(tx, neededDisputes(needs, world))) {
    world.disputes.set(dispute.dispute_id, dispute);
  }
}

/** Read only if a command may undo what was posted. */
async function readUndone(tx: Transaction, world: World, needs: Needs) {
  for (const entry of await readPosted(tx, undoneTrades(needs, world))) putPosted(world, entry);
}

/** The lists to choose from, in the order of use; days with a limit are locked. */
async function readUse(tx: Transaction, account_use: AccountUse, { choices }: Needs, now: number) {
  const lists = Map.groupBy(listsOf(choices), hasDailyLimits);
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

/** Facts about the accounts that pay-ins may get; returns those whose day is locked. */
async function readAccounts(
  tx: Transaction,
  { account_use, wide }: ReadContext,
  world: World,
  needs: Needs,
): Promise<Facts['limited_accounts']> {
  const { choices } = needs;
  const { days, limited, lists } = await readUse(tx, account_use, needs, world.now);
  const narrowed = wide ? new Map() : narrowAccounts(world, choices, lists);
  await Promise.all([
    readTakenAmounts(tx, world, choices, narrowed),
    readParts(tx, world, choices),
  ]);
  const short = withNoneFree(world, choices, narrowed);
  for (const choice of short) {
    narrowed.delete(choice.command_id);
    const amount = amountOf(world, choice);
    if (amount !== undefined) lists.get(choice.accounts)?.crowding.noteTaken(amount);
  }
  if (short.length > 0) await readTakenAmounts(tx, world, short, narrowed);
  world.looked_at = narrowed;
  const day = epochDay(world.now);
  for (const { receiving_account_id: id } of accountsLookedAt(choices, narrowed)) {
    world.account_days.set(id, account_use.dayFor(id, day));
  }
  // Days with a limit keep the values read under lock, which may include what was added since.
  for (const used of days) world.account_days.set(used.receiving_account_id, used);
  return limited;
}

async function readOpen(tx: Transaction, world: World, needs: Needs) {
  world.open_payins = await readOpenPayins(tx, cappedMerchants(needs.open_payins, world.is_shared));
}

/** Read once the accounts' days are locked, because a merchant's part changes under that lock. */
async function readParts(tx: Transaction, world: World, choices: Needs['choices']) {
  const { merchants, accounts } = cappedDays(choices, world.is_shared);
  for (const used of await readMerchantDays(tx, epochDay(world.now), merchants, accounts)) {
    world.merchant_days.set(merchantDayKey(used.merchant_id, used.receiving_account_id), used);
  }
}

async function readTakenAmounts(
  tx: Transaction,
  world: World,
  choices: Needs['choices'],
  narrowed: LookedAt,
) {
  const taken = await readTaken(tx, wantedSlots(world, choices, narrowed), world.now);
  for (const reservation of taken) putReservation(world, reservation);
}

async function readAdjusted(tx: Transaction, world: World, needs: Needs) {
  for (const adjustment of await readAdjustments(tx, needs.adjustments)) {
    world.adjustments.set(adjustment.adjustment_id, adjustment);
  }
}

/**
 * Orders are read once the books are locked: if the same request came twice, the one that waited
 * finds the other's order instead of a balance that is too small for a second one.
 */
async function readMoney(tx: Transaction, cipher: Cipher, world: World, needs: Needs) {
  const books = neededBooks(needs, world);
  const [heads, balances, orders] = await Promise.all([
    lockBooks(tx, books),
    // A new snapshot, taken once the locks are held. Books that only lines move are not locked yet:
    // for those a constraint decides.
    readBalances(tx, [...books, ...creditedByLines(needs, world)]),
    readOrders(tx, cipher, needs.orders),
  ]);
  for (const trade of orders) putTrade(world, trade);
  for (const { merchant_id, account, currency, balance_cents } of balances) {
    world.balances.set(accountKey(merchant_id, account, currency), balance_cents);
  }
  return heads;
}
