// Settings and tokens that one process was given, as the others know them.
import { setTimeout as sleep } from 'node:timers/promises';

/** What one process was told counts in all others after this time, however slow they are. */
const MOST_AGE_MS = 1_000;

/**
 * Workers of one service are told at once, and find it out by themselves if they cannot look in
 * time.
 */
export const knownToAll = () => sleep(MOST_AGE_MS);
