// Which pay-out a bank line belongs to: the one that it names, otherwise the only one with its
// account, amount and time.

import { DAY_MS } from '../../lib/durations.ts';
import type { World } from '../batch/world.ts';
import type { BankLine, LineCandidate, LineEvidence, LineReason } from '../record/bank-line.ts';
import {
  endToEndIdsIn,
  FAILED_ATTEMPT_STATES,
  isOpenAttempt,
  type PayoutAttempt,
} from '../record/payout-attempt.ts';
import { type Trade, waysOut } from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';

/** At most this many attempts of one account and amount are read for a line, newest first. */
export const MOST_UNSEEN = 20;

export type PayoutFound = { attempt: PayoutAttempt; trade: Trade; reason: LineReason };
export type PayoutNotFound = { attempt: null; reason: LineReason; candidates: LineCandidate[] };
export type PayoutMatch = PayoutFound | PayoutNotFound;

const SKEW_MS = 5 * 60_000;
/** If a bank gives only a day, it may be that day in any time zone. */
const ZONES_MS = 14 * 3_600_000;

/** Whether the money can have left for this attempt when the line was booked. */
function inTime(attempt: PayoutAttempt, line: BankLine): boolean {
  const from = attempt.sent_at ?? attempt.created_at;
  const [before, after] = line.booked_exactly ? [SKEW_MS, SKEW_MS] : [ZONES_MS, DAY_MS + ZONES_MS];
  const too_late = from + LIMITS.late_evidence_max_ms;
  return line.booked_at + after >= from && line.booked_at - before <= too_late;
}

/** The attempt ids in a bank line, whichever field the bank put them in. */
export const idsOfLine = (
  line: Pick<BankLine, 'end_to_end_id' | 'text' | 'bank_id' | 'utr'>,
): string[] => endToEndIdsIn([line.end_to_end_id, line.text, line.bank_id, line.utr]);

function suspects(world: World, line: BankLine) {
  const here = (attempt: PayoutAttempt) =>
    attempt.currency === line.currency &&
    (attempt.receiving_account_id ?? line.receiving_account_id) === line.receiving_account_id;
  const all = [...world.attempts.values()].filter(here);
  const ids = new Set(idsOfLine(line));
  return {
    named: all.filter((attempt) => ids.has(attempt.end_to_end_id)),
    by_utr: all.filter((attempt) => line.utr !== null && attempt.utr === line.utr),
    all,
  };
}

const tradeOf = (world: World, attempt: PayoutAttempt): Trade => {
  const trade = world.trades.get(attempt.trade_id);
  if (trade === undefined) throw new Error(`Trade ${attempt.trade_id} was not read`);
  return trade;
};

function candidatesOf(
  line: BankLine,
  found: readonly PayoutAttempt[],
  evidence: LineEvidence,
): LineCandidate[] {
  return found.slice(0, MOST_UNSEEN).map(({ merchant_id, trade_id, amount_cents }) => {
    const exact = amount_cents === line.amount_cents || amount_cents === -line.amount_cents;
    const score = (evidence === 'amount' ? 0 : 50) + (exact ? 30 : 0);
    const has_both = exact && evidence !== 'amount';
    const held = has_both ? ([evidence, 'amount'] as const) : [evidence];
    return { merchant_id, trade_id, score, evidence: held };
  });
}

/** No line shows its money leaving yet, and the money left or may have left. */
export const isUnseen = ({ debit_line_id, state }: PayoutAttempt): boolean =>
  debit_line_id === null && !FAILED_ATTEMPT_STATES.includes(state);

function whyNotDebit(world: World, line: BankLine, found: readonly PayoutAttempt[]): LineReason {
  if (found.every((attempt) => attempt.amount_cents !== -line.amount_cents)) {
    return 'payout_amount_mismatch';
  }
  if (found.some(({ debit_line_id }) => debit_line_id !== null)) return 'payout_paid_already';
  // A person may still say that its money left all the same.
  const is_over = found.some(({ trade_id }) => {
    const state = world.trades.get(trade_id)?.state;
    return state !== undefined && waysOut('payout', 'charge', state).length > 0;
  });
  return is_over ? 'payout_not_paid' : 'payout_given_up';
}

type Rule = readonly [LineReason, LineEvidence, readonly PayoutAttempt[]];

