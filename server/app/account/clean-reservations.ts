// Deletes reservations that no trade can use any more.
import { deleteEndedReservations } from '../../store/account/reservations.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';

const MOST_AT_ONCE = 1000;

/** Returns how many it deleted. */
export async function cleanReservations(app: App): Promise<number> {
  return await deleteEndedReservations(app.store.db, await now(app.store), MOST_AT_ONCE);
}
