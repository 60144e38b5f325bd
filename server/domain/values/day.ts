// Calendar days as text, `2026-11-20`; only days that exist.
import { DAY_MS } from '../../lib/durations.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const FIRST_AT = Date.parse('0001-01-01T00:00:00.000Z');
const END_AT = Date.parse('9999-12-31T00:00:00.000Z');

/** PostgreSQL has no year 0, and the end of a day needs a four-digit year as well. */
export const isKnownMoment = (at: number): boolean => at >= FIRST_AT && at < END_AT;

/** The first millisecond of a day in UTC; null if the text is not a day. */
export function dayStart(text: string): number | null {
  if (!DAY.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return isKnownMoment(at) && dayOf(at) === text ? at : null;
}

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const dayBefore = (at: number): string => dayOf(at - DAY_MS);

/** A moment in ISO 8601; null for what never ends, or has not happened. */
export function isoMoment(at: number): string;
export function isoMoment(at: number | null): string | null;
export function isoMoment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
