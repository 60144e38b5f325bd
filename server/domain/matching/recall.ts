// Recalls: lines with which the bank takes back what it had booked, before or after it was
// credited.

import type { RematchLine, TakeLine } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { placed, suspense, withTrade } from '../line/line-outcome.ts';
import type { BankLine, LineCandidate, LineOutcome, LineRecord } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';
import { isCredited, reverseTrade } from '../trade/dispute.ts';
import { type Cause, changeTrade } from '../trade/trade-change.ts';

type Placed = { outcome: LineOutcome; changes: readonly Change[] };

/** A line that still counts as it came: not a part of a split, and not paired with another. */
function isWhole({ line, outcome }: LineRecord): boolean {
  if (line.parent_line_id !== null || outcome.status === 'withdrawn') return false;
  return outcome.status !== 'returned' || outcome.trade_id !== null;
}

/** Lines of the account with the same UTR and the opposite amount: one reverses the other. */
function opposites(world: World, line: BankLine): LineRecord[] {
  if (line.utr === null || line.parent_line_id !== null) return [];
  return [...world.lines.values()].filter(
    (record) =>
      record.line.utr === line.utr &&
      record.line.receiving_account_id === line.receiving_account_id &&
      record.line.amount_cents === -line.amount_cents &&
      isWhole(record),
  );
}

/** Both lines leave suspense, where they cancel each other out: no entry is needed. */
function pair(line: BankLine, other: LineRecord, now: number): Placed {
  const [mine, theirs] =
    line.amount_cents < 0n ? (['recall', 'recalled'] as const) : (['recalled', 'recall'] as const);
  const outcome = placed(other.line, 'returned', theirs, now);
  return {
    outcome: placed(line, 'returned', mine, now),
    changes: [{ kind: 'line_moved', from: 'suspense', outcome }],
  };
}

/** Pay-ins whose money can be taken back: credited, or still to be decided. */
export const canTakeBack = (trade: Trade): boolean =>
  trade.direction === 'payin' && (isCredited(trade) || trade.state === 'verifying');

/**
 * Matches the line to the pay-in whose money it takes back. A credit is reversed, even if the
 * balance falls below zero; otherwise the pay-in waits for a person without that money.
 */
export function takeBack(
  world: World,
  trade: Trade,
  line: BankLine,
  reason: 'recall' | 'assigned',
  cause: Omit<Cause, 'act'>,
): Placed {
  const { now } = world;
  const { outcome, entry } = withTrade(line, trade, reason, now);
  const received_amount_cents = trade.received_amount_cents + line.amount_cents;
  const patch = { received_amount_cents, state_reason: 'bank_returned' as const };
  const changes = isCredited(trade)
    ? reverseTrade(world, trade, patch, cause)
    : changeTrade(trade, { ...patch, state: 'verifying' }, { ...cause, act: 'match' }, now);
  return { outcome, changes: [entry, ...changes] };
}

function candidatesOf(records: readonly LineRecord[]): LineCandidate[] {
  return records.flatMap(({ outcome: { merchant_id, trade_id } }) =>
    merchant_id === null || trade_id === null
      ? []
      : [{ merchant_id, trade_id, score: 80, evidence: ['utr', 'amount'] }],
  );
}

/**
 * Null if the line reverses nothing. Two lines in suspense cancel each other out; a line that takes
 * back all of a pay-in's money reverses it; a person decides every other case.
 */
export function placeRecall(
  world: World,
  command: TakeLine | RematchLine,
  line: BankLine,
): Placed | null {
  const found = opposites(world, line);
  const waiting = found.filter(({ outcome }) => outcome.status === 'suspense');
  // An incoming line is not the money of an outgoing one, unless that is still in suspense.
  const relevant = line.amount_cents > 0n ? waiting : found;
  const [only] = relevant;
  if (only === undefined) return null;
  const review = {
    outcome: suspense(line, 'recall_for_review', candidatesOf(relevant), world.now),
    changes: [],
  };
  if (relevant.length > 1) return review;
  if (only.outcome.status === 'suspense') return pair(line, only, world.now);
  const trade = world.trades.get(only.outcome.trade_id ?? '');
  const is_whole = trade?.received_amount_cents === -line.amount_cents;
  if (trade === undefined || only.outcome.status !== 'matched' || !is_whole) return review;
  if (!canTakeBack(trade)) return review;
  const cause = { ...command, note: 'The bank took the money back' };
  return takeBack(world, trade, line, 'recall', cause);
}
