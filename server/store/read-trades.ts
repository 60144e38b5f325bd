// Reading the bank lines and trades of a batch: lines are locked first, then everything that they
// or the commands point at.
import type { Command } from '../domain/command.ts';
import { putLine, putReservation, putTrade, type World } from '../domain/world.ts';
import { lockLines, lockLinesByUtr, lockLinesOfTrades, readLinesByKey } from './bank-lines.ts';
import type { Transaction } from './database.ts';
import type { Cipher } from './encryption.ts';
import {
  failedTrades,
  linesToMatch,
  namedTrades,
  referencesOfLines,
  slotsOfLines,
} from './keys-of.ts';
import { readTradesOfLines } from './payout-attempts.ts';
import { lockBatchesOf, readAttemptsOfLocked, readExported } from './payout-facts.ts';
import { pointersOfRefunds, readReview, tradesOfReview } from './read-review.ts';
import { readReferences, readSlotCandidates } from './reservations.ts';
import { lockTrades, type TradeKey } from './trades.ts';
import type { Turns } from './turns.ts';
import { readClaims } from './utr-claims.ts';

/** Bank lines first, then all trades that they or the commands point at: in the order of locks. */
export async function readLinesAndTrades(
  tx: Transaction,
  { cipher, line_turns }: { cipher: Cipher; line_turns: Turns },
  world: World,
  commands: readonly Command[],
): Promise<void> {
  // Of two lines that fit one trade the first decides, also where they are in two batches.
  const has_lines = commands.some((command) => command.kind === 'take_line');
  const turn = has_lines ? line_turns.take() : null;
  try {
    await lockBatchesOf(tx, cipher, world, commands);
    await readLines(tx, cipher, world, commands);
    await readReview(tx, cipher, world, commands);
    const pointers = await readPointers(tx, world, commands);
    await turn?.before;
    await readAndLockTrades(tx, cipher, world, commands, pointers);
    await readAttemptsOfLocked(tx, world, commands);
  } finally {
    turn?.pass();
  }
}

async function readLines(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  commands: readonly Command[],
) {
  const keys = commands.flatMap((command) => (command.kind === 'take_line' ? command.line : []));
  const waiting = commands.flatMap((command) =>
    command.kind === 'rematch_line' ? command.bank_line_id : [],
  );
  const utrs = commands.flatMap((command) => (command.kind === 'attach_utr' ? command.utr : []));
  const records = await Promise.all([
    readLinesByKey(tx, cipher, keys),
    lockLines(tx, cipher, waiting),
    lockLinesByUtr(tx, cipher, utrs),
    lockLinesOfTrades(tx, cipher, failedTrades(commands)),
  ]);
  for (const record of records.flat()) putLine(world, record);
}

/**
 * What points at trades that a line or a claim might concern: read without locks, trades are locked
 * after.
 */
async function readPointers(
  tx: Transaction,
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
  const taken = commands.flatMap((command) => (command.kind === 'take_line' ? command.line : []));
  const of_payouts = [...taken, ...waiting.map((record) => record.line)];
  const [claims, by_slot, by_reference, ...payouts] = await Promise.all([
    readClaims(tx, utrs),
    readSlotCandidates(tx, slotsOfLines(lines)),
    readReferences(tx, referencesOfLines(lines)),
    readTradesOfLines(tx, of_payouts),
    readExported(tx, commands),
  ]);
  for (const claim of claims) {
    world.claims.set(claim.utr, [...(world.claims.get(claim.utr) ?? []), claim]);
  }
  const reservations = [...by_slot, ...by_reference];
  for (const reservation of reservations) putReservation(world, reservation);
  const refunded = await pointersOfRefunds(tx, commands, payouts.flat());
  const pointers = [...claims, ...reservations, ...payouts.flat(), ...refunded];
  return [
    ...pointers.map(({ merchant_id, trade_id }) => ({ merchant_id, trade_id })),
    ...tradesOfReview(commands, world),
  ];
}

async function readAndLockTrades(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  commands: readonly Command[],
  pointers: readonly TradeKey[],
) {
  const keys = new Map(
    [...namedTrades(commands), ...pointers].map((key) => [key.trade_id, key] as const),
  );
  const [locked, lines] = await Promise.all([
    lockTrades(tx, cipher, [...keys.values()]),
    // A line may have gone to the trade while its lock was waited for: it must go back with the
    // rest.
    lockLinesOfTrades(tx, cipher, failedTrades(commands)),
  ]);
  for (const trade of locked) putTrade(world, trade);
  for (const record of lines) putLine(world, record);
}
