// Figures of a report as people read them: rates, times, marks of a chart.
import type { ReportRow } from '../../api/schema.gen.ts';
import { exponentOf, shownAmount } from '../../parts/amount/amount.ts';
import type { Point } from '../../parts/chart/time-chart.tsx';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { REPORT_TEXTS } from '../../texts/reports.ts';
import { daysLater } from './ranges.ts';

const { times, kinds } = REPORT_TEXTS;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const percentShown = (value: number | null): string =>
  value === null ? COMMON_TEXTS.nothing : REPORT_TEXTS.percent(value);

export function timeShown(ms: number): string {
  if (ms < MINUTE_MS) return times.seconds(Math.round(ms / 1_000));
  if (ms < 2 * HOUR_MS) return times.minutes(Math.round(ms / MINUTE_MS));
  return times.hours(Math.round(ms / HOUR_MS));
}

export const keyOf = ({ direction, currency }: ReportRow): string => `${direction}-${currency}`;

export const nameOf = ({ direction, currency }: ReportRow): string =>
  REPORT_TEXTS.of(kinds[direction], currency);

const DAY = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', day: 'numeric', month: 'short' });
const LONG_DAY = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', dateStyle: 'medium' });

/** The days of a row: one, or from the first to the last. */
export function periodShown({ from, to }: Pick<ReportRow, 'from' | 'to'>): string {
  const [first, last] = [new Date(from), new Date(daysLater(to, -1))];
  return first.getTime() === last.getTime()
    ? LONG_DAY.format(first)
    : LONG_DAY.formatRange(first, last);
}

/** A mark of a scale of amounts: `1.2M`. */
export function amountMark(currency: string): (minor_units: number) => string {
  const format = new Intl.NumberFormat(undefined, {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  return (minor_units) => format.format(minor_units / 10 ** exponentOf(currency));
}

/** Every period of the report, also those of which nothing is counted. */
export function everyPeriod(rows: readonly ReportRow[]): { from: string; to: string }[] {
  const all = new Map(rows.map(({ from, to }) => [from, { from, to }]));
  return [...all.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

export type Periods = readonly { from: string; to: string }[];

/** The days between two; the service leaves out those of which nothing is counted. */
export function daysBetween(from: string, to: string): Periods {
  const days: { from: string; to: string }[] = [];
  for (let day = from; day < to; day = daysLater(day, 1)) {
    days.push({ from: day, to: daysLater(day, 1) });
  }
  return days;
}

/** A row per period: of split reports the first one, so charts are drawn of whole ones only. */
const rowsOf = (rows: readonly ReportRow[]) => new Map(rows.map((row) => [row.from, row]));

export function volumePoints(periods: Periods, rows: readonly ReportRow[], currency: string) {
  const known = rowsOf(rows);
  return periods.map((period): Point => {
    const value = known.get(period.from)?.completed.amount_cents ?? 0;
    const shown = shownAmount(value, currency);
    return { key: periodShown(period), label: DAY.format(new Date(period.from)), value, shown };
  });
}

export function successPoints(periods: Periods, rows: readonly ReportRow[]) {
  const known = rowsOf(rows);
  return periods.map((period): Point => {
    const value = known.get(period.from)?.success_percent ?? null;
    const shown = percentShown(value);
    return { key: periodShown(period), label: DAY.format(new Date(period.from)), value, shown };
  });
}
