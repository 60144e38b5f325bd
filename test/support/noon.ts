// Sets the clock of a test's service to noon, so that no day or hour ends while the test compares
// days, adds up a day's sum or gives a line again.
import { dayOf } from '../../server/domain/values/day.ts';
import { DAY_MS } from '../../server/lib/durations.ts';
import type { Store } from '../../server/store/batch/store.ts';

/** Of the day after this process began: never behind the true time. */
export const NOON = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + DAY_MS / 2;

/** The day of that noon, or one this many days after it: `2026-11-20`. */
export const noonDay = (after = 0): string => dayOf(NOON + after * DAY_MS);

type Clocked = { store: Pick<Store, 'clock_offset_ms'> };

/** The service's clock goes on from noon of so many days later. */
export function setToNoonAfter(days: number, ...apps: readonly Clocked[]): void {
  for (const { store } of apps) store.clock_offset_ms = NOON + days * DAY_MS - Date.now();
}

/** For all processes of one test. */
export const setToNoon = (...apps: readonly Clocked[]): void => setToNoonAfter(0, ...apps);