/**
 * By the names in the line: exactly one fitting attempt decides; an attempt with another amount
 * never fits.
 */
function byName(world: World, line: BankLine, rules: readonly Rule[]): PayoutMatch | null {
  for (const [reason, evidence, found] of rules) {
    if (found.length === 0) continue;
    const fitting = found.filter(
      (attempt) => isUnseen(attempt) && attempt.amount_cents === -line.amount_cents,
    );
    const [attempt, another] = fitting;
    if (attempt !== undefined && another === undefined) {
      return { attempt, trade: tradeOf(world, attempt), reason };
    }
    const why = fitting.length > 1 ? 'several_candidates' : whyNotDebit(world, line, found);
    return { attempt: null, reason: why, candidates: candidatesOf(line, found, evidence) };
  }
  return null;
}

/** A draft's file was not sent, so it cannot be paid; a pay-out that a person pays by hand can. */
const canHaveLeft = (attempt: PayoutAttempt) =>
  attempt.state !== 'pending' || attempt.payout_batch_id === null;

/** By account, amount and time, if they fit exactly one pay-out. */
export function matchDebitByAmount(world: World, line: BankLine): PayoutMatch {
  const unseen = suspects(world, line).all.filter(
    (attempt) =>
      isUnseen(attempt) &&
      attempt.amount_cents === -line.amount_cents &&
      attempt.receiving_account_id !== null,
  );
  const other_utr = ({ utr }: PayoutAttempt) =>
    utr !== null && line.utr !== null && utr !== line.utr;
  const fitting = unseen.filter(
    (attempt) => canHaveLeft(attempt) && inTime(attempt, line) && !other_utr(attempt),
  );
  const candidates = candidatesOf(line, fitting, 'amount');
  const [attempt] = fitting;
  if (attempt === undefined) return { attempt: null, reason: 'outgoing', candidates };
  // If the list was cut off, there may be more attempts.
  if (fitting.length > 1 || unseen.length >= MOST_UNSEEN) {
    return { attempt: null, reason: 'several_candidates', candidates };
  }
  return { attempt, trade: tradeOf(world, attempt), reason: 'payout_amount_time' };
}

/**
 * The pay-out named by a line whose money left, or why a person has to decide; null if none is
 * named.
 */
export function matchNamedDebit(world: World, line: BankLine): PayoutMatch | null {
  // For nearly all lines no pay-out was read.
  if (world.attempts.size === 0) return null;
  const { named, by_utr } = suspects(world, line);
  return byName(world, line, [
    ['payout_reference', 'end_to_end_id', named],
    ['payout_utr', 'utr', by_utr],
  ]);
}

/** What a return may undo, if the trade's state allows it and was not final when it was booked. */
function returnReason(attempt: PayoutAttempt, trade: Trade, line: BankLine, now: number) {
  if (attempt.amount_cents !== line.amount_cents) return 'payout_amount_mismatch';
  if (attempt.return_line_id !== null) return 'payout_returned_already';
  if (attempt.state === 'returned') return 'payout_returned';
  // Statements may list the return before the payment: it waits for the payment.
  if (isOpenAttempt(attempt)) return 'payout_returned_early';
  if (attempt.state !== 'paid') return 'payout_never_left';
  // The merchant was charged: a return gives the charge back, however late.
  if (attempt.charged_cents !== null) return 'payout_returned';
  const booked_at = Math.min(line.booked_at, now);
  return trade.final_at !== null && booked_at > trade.final_at ? 'payout_final' : 'payout_returned';
}

/** The pay-out that an incoming line returns; null if the line is not a return. */
export function matchReturn(world: World, line: BankLine, now: number): PayoutMatch | null {
  if (world.attempts.size === 0) return null;
  const { named, by_utr } = suspects(world, line);
  const found = named.length > 0 ? named : by_utr;
  const [attempt] = found;
  if (attempt === undefined) return null;
  const candidates = candidatesOf(line, found, named.length > 0 ? 'end_to_end_id' : 'utr');
  if (found.length > 1) return { attempt: null, reason: 'several_candidates', candidates };
  const trade = tradeOf(world, attempt);
  const reason = returnReason(attempt, trade, line, now);
  if (reason === 'payout_returned') return { attempt, trade, reason };
  return { attempt: null, reason, candidates };
}
