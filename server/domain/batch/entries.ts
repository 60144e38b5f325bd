// Makes entries as changes: postings by the rule of an act, and entries that undo earlier ones.

import { type EntryAct, type EntryDraft, HOUSE_BOOK, type Posting } from '../ledger/ledger.ts';
import { postedOn } from '../ledger/posted-on.ts';
import {
  clearing,
  type LinePosting,
  OVERDRAFT_ACTS,
  POSTING_RULES,
  type TradePosting,
  type TradeSums,
  type UndoingAct,
} from '../ledger/posting-rules.ts';
import { shareOf } from '../ledger/share-of.ts';
import type { BankLine } from '../record/bank-line.ts';
import type { Trade, TradeKey } from '../record/trade.ts';
import type { Posted } from './books.ts';
import type { Change } from './decision.ts';
import type { World } from './world.ts';

type EntryChange = Extract<Change, { kind: 'entry' }>;
type TradeUndo = Extract<UndoingAct, `payin_${string}` | `payout_${string}`>;
/** The parts of a pay-in's credit that were taken back, and those that were not after all. */
const RECALL_ACTS: ReadonlySet<EntryAct> = new Set([
  'payin_recalled',
  'payin_recall_undone',
  'payin_charged_back',
]);

type LineUndo = Exclude<UndoingAct, TradeUndo | 'hold_released' | 'difference_undone'>;

function entry(
  book: string,
  act: EntryAct,
  postings: readonly Posting[],
  of: Partial<Pick<EntryDraft, 'trade_id' | 'bank_line_id' | 'adjustment_id'>>,
): EntryChange {
  const legs = postings.filter((leg) => leg.amount_cents !== 0n);
  const ids = { trade_id: null, bank_line_id: null, adjustment_id: null, ...of };
  const overdraft = OVERDRAFT_ACTS.has(act);
  return { kind: 'entry', entry: { book, act, ...ids, overdraft, postings: legs } };
}

const negated = (postings: readonly Posting[]): Posting[] =>
  postings.map((leg) => ({ ...leg, amount_cents: -leg.amount_cents }));

function ofTrade({ merchant_id, trade_id }: TradeKey, act: EntryAct, postings: readonly Posting[]) {
  return entry(merchant_id, act, postings, { trade_id });
}

export function entryOf(act: TradePosting, trade: TradeKey, sums: TradeSums): EntryChange {
  return ofTrade(trade, act, POSTING_RULES[act].of_trade(sums));
}

/**
 * A trade's entries, oldest first. Throws if they were not read: they must not be taken for none.
 */
function postedBy(world: World, { direction, trade_id }: Trade): readonly Posted[] {
  const posted = world.posted.get(trade_id) ?? [];
  const first = direction === 'payin' ? 'payin_completed' : 'payout_held';
  if (posted.some(({ act }) => act === first)) return posted;
  throw new Error(`The entries of trade ${trade_id} were not read`);
}

/** The balance of postings per account, in the order of their first appearance. */
function leftOf(entries: readonly Pick<Posted, 'postings'>[]): Posting[] {
  const left = new Map<string, Posting>();
  for (const leg of entries.flatMap(({ postings }) => postings)) {
    const key = `${leg.account}/${leg.currency}`;
    const before = left.get(key)?.amount_cents ?? 0n;
    left.set(key, { ...leg, amount_cents: before + leg.amount_cents });
  }
  return [...left.values()];
}

/**
 * Undoes what acts on a trade have posted, using the amounts in the book: recomputed amounts would
 * differ once a rule has changed. Nothing if the book shows nothing left to undo.
 */
export function undoTrade(world: World, trade: Trade, act: TradeUndo): Change[] {
  const undone: readonly EntryAct[] = [...POSTING_RULES[act].undoes, act];
  const left = leftOf(postedBy(world, trade).filter((posted) => undone.includes(posted.act)));
  const change = ofTrade(trade, act, negated(left));
  return change.entry.postings.length === 0 ? [] : [change];
}

/**
 * Brings the recalled part of a credit from its present amount to `recalled_cents`. What was posted
 * for earlier parts is deducted from the share of all of them, so that no rounding adds up.
 */
export function recallEntry(
  world: World,
  payin: Trade,
  recalled_cents: bigint,
  by: 'bank' | 'dispute' = 'bank',
): EntryChange {
  const taking = by === 'bank' ? 'payin_recalled' : 'payin_charged_back';
  const act = recalled_cents > payin.recalled_amount_cents ? taking : 'payin_recall_undone';
  return ofTrade(payin, act, recallPostings(world, payin, recalled_cents));
}

function recallPostings(world: World, payin: Trade, recalled_cents: bigint): Posting[] {
  const before = postedBy(world, payin).filter((one) => RECALL_ACTS.has(one.act));
  const share = negated(creditShare(world, payin, recalled_cents));
  return leftOf([{ postings: share }, { postings: negated(leftOf(before)) }]);
}

/**
 * Brings the credit of a pay-in to that of its amount, by the difference to what was posted. The
 * part that was taken back is then a share of the larger credit, which may round differently.
 */
