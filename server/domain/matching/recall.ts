// Recalls: lines with which the bank takes back what it had booked, before or after it was
// credited.

import type { RematchLine, TakeLine } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import { slotKey, type World } from '../batch/world.ts';
import { divideLine } from '../line/free-money.ts';
import { placed, suspense, withTrade } from '../line/line-outcome.ts';
import type { BankLine, LineCandidate, LineOutcome, LineRecord } from '../record/bank-line.ts';
import { isNamedByRecall } from '../record/line-identity.ts';
import type { Trade } from '../record/trade.ts';
import { recallCredit } from '../trade/blocked-credit.ts';
import { isCredited, reverseTrade } from '../trade/dispute.ts';
import { type Cause, changeTrade } from '../trade/trade-change.ts';

type Placed = { outcome: LineOutcome; changes: readonly Change[] };

/** A line that still counts as it came: not a part of a split, and not paired with another. */
function isWhole({ line, outcome }: LineRecord): boolean {
  if (line.parent_line_id !== null || outcome.status === 'withdrawn') return false;
  return outcome.status !== 'returned' || outcome.trade_id !== null;
}

const hasUtrOf = (line: BankLine, other: BankLine): boolean =>
  line.utr !== null &&
  line.utr === other.utr &&
  line.receiving_account_id === other.receiving_account_id;

/** Whole lines of the account that belong to it, and parts that a person keeps for them. */
function related(
  line: BankLine,
  others: readonly LineRecord[],
  belongs: (record: LineRecord) => boolean = () => true,
): LineRecord[] {
  if (line.parent_line_id !== null) return [];
  return others.filter(
    (record) => belongs(record) && (isWhole(record) || record.outcome.reason === 'kept'),
  );
}

/**
 * As many lines with the opposite amount or a larger one are read for a line. The rules look at no
 * more: otherwise the earlier lines of its batch would count where stored ones do not.
 */
export const MOST_OPPOSITES = 20;
export const MOST_LARGER = 3;

const byId = (a: LineRecord, b: LineRecord): number =>
  a.line.bank_line_id < b.line.bank_line_id ? -1 : 1;

/**
 * Lines of the account with the opposite amount: one reverses the other. Looked up, because every
 * line of a batch asks for them.
 */
function opposites(world: World, line: BankLine): LineRecord[] {
  const slot = slotKey(line.receiving_account_id, -line.amount_cents);
  const ids = world.lines_by_amount.get(slot);
  if (ids === undefined) return [];
  const others = [...ids].flatMap((id) => world.lines.get(id) ?? []);
  const named = others.filter(({ line: other }) => isNamedByRecall(line, other));
  const alike = others.filter(({ line: other }) => hasUtrOf(line, other)).toSorted(byId);
  const read = new Set([...named, ...alike.slice(0, MOST_OPPOSITES)]);
  return related(line, others, (record) => read.has(record));
}

