// The books, holds, disputes and settlements that a batch may move, derived from the lines and
// trades read.

import { HOUSE_BOOK } from '../ledger/ledger.ts';
import type { TradeKey } from '../record/trade.ts';
import { isAmong, matchedLines, reviewedLines } from './needed-lines.ts';
import type { Needs } from './needs.ts';
import type { World } from './world.ts';

const hasLines = ({ new_lines, rematched_lines }: Needs) =>
  new_lines.length + rematched_lines.length > 0;

const merchantsOf = (world: World): string[] =>
  [...world.trades.values()].map((trade) => trade.merchant_id);

/** The merchants whose pay-ins may be completed by lines of the batch. */
export function creditedByLines(needs: Needs, world: World): string[] {
  return hasLines(needs) ? merchantsOf(world) : [];
}

/** Whether a line of the batch may reverse a credit: then its merchant's balance must be known. */
function mayTakeBack(needs: Needs, world: World): boolean {
  const lines = matchedLines(needs, world);
  const outgoing = lines.filter((line) => line.amount_cents < 0n && line.utr !== null);
  if (outgoing.length === 0) return false;
  const known = [...lines, ...[...world.lines.values()].map((record) => record.line)];
  const incoming = new Set(known.map((line) => `${line.utr}/${line.amount_cents}`));
  return outgoing.some((line) => incoming.has(`${line.utr}/${-line.amount_cents}`));
}

/** The books that the lines read require. */
function booksOfLines(needs: Needs, world: World): string[] {
  const { ended, utrs } = needs;
  const ending = new Set(ended.map(({ trade_id }) => trade_id));
  const books: string[] = [];
  for (const { line, outcome } of world.lines.values()) {
    // It is being returned by a pay-out that may not succeed; then its money is unmatched again.
    const { status, trade_id } = outcome;
    if (status === 'returned' && trade_id !== null && ending.has(trade_id)) books.push(HOUSE_BOOK);
    for (const { utr, merchant_id } of utrs) {
      if (line.utr === utr) books.push(HOUSE_BOOK, merchant_id);
    }
  }
  const ids = reviewedLines(needs);
  const reviewed = [...world.lines.values()]
    .filter(({ line }) => isAmong(ids, line))
    .flatMap(({ outcome }) => outcome.merchant_id ?? []);
  return [...books, ...reviewed];
}

/**
 * The books whose money a command may move, locked before the decision. A line may be matched to
 * any pay-in that was read, or that another command of the batch creates.
 */
export function neededBooks(needs: Needs, world: World): string[] {
  const books = [...needs.books, ...booksOfLines(needs, world)];
  if (!hasLines(needs)) return books;
  // Decisions about lines hardly ever depend on a balance, so their books are locked when the
  // entries are written. Only a reversal of a credit must know how far below zero the balance
  // falls.
  if (books.length === 0 && !mayTakeBack(needs, world)) return [];
  const made = needs.orders.map((order) => order.merchant_id);
  return [HOUSE_BOOK, ...books, ...merchantsOf(world), ...made];
}

/** Settlements to approve, and those whose pay-out was read: they change with it. */
export function neededSettlements(needs: Needs, world: World): Needs['settlements'] {
  const paid = [...world.trades.values()].flatMap(({ merchant_id, settlement_id }) =>
    settlement_id === null ? [] : { merchant_id, settlement_id },
  );
  return [...needs.settlements, ...paid];
}

/** The holds of pay-ins whose credit an act may reverse, and the holds to be released. */
export function neededHolds(needs: Needs, world: World): TradeKey[] {
  const credited = [...world.trades.values()].filter(
    ({ direction, state, disputed_from }) =>
      direction === 'payin' && (state === 'completed' || disputed_from === 'completed'),
  );
  return [...credited, ...needs.holds].map(({ merchant_id, trade_id }) => ({
    merchant_id,
    trade_id,
  }));
}

/** Trades whose disputes are read: a dispute follows its trade. */
export function neededDisputes({ disputes_of }: Needs, world: World): TradeKey[] {
  const disputed = [...world.trades.values()].filter(({ state }) => state === 'disputed');
  return [...disputes_of, ...disputed].map(({ merchant_id, trade_id }) => ({
    merchant_id,
    trade_id,
  }));
}
