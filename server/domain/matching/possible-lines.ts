// The lines in suspense that may have paid a pay-in, seen from the pay-in: for the person who has
// to decide about its evidence.

import { lateness } from '../line/line-timing.ts';
import type { LineRecord } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';
import { judgePayin, type PossiblePayin } from './possible-payins.ts';

const MOST_LINES = 20;

export type PossibleLine = LineRecord &
  Pick<PossiblePayin, 'score' | 'evidence' | 'difference_cents'> & {
    /** The payer used another account than the one that the pay-in showed. */
    is_other_account: boolean;
  };

const size = (value: bigint) => (value < 0n ? -value : value);

/** The pay-in's own account, or another one that gives more than an amount as evidence. */
function speaks(one: PossibleLine): boolean {
  const named = one.evidence.some((name) => name === 'utr' || name === 'reference');
  return named || (!one.is_other_account && one.evidence.some((name) => name !== 'open'));
}

/** The likeliest first; of equal ones that with the smallest difference. */
export function possibleLines(trade: Trade, records: readonly LineRecord[]): PossibleLine[] {
  return records
    .filter(
      ({ line, outcome }) =>
        trade.direction === 'payin' &&
        outcome.status === 'suspense' &&
        line.amount_cents > 0n &&
        line.currency === trade.currency &&
        lateness(trade, line) !== 'closed',
    )
    .map(({ line, outcome }) => {
      const { score, evidence, difference_cents } = judgePayin(trade, line);
      const is_other_account = line.receiving_account_id !== trade.receiving_account_id;
      return { line, outcome, score, evidence, difference_cents, is_other_account };
    })
    .filter(speaks)
    .toSorted(
      (a, b) => b.score - a.score || Number(size(a.difference_cents) - size(b.difference_cents)),
    )
    .slice(0, MOST_LINES);
}
