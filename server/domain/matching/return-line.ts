// Returns unmatched money to its sender, by an ordinary pay-out of the house merchant.

import type { CreatePayout } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import { lineEntry, undoLineEntry } from '../batch/entries.ts';
import type { World } from '../batch/world.ts';
import { type Reviewed, suspense, withTrade } from '../line/line-outcome.ts';
import type { BankLine, LineRecord } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { created, newTrade } from '../trade/create-trade.ts';
import { endedBy } from '../trade/refund-count.ts';
import { tradeEntry } from '../trade/trade-amounts.ts';
import { MAX_AMOUNT_CENTS } from '../values/money.ts';

/**
 * The line's credit and the pay-out's hold are one decision: nobody can spend the money in between.
 */
export function returnLine(world: World, line: BankLine, payout: CreatePayout): Reviewed | Refusal {
  if (line.amount_cents < 0n) {
    const message = 'went out: there is nothing to send back';
    return refuseFields([{ field: 'id', code: 'not_allowed', message }]);
  }
  if (line.amount_cents > MAX_AMOUNT_CENTS) {
    const message = `is more than ${MAX_AMOUNT_CENTS}, the most of one pay-out: split it first`;
    return refuseFields([{ field: 'id', code: 'not_allowed', message }]);
  }
  if (payout.merchant.balance_currency !== line.currency) {
    throw new Error(`${payout.merchant.merchant_id} cannot return ${line.currency}`);
  }
  const { amount_cents, currency } = line;
  const start = { amount_cents, receiving_account_id: null, exclusive: false, expires_at: null };
  const fields = { ...payout, amount_cents, currency };
  const trade = newTrade(fields, world.now, { ...start, state: 'created' });
  if (isRefusal(trade)) return trade;
  const { outcome, entry } = withTrade(line, trade, 'returned_to_sender', world.now);
  return {
    outcome: { ...outcome, status: 'returned' },
    changes: [
      entry,
      lineEntry('line_received', line, trade.merchant_id),
      created(fields, trade),
      tradeEntry('payout_held', trade),
    ],
  };
}

/** The line that the pay-out was created to send back; null if it has another purpose. */
export function sentBackBy(world: World, { trade_id }: Pick<Trade, 'trade_id'>): string | null {
  const acts = [...world.line_acts.values()];
  const made = acts.find((done) => done.act === 'return' && done.trade_id === trade_id);
  return made?.bank_line_id ?? null;
}

/**
 * The money of an unsuccessful return left after all: the line is credited again to the merchant
 * that is charged, so that the sender's money is in one place only. Refused if somebody has decided
 * otherwise about the line meanwhile.
 */
export function sendAlong(world: World, trade: Trade): Change[] | Refusal {
  const bank_line_id = sentBackBy(world, trade);
  if (bank_line_id === null) return [];
  const record = world.lines.get(bank_line_id);
  if (record === undefined) throw new Error(`Line ${bank_line_id} was not read`);
  const { line, outcome: before } = record;
  if (before.status !== 'suspense') {
    const detail =
      `The pay-out was to send back bank line ${bank_line_id}, which is ${before.status} by now. ` +
      'Undo that first, so that the line goes with it; or put the money that left to the costs.';
    const extra = { act: 'charge', state: trade.state, bank_line_id };
    return refuse('act_not_allowed', detail, { extra });
  }
  const { outcome, entry } = withTrade(line, trade, 'returned_to_sender', world.now);
  return [
    entry,
    lineEntry('line_received', line, trade.merchant_id),
    { kind: 'line_moved', from: 'suspense', outcome: { ...outcome, status: 'returned' } },
  ];
}

/** Entries of an undo take back what the return posted: the money is unmatched again. */
function giveUp(world: World, { line, outcome }: LineRecord, merchant_id: string): Change[] {
  return [
    undoLineEntry('line_given_up', line, merchant_id),
    undoLineEntry('unmatch', line, merchant_id),
    {
      kind: 'line_moved',
      from: outcome.status,
      outcome: suspense(line, 'return_failed', [], world.now),
    },
  ];
}

/**
 * Puts the lines that this pay-out was to send back in suspense again. Its merchant cannot have
 * used the money: it was on hold, or gone, until this decision.
 */
function giveUpLines(
  world: World,
  { merchant_id, trade_id }: Pick<Trade, 'merchant_id' | 'trade_id'>,
  all: readonly Change[],
): Change[] {
  // An undo has already moved its own line.
  const moved = new Set(
    all.flatMap((change) => (change.kind === 'line_moved' ? change.outcome.bank_line_id : [])),
  );
  return [...world.lines.values()]
    .filter(({ outcome }) => outcome.status === 'returned' && outcome.trade_id === trade_id)
    .filter(({ line }) => !moved.has(line.bank_line_id))
    .flatMap((record) => giveUp(world, record, merchant_id));
}

/** Whenever the pay-out does not succeed. */
export function giveUpReturn(
  world: World,
  change: Extract<Change, { kind: 'trade_changed' }>,
  all: readonly Change[],
): Change[] {
  const ended = endedBy(world, change);
  return ended === null ? [] : giveUpLines(world, ended, all);
}

/** Also after a charge, which this change gives back. */
export function giveUpCharged(
  world: World,
  { attempt }: Extract<Change, { kind: 'attempt_changed' }>,
  all: readonly Change[],
): Change[] {
  const before = world.attempts.get(attempt.payout_attempt_id);
  const was_charged = (before?.charged_cents ?? null) !== null;
  return was_charged && attempt.charged_cents === null ? giveUpLines(world, attempt, all) : [];
}
