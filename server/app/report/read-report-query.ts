// Reads what a report is asked for: days of a time zone, in periods, with filters.

import { DIRECTIONS } from '../../domain/record/trade.ts';
import { REPORT_STEPS, type ReportStep } from '../../domain/report/report-periods.ts';
import { SLOT_MS } from '../../domain/trade/trade-measures.ts';
import { dayStart } from '../../domain/values/day.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts';
import { REPORT_SPLITS, type ReportSplit } from '../../store/trade/report-counts.ts';
import type { CounterFilter } from '../../store/trade/trade-counts.ts';
import type { FieldReader } from '../request/fields.ts';
import { openZone, type ZoneTime } from './zone-time.ts';

export const REPORT_FIELDS = [
  'from',
  'to',
  'time_zone',
  'by',
  'until',
  'split',
  'merchant_id',
  'direction',
  'currency',
  'type',
] as const;
export type ReportQuery = Partial<Record<(typeof REPORT_FIELDS)[number], string>>;

/** The most days of one report: a leap year. */
export const REPORT_DAYS_MOST = 366;
export const REPORT_DAYS_DEFAULT = 30;

const ZONE_MAX = 64;
const DAY_LENGTH = 10;
const TIME_LENGTH = 5;
const TIME = /^([01]\d|2[0-3]):(00|15|30|45)$/;

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

const UTC: ZoneTime = { momentOf: (at) => at, shownAt: (at) => at };

function readZone(reader: FieldReader): { time_zone: string; zone: ZoneTime } {
  const time_zone = reader.optionalText('time_zone', ZONE_MAX) ?? 'UTC';
  const zone = time_zone === 'UTC' ? UTC : openZone(time_zone);
  if (zone !== null) return { time_zone, zone };
  reader.wrong('time_zone', 'unknown_value', 'must be a time zone like Asia/Kolkata');
  return { time_zone: 'UTC', zone: UTC };
}

function readDay(reader: FieldReader, name: 'from' | 'to'): number | null {
  const text = reader.optionalText(name, DAY_LENGTH);
  if (text === null) return null;
  const at = dayStart(text);
  if (at === null || at < 0) reader.wrong(name, 'format', 'must be a day like 2026-03-01');
  return at === null ? null : at / DAY_MS;
}

/** `from` is included, `to` is not; by default the last days up to today. */
function readDays(reader: FieldReader, today: number) {
  const end_day = readDay(reader, 'to') ?? today + 1;
  const first_day = readDay(reader, 'from') ?? end_day - REPORT_DAYS_DEFAULT;
  if (end_day <= first_day) reader.wrong('to', 'range', 'must be after from');
  if (end_day - first_day > REPORT_DAYS_MOST) {
    reader.wrong('to', 'range', `must be at most ${REPORT_DAYS_MOST} days after from`);
  }
  return { first_day, end_day };
}

function readUntil(reader: FieldReader, by: ReportStep): number | null {
  const text = reader.optionalText('until', TIME_LENGTH);
  if (text === null) return null;
  const [, hours, minutes] = TIME.exec(text) ?? [];
  if (hours === undefined) {
    reader.wrong('until', 'format', 'must be a quarter of an hour like 14:30');
  }
  if (by !== 'day') reader.wrong('until', 'not_allowed', 'is for reports by day');
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** An offset such as +05:37 is a zone as well, but no counter begins with its days. */
function checkQuarters(reader: FieldReader, { first_day, zone }: ReportAsked): void {
  if (zone.momentOf(first_day * DAY_MS) % SLOT_MS === 0) return;
  const message = 'must begin its days with a quarter of an hour in UTC';
  reader.wrong('time_zone', 'unknown_value', message);
}

export function readReportQuery(reader: FieldReader, query: ReportQuery, now: number): ReportAsked {
  const { time_zone, zone } = readZone(reader);
  const days = readDays(reader, Math.floor(zone.shownAt(now) / DAY_MS));
  const by = reader.choice('by', REPORT_STEPS) ?? 'day';
  const until_ms = readUntil(reader, by);
  const split = reader.choice('split', REPORT_SPLITS);
  if (split === 'merchant' && by !== 'all') {
    reader.wrong('split', 'not_allowed', 'by merchant needs by=all');
  }
  const filter = {
    merchant_id: query.merchant_id === undefined ? null : reader.uuid('merchant_id'),
    direction: reader.choice('direction', DIRECTIONS),
    currency: query.currency === undefined ? null : reader.currency('currency'),
    type: query.type === undefined ? null : (reader.type('type')?.type ?? null),
  };
  const asked = { ...days, time_zone, zone, by, until_ms, split, filter };
  checkQuarters(reader, asked);
  return asked;
}
