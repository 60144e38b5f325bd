// The periods of a report: days, weeks and months of the calendar, and the counters of each.
import { DAY_MS } from '../../lib/durations.ts';
import { SLOTS_PER_DAY } from '../trade/trade-measures.ts';
import { dayOf } from '../values/day.ts';

export const REPORT_STEPS = ['day', 'week', 'month', 'all'] as const;
export type ReportStep = (typeof REPORT_STEPS)[number];

export const REPORT_SPLITS = ['type', 'merchant'] as const;
export type ReportSplit = (typeof REPORT_SPLITS)[number];

/** Days since 1970-01-01 on the calendar of the report's time zone; `end_day` is not included. */
export type ReportPeriod = { first_day: number; end_day: number };

const DAYS_PER_WEEK = 7;
/** 1970-01-01 was a Thursday; weeks begin on Mondays. */
const DAYS_SINCE_MONDAY = 3;

/** The first day of the month after that of a day. */
export function nextMonth(day: number): number {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS;
}

type CalendarStep = Exclude<ReportStep, 'all'>;

/** The first day of the whole period that has this day. */
export function periodStart(day: number, step: CalendarStep): number {
  if (step === 'day') return day;
  if (step === 'week') return day - ((day + DAYS_SINCE_MONDAY) % DAYS_PER_WEEK);
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS;
}

/** When the period that has this day ends, if nothing else ends it. */
export function periodEnd(day: number, step: CalendarStep): number {
  if (step === 'day') return day + 1;
  if (step === 'month') return nextMonth(day);
  return day + DAYS_PER_WEEK - ((day + DAYS_SINCE_MONDAY) % DAYS_PER_WEEK);
}

/** The first and the last week or month may be parts of one. */
export function periodsOf({ first_day, end_day }: ReportPeriod, step: ReportStep): ReportPeriod[] {
  if (step === 'all') return [{ first_day, end_day }];
  const periods: ReportPeriod[] = [];
  for (let day = first_day; day < end_day; ) {
    const end = Math.min(periodEnd(day, step), end_day);
    periods.push({ first_day: day, end_day: end });
    day = end;
  }
  return periods;
}

export const dayName = (day: number): string => dayOf(day * DAY_MS);

/** From `start` on, before `end`; counted in days in UTC, or in quarters of an hour. */
export type Span = { start: number; end: number };

export type Spans = { days: Span[]; slots: Span[] };

/** Whole days in UTC are read as such; only the rest is read by quarters of an hour. */
export function spansOf({ start, end }: Span): Spans {
  const first = Math.ceil(start / SLOTS_PER_DAY);
  const last = Math.floor(end / SLOTS_PER_DAY);
  if (first >= last) return { days: [], slots: start < end ? [{ start, end }] : [] };
  const edges = [
    { start, end: first * SLOTS_PER_DAY },
    { start: last * SLOTS_PER_DAY, end },
  ];
  return {
    days: [{ start: first, end: last }],
    slots: edges.filter((edge) => edge.start < edge.end),
  };
}
