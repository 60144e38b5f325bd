// When a scheduled report is due, and which days it covers: the whole day, week or month before.
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import { periodEnd, periodStart, type ReportPeriod } from './report-periods.ts';

export const REPORT_CYCLES = ['day', 'week', 'month'] as const;
export type ReportCycle = (typeof REPORT_CYCLES)[number];

/** After each day, each Monday or each first of a month, at an hour of the zone's clocks. */
export type ReportSchedule = { every: ReportCycle; hour: number };

/** The clocks of a time zone, as moments read as if they were UTC. */
export type ZoneClock = {
  /** The first moment at which the clocks show this time or a later one. */
  momentOf(shown_at: number): number;
  shownAt(at: number): number;
};

/** The moments are those of the zone: `to_at` is not included. */
export type DueReport = ReportPeriod & { due_at: number; from_at: number; to_at: number };

function dueAfter(schedule: ReportSchedule, zone: ZoneClock, first_day: number): DueReport {
  const end_day = periodEnd(first_day, schedule.every);
  const momentOf = (day: number) => zone.momentOf(day * DAY_MS);
  const due_at = zone.momentOf(end_day * DAY_MS + schedule.hour * HOUR_MS);
  return { first_day, end_day, due_at, from_at: momentOf(first_day), to_at: momentOf(end_day) };
}

/** The last one that was due, and the first that will be: after `now`, never at it. */
export function reportsAround(
  schedule: ReportSchedule,
  zone: ZoneClock,
  now: number,
): { last: DueReport; next: DueReport } {
  const { every } = schedule;
  const today = Math.floor(zone.shownAt(now) / DAY_MS);
  const before = (day: number) => periodStart(periodStart(day, every) - 1, every);
  let last = dueAfter(schedule, zone, before(before(today)));
  let next = dueAfter(schedule, zone, last.end_day);
  // More than once too: clocks that are put back at midnight show the day before again.
  while (next.due_at <= now) {
    last = next;
    next = dueAfter(schedule, zone, last.end_day);
  }
  return { last, next };
}
