// The objects that a person opened last, for the palette: kept in this browser until they sign out.
import { type Kept, type RecentObject, readKept, withRecent } from './kept.ts';

const KEY = 'payment-orders recent';

export const readRecent = (person: string | null): readonly RecentObject[] =>
  readKept(window.localStorage.getItem(KEY), person);

export function noteRecent(person: string | null, object: RecentObject): void {
  const kept: Kept = { person, objects: withRecent(readRecent(person), object) };
  window.localStorage.setItem(KEY, JSON.stringify(kept));
}

/** Whoever signs out leaves nothing of it. */
export const forgetRecent = (): void => window.localStorage.removeItem(KEY);
