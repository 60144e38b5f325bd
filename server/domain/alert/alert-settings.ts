// When notices are sent: quiet hours, and how patient alerts are.
import { MINUTE_MS } from '../../lib/durations.ts';
import type { AlertTiming, QuietHours } from './alert-rule.ts';

export type AlertSettings = QuietHours & {
  /** The name of the quiet hours' zone, as in `Asia/Kolkata`. */
  time_zone: string;
  raise_after_minutes: number;
  recover_after_minutes: number;
  remind_after_minutes: number;
};

const DAY_MINUTES = 1_440;

/** What each number may be; the database has the same bounds. */
export const ALERT_BOUNDS = {
  raise_after_minutes: { min: 0, max: DAY_MINUTES },
  recover_after_minutes: { min: 0, max: DAY_MINUTES },
  remind_after_minutes: { min: 10, max: 14 * DAY_MINUTES },
} as const;

export const timingOf = (settings: AlertSettings): AlertTiming => ({
  raise_after_ms: settings.raise_after_minutes * MINUTE_MS,
  recover_after_ms: settings.recover_after_minutes * MINUTE_MS,
  remind_after_ms: settings.remind_after_minutes * MINUTE_MS,
});

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** `22:30` as a minute of the day; null if it is no time. */
export function minuteFromClock(text: string): number | null {
  const [, hours, minutes] = CLOCK.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

export function clockText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
