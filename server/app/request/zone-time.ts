// Days of a named time zone as moments: when each begins, and when its clocks show a time.
import type { Notes } from '../../domain/request/request-shape.ts';
import { SLOT_MS } from '../../domain/trade/trade-measures.ts';

const PARTS = ['year', 'month', 'day', 'hour', 'minute'] as const;
const SEARCH_MS = 36 * 3_600_000;

export type ZoneTime = {
  /** The first moment at which the zone's clocks show this time or a later one. */
  momentOf(shown_at: number): number;
  /** What the clocks show, as if it were UTC; to the minute. */
  shownAt(at: number): number;
};

/** Null if there is no zone of this name. */
function formatOf(time_zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone: time_zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** The first quarter of an hour that is not before; clocks that were put back are no problem. */
function search(shownAt: (at: number) => number, shown_at: number): number {
  let low = (shown_at - SEARCH_MS) / SLOT_MS;
  let high = (shown_at + SEARCH_MS) / SLOT_MS;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (shownAt(middle * SLOT_MS) < shown_at) low = middle + 1;
    else high = middle;
  }
  return low * SLOT_MS;
}

/** Null if there is no such zone. */
export function openZone(time_zone: string): ZoneTime | null {
  const format = formatOf(time_zone);
  if (format === null) return null;
  const shownAt = (at: number): number => {
    const parts = format.formatToParts(at);
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = PARTS.map((name) =>
      Number(parts.find(({ type }) => type === name)?.value),
    );
    return Date.UTC(year, month - 1, day, hour, minute);
  };
  return {
    shownAt,
    momentOf(shown_at) {
      const guess = shown_at - (shownAt(shown_at) - shown_at);
      const at = shown_at - (shownAt(guess) - guess);
      const is_first = shownAt(at) === shown_at && shownAt(at - SLOT_MS) < shown_at;
      return is_first ? at : search(shownAt, shown_at);
    },
  };
}

const UTC: ZoneTime = { momentOf: (at) => at, shownAt: (at) => at };

/** Of the field `time_zone`; UTC, with a note, if there is no such zone. */
export function readZone(name: string | undefined, notes: Notes): ZoneTime {
  if (name === undefined || name === 'UTC') return UTC;
  const zone = openZone(name);
  if (zone === null) {
    notes.wrong('time_zone', 'unknown_value', 'must be a time zone like Asia/Kolkata');
  }
  return zone ?? UTC;
}
