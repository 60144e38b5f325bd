// Whether somebody is in front of the page: what it asks by itself for nobody is no use of their
// session, which then ends by itself.

const AWAY_AFTER_MS = 60_000;

let seen_at = performance.now();

/** Somebody moved, typed or touched. */
export function notePerson(): void {
  seen_at = performance.now();
}

export const isPersonHere = (): boolean => performance.now() - seen_at < AWAY_AFTER_MS;
