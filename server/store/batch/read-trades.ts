// Reads the bank lines and trades of a batch: lines are locked first, then the trades that they or
// the commands refer to.

import { matchedLines, tradesOfLines } from '../../domain/batch/needed-lines.ts';
import type { Needs } from '../../domain/batch/needs.ts';
import {
  lineKey,
  putLine,
  putReservation,
  putTrade,
  type World,
} from '../../domain/batch/world.ts';
import { narrowSlots } from '../../domain/matching/narrow-slots.ts';
import type { BankLine } from '../../domain/record/bank-line.ts';
import { type NewLine, nextKeys } from '../../domain/record/line-identity.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { referencesInText } from '../../domain/values/reference.ts';
import { readReferences, readSlotCandidates, type Slot } from '../account/reservations.ts';
import type { Transaction } from '../connection/database.ts';
import { Crossed } from '../connection/outage.ts';
import type { Turn, Turns } from '../connection/turns.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { readLinesByKey } from '../line/bank-lines.ts';
import { findLines, lockLines, type WantedLines } from '../line/lock-lines.ts';
import { findRecalled } from '../line/recalled-lines.ts';
import { readTradesOfLines } from '../payout/payout-attempts.ts';
import { lockBatchesOf, readAttemptsOfLocked, readExported } from '../payout/payout-facts.ts';
import { readFundedPayouts } from '../trade/funded-payouts.ts';
import { lockTrades } from '../trade/trades.ts';
import { readClaims, readPastUtrs } from '../trade/utr-claims.ts';
import {
  type LineTry,
  lockLateLines,
  pointersOfRefunds,
  readReviewed,
  wantedLines,
} from './read-review.ts';

/** Locks bank lines, then all trades that they or the commands refer to, in the order of locks. */
export async function readLinesAndTrades(
  tx: Transaction,
  {
    cipher,
    line_turns,
    wide,
    first_lines,
    is_last,
  }: LineTry & {
    cipher: Cipher;
    line_turns: Turns;
    wide: boolean;
  },
  world: World,
  needs: Needs,
): Promise<void> {
  // If two lines fit one trade, the first one decides, even if they are in different batches.
  const is_in_turn = needs.new_lines.length > 0 && !tx.is_read_only;
  const turn = is_in_turn ? line_turns.take() : null;
  try {
    await lockBatchesOf(tx, cipher, world, needs);
    await readLines(tx, cipher, world, needs, { turn, first_lines });
    const pointers = await readPointers(tx, cipher, world, needs, { turn, wide, is_last });
    await turn?.before;
    await readAndLockTrades(tx, cipher, world, needs, { pointers, wide });
    await readAttemptsOfLocked(tx, cipher, world, needs);
  } finally {
    turn?.pass();
  }
}

/**
 * A batch that waits for its turn (turns.ts) holds no locks on lines: PostgreSQL could not detect
 * such a deadlock. Hardly any new line is about an earlier one, so this hardly ever waits.
 */
async function lockInTurn(tx: Transaction, cipher: Cipher, wanted: WantedLines, turn: Turn) {
  const ids = await findLines(tx, wanted);
  if (ids.length > 0) await turn.before;
  return await lockLines(tx, cipher, { ids });
}

/** The stored lines that may be the new ones. Hardly any needs a second look-up. */
async function readKnownLines(tx: Transaction, cipher: Cipher, lines: readonly NewLine[]) {
  const found = await readLinesByKey(tx, cipher, lines);
  if (found.length === 0) return found;
  const by_key = new Map(found.map((record) => [lineKey(record.line), record]));
  const more = lines.flatMap((line) => nextKeys(line, (key) => by_key.get(lineKey(key))));
  return [...found, ...(await readLinesByKey(tx, cipher, more))];
}

