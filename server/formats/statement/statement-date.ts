// Reads dates and times as banks write them, by pattern; dates that do not exist are refused.
import { MINUTE_MS } from '../../lib/durations.ts';

export type ReadDate = {
  readonly booked_at: number;
  /** False if only a day was given; then `booked_at` is that day's midnight in UTC. */
  readonly booked_exactly: boolean;
};

type Parts = Readonly<Record<string, string>>;
const NO_PARTS: Parts = {};

const TOKENS: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<YYYY>\d{4})`,
  YY: String.raw`(?<YY>\d{2})`,
  MMM: '(?<MMM>[A-Za-z]{3,9})',
  MM: String.raw`(?<MM>\d{1,2})`,
  DD: String.raw`(?<DD>\d{1,2})`,
  HH: String.raw`(?<HH>\d{1,2})`,
  mm: String.raw`(?<mm>\d{2})`,
  ss: String.raw`(?<ss>\d{2})(?:[.,]\d{1,9})?`,
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY = String.raw`(?<YYYY>\d{4})-(?<MM>\d{2})-(?<DD>\d{2})`;
const CLOCK = String.raw`(?<HH>\d{1,2}):(?<mm>\d{2})(?::(?<ss>\d{2})(?:[.,](?<ms>\d{1,9}))?)?`;
const ZONE = String.raw`\s*(?<zone>Z|[+-]\d{2}:?\d{2})?`;
const ISO = new RegExp(`^${DAY}(?:[T ]${CLOCK}${ZONE})?$`, 'i');
const TIME =
  /^(?<HH>\d{1,2}):(?<mm>\d{2})(?::(?<ss>\d{2})(?:[.,]\d{1,9})?)?(?:\s*(?<half>[AP])\.?M\.?)?$/i;

const HALF = String.raw`(?:\s*(?<half>[AP])\.?M\.?)?`;

const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;
const MAX_LENGTH = 40;

/** The day, with the time if the date's or the time's cell has one; null if it is no date. */
export function readDate(
  cells: { readonly date: string; readonly time: string },
  formats: readonly string[],
  zone_offset_minutes: number,
): ReadDate | null {
  const [date, time] = [cells.date.trim(), cells.time.trim()];
  if (date.length > MAX_LENGTH || time.length > MAX_LENGTH) return null;
  for (const format of formats) {
    const parts: Parts | undefined = patternOf(format).exec(date)?.groups;
    if (parts === undefined) continue;
    const clock: Parts | undefined = time === '' ? NO_PARTS : TIME.exec(time)?.groups;
    if (clock === undefined) continue;
    const all = clock === NO_PARTS ? parts : { ...parts, ...defined(clock) };
    const found = momentOf(all, zone_offset_minutes);
    if (found !== null) return found;
  }
  return null;
}

const PATTERNS = new Map<string, RegExp>([['ISO', ISO]]);

function patternOf(format: string): RegExp {
  const known = PATTERNS.get(format);
  if (known !== undefined) return known;
  const source = format
    .split(/(YYYY|YY|MMM|MM|DD|HH|mm|ss)/)
    .map((piece) => TOKENS[piece] ?? piece.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join('');
  // On a clock of twelve hours the half of the day follows.
  const half = format.includes('HH') ? HALF : '';
  const pattern = new RegExp(`^${source}${half}$`, half === '' ? '' : 'i');
  PATTERNS.set(format, pattern);
  return pattern;
}

function momentOf(parts: Parts, zone_offset_minutes: number): ReadDate | null {
  const year = parts.YYYY === undefined ? 2000 + Number(parts.YY) : Number(parts.YYYY);
  const month = parts.MMM === undefined ? Number(parts.MM) : monthOf(parts.MMM);
  const day = Number(parts.DD);
  const midnight = Date.UTC(year, month - 1, day);
  const is_day = new Date(midnight).getUTCDate() === day && month >= 1 && month <= 12;
  if (!is_day || year < FIRST_YEAR || year > LAST_YEAR) return null;
  if (parts.HH === undefined) return { booked_at: midnight, booked_exactly: false };
  const time_ms = timeOf(parts);
  if (time_ms === null) return null;
  const offset = parts.zone === undefined ? zone_offset_minutes : zoneOf(parts.zone);
  return { booked_at: midnight + time_ms - offset * MINUTE_MS, booked_exactly: true };
}

function timeOf(parts: Parts): number | null {
  const [minute, second] = [Number(parts.mm ?? 0), Number(parts.ss ?? 0)];
  const hour = hourOf(Number(parts.HH), parts.half);
  if (hour === null || minute > 59 || second > 59) return null;
  const millisecond = Number((parts.ms ?? '0').padEnd(3, '0').slice(0, 3));
  return (hour * 60 + minute) * MINUTE_MS + second * 1_000 + millisecond;
}

/** On a twelve-hour clock 12 comes before 1. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function zoneOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return digits.startsWith('-') ? -minutes : minutes;
}

function defined(parts: Parts): Parts {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
