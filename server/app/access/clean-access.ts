// Deletes sessions, links and counters of tries that have ended, so that their tables stay small.
import { deleteEndedAccess } from '../../store/access/ended-access.ts';
import type { App } from '../process/app.ts';

const MOST_AT_ONCE = 1_000;

/** Returns how many rows it deleted. */
export async function cleanAccess(app: App): Promise<number> {
  return await deleteEndedAccess(app.store.db, MOST_AT_ONCE);
}