async function readLines(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  needs: Needs,
  { turn, first_lines }: { turn: Turn | null } & Pick<LineTry, 'first_lines'>,
) {
  const { new_lines, rematched_lines } = needs;
  const recalled = await findRecalled(tx, cipher, new_lines, rematched_lines);
  const wanted = wantedLines(needs, [...first_lines, ...recalled]);
  const [known, locked] = await Promise.all([
    readKnownLines(tx, cipher, needs.new_lines),
    turn === null ? lockLines(tx, cipher, wanted) : lockInTurn(tx, cipher, wanted, turn),
  ]);
  // A new snapshot, once the lines are locked: it shows what a repeated command did meanwhile.
  await readReviewed(tx, world, needs);
  for (const record of [...known, ...locked]) putLine(world, record);
}

const slotOfLine = ({ receiving_account_id, amount_cents }: BankLine): Slot => ({
  receiving_account_id,
  low_cents: amount_cents,
  high_cents: amount_cents,
});

/**
 * Finds the trades that a line or a claim may be about. Read without locks; the trades are locked
 * afterwards.
 */
async function readPointers(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  needs: Needs,
  { turn, wide, is_last }: { turn: Turn | null; wide: boolean } & Pick<LineTry, 'is_last'>,
): Promise<TradeKey[]> {
  const matched = matchedLines(needs, world);
  const lines = matched.filter((line) => line.amount_cents > 0n);
  const claimed = needs.utrs.map(({ utr }) => utr);
  const utrs = [...lines.flatMap((line) => line.utr ?? []), ...claimed];
  const [claims, past_utrs, by_slot, by_reference, ...payouts] = await Promise.all([
    readClaims(tx, utrs),
    readPastUtrs(tx, claimed),
    readSlotCandidates(tx, lines.map(slotOfLine)),
    readReferences(
      tx,
      lines.flatMap((line) => referencesInText(line.text)),
    ),
    readTradesOfLines(tx, matched),
    readExported(tx, needs),
  ]);
  world.past_utrs = new Set(past_utrs);
  for (const claim of claims) {
    world.claims.set(claim.utr, [...(world.claims.get(claim.utr) ?? []), claim]);
  }
  const { reservations: of_slots, narrowed } = wide
    ? { reservations: by_slot, narrowed: new Set<string>() }
    : narrowSlots(lines, by_slot, claims);
  world.narrowed_slots = narrowed;
  const reservations = [...of_slots, ...by_reference];
  for (const reservation of reservations) putReservation(world, reservation);
  // If a person takes a line from a refund, that line may be the only sign that the refund was
  // paid.
  const of_refunds = [...payouts.flat(), ...tradesOfLines(needs, world)];
  const [refunded] = await Promise.all([
    pointersOfRefunds(tx, needs, of_refunds),
    lockLateLines(tx, cipher, world, needs, { payouts: payouts.flat(), turn, is_last }),
  ]);
  const pointers = [...claims, ...reservations, ...payouts.flat(), ...refunded];
  return [
    ...pointers.map(({ merchant_id, trade_id }) => ({ merchant_id, trade_id })),
    ...tradesOfLines(needs, world),
  ];
}

async function readAndLockTrades(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  needs: Needs,
  { pointers, wide }: { pointers: readonly TradeKey[]; wide: boolean },
) {
  const named = [...needs.trades, ...pointers];
  // Only a pay-in that was refunded, or a balance below zero, asks for these.
  const funding = wide && needs.takes_back ? named : [];
  const keys = new Map(
    [...named, ...(await readFundedPayouts(tx, funding))].map(
      (key) => [key.trade_id, key] as const,
    ),
  );
  const [locked, lines, funded] = await Promise.all([
    lockTrades(tx, cipher, [...keys.values()]),
    findLines(tx, { trades: needs.lines_of }),
    // Once the pay-ins are locked nobody refunds them, so this finds what came before.
    readFundedPayouts(tx, funding),
  ]);
  if (funded.some(({ trade_id }) => !keys.has(trade_id)))
    throw new Crossed('A pay-in was refunded while its credit was taken back');
  // A line was matched to the trade while this batch waited for the trade's lock, and must be
  // released with the others. Lines are never locked after trades, so the batch starts again with
  // this line.
  if (lines.some((id) => !world.lines.has(id)))
    throw new Crossed('A line was matched to a trade while it failed');
  for (const trade of locked) putTrade(world, trade);
}
