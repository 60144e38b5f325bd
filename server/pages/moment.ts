// Times as the pages show them: what is left in words, and dates in UTC.
import { fillCount, type PageTexts } from './texts.ts';

const MINUTE_S = 60;
const LAST_MINUTES_S = 3 * MINUTE_S;

/** Whole seconds until the end, never negative; null where no timer runs. */
export function secondsLeft(expires_at: number | null, now: number): number | null {
  return expires_at === null ? null : Math.max(0, Math.ceil((expires_at - now) / 1000));
}

/** Rounded down, so that nobody counts on time that is not there. */
export function timeLeft(seconds: number, texts: PageTexts): string {
  if (seconds === 0) return texts.time_left.over;
  if (seconds < MINUTE_S) return texts.time_left.seconds;
  if (seconds < LAST_MINUTES_S) return texts.time_left.last_minutes;
  return fillCount(texts, texts.time_left.minutes, Math.floor(seconds / MINUTE_S));
}

export function shownDate(at: number, lang: string): string {
  const format = new Intl.DateTimeFormat(lang, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}
