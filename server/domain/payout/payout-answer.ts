// A bank's answers about pay-outs, and their effects: only certain answers move money.

import type { AnswerPayout } from '../batch/command.ts';
import type { Change, Decision, Verdict } from '../batch/decision.ts';
import { undoTrade } from '../batch/entries.ts';
import type { World } from '../batch/world.ts';
import {
  type AnswerEffect,
  isBareRejection,
  isSettled,
  type PayoutAnswer,
} from '../record/payout-answer-kind.ts';
import {
  isOpenAttempt,
  LEFT_ATTEMPT_STATES,
  type PayoutAttempt,
} from '../record/payout-attempt.ts';
import type { Trade } from '../record/trade.ts';
import { refuse } from '../service/refusal.ts';
import { tradeEntry } from '../trade/trade-amounts.ts';
import { type Cause, changeTrade, tradeAfter } from '../trade/trade-change.ts';

type Heard = Pick<PayoutAttempt, 'bank_status' | 'bank_reason' | 'bank_text'>;

const heardOf = ({ status, reason, text }: PayoutAnswer): Heard => ({
  bank_status: status,
  bank_reason: reason,
  bank_text: text,
});

/** No change if nothing differs, so that an answer may be repeated. */
function note(attempt: PayoutAttempt, patch: Partial<PayoutAttempt>, now: number): Change[] {
  const next = { ...attempt, ...patch };
  const names = Object.keys(patch) as (keyof PayoutAttempt)[];
  if (names.every((name) => next[name] === attempt[name])) return [];
  return [{ kind: 'attempt_changed', attempt: { ...next, changed_at: now } }];
}

const TEXT_MAX = 500;
const saying = ({ status, reason, text }: PayoutAnswer): string =>
  `Bank: ${[status, reason, text].filter((part) => part !== null).join(' ')}`;

function causeOf(command: AnswerPayout, act: Cause['act']): Cause {
  const { actor, command_id } = command;
  return { act, actor, command_id, note: saying(command.answer) };
}

function pay(world: World, command: AnswerPayout, attempt: PayoutAttempt, trade: Trade): Change[] {
  const { answer } = command;
  const patch = { state: 'completed' as const, state_reason: null, utr: answer.utr };
  const changes = changeTrade(trade, patch, causeOf(command, 'complete'), world.now);
  const entry = tradeEntry('payout_completed', tradeAfter(changes, trade));
  const paid = { ...heardOf(answer), state: 'paid' as const, utr: answer.utr };
  return [...changes, entry, ...note(attempt, paid, world.now)];
}

function reject(
  world: World,
  command: AnswerPayout,
  attempt: PayoutAttempt,
  trade: Trade,
): Change[] {
  const patch = { state: 'failed' as const, state_reason: 'beneficiary_rejected' as const };
  const changes = changeTrade(trade, patch, causeOf(command, 'fail'), world.now);
  const released = undoTrade(world, trade, 'payout_released');
  const rejected = { ...heardOf(command.answer), state: 'rejected' as const };
  return [...changes, ...released, ...note(attempt, rejected, world.now)];
}

/**
 * The bank said that it has paid, or that a copy is rejected: a rejection contradicts that. A whole
 * file that was rejected without a reason says neither.
 */
const mayBePaid = ({ state, bank_status, bank_reason }: PayoutAttempt): boolean =>
  isSettled(bank_status) || (state === 'unknown' && !isBareRejection(bank_status, bank_reason));

/**
 * A file that is rejected although its payments were accepted is most likely a second upload of the
 * same file: the first may be paid.
 */
const isDoubtful = (answer: PayoutAnswer, attempt: PayoutAttempt): boolean =>
  mayBePaid(attempt) || (answer.of_file === true && attempt.state === 'accepted');

/** Whether the answer gives the hold of the pay-out back, if it is still being processed. */
export const givesBack = (answer: PayoutAnswer, attempt: PayoutAttempt): boolean =>
  isOpenAttempt(attempt) && answer.kind === 'rejected' && !isDoubtful(answer, attempt);

/** The hold stays until a person or a bank line decides. */
function doubt(
  answer: PayoutAnswer,
  attempt: PayoutAttempt,
  now: number,
): { changes: Change[]; effect: AnswerEffect } {
  // What the bank said before stays: later rejections contradict it, too.
  const patch: Partial<PayoutAttempt> = mayBePaid(attempt)
    ? { state: 'unknown', bank_text: saying(answer).slice(0, TEXT_MAX) }
    : heardOf(answer);
  const changes = note(attempt, patch, now);
  return { changes, effect: changes.length === 0 ? 'known' : 'conflict' };
}

/**
 * The answer decides while the attempt is open; it never undoes what a person or a bank line said.
 */
function whileOpen(
  world: World,
  command: AnswerPayout,
  attempt: PayoutAttempt,
  trade: Trade,
): { changes: Change[]; effect: AnswerEffect } {
  const { answer } = command;
  if (answer.kind === 'paid' && answer.utr !== null) {
    return { changes: pay(world, command, attempt, trade), effect: 'paid' };
  }
  if (answer.kind === 'rejected') {
    if (!givesBack(answer, attempt)) return doubt(answer, attempt, world.now);
    return { changes: reject(world, command, attempt, trade), effect: 'rejected' };
  }
  // Steps of the way that arrive late, or are said once more: the stronger word stays.
  const is_told =
    answer.kind === 'unknown'
      ? attempt.state === 'unknown' && mayBePaid(attempt)
      : answer.kind !== 'paid' && isSettled(attempt.bank_status);
  if (is_told) return { changes: [], effect: 'known' };
  const stays = answer.kind === 'received' || attempt.state === 'unknown';
  const heard = answer.kind === 'unknown' ? 'unknown' : 'accepted';
  const state = stays ? attempt.state : heard;
  const changes = note(attempt, { ...heardOf(answer), state }, world.now);
  return { changes, effect: changes.length === 0 ? 'known' : 'noted' };
}

/** The outcome is known: an answer that contradicts it is only recorded. */
function afterEnd(
  attempt: PayoutAttempt,
  answer: PayoutAnswer,
  now: number,
): { changes: Change[]; effect: AnswerEffect } {
  const was_paid = LEFT_ATTEMPT_STATES.includes(attempt.state);
  const contradicts = was_paid
    ? answer.kind === 'rejected' && attempt.state === 'paid'
    : answer.kind === 'paid' || answer.kind === 'accepted';
  if (!contradicts) return { changes: [], effect: 'known' };
  return { changes: note(attempt, heardOf(answer), now), effect: 'conflict' };
}

/** Decides one answer. A final outcome stays, in whatever order answers arrive. */
export function answerPayout(world: World, command: AnswerPayout, trade: Trade): Verdict {
  const attempt = world.attempts.get(command.payout_attempt_id);
  if (attempt === undefined || attempt.trade_id !== trade.trade_id) {
    return refuse('not_found', 'There is no such attempt.');
  }
  if (trade.last_command_id === command.command_id) {
    // A retry after a lost reply: this answer has moved the money already.
    const effect = command.answer.kind === 'paid' ? 'paid' : 'rejected';
    return { changes: [], result: { kind: 'payout_answer', trade, effect, found: true } };
  }
  const { changes, effect } =
    isOpenAttempt(attempt) && trade.state === 'processing'
      ? whileOpen(world, command, attempt, trade)
      : afterEnd(attempt, command.answer, world.now);
  const result: Decision['result'] = {
    kind: 'payout_answer',
    trade: tradeAfter(changes, trade),
    effect,
    found: changes.length === 0,
  };
  return { changes, result };
}
