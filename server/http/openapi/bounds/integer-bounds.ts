// Between which values the whole numbers of answers are.
import { EXACT } from '../../../domain/request/number-fields.ts';

export type IntegerBounds = { readonly minimum: number; readonly maximum: number };

/** Counts, positions, sizes, durations. */
const COUNT: IntegerBounds = { minimum: 0, maximum: EXACT.maximum };
/** HTTP has three digits; other people’s servers answer with any of them. */
const STATUS: IntegerBounds = { minimum: 100, maximum: 999 };
const MINUTE_OF_DAY: IntegerBounds = { minimum: 0, maximum: 1_439 };

const BOUNDS: Readonly<Record<string, IntegerBounds>> = {
  status: STATUS,
  last_status: STATUS,
  active_from_minute: MINUTE_OF_DAY,
  active_to_minute: MINUTE_OF_DAY,
  hour: { minimum: 0, maximum: 23 },
  // Of an alert, or of a report: sums of money among other things.
  value: EXACT,
  threshold: EXACT,
  sum: EXACT,
};

/** Sums of money may be below zero. Every number of an answer is one that JSON carries exactly. */
export const integerBounds = (name: string): IntegerBounds =>
  BOUNDS[name] ?? (name.endsWith('_cents') ? EXACT : COUNT);
