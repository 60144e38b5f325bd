// The figures of a report that follow from what was counted: rates, and how long completing took.
import type { MissReason } from '../record/receiving-account.ts';
import { type DayMeasure, type Measures, SPEEDS } from '../trade/trade-measures.ts';

export type LostDemand = { reason: MissReason; count: bigint; amount_cents: bigint };

export const MEASURES_OF_STATES = [
  'created',
  'completed',
  'expired',
  'canceled',
  'failed',
  'disputed',
  'reversed',
] as const satisfies readonly DayMeasure[];

/** A dispute or a reversal comes after one of the ends of a trade. */
const NO_ENDS: readonly DayMeasure[] = ['created', 'disputed', 'reversed'];
const ENDS = MEASURES_OF_STATES.filter((measure) => !NO_ENDS.includes(measure));

/** In percent with two decimals, rounded half up; null of nothing. */
export function percentOf(part: bigint, whole: bigint): number | null {
  if (whole <= 0n) return null;
  return Number((part * 20_000n + whole) / (2n * whole)) / 100;
}

/** Of the trades that ended: those that are open do not count yet. */
export function successPercent(measures: Measures): number | null {
  const ended = ENDS.reduce((sum, end) => sum + measures[end].count, 0n);
  return percentOf(measures.completed.count, ended);
}

/** Of what was completed: by a bank line and a rule, without a person. */
export const matchedPercent = ({ matched, completed }: Measures): number | null =>
  percentOf(matched.count, completed.count);

export function meanMs({ duration }: Measures): number | null {
  if (duration.count === 0n) return null;
  return Number((2n * duration.total + duration.count) / (2n * duration.count));
}

/**
 * The shortest of the counted times within which so many of a hundred were completed; null if
 * nothing was, or if they took longer than the longest of these times.
 */
export function withinMs(measures: Measures, percent: bigint): number | null {
  const all = measures.completed.count;
  const speed = all === 0n ? undefined : shortest.find((name) => reaches(name));
  return speed === undefined ? null : SPEEDS[speed];

  function reaches(name: keyof typeof SPEEDS): boolean {
    return measures[name].count * 100n >= all * percent;
  }
}

const shortest = (Object.keys(SPEEDS) as (keyof typeof SPEEDS)[]).toSorted(
  (a, b) => SPEEDS[a] - SPEEDS[b],
);
