// Reads the data keys as they are stored: encrypted by ENCRYPTION_KEY, of no use without it.
import type { ArchiveDataKey } from '../../domain/archive/archive-document.ts';
import type { KeyPurpose } from '../../domain/service/encryption-key.ts';
import type { Queryable } from '../connection/database.ts';
import type { KeyRow } from '../encryption/encryption.ts';

/** Purposes of the keys that open what a file has: the page's are of no use without a page. */
const KEPT_PURPOSES: readonly KeyPurpose[] = ['data', 'lookup'];

export async function readArchiveKeys(tx: Queryable): Promise<ArchiveDataKey[]> {
  const keys = await tx.query<KeyRow>(
    'read-wrapped-keys',
    'select key_id, purpose, wrapped from encryption_keys order by key_id',
    [],
  );
  return keys
    .filter(({ purpose }) => KEPT_PURPOSES.includes(purpose))
    .map(({ key_id, purpose, wrapped }) => ({
      key_id,
      purpose,
      wrapped: wrapped.toString('base64url'),
    }));
}
