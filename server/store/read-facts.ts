// Reading what a batch decides on: set-based, and everything that is locked is locked in one fixed
// order.
import type { Command } from '../domain/command.ts';
import { accountKey, type BookHead } from '../domain/ledger.ts';
import { dayOf, type Reservation } from '../domain/receiving-account.ts';
import {
  dayKey,
  emptyWorld,
  putLine,
  putReservation,
  putTrade,
  type World,
} from '../domain/world.ts';
import { readAdjustments } from './adjustments.ts';
import { lockLines, lockLinesByUtr, lockLinesOfTrades, readLinesByKey } from './bank-lines.ts';
import { lockClients } from './clients.ts';
import type { Queryable } from './database.ts';
import type { Cipher } from './encryption.ts';
import {
  accountsOf,
  booksOf,
  failedTrades,
  limitedClients,
  linesToMatch,
  namedTrades,
  ordersOf,
  referencesOfLines,
  slotsOfLines,
  wantedSlots,
} from './keys-of.ts';
import { lockBooks, readBalances } from './ledger.ts';
import { readAccountDays, readReferences, readSlotCandidates, readTaken } from './reservations.ts';
import { lockTrades, readOrders, type TradeKey } from './trades.ts';
import { readClaims } from './utr-claims.ts';

export type Facts = { world: World; heads: readonly BookHead[] };

/**
 * The order of locks, the same in every batch: bank lines, trades, customers, days of receiving
 * accounts, books. Each kind is locked in key order. Reservations and order ids are not locked:
 * their unique constraints have the last word.
 */
export async function readFacts(
  tx: Queryable,
  cipher: Cipher,
  commands: readonly Command[],
  now: number,
): Promise<Facts> {
  const world = emptyWorld(now);
  await readLines(tx, world, commands);
  const pointers = await readPointers(tx, world, commands);
  await readAndLockTrades(tx, cipher, world, commands, pointers);
  world.clients = await lockClients(tx, limitedClients(commands), now);
  await readAccounts(tx, world, commands);
  await readAdjusted(tx, world, commands);
  const heads = await readMoney(tx, world, commands);
  return { world, heads };
}

async function readLines(tx: Queryable, world: World, commands: readonly Command[]) {
  const keys = commands.flatMap((command) => (command.kind === 'take_line' ? command.line : []));
  const waiting = commands.flatMap((command) =>
    command.kind === 'rematch_line' ? command.bank_line_id : [],
  );
  const utrs = commands.flatMap((command) => (command.kind === 'attach_utr' ? command.utr : []));
  const records = [
    ...(await readLinesByKey(tx, keys)),
    ...(await lockLines(tx, waiting)),
    ...(await lockLinesByUtr(tx, utrs)),
    ...(await lockLinesOfTrades(tx, failedTrades(commands))),
  ];
  for (const record of records) putLine(world, record);
}

/**
 * What points at trades that a line or a claim might concern: read without locks, trades are locked
 * after.
 */
async function readPointers(
  tx: Queryable,
  world: World,
  commands: readonly Command[],
): Promise<TradeKey[]> {
  const waiting = commands.flatMap((command) =>
    command.kind === 'rematch_line' ? (world.lines.get(command.bank_line_id) ?? []) : [],
  );
  const lines = linesToMatch(commands, waiting);
  const utrs = [
    ...lines.flatMap((line) => line.utr ?? []),
    ...commands.flatMap((command) => (command.kind === 'attach_utr' ? command.utr : [])),
  ];
  const claims = await readClaims(tx, utrs);
  for (const claim of claims) {
    world.claims.set(claim.utr, [...(world.claims.get(claim.utr) ?? []), claim]);
  }
  const reservations: Reservation[] = [
    ...(await readSlotCandidates(tx, slotsOfLines(lines))),
    ...(await readReferences(tx, referencesOfLines(lines))),
  ];
  for (const reservation of reservations) putReservation(world, reservation);
  return [...claims, ...reservations].map(({ merchant_id, trade_id }) => ({
    merchant_id,
    trade_id,
  }));
}

async function readAndLockTrades(
  tx: Queryable,
  cipher: Cipher,
  world: World,
  commands: readonly Command[],
  pointers: readonly TradeKey[],
) {
  for (const trade of await readOrders(tx, cipher, ordersOf(commands))) putTrade(world, trade);
  const keys = new Map(
    [...namedTrades(commands), ...pointers].map((key) => [key.trade_id, key] as const),
  );
  for (const trade of await lockTrades(tx, cipher, [...keys.values()])) putTrade(world, trade);
  // A line may have gone to the trade while its lock was waited for: it must go back with the rest.
  for (const record of await lockLinesOfTrades(tx, failedTrades(commands))) putLine(world, record);
}

async function readAccounts(tx: Queryable, world: World, commands: readonly Command[]) {
  const accounts = accountsOf(commands);
  if (accounts.length === 0) return;
  const limited = accounts.filter(
    (account) => account.daily_count_limit !== null || account.daily_amount_limit_cents !== null,
  );
  const ids = (list: typeof accounts) => list.map((account) => account.receiving_account_id);
  const days = await readAccountDays(tx, dayOf(world.now), ids(accounts), ids(limited));
  for (const day of days) world.account_days.set(dayKey(day.receiving_account_id, day.day), day);
  const taken = await readTaken(tx, wantedSlots(commands, world), world.now);
  for (const reservation of taken) putReservation(world, reservation);
}

async function readAdjusted(tx: Queryable, world: World, commands: readonly Command[]) {
  const keys = commands.flatMap((command) =>
    command.kind === 'adjust'
      ? { merchant_id: command.merchant.merchant_id, adjustment_id: command.adjustment_id }
      : [],
  );
  for (const adjustment of await readAdjustments(tx, keys)) {
    world.adjustments.set(adjustment.adjustment_id, adjustment);
  }
}

async function readMoney(tx: Queryable, world: World, commands: readonly Command[]) {
  const heads = await lockBooks(tx, booksOf(commands, world));
  const balances = await readBalances(
    tx,
    heads.map((head) => head.book),
  );
  for (const { merchant_id, account, currency, balance_cents } of balances) {
    world.balances.set(accountKey(merchant_id, account, currency), balance_cents);
  }
  return heads;
}
