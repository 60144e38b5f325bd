// How long money has been in suspense: the age groups in which it is counted.
import { DAY_MS } from '../../lib/durations.ts';

/** From the youngest to the oldest; each ends where the next begins. */
export const SUSPENSE_AGES = [
  { age: 'under_1_day', from_days: 0, to_days: 1 },
  { age: '1_to_3_days', from_days: 1, to_days: 3 },
  { age: '3_to_7_days', from_days: 3, to_days: 7 },
  { age: '7_to_30_days', from_days: 7, to_days: 30 },
  { age: 'over_30_days', from_days: 30, to_days: null },
] as const;
export type SuspenseAge = (typeof SUSPENSE_AGES)[number]['age'];
export const SUSPENSE_AGE_NAMES = SUSPENSE_AGES.map(({ age }) => age);

/** The booking times of lines of this age: at or after `from`, before `to`; null means no bound. */
export function bookedWithin(
  age: SuspenseAge,
  now: number,
): { booked_from: number | null; booked_to: number | null } {
  const row = SUSPENSE_AGES.find((one) => one.age === age);
  if (row === undefined) throw new Error(`No such age: ${age}`);
  const { from_days, to_days } = row;
  return {
    booked_from: to_days === null ? null : now - to_days * DAY_MS + 1,
    booked_to: from_days === 0 ? null : now - from_days * DAY_MS + 1,
  };
}

/** A line booked in the future belongs to the youngest group. */
export function ageOf(booked_at: number, now: number): SuspenseAge {
  const days = (now - booked_at) / DAY_MS;
  const row = SUSPENSE_AGES.findLast((one) => days >= one.from_days);
  return (row ?? SUSPENSE_AGES[0]).age;
}

const OLDEST_FIRST = SUSPENSE_AGES.toReversed();

/** Before which booking time each age ends, from the oldest on; the youngest has no end. */
export const endsOfAges = (now: number): number[] =>
  OLDEST_FIRST.flatMap(({ age }) => bookedWithin(age, now).booked_to ?? []);

/** The age of lines booked after so many of these ends. */
export function ageAfter(ends: number): SuspenseAge {
  const row = OLDEST_FIRST[ends];
  if (row === undefined) throw new Error(`There is no age after ${ends} others`);
  return row.age;
}
