// The metrics of daily series: what is counted of trades, and the pay-ins that no account took.
import { MISS_REASONS } from '../record/receiving-account.ts';
import { DAY_MEASURES } from './trade-measures.ts';

const MISSED = MISS_REASONS.map((reason) => `missed_${reason}` as const);

/** `missed` is the sum of those after it, one for each reason. */
export const SERIES_METRICS = [...DAY_MEASURES, 'missed', ...MISSED] as const;
export type SeriesMetric = (typeof SERIES_METRICS)[number];

/** The most days of one answer: a leap year. */
export const SERIES_DAYS_MOST = 366;
export const SERIES_DAYS_DEFAULT = 30;
