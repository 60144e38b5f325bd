// The bank lines of a batch that are to be matched, and the trades that its lines are matched to.

import type { BankLine } from '../record/bank-line.ts';
import { isRecall, sharesNumber } from '../record/line-identity.ts';
import type { TradeKey } from '../record/trade.ts';
import type { Needs } from './needs.ts';
import type { World } from './world.ts';

/** New lines, and lines in suspense that were read. */
export function matchedLines({ new_lines, rematched_lines }: Needs, world: World): BankLine[] {
  const waiting = rematched_lines.flatMap((id) => world.lines.get(id)?.line ?? []);
  return [...new_lines, ...waiting];
}

/** The ids of lines that a person decides about. */
export const reviewedLines = ({ reviewed_lines }: Needs): ReadonlySet<string> =>
  new Set(reviewed_lines.map(({ bank_line_id }) => bank_line_id));

/** Whether it is one of these lines, or a part of one. */
export const isAmong = (ids: ReadonlySet<string>, line: BankLine): boolean =>
  ids.has(line.bank_line_id) || ids.has(line.parent_line_id ?? '');

/** Trades that the lines read are matched to: a decision or a recall may change them. */
export function tradesOfLines(needs: Needs, world: World): TradeKey[] {
  const matched = matchedLines(needs, world);
  const recalls = matched.filter(isRecall);
  const taken_back = new Set(
    matched.flatMap((line) => (line.utr === null ? [] : `${line.utr}/${-line.amount_cents}`)),
  );
  const reviewed = reviewedLines(needs);
  return [...world.lines.values()].flatMap(({ line, outcome }) => {
    const { merchant_id, trade_id } = outcome;
    // Of a divided line, its part has the trade.
    const whole = world.lines.get(line.parent_line_id ?? '')?.line ?? line;
    const is_needed =
      isAmong(reviewed, line) ||
      taken_back.has(`${whole.utr}/${whole.amount_cents}`) ||
      recalls.some((recall) => sharesNumber(recall, whole));
    if (merchant_id === null || trade_id === null || !is_needed) return [];
    return { merchant_id, trade_id };
  });
}
