// Encryption at rest: AES-256-GCM under data keys that a key outside the database wraps, and the
// keyed hash for look-up.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { StartupError } from '../startup-error.ts';
import { type Queryable, timestamp } from './database.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

/** Bytes are made into a key object at every use; one that is made already costs a tenth. */
type CipherKey = Buffer | KeyObject;

export type Cipher = {
  /** `place` (table, column, row id) is authenticated, so that ciphertexts cannot be swapped. */
  seal(plain: string, place: string): Buffer;
  open(sealed: Buffer, place: string): string;
  /** The same for files. */
  sealBytes(plain: Uint8Array, place: string): Buffer;
  openBytes(sealed: Buffer, place: string): Uint8Array;
  /**
   * Keyed hash of a canonical text: equal texts have equal hashes, nobody else can compute them.
   */
  lookup(text: string): Buffer;
};

function sealWith(key: CipherKey, plain: Uint8Array, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function openWith(key: CipherKey, sealed: Buffer, place: string): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(tag);
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
    decipher.final(),
  ]);
}

type KeyRow = { key_id: number; purpose: 'data' | 'lookup'; wrapped: Buffer };

const KEY_PLACE = (purpose: string, key_id: number) => `encryption_keys/${purpose}/${key_id}`;

function unwrap(master_key: Buffer, row: KeyRow): Buffer {
  try {
    return openWith(master_key, row.wrapped, KEY_PLACE(row.purpose, row.key_id));
  } catch (error) {
    throw new StartupError(
      'ENCRYPTION_KEY does not open the keys of this database: use the one of its first start.',
      { cause: error },
    );
  }
}

/** Both in one statement: a start that is killed, or two at once, never leave half of them. */
async function makeKeys(db: Queryable, master_key: Buffer): Promise<void> {
  const purposes = ['data', 'lookup'] as const;
  const key_ids = purposes.map((_, index) => index + 1);
  const wrapped = purposes.map((purpose, index) =>
    sealWith(master_key, randomBytes(32), KEY_PLACE(purpose, index + 1)),
  );
  await db.query(
    'make-encryption-keys',
    `insert into encryption_keys (key_id, purpose, wrapped, created_at)
     select k.*, $4 from unnest($1::integer[], $2::text[], $3::bytea[]) as k
     on conflict (key_id) do nothing`,
    [key_ids, purposes, wrapped, timestamp(Date.now())],
  );
}

/**
 * Opens the database's keys, making them at the first start. Throws StartupError for a wrong master
 * key.
 */
export async function openCipher(db: Queryable, master_key: Buffer): Promise<Cipher> {
  const read = () =>
    db.query<KeyRow>(
      'read-encryption-keys',
      'select key_id, purpose, wrapped from encryption_keys',
      [],
    );
  let rows = await read();
  if (rows.length === 0) {
    await makeKeys(db, master_key);
    rows = await read();
  }
  const data_keys = new Map<number, KeyObject>();
  let lookup_key: KeyObject | undefined;
  for (const row of rows) {
    const key = createSecretKey(unwrap(master_key, row));
    if (row.purpose === 'data') data_keys.set(row.key_id, key);
    else lookup_key = key;
  }
  return cipherOf(data_keys, lookup_key);
}

function cipherOf(
  data_keys: ReadonlyMap<number, KeyObject>,
  lookup_key: KeyObject | undefined,
): Cipher {
  const current_id = Math.max(...data_keys.keys());
  const current = data_keys.get(current_id);
  if (current === undefined || lookup_key === undefined) throw new Error('Encryption keys missing');
  const header = Buffer.alloc(KEY_ID_BYTES);
  header.writeUInt32BE(current_id);
  const sealBytes = (plain: Uint8Array, place: string) =>
    Buffer.concat([header, sealWith(current, plain, place)]);
  const openBytes = (sealed: Buffer, place: string) => {
    const key_id = sealed.readUInt32BE(0);
    const key = data_keys.get(key_id);
    if (key === undefined) throw new Error(`No encryption key ${key_id}`);
    return openWith(key, sealed.subarray(KEY_ID_BYTES), place);
  };
  return {
    seal: (plain, place) => sealBytes(Buffer.from(plain), place),
    open: (sealed, place) => openBytes(sealed, place).toString(),
    sealBytes,
    openBytes,
    lookup: (text) => createHmac('sha256', lookup_key).update(text).digest(),
  };
}
