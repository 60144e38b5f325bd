// Takes a bank line from its pay-out: facts that only the line told go with it, and the merchant's
// balance changes only if the command says so.

import type { ReviewLine } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import { attemptsOf, type World } from '../batch/world.ts';
import type { LineRecord } from '../record/bank-line.ts';
import type { PayoutAttempt } from '../record/payout-attempt.ts';
import type { Trade } from '../record/trade.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { reverseTrade } from '../trade/dispute.ts';
import { tradeEntry } from '../trade/trade-amounts.ts';
import { type Cause, changeTrade, type Patch, refuseFinal } from '../trade/trade-change.ts';
import { chargeTrade, giveChargeBack } from './charge-payout.ts';
import { isPaidByLine, withoutDebit, withoutReturn } from './line-on-attempt.ts';

/** How far an undo may go: see `Review`. */
export type Undo = { reverse: boolean; charge: boolean };

type Undone = {
  world: World;
  command: ReviewLine;
  record: LineRecord;
  trade: Trade;
  /** The attempt with the line, and without it. */
  before: PayoutAttempt;
  after: PayoutAttempt;
};

const wroteAttempt = (attempt: PayoutAttempt): Change => ({ kind: 'attempt_changed', attempt });

const causeOf = (command: ReviewLine): Cause & { act: 'unmatch' } => ({
  ...command,
  act: 'unmatch',
});

/** What the trade still knows without the line. */
function toldStill({ trade, before, after }: Undone) {
  return {
    utr: before.utr === after.utr ? trade.utr : null,
    receiving_account_id:
      before.receiving_account_id === after.receiving_account_id
        ? trade.receiving_account_id
        : null,
  };
}

/** No event if nothing changes that merchants see. */
function unmatched({ world, command, trade }: Undone, patch: Patch): Change[] {
  const names = Object.keys(patch) as (keyof Patch)[];
  if (names.every((name) => patch[name] === trade[name])) return [];
  return changeTrade(trade, patch, causeOf(command), world.now);
}

/** No line names the paying account any more; no entry if the money is back in the books. */
function accountForgotten(undone: Undone, is_debited: boolean): Change[] {
  const { trade } = undone;
  const is_same = toldStill(undone).receiving_account_id === trade.receiving_account_id;
  if (is_same || !is_debited) return [];
  return [tradeEntry('payout_account_unknown', trade)];
}

/** The line only confirmed what was known: the state stays. */
function stays(undone: Undone, is_debited: boolean): Change[] {
  const { state } = undone.trade;
  return [
    ...unmatched(undone, { state, ...toldStill(undone) }),
    ...accountForgotten(undone, is_debited),
    wroteAttempt(undone.after),
  ];
}

/** Nothing shows any more that it was paid: a person has to find out, or has decided already. */
function withoutEvidence(undone: Undone, reverse: boolean): Change[] | Refusal {
  const { world, command, trade, after } = undone;
  if (trade.final_at !== null && world.now > trade.final_at) return refuseFinal(trade, 'unmatch');
  const told = toldStill(undone);
  const state_reason = 'insufficient_evidence' as const;
  if (reverse) {
    const patch = { ...told, state_reason };
    const changes = reverseTrade(world, trade, patch, causeOf(command));
    // It is never sent again; a line that names it needs a person.
    return [...changes, wroteAttempt({ ...after, state: 'rejected' })];
  }
  const is_disputed = trade.state === 'disputed';
  const patch: Patch = {
    ...told,
    state: 'disputed',
    state_reason: is_disputed ? (trade.state_reason ?? state_reason) : state_reason,
    disputed_from: 'completed',
  };
  return [...unmatched(undone, patch), ...accountForgotten(undone, true), wroteAttempt(after)];
}

/** The pay-out is unsuccessful: a charge that depends on the line is given back. */
function afterNothing(undone: Undone): Change[] {
  const { world, command, record, trade, before, after } = undone;
  const is_charged = before.charged_cents !== null;
  const rests = record.outcome.reason === 'charged' || isPaidByLine(before);
  if (!is_charged || !rests) return stays(undone, is_charged);
  const changes = giveChargeBack(world, trade, toldStill(undone), causeOf(command));
  return [...changes, wroteAttempt({ ...after, state: 'rejected', charged_cents: null })];
}

function refuseCharge(message: string): Refusal {
  return refuseFields([{ field: 'charge', code: 'not_allowed', message }]);
}

function undoDebit(undone: Undone, { reverse, charge }: Undo): Change[] | Refusal {
  if (charge) return refuseCharge('is for a line with which the money of a pay-out came back');
  const { state } = undone.trade;
  if (state !== 'completed' && state !== 'disputed') return afterNothing(undone);
  if (!isPaidByLine(undone.before)) return stays(undone, true);
  return withoutEvidence(undone, reverse);
}

/** Null if the merchant got the money of a paid pay-out back because of this line alone. */
function undoPlainReturn(undone: Undone, charge: boolean): Change[] | Refusal | null {
  const { before, after } = undone;
  if (!before.told_by_line.includes('return')) {
    if (charge) return refuseCharge('is not needed: the pay-out had come back without this line');
    return stays(undone, false);
  }
  if (after.debit_line_id !== null || !isPaidByLine(after)) return null;
  if (charge) return refuseCharge('is not possible: no line shows that the money had left');
  // No line shows any money any more, and the merchant has it back.
  return stays({ ...undone, after: { ...after, state: 'rejected' } }, false);
}

function undoReturn(undone: Undone, { charge }: Undo): Change[] | Refusal {
  const { world, command, trade, after } = undone;
  const plain = undoPlainReturn(undone, charge);
  if (plain !== null) return plain;
  if (!charge) {
    const detail =
      'The merchant has the money of this pay-out again because of this line. To charge it for ' +
      'the pay-out once more, say `charge`.';
    return refuse('act_not_allowed', detail, { extra: { act: 'undo', state: trade.state } });
  }
  const still = toldStill(undone);
  const told = {
    utr: still.utr ?? after.utr,
    receiving_account_id: still.receiving_account_id ?? after.receiving_account_id,
  };
  const charge_again = chargeTrade(world, trade, told, command);
  if (isRefusal(charge_again)) return charge_again;
  const { changes, charged_cents } = charge_again;
  return [...changes, wroteAttempt({ ...after, state: 'paid', charged_cents })];
}

/**
 * The effects on a pay-out of taking a line from it; the caller adds the entry in the house's book.
 */
export function undoPayoutLine(
  world: World,
  command: ReviewLine,
  record: LineRecord,
  trade: Trade,
  how: Undo,
): Change[] | Refusal {
  const { bank_line_id, amount_cents } = record.line;
  const before = attemptsOf(world, trade.trade_id).find(
    (attempt) => attempt.debit_line_id === bank_line_id || attempt.return_line_id === bank_line_id,
  );
  if (before === undefined) throw new Error(`No attempt names bank line ${bank_line_id}`);
  const went_out = amount_cents < 0n;
  const after = went_out ? withoutDebit(before, world.now) : withoutReturn(before, world.now);
  const undone = { world, command, record, trade, before, after };
  return went_out ? undoDebit(undone, how) : undoReturn(undone, how);
}
