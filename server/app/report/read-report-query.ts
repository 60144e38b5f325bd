// Reads what a report is asked for; only the service knows the time and the zones.

import type { ReportSplit, ReportStep } from '../../domain/report/report-periods.ts';
import {
  MAKE_REPORT,
  REPORT_DAYS_DEFAULT,
  REPORT_DAYS_MOST,
} from '../../domain/report/report-requests.ts';
import { beginReading } from '../../domain/request/read-request.ts';
import type { Notes, QueryTexts, ReadOf } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { SLOT_MS } from '../../domain/trade/trade-measures.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { CounterFilter } from '../../store/trade/trade-counts.ts';
import { readZone, type ZoneTime } from '../request/zone-time.ts';

export type ReportQuery = QueryTexts<typeof MAKE_REPORT>;

export type ReportAsked = {
  first_day: number;
  end_day: number;
  time_zone: string;
  zone: ZoneTime;
  by: ReportStep;
  /** Milliseconds since midnight on the zone's clocks; null: whole days. */
  until_ms: number | null;
  split: ReportSplit | null;
  filter: CounterFilter;
};

/** `from` is included, `to` is not; by default the last days up to today. */
function daysOf({ from, to }: ReadOf<typeof MAKE_REPORT>, today: number, notes: Notes) {
  const end_day = to ?? today + 1;
  const first_day = from ?? end_day - REPORT_DAYS_DEFAULT;
  if (end_day <= first_day) notes.wrong('to', 'range', 'must be after from');
  if (end_day - first_day > REPORT_DAYS_MOST) {
    notes.wrong('to', 'range', `must be at most ${REPORT_DAYS_MOST} days after from`);
  }
  return { first_day, end_day };
}

export function readReportQuery(query: ReportQuery, now: number): ReportAsked | Refusal {
  const reading = beginReading(MAKE_REPORT, { fields: query, errors: [] });
  const zone = readZone(reading.values.time_zone, reading);
  const days = daysOf(reading.values, Math.floor(zone.shownAt(now) / DAY_MS), reading);
  // An offset such as +05:37 is a zone as well, but no counter begins with its days.
  if (zone.momentOf(days.first_day * DAY_MS) % SLOT_MS !== 0) {
    const message = 'must begin its days with a quarter of an hour in UTC';
    reading.wrong('time_zone', 'unknown_value', message);
  }
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { time_zone, by, until: until_ms, split, merchant_id, direction, currency, type } = asked;
  const filter = { merchant_id, direction, currency, type: type?.type ?? null };
  return { ...days, time_zone, zone, by, until_ms, split, filter };
}
