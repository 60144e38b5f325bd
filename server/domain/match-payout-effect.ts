// What a bank line does to the pay-out that it belongs to: money that left completes it, money that
// came back reverses it.
import type { BankLine, LineOutcome } from './bank-line.ts';
import type { Change } from './decision.ts';
import { suspense, withTrade } from './line-outcome.ts';
import {
  isUnseen,
  matchDebitByAmount,
  matchNamedDebit,
  matchReturn,
  type PayoutFound,
  type PayoutMatch,
} from './match-payout.ts';
import { endToEndIdsIn, isOpenAttempt, type PayoutAttempt } from './payout-attempt.ts';
import { tradeEntry } from './posting-rules.ts';
import { sumsOf } from './settlement.ts';
import type { Trade } from './trade.ts';
import { type Cause, changeTrade, tradeAfter } from './trade-change.ts';
import { attemptsOf, type World } from './world.ts';

type Placed = { outcome: LineOutcome; changes: readonly Change[] };
type LineCause = Omit<Cause, 'act'>;

/** The bank's number of the transfer; what is our own id is none. */
const utrOf = (line: BankLine): string | null =>
  line.utr !== null && endToEndIdsIn([line.utr]).length > 0 ? null : line.utr;

/** A completed pay-out whose paying account or UTR only the line tells. */
function complement(trade: Trade, patch: Partial<Trade>, cause: Cause, now: number): Change[] {
  const { utr = trade.utr, receiving_account_id = trade.receiving_account_id } = patch;
  const is_new = utr !== trade.utr || receiving_account_id !== trade.receiving_account_id;
  const is_paid = trade.state === 'completed' || trade.state === 'disputed';
  if (!is_new || !is_paid) return [];
  const told = { state: trade.state, utr, receiving_account_id };
  const changes = changeTrade(trade, told, { ...cause, act: 'match' }, now);
  if (receiving_account_id === trade.receiving_account_id) return changes;
  const entry = tradeEntry('payout_account_known', sumsOf(tradeAfter(changes, trade)));
  return [...changes, { kind: 'entry', entry }];
}

function payTrade(trade: Trade, line: BankLine, cause: Cause, now: number): Change[] {
  const utr = trade.utr ?? utrOf(line);
  const receiving_account_id = trade.receiving_account_id ?? line.receiving_account_id;
  const told = { utr, receiving_account_id };
  if (trade.state !== 'processing') return complement(trade, told, cause, now);
  const patch = { state: 'completed' as const, state_reason: null, ...told };
  const changes = changeTrade(trade, patch, { ...cause, act: 'match' }, now);
  const entry = tradeEntry('payout_completed', sumsOf(tradeAfter(changes, trade)));
  return [...changes, { kind: 'entry', entry }];
}

function returnTrade(trade: Trade, cause: Cause, now: number): Change[] {
  if (trade.state === 'reversed') return [];
  const patch = {
    state: 'reversed' as const,
    state_reason: 'bank_returned' as const,
    disputed_from: null,
  };
  const changes = changeTrade(trade, patch, { ...cause, act: 'reverse' }, now);
  return [...changes, { kind: 'entry', entry: tradeEntry('payout_reversed', sumsOf(trade)) }];
}

/** The attempt, with what the line shows of it. */
function seenBy(attempt: PayoutAttempt, line: BankLine, now: number): PayoutAttempt {
  if (line.amount_cents > 0n) {
    return { ...attempt, state: 'returned', return_line_id: line.bank_line_id, changed_at: now };
  }
  return {
    ...attempt,
    state: isOpenAttempt(attempt) ? 'paid' : attempt.state,
    debit_line_id: line.bank_line_id,
    utr: attempt.utr ?? utrOf(line),
    receiving_account_id: attempt.receiving_account_id ?? line.receiving_account_id,
    changed_at: now,
  };
}

/** The changes that give a line to its pay-out: the house's entry, the trade and the attempt. */
function give(
  { attempt, trade, reason }: PayoutFound,
  line: BankLine,
  cause: LineCause,
  now: number,
): Placed {
  const { outcome, entry } = withTrade(line, trade, reason, now);
  const plain: Cause = { ...cause, act: 'match' };
  const moved =
    line.amount_cents < 0n ? payTrade(trade, line, plain, now) : returnTrade(trade, plain, now);
  const seen: Change = { kind: 'attempt_changed', attempt: seenBy(attempt, line, now) };
  return { outcome, changes: [entry, ...moved, seen] };
}

function place(match: PayoutMatch, line: BankLine, cause: LineCause, now: number): Placed {
  if (match.attempt !== null) return give(match, line, cause, now);
  return { outcome: suspense(line, match.reason, match.candidates, now), changes: [] };
}

/**
 * Where a line belongs that names a pay-out, whichever way its money went; null where it names
 * none. Before anything else is made of it: a payment and its return look like a recall.
 */
export function placeNamedPayout(world: World, cause: LineCause, line: BankLine): Placed | null {
  const match =
    line.amount_cents < 0n ? matchNamedDebit(world, line) : matchReturn(world, line, world.now);
  return match === null ? null : place(match, line, cause, world.now);
}

/** Where a line with money that left belongs, which names nothing. */
export function placeOutgoing(world: World, cause: LineCause, line: BankLine): Placed {
  return place(matchDebitByAmount(world, line), line, cause, world.now);
}

/**
 * A person says that the line is this pay-out's: money that left for it, or came back. Null where
 * no attempt of it has this amount and waits for such a line.
 */
export function placeOnPayout(
  world: World,
  cause: LineCause,
  line: BankLine,
  trade: Trade,
): Placed | null {
  const { amount_cents, receiving_account_id: here } = line;
  const waits = (attempt: PayoutAttempt) =>
    amount_cents < 0n
      ? isUnseen(attempt) && attempt.amount_cents === -amount_cents
      : attempt.state === 'paid' &&
        attempt.return_line_id === null &&
        attempt.amount_cents === amount_cents;
  // Money of another account would leave both accounts' books open.
  const attempt = attemptsOf(world, trade.trade_id).find(
    (one) => waits(one) && (one.receiving_account_id ?? here) === here,
  );
  if (attempt === undefined) return null;
  return give({ attempt, trade, reason: 'assigned' }, line, cause, world.now);
}
