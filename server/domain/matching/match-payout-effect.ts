// Matches a bank line to its pay-out: money that left completes it, money that was returned
// reverses it.

import type { Change } from '../batch/decision.ts';
import { undoTrade } from '../batch/entries.ts';
import { attemptsOf, type World } from '../batch/world.ts';
import { suspense, withTrade } from '../line/line-outcome.ts';
import type { BankLine, LineOutcome } from '../record/bank-line.ts';
import { LEFT_ATTEMPT_STATES, type PayoutAttempt } from '../record/payout-attempt.ts';
import { PAID_PAYOUT_STATES } from '../record/state-sets.ts';
import type { Trade } from '../record/trade.ts';
import { tradeEntry } from '../trade/trade-amounts.ts';
import { type Cause, changeTrade, tradeAfter } from '../trade/trade-change.ts';
import { giveChargeBack } from './charge-payout.ts';
import { seenBy, utrOf } from './line-on-attempt.ts';
import {
  isUnseen,
  matchDebitByAmount,
  matchNamedDebit,
  matchReturn,
  type PayoutFound,
  type PayoutMatch,
} from './match-payout.ts';

type Placed = { outcome: LineOutcome; changes: readonly Change[] };
type LineCause = Omit<Cause, 'act'>;

/** A pay-out that is paid or charged, and whose paying account or UTR only the line tells. */
function complement(
  { attempt, trade }: PayoutFound,
  told: Pick<Trade, 'utr' | 'receiving_account_id'>,
  cause: LineCause,
  now: number,
): Change[] {
  const { utr, receiving_account_id } = told;
  const is_new = utr !== trade.utr || receiving_account_id !== trade.receiving_account_id;
  const is_charged = attempt.charged_cents !== null;
  const is_paid = PAID_PAYOUT_STATES.includes(trade.state) || is_charged;
  if (!is_new || !is_paid) return [];
  const act = is_charged ? 'charge' : 'match';
  const changes = changeTrade(trade, { state: trade.state, ...told }, { ...cause, act }, now);
  if (receiving_account_id === trade.receiving_account_id) return changes;
  return [...changes, tradeEntry('payout_account_known', tradeAfter(changes, trade))];
}

function payTrade(found: PayoutFound, line: BankLine, cause: LineCause, now: number): Change[] {
  const { trade } = found;
  const utr = trade.utr ?? utrOf(line);
  const receiving_account_id = trade.receiving_account_id ?? line.receiving_account_id;
  const told = { utr, receiving_account_id };
  if (trade.state !== 'processing') return complement(found, told, cause, now);
  const patch = { state: 'completed' as const, state_reason: null, ...told };
  const changes = changeTrade(trade, patch, { ...cause, act: 'match' }, now);
  return [...changes, tradeEntry('payout_completed', tradeAfter(changes, trade))];
}

/** The merchant gets the money back, and also what it was charged for an unsuccessful pay-out. */
function returnTrade(world: World, { attempt, trade }: PayoutFound, cause: LineCause): Change[] {
  if (attempt.charged_cents !== null) {
    const note = cause.note ?? 'The bank sent it back';
    return giveChargeBack(world, trade, {}, { ...cause, note, act: 'charge' });
  }
  if (attempt.state === 'returned') return [];
  const patch = {
    state: 'reversed' as const,
    state_reason: 'bank_returned' as const,
    disputed_from: null,
  };
  const changes = changeTrade(trade, patch, { ...cause, act: 'reverse' }, world.now);
  return [...changes, ...undoTrade(world, trade, 'payout_reversed')];
}

/**
 * The changes that match a line to its pay-out: the entry in the house's book, trade and attempt.
 */
function give(world: World, found: PayoutFound, line: BankLine, cause: LineCause): Placed {
  const { attempt, trade, reason } = found;
  const { now } = world;
  const { outcome, entry } = withTrade(line, trade, reason, now);
  const moved =
    line.amount_cents < 0n ? payTrade(found, line, cause, now) : returnTrade(world, found, cause);
  const seen: Change = { kind: 'attempt_changed', attempt: seenBy(attempt, line, now) };
  return { outcome, changes: [entry, ...moved, seen] };
}

function place(world: World, match: PayoutMatch, line: BankLine, cause: LineCause): Placed {
  if (match.attempt !== null) return give(world, match, line, cause);
  return { outcome: suspense(line, match.reason, match.candidates, world.now), changes: [] };
}

/**
 * The outcome of a line that names a pay-out, whether its money left or came in; null if it names
 * none. Checked first, because a payment and its return look like a line and its recall.
 */
export function placeNamedPayout(world: World, cause: LineCause, line: BankLine): Placed | null {
  const match =
    line.amount_cents < 0n ? matchNamedDebit(world, line) : matchReturn(world, line, world.now);
  return match === null ? null : place(world, match, line, cause);
}

/** The outcome of a line whose money left, and which names no pay-out. */
export function placeOutgoing(world: World, cause: LineCause, line: BankLine): Placed {
  return place(world, matchDebitByAmount(world, line), line, cause);
}

/**
 * A person says that the line belongs to this pay-out: its money left, or was returned. Null if no
 * attempt of this amount still lacks such a line.
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
      : LEFT_ATTEMPT_STATES.includes(attempt.state) &&
        attempt.return_line_id === null &&
        attempt.amount_cents === amount_cents;
  // With money of another account, the books of both accounts would stay open.
  const attempt = attemptsOf(world, trade.trade_id).find(
    (one) => waits(one) && (one.receiving_account_id ?? here) === here,
  );
  if (attempt === undefined) return null;
  return give(world, { attempt, trade, reason: 'assigned' }, line, cause);
}
