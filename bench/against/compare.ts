// The arithmetic of a comparison: whose turn it is, and what two series of runs say together.
import { median, ratios } from '../scenario/figures.ts';

export const CHECKOUT_SIDES = ['here', 'there'] as const;
export type CheckoutSide = (typeof CHECKOUT_SIDES)[number];

export type BothRuns = Readonly<Record<CheckoutSide, readonly number[]>>;

export type Measured = {
  readonly scenario: string;
  readonly name: string;
  readonly unit: string;
  /** Processor time, which depends less on what else the machine does than rates and times do. */
  readonly is_cost: boolean;
  readonly runs: BothRuns;
};

export type Comparison = Measured & {
  /** Medians. */
  readonly here: number;
  readonly there: number;
  /** Here ÷ there in each round, and the median of these. */
  readonly ratios: readonly number[];
  readonly ratio: number;
  /** Between the smallest and the largest ratio; null after one round, which shows none. */
  readonly spread: number | null;
  /** False if the rounds differ from each other by more than the ratio differs from one. */
  readonly is_clear: boolean;
};

/**
 * Each round has both, and whoever came last begins the next one: a machine that gets slower bit by
 * bit slows both alike.
 */
export function turnsOf(rounds: number): CheckoutSide[] {
  return Array.from({ length: rounds }, (_, round) =>
    round % 2 === 0 ? CHECKOUT_SIDES : CHECKOUT_SIDES.toReversed(),
  ).flat();
}

export function compare(measured: Measured): Comparison {
  const { here, there } = measured.runs;
  const each = ratios(here, there);
  const ratio = median(each);
  const spread = each.length > 1 ? Math.max(...each) - Math.min(...each) : null;
  return {
    ...measured,
    here: median(here),
    there: median(there),
    ratios: each,
    ratio,
    spread,
    is_clear: spread !== null && spread < Math.abs(ratio - 1),
  };
}

/** The costs that are above the limit in every round: one round alone can be an accident. */
export function costsAbove(comparisons: readonly Comparison[], limit: number): Comparison[] {
  return comparisons.filter(({ is_cost, ratios: each }) => is_cost && Math.min(...each) > limit);
}
