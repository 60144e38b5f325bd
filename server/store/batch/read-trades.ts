// Reading the bank lines and trades of a batch: lines are locked first, then everything that they
// or the commands point at.
import type { Command } from '../../domain/batch/command.ts';
import { putLine, putReservation, putTrade, type World } from '../../domain/batch/world.ts';
import { narrowSlots } from '../../domain/matching/narrow-slots.ts';
import { readReferences, readSlotCandidates } from '../account/reservations.ts';
import type { Transaction } from '../connection/database.ts';
import { Crossed } from '../connection/outage.ts';
import type { Turn, Turns } from '../connection/turns.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { readLinesByKey } from '../line/bank-lines.ts';
import { findLines, lockLines, type WantedLines } from '../line/lock-lines.ts';
import { readTradesOfLines } from '../payout/payout-attempts.ts';
import { lockBatchesOf, readAttemptsOfLocked, readExported } from '../payout/payout-facts.ts';
import { lockTrades, type TradeKey } from '../trade/trades.ts';
import { readClaims } from '../trade/utr-claims.ts';
import {
  failedTrades,
  linesToMatch,
  namedTrades,
  referencesOfLines,
  slotsOfLines,
} from './keys-of.ts';
import {
  lockLateLines,
  pointersOfRefunds,
  readReviewed,
  takenLines,
  tradesOfReview,
  wantedLines,
} from './read-review.ts';

/** Bank lines first, then all trades that they or the commands point at: in the order of locks. */
export async function readLinesAndTrades(
  tx: Transaction,
  { cipher, line_turns, wide }: { cipher: Cipher; line_turns: Turns; wide: boolean },
  world: World,
  commands: readonly Command[],
): Promise<void> {
  // Of two lines that fit one trade the first decides, also where they are in two batches.
  const has_lines = commands.some((command) => command.kind === 'take_line');
  const turn = has_lines ? line_turns.take() : null;
  try {
    await lockBatchesOf(tx, cipher, world, commands);
    await readLines(tx, cipher, world, commands, turn);
    const pointers = await readPointers(tx, cipher, world, commands, { turn, wide });
    await turn?.before;
    await readAndLockTrades(tx, cipher, world, commands, pointers);
    await readAttemptsOfLocked(tx, world, commands);
  } finally {
    turn?.pass();
  }
}

/**
 * Whoever waits for its turn holds no line: PostgreSQL would not see that one waits for the other.
 * Hardly any new line is about an earlier one, so that there is hardly ever something to wait for.
 */
async function lockInTurn(tx: Transaction, cipher: Cipher, wanted: WantedLines, turn: Turn) {
  const ids = await findLines(tx, wanted);
  if (ids.length > 0) await turn.before;
  return await lockLines(tx, cipher, { ids });
}

async function readLines(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  commands: readonly Command[],
  turn: Turn | null,
) {
  const wanted = { ...wantedLines(commands), trades: failedTrades(commands) };
  const [known, locked] = await Promise.all([
    readLinesByKey(tx, cipher, takenLines(commands)),
    turn === null ? lockLines(tx, cipher, wanted) : lockInTurn(tx, cipher, wanted, turn),
  ]);
  // A new snapshot, once the lines are locked: what the same request did meanwhile is in it.
  await readReviewed(tx, world, commands);
  for (const record of [...known, ...locked]) putLine(world, record);
}

/**
 * What points at trades that a line or a claim might concern: read without locks, trades are locked
 * after.
 */
async function readPointers(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  commands: readonly Command[],
  { turn, wide }: { turn: Turn | null; wide: boolean },
): Promise<TradeKey[]> {
  const waiting = commands.flatMap((command) =>
    command.kind === 'rematch_line' ? (world.lines.get(command.bank_line_id) ?? []) : [],
  );
  const lines = linesToMatch(commands, waiting);
  const utrs = [
    ...lines.flatMap((line) => line.utr ?? []),
    ...commands.flatMap((command) => (command.kind === 'attach_utr' ? command.utr : [])),
  ];
  const of_payouts = [...takenLines(commands), ...waiting.map((record) => record.line)];
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
  const { reservations: of_slots, narrowed } = wide
    ? { reservations: by_slot, narrowed: new Set<string>() }
    : narrowSlots(lines, by_slot, claims);
  world.narrowed_slots = narrowed;
  const reservations = [...of_slots, ...by_reference];
  for (const reservation of reservations) putReservation(world, reservation);
  // A line that a person takes from a refund may be all that shows that it was made.
  const of_refunds = [...payouts.flat(), ...tradesOfReview(commands, world)];
  const [refunded] = await Promise.all([
    pointersOfRefunds(tx, commands, of_refunds),
    lockLateLines(tx, cipher, world, commands, { payouts: payouts.flat(), turn }),
  ]);
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
    findLines(tx, { trades: failedTrades(commands) }),
  ]);
  // A line has gone to the trade while its lock was waited for, and must go back with the rest.
  // Lines are never locked after trades: all is read again, with this one.
  if (lines.some((id) => !world.lines.has(id))) throw new Crossed('A line came to a failing trade');
  for (const trade of locked) putTrade(world, trade);
}
