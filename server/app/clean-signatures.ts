// Tidying: signatures that are no longer fresh.
import { deleteExpiredSignatures } from '../store/used-signatures.ts';
import type { App } from './app.ts';

const MOST_AT_ONCE = 1_000;

/** Returns how many went. */
export async function cleanSignatures(app: App): Promise<number> {
  return await deleteExpiredSignatures(app.store.db, MOST_AT_ONCE);
}
