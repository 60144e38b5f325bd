// What is counted of trades for lists and charts, as tables from which the SQL is made.

import { MISS_REASONS } from '../record/receiving-account.ts';
import type { Act, State } from '../record/trade.ts';

/** Counters are of quarters of an hour: in every time zone a day begins with one. */
export const SLOT_MS = 15 * 60_000;
export const SLOTS_PER_DAY = 96;

/** Completed no later than this after the creation: each includes the shorter ones. */
export const SPEEDS = {
  within_1m: 60_000,
  within_5m: 5 * 60_000,
  within_15m: 15 * 60_000,
  within_1h: 60 * 60_000,
  within_1d: 24 * 60 * 60_000,
} as const;

/**
 * What is counted of a day, each with a sum. `matched`: completed because a rule, not a person,
 * matched a bank line. The sum of `duration` is the milliseconds from creation to completion, of
 * `fees` what merchants paid, of the others the trades' amounts.
 */
export const DAY_MEASURES = [
  'created',
  'completed',
  'matched',
  'fees',
  'duration',
  'within_1m',
  'within_5m',
  'within_15m',
  'within_1h',
  'within_1d',
  'expired',
  'canceled',
  'failed',
  'disputed',
  'reversed',
] as const;
export type DayMeasure = (typeof DAY_MEASURES)[number];

export type Counted = { count: bigint; total: bigint };
export type Measures = Readonly<Record<DayMeasure, Counted>>;

const NOTHING: Counted = { count: 0n, total: 0n };

export const measuresOf = (value: (measure: DayMeasure) => Counted | undefined): Measures =>
  Object.fromEntries(
    DAY_MEASURES.map((measure) => [measure, value(measure) ?? NOTHING]),
  ) as Measures;

export const addMeasures = (all: readonly Measures[]): Measures =>
  measuresOf((measure) => ({
    count: all.reduce((sum, one) => sum + one[measure].count, 0n),
    total: all.reduce((sum, one) => sum + one[measure].total, 0n),
  }));

/** Counted on the day on which a trade gets this state; null: not counted. */
export const REACHED: Readonly<Record<State, DayMeasure | null>> = {
  created: null,
  pending: null,
  verifying: null,
  processing: null,
  // Counted at the first completion only: a dispute that is won completes nothing.
  completed: null,
  expired: 'expired',
  canceled: 'canceled',
  failed: 'failed',
  disputed: 'disputed',
  reversed: 'reversed',
};

/** The acts by which a bank line completes a trade. */
export const MATCHING_ACTS: readonly Act[] = ['match', 'attach_utr'];

const MISSED = MISS_REASONS.map((reason) => `missed_${reason}` as const);

/** `missed` is the sum of those after it, one for each reason. */
export const SERIES_METRICS = [...DAY_MEASURES, 'missed', ...MISSED] as const;
export type SeriesMetric = (typeof SERIES_METRICS)[number];

/** The most days of one answer: a leap year. */
export const SERIES_DAYS_MOST = 366;
export const SERIES_DAYS_DEFAULT = 30;