/** As the store reads them: whole lines with the UTR, the smallest of those that are larger. */
function nearestLarger(world: World, line: BankLine): LineRecord[] {
  if (line.utr === null) return [];
  return [...world.lines.values()]
    .filter(
      ({ line: other }) =>
        hasUtrOf(line, other) &&
        other.amount_cents > -line.amount_cents &&
        other.parent_line_id === null,
    )
    .toSorted((a, b) => Number(a.line.amount_cents - b.line.amount_cents) || byId(a, b))
    .slice(0, MOST_LARGER);
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

/** The most that the bank can take back from the pay-in: what came, and is still credited. */
export function takeable(trade: Trade): bigint {
  const { amount_cents, received_amount_cents: received, recalled_amount_cents } = trade;
  const credited = amount_cents - recalled_amount_cents;
  return isCredited(trade) && credited < received ? credited : received;
}

/** A part of a credit goes; the last part reverses the pay-in. */
function takeCredit(world: World, trade: Trade, taken_cents: bigint, cause: Omit<Cause, 'act'>) {
  const received_amount_cents = trade.received_amount_cents - taken_cents;
  const recalled_amount_cents = trade.recalled_amount_cents + taken_cents;
  const patch = { received_amount_cents, recalled_amount_cents };
  if (recalled_amount_cents === trade.amount_cents) {
    return reverseTrade(world, trade, { ...patch, state_reason: 'bank_returned' }, cause);
  }
  const standing = { ...patch, state: trade.state };
  return [
    ...changeTrade(trade, standing, { ...cause, act: 'recall' }, world.now),
    ...recallCredit(world, trade, recalled_amount_cents),
  ];
}

/** The pay-in without the money: a credit loses it, otherwise the pay-in waits for a person. */
function takeMoney(world: World, trade: Trade, taken_cents: bigint, cause: Omit<Cause, 'act'>) {
  if (isCredited(trade)) return takeCredit(world, trade, taken_cents, cause);
  const received_amount_cents = trade.received_amount_cents - taken_cents;
  const patch = { received_amount_cents, state_reason: 'bank_returned' as const };
  const verifying = { ...patch, state: 'verifying' as const };
  return changeTrade(trade, verifying, { ...cause, act: 'match' }, world.now);
}

/**
 * Matches the line to the pay-in whose money it takes back, even if the balance falls below zero.
 * The part of the line beyond `most_cents` waits in suspense.
 */
export function takeBack(
  world: World,
  trade: Trade,
  line: BankLine,
  reason: 'recall' | 'assigned',
  cause: Omit<Cause, 'act'>,
  most_cents = takeable(trade),
): Placed {
  const { now } = world;
  const taken_cents = -line.amount_cents < most_cents ? -line.amount_cents : most_cents;
  const is_part =
    isCredited(trade) && trade.recalled_amount_cents + taken_cents < trade.amount_cents;
  const kept_reason = is_part ? 'partial_recall' : reason;
  const changes = takeMoney(world, trade, taken_cents, cause);
  if (taken_cents === -line.amount_cents) {
    const { outcome, entry } = withTrade(line, trade, kept_reason, now);
    return { outcome, changes: [entry, ...changes] };
  }
  const kept = { kept_cents: -taken_cents, kept_reason } as const;
  const { command_id } = cause;
  const division = { ...kept, rest_reason: 'beyond_credit' as const, command_id };
  const divided = divideLine(line, trade, division, now);
  return { outcome: divided.outcome, changes: [...divided.changes, ...changes] };
}

function candidatesOf(
  records: readonly LineRecord[],
  evidence: Pick<LineCandidate, 'score' | 'evidence'>,
): LineCandidate[] {
  return records.flatMap(({ outcome: { merchant_id, trade_id } }) =>
    merchant_id === null || trade_id === null ? [] : [{ merchant_id, trade_id, ...evidence }],
  );
}

/**
 * An outgoing line that found no pay-out, and has the UTR of a larger incoming line: it seems to
 * take back a part of that one's pay-in. Otherwise what the rules of pay-outs have found.
 */
export function orPartialRecall(world: World, line: BankLine, found: Placed): Placed {
  if (found.outcome.reason !== 'outgoing') return found;
  const larger = related(line, nearestLarger(world, line)).filter(
    ({ outcome }) => outcome.status === 'matched',
  );
  const candidates = candidatesOf(larger, { score: 50, evidence: ['utr'] });
  if (candidates.length === 0) return found;
  return { ...found, outcome: suspense(line, 'recall_for_review', candidates, world.now) };
}

/**
 * The line takes back a whole transfer of which a pay-in took only a part, while the rest still
 * waits: the pay-in loses its part, and the two rests cancel each other out. Null if somebody has
 * decided about the rest.
 */
function recallDivided(
  world: World,
  line: BankLine,
  { line: parent }: LineRecord,
  cause: Omit<Cause, 'act'>,
): Placed | null {
  const parts = [...world.lines.values()].filter(
    (part) =>
      part.line.parent_line_id === parent.bank_line_id && part.outcome.status !== 'withdrawn',
  );
  const [mine, another] = parts.filter(({ outcome }) => outcome.status === 'matched');
  const [waiting] = parts.filter(({ outcome }) => outcome.status === 'suspense');
  const trade = world.trades.get(mine?.outcome.trade_id ?? '');
  if (mine === undefined || another !== undefined || waiting === undefined || parts.length > 2) {
    return null;
  }
  const { amount_cents: most_cents } = mine.line;
  if (trade === undefined || !canTakeBack(trade) || takeable(trade) < most_cents) return null;
  const taken = takeBack(world, trade, line, 'recall', cause, most_cents);
  const changes = taken.changes.map((change): Change => {
    if (change.kind !== 'line_added' || change.record.outcome.status !== 'suspense') return change;
    const rest = change.record.line;
    return {
      kind: 'line_added',
      record: { line: rest, outcome: placed(rest, 'returned', 'recall', world.now) },
    };
  });
  const outcome = placed(waiting.line, 'returned', 'recalled', world.now);
  return { ...taken, changes: [...changes, { kind: 'line_moved', from: 'suspense', outcome }] };
}

/**
 * Null if the line reverses nothing. Two lines in suspense cancel each other out; a line that takes
 * back another one takes its amount from the other's pay-in; a person decides every other case.
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
  const has_utr = relevant.every((one) => hasUtrOf(line, one.line));
  const evidence = [has_utr ? 'utr' : 'bank_number', 'amount'] as const;
  const candidates = candidatesOf(relevant, { score: 80, evidence });
  const review = {
    outcome: suspense(line, 'recall_for_review', candidates, world.now),
    changes: [],
  };
  if (relevant.length > 1) return review;
  if (only.outcome.status === 'suspense') return pair(line, only, world.now);
  const cause = { ...command, note: 'The bank took the money back' };
  if (only.outcome.status === 'split') return recallDivided(world, line, only, cause) ?? review;
  const trade = world.trades.get(only.outcome.trade_id ?? '');
  if (trade === undefined || only.outcome.status !== 'matched') return review;
  if (!canTakeBack(trade) || takeable(trade) < -line.amount_cents) return review;
  return takeBack(world, trade, line, 'recall', cause);
}
