// What a dispute blocks of a pay-in's credit: the contested part, and at least what its holds keep
// back, because these are suspended meanwhile.
import type { Change } from '../batch/decision.ts';
import { creditBetween, recallEntry, undoTrade } from '../batch/entries.ts';
import { disputeOf, type World } from '../batch/world.ts';
import { postedOn } from '../ledger/posted-on.ts';
import { CREDIT_HOLD_KINDS, holdKey } from '../record/credit-hold.ts';
import { type Dispute, subjectOf } from '../record/dispute-record.ts';
import type { Trade } from '../record/trade.ts';
import { tradeEntry } from './trade-amounts.ts';

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What the holds of a pay-in keep back, also while a dispute suspends them. */
export function heldBack(world: World, { merchant_id, trade_id }: Trade): bigint {
  return CREDIT_HOLD_KINDS.reduce((sum, kind) => {
    const hold = world.holds.get(holdKey({ merchant_id, trade_id, kind }));
    return sum + (hold?.remaining_cents ?? 0n);
  }, 0n);
}

/** What is left of the credit, without what was taken back of it. */
export const creditLeft = (world: World, trade: Trade): bigint =>
  creditBetween(world, trade, trade.recalled_amount_cents, trade.amount_cents);

/** No entry if the fee or recalls used the credit up. */
export function blockEntry(trade: Trade, settlement_amount_cents: bigint): Change[] {
  if (settlement_amount_cents === 0n) return [];
  return [tradeEntry('payin_disputed', { ...trade, settlement_amount_cents })];
}

/** Blocks the contested part of a credit, of which `recalled_cents` were taken back. */
function blockPart(
  world: World,
  trade: Trade,
  { recalled_cents, contested_cents }: { recalled_cents: bigint; contested_cents: bigint },
  held_cents: bigint,
): Change[] {
  const part = creditBetween(world, trade, recalled_cents, recalled_cents + contested_cents);
  const left = creditBetween(world, trade, recalled_cents, trade.amount_cents);
  return blockEntry(trade, larger(part, smaller(held_cents, left)));
}

export const blockContested = (world: World, trade: Trade, contested_cents: bigint): Change[] =>
  blockPart(
    world,
    trade,
    { recalled_cents: trade.recalled_amount_cents, contested_cents },
    heldBack(world, trade),
  );

/**
 * The part of the trade's credit that the dispute may take: what it contests, or what its own first
 * decision gave.
 */
export function contestedCredit(dispute: Dispute, trade: Trade): bigint {
  const { contested_from, amount_cents, awarded_cents } = dispute;
  const is_about_credit = subjectOf(trade.direction, contested_from) === 'credited_payin';
  const most_cents = is_about_credit ? amount_cents : (awarded_cents ?? 0n);
  return smaller(most_cents, trade.amount_cents - trade.recalled_amount_cents);
}

/**
 * The contested part after the recalled part of the trade has changed: what the bank takes back
 * during a dispute is the contested money first.
 */
export function contestedAfter(contested_cents: bigint, before: Trade, recalled_cents: bigint) {
  const rest = contested_cents - (recalled_cents - before.recalled_amount_cents);
  return smaller(larger(rest, 0n), before.amount_cents - recalled_cents);
}

/**
 * The entries that bring the recalled part of a credit to `recalled_cents`. A dispute blocks what
 * is then contested.
 */
export function recallCredit(world: World, trade: Trade, recalled_cents: bigint): Change[] {
  const entry = recallEntry(world, trade, recalled_cents);
  if (trade.state !== 'disputed') return [entry];
  const dispute = disputeOf(world, trade.trade_id);
  const all = trade.amount_cents - trade.recalled_amount_cents;
  const contested_before = dispute === undefined ? all : contestedCredit(dispute, trade);
  const contested_cents = contestedAfter(contested_before, trade, recalled_cents);
  const moved = postedOn(entry.entry.postings, 'available')?.amount_cents ?? 0n;
  return [
    ...undoTrade(world, trade, 'payin_dispute_won'),
    entry,
    ...blockPart(
      world,
      trade,
      { recalled_cents, contested_cents },
      larger(heldBack(world, trade) + moved, 0n),
    ),
  ];
}
