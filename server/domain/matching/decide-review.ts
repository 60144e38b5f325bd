// The review queue: a person's decisions about bank lines, each with a reason, and their entries in
// the books.

import type { ReviewLine } from '../batch/command.ts';
import { type Change, isMissing, type OrMissing, type Verdict } from '../batch/decision.ts';
import { lineEntry } from '../batch/entries.ts';
import type { World } from '../batch/world.ts';
import { placed, type Reviewed, suspense } from '../line/line-outcome.ts';
import { type Part, partOf } from '../line/line-part.ts';
import { lineStatusInWords } from '../line/line-words.ts';
import type { BankLine, LineAct, LineActRecord, LineRecord } from '../record/bank-line.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { refuseStaleLine } from '../trade/expected-version.ts';
import { assignLine } from './assign-line.ts';
import { creditLine } from './credit-line.ts';
import { refusePart } from './difference.ts';
import { returnLine } from './return-line.ts';
import { undoLine } from './undo-line.ts';

const MOST_PARTS = 50;

function splitProblem(line: BankLine, parts: readonly Part[]): string | null {
  if (parts.length < 2 || parts.length > MOST_PARTS) return `must be 2 to ${MOST_PARTS} amounts`;
  const is_same_way = parts.every((part) => part.amount_cents > 0n === line.amount_cents > 0n);
  if (!is_same_way || parts.some((part) => part.amount_cents === 0n)) {
    return 'must all have the sign of the line';
  }
  const sum = parts.reduce((total, part) => total + part.amount_cents, 0n);
  return sum === line.amount_cents ? null : `must add up to ${line.amount_cents}, not to ${sum}`;
}

/** The parts are put in suspense, where each is matched or decided by itself. */
function splitLine({ line }: LineRecord, parts: readonly Part[], now: number): Reviewed | Refusal {
  const message = splitProblem(line, parts);
  if (message !== null) return refuseFields([{ field: 'parts', code: 'not_allowed', message }]);
  const records = parts.map((given): LineRecord => {
    const part = partOf(line, given);
    return { line: part, outcome: suspense(part, 'part_of_split', [], now) };
  });
  return {
    outcome: placed(line, 'split', 'split_in_parts', now),
    changes: records.map((record) => ({ kind: 'line_added', record })),
  };
}

function putAside(line: BankLine, act: 'fee' | 'own_transfer', now: number): Reviewed {
  const outcome = placed(line, act, `marked_${act}`, now);
  return { outcome, changes: [lineEntry(act, line)] };
}

/** An earlier decision about a line must be undone before the next one. */
export function refuseDecided({ outcome }: LineRecord, act: LineAct): Refusal | null {
  const { status } = outcome;
  if (status === 'suspense' || act === 'undo') return null;
  const cure = status === 'withdrawn' ? 'decide about the whole line' : 'undo that first';
  const detail = `The bank line is ${lineStatusInWords(status)}, not in suspense: ${cure}.`;
  return refuse('act_not_allowed', detail, { extra: { act, state: status } });
}

function decideLineAct(
  world: World,
  command: ReviewLine,
  record: LineRecord,
): OrMissing<Reviewed | Refusal> {
  const { review } = command;
  const refused = refuseDecided(record, review.act);
  if (refused !== null) return refused;
  switch (review.act) {
    case 'undo':
      return (
        refusePart(world, record) ??
        undoLine(world, command, record, {
          reverse: review.reverse,
          charge: review.charge === true,
          keep: review.keep === true,
        })
      );
    case 'assign':
      return assignLine(world, command, record.line, review);
    case 'split':
      return splitLine(record, review.parts, world.now);
    case 'return':
      return returnLine(world, record.line, review.payout);
    case 'fee':
    case 'own_transfer':
      return putAside(record.line, review.act, world.now);
    case 'credit':
      return creditLine(world, command, record.line, review.merchant_id);
    case 'keep':
      return { outcome: { ...record.outcome, reason: 'kept', decided_at: world.now }, changes: [] };
  }
}

/**
 * One decision about one line: idempotent by its command, and recorded with its person and reason.
 */
export function decideReview(world: World, command: ReviewLine): OrMissing<Verdict> {
  const { bank_line_id, command_id, review, actor, note } = command;
  const record = world.lines.get(bank_line_id);
  if (record === undefined) return refuse('not_found', 'There is no such bank line.');
  const done = world.line_acts.get(command_id);
  if (done !== undefined) return { changes: [], result: { kind: 'line', record, found: true } };
  const stale = refuseStaleLine(record, command.expected_decided_at);
  if (stale !== null) return stale;
  const reviewed = decideLineAct(world, command, record);
  if (isMissing(reviewed) || isRefusal(reviewed)) return reviewed;
  const { outcome, changes, about } = reviewed;
  const act: LineActRecord = {
    bank_line_id,
    command_id,
    act: review.act,
    from_status: record.outcome.status,
    to_status: outcome.status,
    merchant_id: about?.merchant_id ?? outcome.merchant_id,
    trade_id: about?.trade_id ?? outcome.trade_id,
    actor,
    note,
    at: world.now,
  };
  const moved: Change = { kind: 'line_moved', from: record.outcome.status, outcome };
  return {
    changes: [moved, ...changes, { kind: 'line_reviewed', act }],
    result: { kind: 'line', record: { line: record.line, outcome }, found: false },
  };
}
