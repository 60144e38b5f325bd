// Matches bank lines: a line is matched to the trade that the rules find, paired with the line that
// it reverses, or left to a person with the reasons.

import type { RematchLine, TakeLine } from '../batch/command.ts';
import {
  type Change,
  isMissing,
  merchantMissing,
  type OrMissing,
  type Verdict,
} from '../batch/decision.ts';
import { lineEntry } from '../batch/entries.ts';
import { lineKey, type World } from '../batch/world.ts';
import { countLine, heldByFeed } from '../line/feed-lines.ts';
import { suspense } from '../line/line-outcome.ts';
import {
  type BankLine,
  FOR_PEOPLE,
  type LineOutcome,
  type LineReason,
} from '../record/bank-line.ts';
import { type LineKey, recognise } from '../record/line-identity.ts';
import { isRefusal, refuse } from '../service/refusal.ts';
import { candidatesFor, findPayin } from './find-payin.ts';
import { giveLine } from './give-line.ts';
import { placeNamedPayout, placeOutgoing } from './match-payout-effect.ts';
import { orPartialRecall, placeRecall } from './recall.ts';

export type PlacedLine = { outcome: LineOutcome; changes: readonly Change[] };

/** The present outcome for a line, and its effects. Reversals by the bank are checked first. */
function place(
  world: World,
  command: TakeLine | RematchLine,
  line: BankLine,
): OrMissing<PlacedLine> {
  const named = placeNamedPayout(world, command, line);
  if (named !== null) return named;
  const recalled = placeRecall(world, command, line);
  if (recalled !== null) return recalled;
  if (line.amount_cents < 0n) {
    return orPartialRecall(world, line, placeOutgoing(world, command, line));
  }
  const found = findPayin(world, line);
  if (isMissing(found)) return found;
  if (found.trade === null) {
    const outcome = suspense(line, found.reason, found.candidates, world.now);
    return { outcome, changes: [] };
  }
  const merchant = command.merchants.get(found.trade.merchant_id);
  if (merchant === undefined) return merchantMissing(found.trade.merchant_id);
  const cause = { ...command, act: 'match' as const };
  return giveLine(found.trade, line, found.reason, merchant.settings, cause, world.now);
}

/** Stays in suspense for a person, with the trades that it fits. */
function hold(world: World, line: BankLine, reason: LineReason): OrMissing<PlacedLine> {
  const candidates = line.amount_cents < 0n ? [] : candidatesFor(world, line);
  if (isMissing(candidates)) return candidates;
  return { outcome: suspense(line, reason, candidates, world.now), changes: [] };
}

/** The person's word and the line are written together, or not at all. */
function takenWaiting(
  world: World,
  { waited, actor }: TakeLine,
  bank_line_id: string,
): readonly Change[] {
  if (waited === undefined) return [];
  return [{ kind: 'waiting_line_taken', taken: { ...waited, bank_line_id, actor, at: world.now } }];
}

/**
 * Takes a new line; a known line changes nothing. It is matched to its trade, or put in suspense
 * with the reason. `held`: why only a person may decide about it, whatever it fits.
 */
export function takeLine(
  world: World,
  command: TakeLine,
  held: LineReason | null = null,
): OrMissing<Verdict> {
  const { identity } = command;
  const given = identity === undefined ? command.line : { ...command.line, identity };
  const stored = (key: LineKey) => world.lines.get(world.lines_by_key.get(lineKey(key)) ?? '');
  const recognised = recognise(given, stored);
  if (recognised.known !== null) {
    const { known } = recognised;
    // After a lost reply, the same command finds its own line.
    const found = known.line.bank_line_id !== command.line.bank_line_id;
    // A line that waited is then marked, too.
    const changes = found ? takenWaiting(world, command, known.line.bank_line_id) : [];
    return { changes, result: { kind: 'line', record: known, found } };
  }
  const line = { ...command.line, line_key: recognised.line_key };
  const by_feed = heldByFeed(world, command);
  const reason = by_feed ?? held ?? (recognised.in_doubt ? 'repeated_id' : null);
  const where = reason === null ? place(world, command, line) : hold(world, line, reason);
  if (isMissing(where)) return where;
  const { outcome, changes } = where;
  const record = { line, outcome };
  return {
    changes: [
      { kind: 'line_added', record },
      lineEntry('bank_line', line),
      ...takenWaiting(world, command, line.bank_line_id),
      ...countLine(world, command, by_feed),
      ...changes,
    ],
    result: { kind: 'line', record, found: false },
  };
}

/** Nothing changes: the line keeps its outcome. */
export function sameLine(world: World, { bank_line_id }: RematchLine): Verdict {
  const record = world.lines.get(bank_line_id);
  if (record === undefined) return refuse('not_found', 'There is no such bank line.');
  return { changes: [], result: { kind: 'line', record, found: true } };
}

/** Gives the line the outcome that the rules find now, unless a person has to decide about it. */
export function rematchLine(world: World, command: RematchLine): OrMissing<Verdict> {
  const same = sameLine(world, command);
  if (isRefusal(same) || same.result.kind !== 'line') return same;
  const { record } = same.result;
  const { status, reason } = record.outcome;
  if (status !== 'suspense' || FOR_PEOPLE.includes(reason)) return same;
  const where = place(world, command, record.line);
  if (isMissing(where)) return where;
  const { outcome, changes } = where;
  if (outcome.status === 'suspense') return same;
  return {
    changes: [{ kind: 'line_moved', from: 'suspense', outcome }, ...changes],
    result: { kind: 'line', record: { line: record.line, outcome }, found: false },
  };
}
