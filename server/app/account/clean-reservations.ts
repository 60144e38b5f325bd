// Deletes reservations that no trade can use any more.
import { deleteEndedReservations } from '../../store/account/reservations.ts';
import type { App } from '../process/app.ts';

const MOST_AT_ONCE = 1000;

/** Returns how many it deleted. */
export async function cleanReservations(app: App): Promise<number> {
  return await deleteEndedReservations(app.store.db, MOST_AT_ONCE);
}
