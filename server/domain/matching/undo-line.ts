// Undoes a decision about a bank line: the money returns to suspense, and everything that depended
// on the decision is undone too, or forbids it.

import type { ReviewLine } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import { undoLineEntry, undoTrade } from '../batch/entries.ts';
import { attemptsOf, balanceOf, type World } from '../batch/world.ts';
import { freeMoney } from '../line/free-money.ts';
import { placed, type Reviewed, suspense } from '../line/line-outcome.ts';
import { lineStatusInWords } from '../line/line-words.ts';
import type { BankLine, LineRecord } from '../record/bank-line.ts';
import { PAYOUT_STATES_WITHOUT_MONEY } from '../record/state-sets.ts';
import { type Trade, waysOut } from '../record/trade.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { recallCredit } from '../trade/blocked-credit.ts';
import { isCredited, reverseAndFree } from '../trade/dispute.ts';
import {
  type Cause,
  changeTrade,
  declinedBy,
  refuseAct,
  refuseFinal,
} from '../trade/trade-change.ts';
import { undoCredit } from './credit-line.ts';
import { hasDifference, undoDifference } from './difference.ts';
import { type Undo, undoPayoutLine } from './undo-payout-line.ts';

/** `keep`: a pay-in keeps the credit that depends on the line. */
type How = Undo & { keep: boolean };

const no = (detail: string, state: string): Refusal =>
  refuse('act_not_allowed', detail, { extra: { act: 'undo', state } });

/** Whether the pay-in was completed with this line, so that its credit depends on it. */
function carries({ outcome }: LineRecord, trade: Trade): boolean {
  return trade.completed_at !== null && outcome.decided_at <= trade.completed_at;
}

/** Whether the line took a part of the credit, so that its undo gives that part back. */
const isPartialRecall = ({ outcome }: LineRecord): boolean => outcome.reason === 'partial_recall';

/** Whether the line took from the credit, which may have been its last part. */
function tookCredit(record: LineRecord, trade: Trade): boolean {
  if (isPartialRecall(record)) return true;
  const { line, outcome } = record;
  const { state, completed_at } = trade;
  if (state !== 'reversed' || completed_at === null || line.amount_cents > 0n) return false;
  return outcome.decided_at >= completed_at && trade.recalled_amount_cents >= -line.amount_cents;
}

/** The pay-in without the line. */
function withoutLine(record: LineRecord, trade: Trade) {
  const { line } = record;
  const received_amount_cents = trade.received_amount_cents - line.amount_cents;
  const is_from_line = trade.utr_claims === 0 && trade.utr === line.utr;
  const recalled_amount_cents = tookCredit(record, trade)
    ? trade.recalled_amount_cents + line.amount_cents
    : trade.recalled_amount_cents;
  const common = { state: trade.state, received_amount_cents, recalled_amount_cents };
  const patch = { ...common, utr: is_from_line ? null : trade.utr };
  if (trade.state !== 'verifying' || received_amount_cents !== 0n) return patch;
  return { ...patch, state_reason: 'held_for_review' as const };
}

/** The money of a recall that was none is nobody’s: the pay-in stays reversed. */
function leaveReversed(
  world: World,
  { line }: LineRecord,
  trade: Trade,
  patch: ReturnType<typeof withoutLine>,
  cause: Cause,
): Change[] {
  const { command_id } = cause;
  const { bank_line_id: without } = line;
  const free = { reason: 'credit_reversed' as const, command_id, without };
  return [
    ...changeTrade(trade, { ...patch, received_amount_cents: 0n }, cause, world.now),
    ...freeMoney(world, trade, patch.received_amount_cents, free),
  ];
}

/**
 * Takes a line from a pay-in. If a credit depends on it, the command says what happens to the
 * credit: it is reversed, or the pay-in keeps it and lacks the money until another line brings it.
 */
function takeFromPayin(
  world: World,
  record: LineRecord,
  trade: Trade,
  cause: Omit<Cause, 'act'>,
  { reverse, keep }: How,
): Change[] | Refusal {
  if (waysOut('payin', 'unmatch', trade.state).length === 0) return refuseAct(trade, 'unmatch');
  const patch = withoutLine(record, trade);
  if (patch.received_amount_cents < 0n) {
    return no('Another line has taken this money back: undo that one first.', trade.state);
  }
  const { received_amount_cents, recalled_amount_cents } = patch;
  if (isCredited(trade) && received_amount_cents > trade.amount_cents - recalled_amount_cents) {
    return no('Another line has brought this money since: undo that one first.', trade.state);
  }
  const unmatch: Cause = { ...cause, act: 'unmatch' };
  if (isCredited(trade) && isPartialRecall(record)) {
    return [
      ...changeTrade(trade, patch, unmatch, world.now),
      ...recallCredit(world, trade, patch.recalled_amount_cents),
    ];
  }
  if (trade.state === 'reversed') return leaveReversed(world, record, trade, patch, unmatch);
  if (keep || !isCredited(trade) || !carries(record, trade)) {
    return changeTrade(trade, patch, unmatch, world.now);
  }
  if (trade.final_at !== null && world.now > trade.final_at) return refuseFinal(trade, 'unmatch');
  if (!reverse) {
    const detail =
      'The pay-in was credited because of this line. To take the credit back with it, say ' +
      '`reverse`: the pay-in is then reversed for good. To leave the credit as it is, say ' +
      '`keep`: the pay-in then lacks the money until another line brings it.';
    return no(detail, trade.state);
  }
  const reversed = { ...patch, state_reason: 'insufficient_evidence' as const };
  const how = { ...cause, act: 'unmatch' as const };
  return reverseAndFree(world, trade, reversed, how, record.line.bank_line_id);
}