export function raiseEntries(world: World, payin: Trade, sums: TradeSums): Change[] {
  const credits: readonly EntryAct[] = POSTING_RULES.payin_raised.raises;
  const before = postedBy(world, payin);
  const posted = negated(leftOf(before.filter((one) => credits.includes(one.act))));
  const whole = POSTING_RULES.payin_completed.of_trade(sums);
  const raised = ofTrade(
    payin,
    'payin_raised',
    leftOf([{ postings: whole }, { postings: posted }]),
  );
  if (payin.recalled_amount_cents === 0n) return [raised];
  const all = new Map(world.posted).set(payin.trade_id, [...before, raised.entry]);
  const rounding = recallPostings({ ...world, posted: all }, payin, payin.recalled_amount_cents);
  const is_taken = (postedOn(rounding, 'available')?.amount_cents ?? 0n) < 0n;
  const act = is_taken ? 'payin_charged_back' : 'payin_recall_undone';
  const change = ofTrade(payin, act, rounding);
  return change.entry.postings.length === 0 ? [raised] : [raised, change];
}

/** The share of a pay-in's credit that belongs to a part of its amount. */
function creditShare(world: World, payin: Trade, part_cents: bigint): Posting[] {
  const { takes_part_of } = POSTING_RULES.payin_recalled;
  const of: readonly EntryAct[] = takes_part_of;
  const credit = leftOf(postedBy(world, payin).filter((one) => of.includes(one.act)));
  return shareOf(credit, part_cents, payin.amount_cents);
}

/**
 * What the merchant's balance loses of a credit if the part taken back grows from `from_cents` to
 * `to_cents` of the pay-in's amount.
 */
export function creditBetween(
  world: World,
  payin: Trade,
  from_cents: bigint,
  to_cents: bigint,
): bigint {
  const [before, after] = [from_cents, to_cents].map(
    (cents) => postedOn(creditShare(world, payin, cents), 'available')?.amount_cents ?? 0n,
  );
  return (after ?? 0n) - (before ?? 0n);
}

const UNDOING_PAYOUTS: readonly TradeUndo[] = [
  'payout_released',
  'payout_reversed',
  'payout_charge_undone',
];

/**
 * Takes again what the last entry of a pay-out gave back, by its amounts. Null if that entry only
 * released a hold, which is not a payment.
 */
export function chargeAgain(world: World, trade: Trade): EntryChange | null {
  const undoing: readonly EntryAct[] = UNDOING_PAYOUTS;
  const last = postedBy(world, trade).findLast(({ act }) => undoing.includes(act));
  if (last === undefined || last.act === 'payout_released') return null;
  const here = clearing(trade.receiving_account_id);
  const postings = negated(last.postings).map((leg) =>
    leg.account.startsWith('clearing:') ? { ...leg, account: here } : leg,
  );
  return ofTrade(trade, 'payout_charged', postings);
}

/** The merchant bears this part of a line: an entry of the trade and of the part. */
export function differenceEntry(
  act: 'difference_charged' | 'difference_credited',
  trade: TradeKey,
  { bank_line_id }: BankLine,
  sums: TradeSums,
): EntryChange {
  const { merchant_id, trade_id } = trade;
  const postings = POSTING_RULES[act].of_trade(sums);
  return entry(merchant_id, act, postings, { trade_id, bank_line_id });
}

/** Undoes what was posted for this part of a line, by the amounts in the book. */
export function undoDifferenceEntry(world: World, trade: Trade, part: BankLine): EntryChange {
  const undone: readonly EntryAct[] = POSTING_RULES.difference_undone.undoes;
  const { merchant_id, trade_id } = trade;
  const { bank_line_id } = part;
  const posted = (world.posted.get(trade_id) ?? []).filter(
    (one) => one.bank_line_id === bank_line_id && undone.includes(one.act),
  );
  if (posted.length === 0) throw new Error(`The entry of part ${bank_line_id} was not read`);
  const postings = negated(leftOf(posted));
  return entry(merchant_id, 'difference_undone', postings, { trade_id, bank_line_id });
}

/** Blocks a positive amount, or releases a negative one. */
export function holdEntry(
  hold: { merchant_id: string; trade_id: string; currency: string },
  amount_cents: bigint,
): EntryChange {
  const postings = POSTING_RULES.hold_placed.of_sum({ ...hold, amount_cents });
  return ofTrade(hold, amount_cents > 0n ? 'hold_placed' : 'hold_released', postings);
}

export function adjustmentEntry(adjustment: {
  merchant_id: string;
  adjustment_id: string;
  currency: string;
  amount_cents: bigint;
}): EntryChange {
  const { merchant_id, adjustment_id } = adjustment;
  const postings = POSTING_RULES.adjustment.of_sum(adjustment);
  return entry(merchant_id, 'adjustment', postings, { adjustment_id });
}

/**
 * Only a credit or a return to sender moves a merchant's book: other entries of lines are in the
 * house's book.
 */
const IN_MERCHANTS_BOOK: ReadonlySet<EntryAct> = new Set(['line_received', 'line_given_up']);

function ofLine(act: EntryAct, line: BankLine, merchant_id: string, postings: readonly Posting[]) {
  const book = IN_MERCHANTS_BOOK.has(act) ? merchant_id : HOUSE_BOOK;
  return entry(book, act, postings, { bank_line_id: line.bank_line_id });
}

/** `merchant_id`: the merchant of the line's trade, if it has one. */
export function lineEntry(act: LinePosting, line: BankLine, merchant_id = HOUSE_BOOK): EntryChange {
  return ofLine(act, line, merchant_id, POSTING_RULES[act].of_line({ ...line, merchant_id }));
}

/** A line never changes, so its own amount is the posted one. */
export function undoLineEntry(
  act: LineUndo,
  line: BankLine,
  merchant_id = HOUSE_BOOK,
): EntryChange {
  const [undone] = POSTING_RULES[act].undoes;
  const postings = POSTING_RULES[undone].of_line({ ...line, merchant_id });
  return ofLine(act, line, merchant_id, negated(postings));
}
