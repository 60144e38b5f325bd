// Evidence of another amount: a line from which a bank kept its charge, or which it rounded, is
// assigned to its trade. The line is split into the trade's amount and the difference, which the
// house or the merchant bears.

import type { Difference, ReviewLine } from '../batch/command.ts';
import { type Change, isMissing, type OrMissing } from '../batch/decision.ts';
import {
  differenceEntry,
  lineEntry,
  undoDifferenceEntry,
  undoLineEntry,
} from '../batch/entries.ts';
import type { World } from '../batch/world.ts';
import { placed, type Reviewed } from '../line/line-outcome.ts';
import { partOf } from '../line/line-part.ts';
import { remaining } from '../line/line-timing.ts';
import { lineStatusInWords } from '../line/line-words.ts';
import type { BankLine, LineOutcome, LineRecord } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { sumsOfDifference } from '../trade/trade-amounts.ts';
import { tradeAfter } from '../trade/trade-change.ts';

const wrong = (field: 'difference_cents' | 'difference_to', message: string): Refusal =>
  refuseFields([{ field, code: 'not_allowed', message }]);

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** The amount that the trade waits for, with the sign of the line. */
export function awaitedOf(trade: Trade, { amount_cents }: BankLine): bigint {
  if (trade.direction === 'payin') return remaining(trade);
  return amount_cents < 0n ? -trade.amount_cents : trade.amount_cents;
}

function wrongAmount(trade: Trade, line: BankLine, { amount_cents }: Difference): Refusal | null {
  const awaited = awaitedOf(trade, line);
  const real = line.amount_cents - awaited;
  if (real === 0n) {
    const message = 'must be left out: the line has exactly the amount that the trade waits for';
    return wrong('difference_cents', message);
  }
  if (trade.direction === 'payin' && (awaited <= 0n || real > 0n)) {
    const message =
      'is for less money than the pay-in waits for: assign a larger line without it, and confirm ' +
      'the pay-in';
    return wrong('difference_cents', message);
  }
  if (amount_cents !== real) {
    const have = `the line has ${line.amount_cents}, and the trade waits for ${awaited}`;
    return wrong('difference_cents', `must be ${real}: ${have}`);
  }
  if (sizeOf(real) < sizeOf(awaited)) return null;
  return wrong('difference_cents', 'must be smaller than the amount that the trade waits for');
}

function wrongBearer(command: ReviewLine, trade: Trade, { to }: Difference): Refusal | null {
  if (to === 'merchant' && command.merchants.get(trade.merchant_id)?.is_house === true) {
    return wrong('difference_to', 'must be house: the trade is the house’s own');
  }
  if (to !== 'payer') return null;
  if (trade.direction === 'payout') {
    return wrong('difference_to', 'must be house or merchant: a pay-out has no payer');
  }
  if (trade.state !== 'completed') return null;
  const message = `must be house or merchant: the pay-in was credited with ${trade.amount_cents}`;
  return wrong('difference_to', message);
}

/**
 * Null if this difference may be named for the line. Every named difference passes here, so a limit
 * above which a second person has to agree belongs here.
 */
export function refuseDifference(
  command: ReviewLine,
  trade: Trade,
  line: BankLine,
  difference: Difference,
): Refusal | null {
  if (trade.direction === 'payin' && line.amount_cents < 0n) {
    return wrong('difference_cents', 'is not for money that the bank takes back from a pay-in');
  }
  return wrongAmount(trade, line, difference) ?? wrongBearer(command, trade, difference);
}

/** Where the difference goes: to the costs of the account, or to the merchant's balance. */
function bearDifference(
  trade: Trade,
  part: BankLine,
  to: 'house' | 'merchant',
  now: number,
): { outcome: LineOutcome; entries: Change[] } {
  const { merchant_id, trade_id } = trade;
  const reason = to === 'house' ? 'difference_to_house' : 'difference_to_merchant';
  const outcome = { ...placed(part, 'difference', reason, now), merchant_id, trade_id };
  if (to === 'house') return { outcome, entries: [lineEntry('fee', part)] };
  const act = part.amount_cents < 0n ? 'difference_charged' : 'difference_credited';
  const entry = differenceEntry(act, trade, part, sumsOfDifference(trade, part));
  return { outcome, entries: [lineEntry('match', part, merchant_id), entry] };
}

