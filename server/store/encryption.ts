// Encryption at rest: AES-256-GCM under data keys that a key outside the database wraps, the keyed
// hash for look-up, and the keys in the addresses of payment pages.
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
const KEY_BYTES = 32;
const PAGE_KEY_BYTES = 16;
const SEALED_LEAST = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;
/** What GCM says of bytes that were not sealed so; it has no code. */
export const UNAUTHENTIC = 'Unsupported state or unable to authenticate data';

/** Bytes are made into a key object at every use; one that is made already costs a tenth. */
type CipherKey = Buffer | KeyObject;

export type Cipher = {
  /** `place` (table, column, row id) is authenticated, so that ciphertexts cannot be swapped. */
  seal(plain: string, place: string): Buffer;
  open(sealed: Buffer, place: string): string;
  /** Null for a ciphertext that is damaged, or stands in another place than it was sealed for. */
  tryOpen(sealed: Buffer, place: string): string | null;
  /** The same for files. */
  sealBytes(plain: Uint8Array, place: string): Buffer;
  openBytes(sealed: Buffer, place: string): Uint8Array;
  /**
   * Keyed hash of a canonical text: equal texts have equal hashes, nobody else can compute them.
   */
  lookup(text: string): Buffer;
  /** The secret that the page keys of new trades are computed with. */
  page_key_id: number;
  /** The secret part of a page's address, 16 bytes: computed, so that no row has to hold it. */
  pageKey(trade: PageTrade): Buffer;
};

export type PageTrade = { merchant_id: string; trade_id: string; page_key_id: number };

export function sealWith(key: CipherKey, plain: Uint8Array, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

export function openWith(key: CipherKey, sealed: Buffer, place: string): Buffer {
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

const PURPOSES = ['data', 'lookup', 'page'] as const;
type Purpose = (typeof PURPOSES)[number];
export type KeyRow = { key_id: number; purpose: Purpose; wrapped: Buffer };

export const KEY_PLACE = (purpose: string, key_id: number) =>
  `encryption_keys/${purpose}/${key_id}`;

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

/** All in one statement: a start that is killed, or two at once, never leave some of them. */
async function makeKeys(
  db: Queryable,
  master_key: Buffer,
  purposes: readonly Purpose[],
  last_id: number,
): Promise<void> {
  const key_ids = purposes.map((_, index) => last_id + index + 1);
  const wrapped = purposes.map((purpose, index) =>
    sealWith(master_key, randomBytes(KEY_BYTES), KEY_PLACE(purpose, last_id + index + 1)),
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
  // A wrong master key is refused before it wraps anything.
  for (const row of rows) unwrap(master_key, row);
  const missing = PURPOSES.filter((purpose) => rows.every((row) => row.purpose !== purpose));
  if (missing.length > 0) {
    await makeKeys(db, master_key, missing, Math.max(0, ...rows.map((row) => row.key_id)));
    rows = await read();
  }
  const keysFor = (purpose: Purpose): Keys => {
    const own = rows.filter((row) => row.purpose === purpose);
    return new Map(own.map((row) => [row.key_id, createSecretKey(unwrap(master_key, row))]));
  };
  return cipherOf(keysFor('data'), keysFor('lookup'), keysFor('page'));
}

type Keys = ReadonlyMap<number, KeyObject>;

function newest(keys: Keys): [key_id: number, key: KeyObject] {
  const key_id = Math.max(...keys.keys());
  return [key_id, keyOf(keys, key_id)];
}

function keyOf(keys: Keys, key_id: number): KeyObject {
  const key = keys.get(key_id);
  if (key === undefined) throw new Error(`No encryption key ${key_id}`);
  return key;
}

function cipherOf(data_keys: Keys, lookup_keys: Keys, page_keys: Keys): Cipher {
  const [current_id, current] = newest(data_keys);
  const [, lookup_key] = newest(lookup_keys);
  const [page_key_id] = newest(page_keys);
  const header = Buffer.alloc(KEY_ID_BYTES);
  header.writeUInt32BE(current_id);
  const sealBytes = (plain: Uint8Array, place: string) =>
    Buffer.concat([header, sealWith(current, plain, place)]);
  const openBytes = (sealed: Buffer, place: string) => {
    const key = keyOf(data_keys, sealed.readUInt32BE(0));
    return openWith(key, sealed.subarray(KEY_ID_BYTES), place);
  };
  return {
    seal: (plain, place) => sealBytes(Buffer.from(plain), place),
    open: (sealed, place) => openBytes(sealed, place).toString(),
    tryOpen(sealed, place) {
      const key = sealed.length < SEALED_LEAST ? undefined : data_keys.get(sealed.readUInt32BE(0));
      if (key === undefined) return null;
      try {
        return openWith(key, sealed.subarray(KEY_ID_BYTES), place).toString();
      } catch (error) {
        if (error instanceof Error && error.message === UNAUTHENTIC) return null;
        throw error;
      }
    },
    sealBytes,
    openBytes,
    lookup: (text) => createHmac('sha256', lookup_key).update(text).digest(),
    page_key_id,
    pageKey: ({ merchant_id, trade_id, page_key_id: key_id }) =>
      createHmac('sha256', keyOf(page_keys, key_id))
        .update(`${merchant_id}/${trade_id}`)
        .digest()
        .subarray(0, PAGE_KEY_BYTES),
  };
}
