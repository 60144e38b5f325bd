// A new ENCRYPTION_KEY: wraps the database's keys again under it. The data stay as they are.
import { StartupError } from '../../lib/startup-error.ts';
import type { Database } from '../connection/database.ts';
import { KEY_PLACE, type KeyRow } from './encryption.ts';
import { openWith, sealWith, UNAUTHENTIC } from './seal-with.ts';

/** Null if another key wrapped it. */
function tryUnwrap(master_key: Buffer, row: KeyRow): Buffer | null {
  try {
    return openWith(master_key, row.wrapped, KEY_PLACE(row.purpose, row.key_id));
  } catch (error) {
    if (error instanceof Error && error.message === UNAUTHENTIC) return null;
    throw error;
  }
}

function rewrapped(master_key: Buffer, former_key: Buffer, row: KeyRow) {
  if (tryUnwrap(master_key, row) !== null) return [];
  const key = tryUnwrap(former_key, row);
  if (key === null) {
    throw new StartupError(
      'Neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS opens the keys of this database: ' +
        'give the one of its last start as ENCRYPTION_KEY_PREVIOUS.',
    );
  }
  const { key_id, purpose } = row;
  return [{ key_id, wrapped: sealWith(master_key, key, KEY_PLACE(purpose, key_id)) }];
}

/**
 * Wraps all keys or none, and can be repeated: keys already wrapped by the new key are left alone.
 * Running processes have the keys in memory and continue. Returns how many keys were wrapped.
 */
export async function rewrapKeys(
  db: Database,
  master_key: Buffer,
  former_key: Buffer,
): Promise<number> {
  return await db.transaction(async (tx) => {
    const rows = await tx.query<KeyRow>(
      'lock-encryption-keys',
      'select key_id, purpose, wrapped from encryption_keys order by key_id for update',
      [],
    );
    const keys = rows.flatMap((row) => rewrapped(master_key, former_key, row));
    if (keys.length === 0) return 0;
    await tx.query(
      'rewrap-encryption-keys',
      `update encryption_keys e set wrapped = k.wrapped
       from unnest($1::integer[], $2::bytea[]) as k(key_id, wrapped) where e.key_id = k.key_id`,
      [keys.map((key) => key.key_id), keys.map((key) => key.wrapped)],
    );
    return keys.length;
  });
}