function refuseCharge(): Refusal {
  const message = 'is for a line with which the money of a pay-out came back';
  return refuseFields([{ field: 'charge', code: 'not_allowed', message }]);
}

const wrongKeep = (message: string): Refusal =>
  refuseFields([{ field: 'keep', code: 'not_allowed', message }]);

const refuseKeep = () => wrongKeep('is for a line that is matched with a pay-in');

function undoMatch(world: World, command: ReviewLine, record: LineRecord, how: How) {
  const trade = world.trades.get(record.outcome.trade_id ?? '');
  if (trade === undefined) throw new Error(`The trade of line ${command.bank_line_id} is missing`);
  if (how.keep && trade.direction === 'payout') return refuseKeep();
  const taken =
    trade.direction === 'payout'
      ? undoPayoutLine(world, command, record, trade, how)
      : takeFromPayin(world, record, trade, command, how);
  if (isRefusal(taken)) return taken;
  return [undoLineEntry('unmatch', record.line, trade.merchant_id), ...taken];
}

/**
 * A return can be undone while its pay-out can still be canceled, and after the pay-out was
 * unsuccessful.
 */
function undoReturn(world: World, command: ReviewLine, { line, outcome }: LineRecord) {
  const trade = world.trades.get(outcome.trade_id ?? '');
  if (trade === undefined) return no('The bank itself took this money back.', outcome.status);
  const is_waiting = waysOut(trade.direction, 'cancel', trade.state).length > 0;
  if (!is_waiting && !PAYOUT_STATES_WITHOUT_MONEY.includes(trade.state)) {
    return no(`Its pay-out is ${trade.state}: the money may have left.`, trade.state);
  }
  if (attemptsOf(world, trade.trade_id).some(({ charged_cents }) => charged_cents !== null)) {
    const detail = 'Its pay-out is charged: undo the line first that shows its money leave.';
    return no(detail, trade.state);
  }
  const { merchant_id } = trade;
  const released: Change[] = [];
  if (is_waiting) {
    const patch = { state: 'canceled' as const, state_reason: declinedBy(command.actor) };
    const cause: Cause = { ...command, act: 'cancel' };
    released.push(...changeTrade(trade, patch, cause, world.now));
    released.push(...undoTrade(world, trade, 'payout_released'));
  } else if (balanceOf(world, merchant_id, 'available', line.currency) < line.amount_cents) {
    return no('Its merchant no longer has the money.', trade.state);
  }
  return [
    ...released,
    undoLineEntry('line_given_up', line, merchant_id),
    undoLineEntry('unmatch', line, merchant_id),
  ];
}

function undoSplit(world: World, { line }: LineRecord): Change[] | Refusal {
  const parts = [...world.lines.values()].filter(
    (part) => part.line.parent_line_id === line.bank_line_id && part.outcome.status !== 'withdrawn',
  );
  const busy = parts.find(({ outcome }) => outcome.status !== 'suspense');
  if (busy !== undefined) {
    const { bank_line_id, status } = busy.outcome;
    const words = lineStatusInWords(status);
    return no(`Its part ${bank_line_id} is ${words}: undo that first.`, 'split');
  }
  return parts.map((part) => ({
    kind: 'line_moved',
    from: 'suspense',
    outcome: placed(part.line, 'withdrawn', 'split_undone', world.now),
  }));
}

function changesOf(
  world: World,
  command: ReviewLine,
  record: LineRecord,
  how: How,
): readonly Change[] | Refusal {
  if (how.keep && how.reverse) {
    return wrongKeep('contradicts reverse: the credit stays, or goes');
  }
  const { line, outcome } = record;
  if (hasDifference(record)) {
    return undoDifference(world, record, (part) => undoMatch(world, command, part, how));
  }
  if (how.keep && outcome.status !== 'matched') return refuseKeep();
  const is_of_payout = world.trades.get(outcome.trade_id ?? '')?.direction === 'payout';
  if (how.charge && (outcome.status !== 'matched' || !is_of_payout)) return refuseCharge();
  switch (outcome.status) {
    case 'matched':
      return undoMatch(world, command, record, how);
    case 'returned':
      return undoReturn(world, command, record);
    case 'split':
      return undoSplit(world, record);
    case 'fee':
    case 'own_transfer':
      return [undoLineEntry(`${outcome.status}_undone`, line)];
    case 'credited':
      return undoCredit(world, record) ?? no('Its merchant no longer has the money.', 'credited');
    case 'difference':
      throw new Error('A difference is undone with its line');
    case 'suspense':
      return no('The bank line is in suspense: there is nothing to undo.', outcome.status);
    case 'withdrawn':
      return no('Its split was undone: there is nothing more to undo.', outcome.status);
  }
}

const backInSuspense = (line: BankLine, now: number) => suspense(line, 'undone', [], now);

export function undoLine(
  world: World,
  command: ReviewLine,
  record: LineRecord,
  how: How,
): Reviewed | Refusal {
  const changes = changesOf(world, command, record, how);
  if (isRefusal(changes)) return changes;
  const { merchant_id, trade_id } = record.outcome;
  const about =
    merchant_id === null || trade_id === null ? {} : { about: { merchant_id, trade_id } };
  return { outcome: backInSuspense(record.line, world.now), changes, ...about };
}
