// The dates of a report: presets on the calendar of its time zone, and days of one's own.
import { ZONE } from '../../parts/list/periods.ts';

export type Days = {
  /** The first day. */
  readonly from: string;
  /** The day after the last one. */
  readonly to: string;
};

const DAY_MS = 86_400_000;

export const zoneOf = (chosen: string | undefined): string => (chosen === 'utc' ? 'UTC' : ZONE);

/** `2026-11-23` and `14:37`, as the zone's clocks show them. */
export function clockOf(at: number, zone: string): { day: string; time: string } {
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(at)
    .split(' ');
  return { day, time };
}

export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** `through` is included, as people mean it. */
export type Asked = { range?: string; from?: string; through?: string };

export function daysOf({ range, from, through }: Asked, today: string): Days {
  const tomorrow = daysLater(today, 1);
  if (range === 'own') {
    const last = isDay(through) ? through : today;
    return { from: isDay(from) ? from : daysLater(last, -29), to: daysLater(last, 1) };
  }
  if (range === 'today') return { from: today, to: tomorrow };
  if (range === 'yesterday') return { from: daysLater(today, -1), to: today };
  if (range === 'last_7') return { from: daysLater(today, -6), to: tomorrow };
  if (range === 'this_month') return { from: monthOf(today), to: tomorrow };
  if (range === 'last_month') {
    const last = daysLater(monthOf(today), -1);
    return { from: monthOf(last), to: monthOf(today) };
  }
  return { from: daysLater(today, -29), to: tomorrow };
}

const QUARTER = 15;

/** The last full quarter of an hour of the day, `14:30`; the service counts by these. */
export function lastQuarter(time: string): string {
  const [hours = '00', minutes = '00'] = time.split(':');
  return `${hours}:${String(Math.floor(Number(minutes) / QUARTER) * QUARTER).padStart(2, '0')}`;
}
