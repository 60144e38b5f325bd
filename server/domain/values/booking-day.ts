// Which booking days a bank line may have: none far in the future.
import { DAY_MS } from '../../lib/durations.ts';
import { dayOf } from './day.ts';

/**
 * Some banks book an entry before a weekend or holiday under the day after it. Time zones up to 14
 * hours ahead of UTC fit within this limit too.
 */
const MOST_DAYS_AHEAD = 7;

/** The problem, as words that follow the field's name, or null. */
export function bookingDayProblem(booked_at: number, now: number): string | null {
  if (booked_at - now <= MOST_DAYS_AHEAD * DAY_MS) return null;
  return `is ${dayOf(booked_at)}, more than ${MOST_DAYS_AHEAD} days ahead of today`;
}
