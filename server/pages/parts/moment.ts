// Times as the pages show them: the time left in words, and dates in UTC.

import { perLanguage } from '../texts/per-language.ts';
import { fillCount, localeOf, type PageTexts } from '../texts/texts.ts';
import { html, type SafeHtml } from './html.ts';

const MINUTE_S = 60;
const LAST_MINUTES_S = 3 * MINUTE_S;

/** Whole seconds until the end, never negative; null if no timer runs. */
export function secondsLeft(expires_at: number | null, now: number): number | null {
  return expires_at === null ? null : Math.max(0, Math.ceil((expires_at - now) / 1000));
}

/** Rounded down, so that nobody relies on time that is not left. */
export function timeLeft(seconds: number, texts: PageTexts): string {
  if (seconds === 0) return texts.time_left.over;
  if (seconds < MINUTE_S) return texts.time_left.seconds;
  if (seconds < LAST_MINUTES_S) return texts.time_left.last_minutes;
  return fillCount(texts, texts.time_left.minutes, Math.floor(seconds / MINUTE_S));
}

const formatOf = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }),
);

/**
 * Minutes and seconds for the last minutes, which the script counts down; empty before and after.
 */
export function countdown(seconds: number): string {
  if (seconds > LAST_MINUTES_S || seconds === 0) return '';
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`;
}

export function shownDate(at: number, texts: PageTexts): string {
  return `${formatOf(localeOf(texts)).format(at)} UTC`;
}

const dayOf = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }),
);
const timeOf = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }),
);

/**
 * The script shows it in the viewer's own zone, and keeps the UTC text as the title. Day and time
 * are apart, each in a box of its own, so that nothing moves when the script replaces them.
 */
export function shownMoment(at: number, texts: PageTexts): SafeHtml {
  const locale = localeOf(texts);
  const [day, time] = [dayOf, timeOf].map((formatIn) => formatIn(locale).format(at));
  return html`<time datetime="${new Date(at).toISOString()}"><span>${day ?? ''}</span>
<span>${time ?? ''} UTC</span></time>`;
}
