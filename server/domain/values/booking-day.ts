// Which booking days a bank's line may have: none that is far ahead of now.
import { dayOf } from './day.ts';

/**
 * Some banks book before a weekend or a holiday what counts after it. Days of zones that are up to
 * 14 hours ahead of UTC are within it.
 */
const MOST_DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;

/** What is wrong with the day, in words that follow its field's name, or null. */
export function bookingDayProblem(booked_at: number, now: number): string | null {
  if (booked_at - now <= MOST_DAYS_AHEAD * DAY_MS) return null;
  return `is ${dayOf(booked_at)}, more than ${MOST_DAYS_AHEAD} days ahead of today`;
}
