// Which pay-out a bank line belongs to: one that it names, else the only one of its account, amount
// and time.

import type { World } from '../batch/world.ts';
import type { BankLine, LineCandidate, LineReason } from '../record/bank-line.ts';
import {
  endToEndIdsIn,
  FAILED_ATTEMPT_STATES,
  isOpenAttempt,
  type PayoutAttempt,
} from '../record/payout-attempt.ts';
import { type Trade, waysOut } from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';

/** As many attempts of one account and amount are read for a line, newest first, and no more. */
export const MOST_UNSEEN = 20;

export type PayoutFound = { attempt: PayoutAttempt; trade: Trade; reason: LineReason };
export type PayoutNotFound = { attempt: null; reason: LineReason; candidates: LineCandidate[] };
export type PayoutMatch = PayoutFound | PayoutNotFound;

const DAY_MS = 86_400_000;
const SKEW_MS = 5 * 60_000;
/** A bank that gives only a day may mean a day of any time zone. */
const ZONES_MS = 14 * 3_600_000;

/** Whether the money can have left for this attempt when the line was booked. */
function inTime(attempt: PayoutAttempt, line: BankLine): boolean {
  const from = attempt.sent_at ?? attempt.created_at;
  const [before, after] = line.booked_exactly ? [SKEW_MS, SKEW_MS] : [ZONES_MS, DAY_MS + ZONES_MS];
  const too_late = from + LIMITS.late_evidence_max_ms;
  return line.booked_at + after >= from && line.booked_at - before <= too_late;
}

/** What a bank line names: the attempt's own id, wherever the bank put it. */
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
  evidence: string,
): LineCandidate[] {
  return found.slice(0, MOST_UNSEEN).map(({ merchant_id, trade_id, amount_cents }) => {
    const exact = amount_cents === line.amount_cents || amount_cents === -line.amount_cents;
    const score = (evidence === 'amount' ? 0 : 50) + (exact ? 30 : 0);
    const held = exact && evidence !== 'amount' ? [evidence, 'amount'] : [evidence];
    return { merchant_id, trade_id, score, evidence: held };
  });
}

/** Has no line yet that shows its money leave, and money did leave or may have. */
export const isUnseen = ({ debit_line_id, state }: PayoutAttempt): boolean =>
  debit_line_id === null && !FAILED_ATTEMPT_STATES.includes(state);

function whyNotDebit(world: World, line: BankLine, found: readonly PayoutAttempt[]): LineReason {
  if (found.every((attempt) => attempt.amount_cents !== -line.amount_cents)) {
    return 'payout_amount_mismatch';
  }
  if (found.some(({ debit_line_id }) => debit_line_id !== null)) return 'trade_already_paid';
  // A person may say that its money left all the same.
  const is_over = found.some(({ trade_id }) => {
    const state = world.trades.get(trade_id)?.state;
    return state !== undefined && waysOut('payout', 'charge', state).length > 0;
  });
  return is_over ? 'payout_not_paid' : 'trade_not_payable';
}

type Rule = readonly [LineReason, string, readonly PayoutAttempt[]];

/** By what the line names: exactly one that fits decides, and another amount never does. */
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

/** A draft cannot have been paid by its file; what a person pays by hand can. */
const canHaveLeft = (attempt: PayoutAttempt) =>
  attempt.state !== 'pending' || attempt.payout_batch_id === null;

/** The account, the amount and the time: only where they fit exactly one pay-out. */
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
  // Others may stand behind those that were read.
  if (fitting.length > 1 || unseen.length >= MOST_UNSEEN) {
    return { attempt: null, reason: 'several_candidates', candidates };
  }
  return { attempt, trade: tradeOf(world, attempt), reason: 'payout_amount_time' };
}

/** Which pay-out a line with money that left names, or why a person has to say; null: none. */
export function matchNamedDebit(world: World, line: BankLine): PayoutMatch | null {
  // Of nearly all lines no pay-out was read.
  if (world.attempts.size === 0) return null;
  const { named, by_utr } = suspects(world, line);
  return byName(world, line, [
    ['payout_reference', 'end_to_end_id', named],
    ['payout_utr', 'utr', by_utr],
  ]);
}

/** What a return may undo: the trade's state allows it, and it is not final by now. */
function returnReason(attempt: PayoutAttempt, trade: Trade, line: BankLine, now: number) {
  if (attempt.amount_cents !== line.amount_cents) return 'payout_amount_mismatch';
  if (attempt.return_line_id !== null) return 'trade_already_paid';
  if (attempt.state === 'returned') return 'payout_returned';
  // Statements may list the return before the payment: it waits for it.
  if (isOpenAttempt(attempt)) return 'payout_returned_early';
  if (attempt.state !== 'paid') return 'trade_not_payable';
  // Its merchant was charged: what came back is given back, however late.
  if (attempt.charged_cents !== null) return 'payout_returned';
  return trade.final_at !== null && now > trade.final_at ? 'too_late' : 'payout_returned';
}

/** Which pay-out came back with a line of money that came in; null where it is no return. */
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
