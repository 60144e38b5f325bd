// Money of nobody's order goes back to its sender: by a pay-out of the house's own merchant, from
// there on the ordinary ways.

import type { CreatePayout } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { matchEntry, returnEntry, tradeEntry } from '../ledger/posting-rules.ts';
import { type Reviewed, suspense, withTrade } from '../line/line-outcome.ts';
import type { BankLine, LineRecord } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { created, newTrade } from '../trade/create-trade.ts';
import { endedBy } from '../trade/refund-count.ts';
import { sumsOf } from '../trade/settlement.ts';

/** The line's credit and the pay-out's hold are one decision: nobody can spend it in between. */
export function returnLine(world: World, line: BankLine, payout: CreatePayout): Reviewed | Refusal {
  if (line.amount_cents < 0n) {
    const message = 'went out: there is nothing to send back';
    return refuseFields([{ field: 'id', code: 'not_allowed', message }]);
  }
  if (payout.merchant.balance_currency !== line.currency) {
    throw new Error(`${payout.merchant.merchant_id} returns no ${line.currency}`);
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
      { kind: 'entry', entry: returnEntry(line, trade.merchant_id, 1n) },
      created(fields, trade),
      { kind: 'entry', entry: tradeEntry('payout_held', sumsOf(trade)) },
    ],
  };
}

/** The line that the pay-out was made to send back; null where it was made for something else. */
export function sentBackBy(world: World, { trade_id }: Pick<Trade, 'trade_id'>): string | null {
  const acts = [...world.line_acts.values()];
  const made = acts.find((done) => done.act === 'return' && done.trade_id === trade_id);
  return made?.bank_line_id ?? null;
}

/**
 * The money of a return left, although it had come to nothing: its line goes with it again, so that
 * its merchant has what it is charged, and the sender's money lies in one place only. Refused where
 * somebody has decided otherwise about the line meanwhile.
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
    { kind: 'entry', entry: returnEntry(line, trade.merchant_id, 1n) },
    { kind: 'line_moved', from: 'suspense', outcome: { ...outcome, status: 'returned' } },
  ];
}

/** The pay-out, where its charge is given back by this change: it has come to nothing again. */
function chargeEnded(world: World, change: Change) {
  if (change.kind !== 'attempt_changed' || change.attempt.charged_cents !== null) return null;
  const before = world.attempts.get(change.attempt.payout_attempt_id);
  return (before?.charged_cents ?? null) === null ? null : change.attempt;
}

/** What the return did is taken back by the entries of an undo: the money is nobody's again. */
function giveUp(world: World, { line, outcome }: LineRecord, merchant_id: string): Change[] {
  return [
    { kind: 'entry', entry: returnEntry(line, merchant_id, -1n) },
    { kind: 'entry', entry: matchEntry(line, merchant_id, -1n) },
    {
      kind: 'line_moved',
      from: outcome.status,
      outcome: suspense(line, 'return_failed', [], world.now),
    },
  ];
}

/**
 * The changes of a decision with what follows from them for lines on their way back: whichever way
 * the pay-out comes to nothing, also after it was charged, its line waits for a person again. Its
 * merchant cannot have used the money: it was on hold or gone until this very decision.
 */
export function withReturns(world: World, changes: readonly Change[]): readonly Change[] {
  const ended = changes.flatMap(
    (change) => endedBy(world, change) ?? chargeEnded(world, change) ?? [],
  );
  if (ended.length === 0) return changes;
  // An undo has moved its own line already.
  const moved = new Set(
    changes.flatMap((change) => (change.kind === 'line_moved' ? change.outcome.bank_line_id : [])),
  );
  const owner = new Map(ended.map((trade) => [trade.trade_id, trade.merchant_id]));
  const given_up = [...world.lines.values()].flatMap((record) => {
    const { status, trade_id, bank_line_id } = record.outcome;
    const merchant_id = owner.get(trade_id ?? '');
    const is_back = status === 'returned' && merchant_id !== undefined && !moved.has(bank_line_id);
    return is_back ? giveUp(world, record, merchant_id) : [];
  });
  return [...changes, ...given_up];
}