/**
 * Splits the line into the amount that the trade waits for and the difference. `assign` assigns the
 * first part, which is evidence like any line of exactly this amount.
 */
export function assignWithDifference(
  world: World,
  line: BankLine,
  trade: Trade,
  { amount_cents, to, part_ids }: Difference & { to: 'house' | 'merchant' },
  assign: (part: BankLine) => OrMissing<Reviewed | Refusal>,
): OrMissing<Reviewed | Refusal> {
  const [amount_id, difference_id] = part_ids;
  const amount = awaitedOf(trade, line);
  const main = partOf(line, { bank_line_id: amount_id, amount_cents: amount });
  const rest = partOf(line, { bank_line_id: difference_id, amount_cents });
  const given = assign(main);
  if (isMissing(given) || isRefusal(given)) return given;
  const after = tradeAfter(given.changes, trade);
  if (to === 'merchant' && after.direction === 'payin' && after.state !== 'completed') {
    const message = `must be house: the line leaves the pay-in ${after.state}, without a credit`;
    return wrong('difference_to', message);
  }
  const borne = bearDifference(after, rest, to, world.now);
  const added: Change[] = [
    { kind: 'line_added', record: { line: main, outcome: given.outcome } },
    { kind: 'line_added', record: { line: rest, outcome: borne.outcome } },
  ];
  return {
    outcome: placed(line, 'split', 'assigned_with_difference', world.now),
    changes: [...added, ...given.changes, ...borne.entries],
    about: trade,
  };
}

export const hasDifference = ({ outcome }: LineRecord): boolean =>
  outcome.reason === 'assigned_with_difference';

/** The parts of such a line are undone together. */
export function refusePart(world: World, { line, outcome }: LineRecord): Refusal | null {
  const parent = world.lines.get(line.parent_line_id ?? '');
  if (parent === undefined || !hasDifference(parent) || outcome.status === 'withdrawn') return null;
  const detail =
    'The bank line is a part of a line that was assigned with a difference: undo line ' +
    `${parent.line.bank_line_id} as a whole.`;
  return refuse('act_not_allowed', detail, { extra: { act: 'undo', state: outcome.status } });
}

const withdrawn = ({ line, outcome }: LineRecord, now: number): Change => ({
  kind: 'line_moved',
  from: outcome.status,
  outcome: placed(line, 'withdrawn', 'split_undone', now),
});

/** Takes the difference back from the house or the merchant that bears it. */
function unbear(world: World, { line, outcome }: LineRecord): Change[] {
  if (outcome.reason === 'difference_to_house') return [undoLineEntry('fee_undone', line)];
  const trade = world.trades.get(outcome.trade_id ?? '');
  if (trade === undefined) throw new Error(`The trade of part ${line.bank_line_id} is missing`);
  return [
    undoDifferenceEntry(world, trade, line),
    undoLineEntry('unmatch', line, trade.merchant_id),
  ];
}

/**
 * Undoes an assignment with a difference: both parts are withdrawn. `undo` takes the amount from
 * its trade; it is in suspense already if the trade failed or was reversed since.
 */
export function undoDifference(
  world: World,
  { line }: LineRecord,
  undo: (part: LineRecord) => readonly Change[] | Refusal,
): readonly Change[] | Refusal {
  const parts = [...world.lines.values()].filter(
    (part) => part.line.parent_line_id === line.bank_line_id && part.outcome.status !== 'withdrawn',
  );
  const rest = parts.find(({ outcome }) => outcome.status === 'difference');
  const main = parts.find((part) => part !== rest);
  if (rest === undefined || main === undefined) {
    throw new Error(`The parts of line ${line.bank_line_id} were not read`);
  }
  const { status } = main.outcome;
  if (status !== 'matched' && status !== 'suspense') {
    const words = lineStatusInWords(status);
    const detail = `Its part ${main.line.bank_line_id} is ${words}: undo that first.`;
    return refuse('act_not_allowed', detail, { extra: { act: 'undo', state: 'split' } });
  }
  const taken = status === 'matched' ? undo(main) : [];
  if (isRefusal(taken)) return taken;
  return [...taken, ...unbear(world, rest), withdrawn(main, world.now), withdrawn(rest, world.now)];
}
