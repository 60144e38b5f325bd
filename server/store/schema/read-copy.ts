// Whether this process works on the installation's own database or on a copy of it: read with the
// settings, so that every process knows within a second that a copy was adopted.
import {
  type Copy,
  type InstallationSeen,
  judgeCopy,
  noteOf,
  type Surroundings,
} from '../../domain/service/installation.ts';
import type { Database } from '../connection/database.ts';
import {
  insertInstallation,
  readInstallation,
  readServerSeen,
  updateInstallation,
} from './installation.ts';

export async function readSeen(
  db: Pick<Database, 'query'>,
  around: Surroundings,
): Promise<InstallationSeen> {
  return { ...around, ...(await readServerSeen(db)) };
}

/** Null: no copy. Records what is new, or the whole at the first start. */
export async function readCopy(
  db: Pick<Database, 'query'>,
  around: Surroundings,
  onError: (error: unknown) => void,
): Promise<Copy | null> {
  const [was, seen] = await Promise.all([readInstallation(db), readSeen(db, around)]);
  if (was === null) {
    await insertInstallation(db, seen);
    return null;
  }
  const copy = judgeCopy(was, seen);
  if (copy !== null) return copy;
  const note = noteOf(was, seen);
  // Not awaited: settings can be read while nothing can be written.
  if (note !== null) updateInstallation(db, note, false).catch(onError);
  return null;
}
