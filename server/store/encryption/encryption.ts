// Encryption at rest: AES-256-GCM under data keys that are wrapped by a key outside the database;
// also the keyed hash for look-ups, and the keys in payment page addresses.
import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import {
  KEY_PURPOSES,
  type KeyPurpose,
  type RotatedPurpose,
} from '../../domain/service/encryption-key.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { keyOfRow } from './key-of-row.ts';
import { OVERHEAD_BYTES, openWith, sealWith, UNAUTHENTIC } from './seal-with.ts';

const KEY_ID_BYTES = 4;
const KEY_BYTES = 32;
const PAGE_KEY_BYTES = 16;
const SEALED_LEAST = KEY_ID_BYTES + OVERHEAD_BYTES;
export type Cipher = {
  /** `place` (table, column, row id) is authenticated, so that ciphertexts cannot be swapped. */
  seal(plain: string, place: string): Buffer;
  open(sealed: Buffer, place: string): string;
  /** Null if the ciphertext is damaged, or belongs to another place. */
  tryOpen(sealed: Buffer, place: string): string | null;
  /** The same for files. */
  sealBytes(plain: Uint8Array, place: string): Buffer;
  openBytes(sealed: Buffer, place: string): Uint8Array;
  /** Null as for `tryOpen`. */
  tryOpenBytes(sealed: Buffer, place: string): Uint8Array | null;
  /**
   * Keyed hash of a canonical text: equal texts have equal hashes; only the service can compute
   * them.
   */
  lookup(text: string): Buffer;
  /** The key that encrypts now. */
  readonly data_key_id: number;
  /** The key from which the page keys of new trades are derived. */
  readonly page_key_id: number;
  /** The secret part of a page's address, 16 bytes: derived, so that no row stores it. */
  pageKey(trade: PageTrade): Buffer;
};

export type PageTrade = { merchant_id: string; trade_id: string; page_key_id: number };

export type KeyRow = { key_id: number; purpose: KeyPurpose; wrapped: Buffer };
type TimedKeyRow = KeyRow & { use_from: number; now: number };

export const KEY_PLACE = (purpose: string, key_id: number) =>
  `encryption_keys/${purpose}/${key_id}`;

/** The key itself; throws StartupError if this master key does not open it. */
export function unwrapKey(master_key: Buffer, row: KeyRow): Buffer {
  try {
    return openWith(master_key, row.wrapped, KEY_PLACE(row.purpose, row.key_id));
  } catch (error) {
    throw new StartupError(
      'ENCRYPTION_KEY does not open the keys of this database: use the one of its last start, ' +
        'or give that one as ENCRYPTION_KEY_PREVIOUS.',
      { cause: error },
    );
  }
}

/** Throws if it does not open them. */
export function refuseWrongKey(master_key: Buffer, rows: readonly KeyRow[]): void {
  for (const row of rows) unwrapKey(master_key, row);
}

/** One statement: a start that is killed, or two at once, never leave only some of the keys. */
async function makeKeys(
  db: Queryable,
  master_key: Buffer,
  purposes: readonly KeyPurpose[],
  last_id: number,
): Promise<void> {
  const key_ids = purposes.map((_, index) => last_id + index + 1);
  const wrapped = purposes.map((purpose, index) =>
    sealWith(master_key, randomBytes(KEY_BYTES), KEY_PLACE(purpose, last_id + index + 1)),
  );
  await db.query(
    'make-encryption-keys',
    `insert into encryption_keys (key_id, purpose, wrapped, created_at, use_from)
     select k.*, $4, $4 from unnest($1::integer[], $2::text[], $3::bytea[]) as k
     on conflict (key_id) do nothing`,
    [key_ids, purposes, wrapped, timestamp(Date.now())],
  );
}

/** The keys that a process has loaded; other processes may change them while it runs. */
export type KeyRing = {
  /** Reads the keys again; a removed key can no longer decrypt. */
  refresh(): Promise<void>;
  /**
   * Records that the keys were checked: `looked_at` on the monotonic clock, `now` on the
   * database's.
   */
  confirm(looked_at: number, now: number): void;
  /** From now on, encryption stops if the keys were not confirmed within this time. */
  lease(ms: number): void;
  /** A new random key, wrapped. */
  make(purpose: RotatedPurpose, key_id: number): KeyRow;
  /** Whether this process's master key wrapped it. */
  opens(row: KeyRow): boolean;
};

/** A process's cipher with the keys that it uses. */
export type KeyedCipher = Cipher & { keys: KeyRing };

const readKeys = (db: Queryable) =>
  db.query<TimedKeyRow>(
    'read-encryption-keys',
    `select key_id, purpose, wrapped, use_from, clock_timestamp() as now from encryption_keys
     order by key_id`,
    [],
  );

async function readOrMakeKeys(db: Queryable, master_key: Buffer): Promise<TimedKeyRow[]> {
  const rows = await readKeys(db);
  // A wrong master key is rejected before it wraps anything.
  refuseWrongKey(master_key, rows);
  const missing = KEY_PURPOSES.filter((purpose) => rows.every((row) => row.purpose !== purpose));
  if (missing.length === 0) return rows;
  await makeKeys(db, master_key, missing, Math.max(0, ...rows.map((row) => row.key_id)));
  return await readKeys(db);
}

/**
 * Opens the database's keys; creates them at the first start. Throws StartupError if the master key
 * is wrong.
 */
export async function openCipher(db: Queryable, master_key: Buffer): Promise<KeyedCipher> {
  const looked_at = performance.now();
  const rows = await readOrMakeKeys(db, master_key);
  const held = holdKeys(master_key, rows, looked_at);
  const keys: KeyRing = {
    refresh: async () => held.take(await readKeys(db)),
    confirm: held.confirm,
    lease: held.lease,
    make: (purpose, key_id) => ({
      key_id,
      purpose,
      wrapped: sealWith(master_key, randomBytes(KEY_BYTES), KEY_PLACE(purpose, key_id)),
    }),
    opens: (row) => {
      try {
        return openWith(master_key, row.wrapped, KEY_PLACE(row.purpose, row.key_id)).length > 0;
      } catch (error) {
        if (error instanceof Error && error.message === UNAUTHENTIC) return false;
        throw error;
      }
    },
  };
  return Object.assign(cipherOf(held), { keys });
}

type Key = Pick<KeyRow, 'key_id' | 'purpose' | 'wrapped'> & {
  use_from: number;
  key: KeyObject;
  /** The key's id, as each ciphertext begins. */
  head: Uint8Array;
};

function headOf(key_id: number): Uint8Array {
  const head = Buffer.alloc(KEY_ID_BYTES);
  head.writeUInt32BE(key_id);
  return head;
}

/** The keys in memory: any of them decrypts, and one of each purpose encrypts. */
function holdKeys(master_key: Buffer, rows: readonly TimedKeyRow[], looked_at: number) {
  let keys = new Map<number, Key>();
  let now = 0;
  let confirmed_at = looked_at;
  let lease_ms = Number.POSITIVE_INFINITY;
  let sealing = new Map<KeyPurpose, Key>();

  /** The newest key in use for each purpose; a single key is used whatever the clocks say. */
  function choose(): void {
    sealing = new Map();
    for (const key of [...keys.values()].sort((a, b) => a.key_id - b.key_id)) {
      if (!sealing.has(key.purpose) || key.use_from <= now) sealing.set(key.purpose, key);
    }
  }

  function take(found: readonly TimedKeyRow[]): void {
    const entries = found.map((row): [number, Key] => {
      const { key_id, purpose, use_from, wrapped } = row;
      const key = keyOfRow(row, keys.get(key_id), () => unwrapKey(master_key, row));
      return [key_id, { key_id, purpose, use_from, wrapped, key, head: headOf(key_id) }];
    });
    keys = new Map(entries);
    now = Math.max(now, ...found.map((row) => row.now));
    choose();
  }

  function keyOf(purpose: KeyPurpose, key_id: number): KeyObject {
    const found = keys.get(key_id);
    if (found?.purpose !== purpose) throw new Error(`No encryption key ${key_id}`);
    return found.key;
  }

  function current(purpose: KeyPurpose): Key {
    const key = sealing.get(purpose);
    if (key === undefined) throw new Error(`No encryption key for ${purpose}`);
    return key;
  }

  take(rows);
  return {
    take,
    confirm(at: number, database_now: number): void {
      confirmed_at = at;
      // Time never goes back: a key that was in use here stays in use.
      if (database_now <= now) return;
      now = database_now;
      choose();
    },
    lease: (ms: number) => {
      lease_ms = ms;
    },
    current,
    /** The key that encrypts; fails if this process could have missed a newer one. */
    sealer(): Key {
      if (performance.now() - confirmed_at <= lease_ms) return current('data');
      throw new Error('The encryption keys were not checked recently enough to encrypt with them');
    },
    keyOf,
    find: (key_id: number): KeyObject | undefined => {
      const found = keys.get(key_id);
      return found?.purpose === 'data' ? found.key : undefined;
    },
  };
}

type HeldKeys = ReturnType<typeof holdKeys>;

function cipherOf(held: HeldKeys): Cipher {
  const sealBytes = (plain: Uint8Array, place: string) => {
    const { key, head } = held.sealer();
    return sealWith(key, plain, place, head);
  };
  const openBytes = (sealed: Buffer, place: string) => {
    const key = held.keyOf('data', sealed.readUInt32BE(0));
    return openWith(key, sealed.subarray(KEY_ID_BYTES), place);
  };
  const tryOpenBytes = (sealed: Buffer, place: string) => {
    const key = sealed.length < SEALED_LEAST ? undefined : held.find(sealed.readUInt32BE(0));
    if (key === undefined) return null;
    try {
      return openWith(key, sealed.subarray(KEY_ID_BYTES), place);
    } catch (error) {
      if (error instanceof Error && error.message === UNAUTHENTIC) return null;
      throw error;
    }
  };
  return {
    seal: (plain, place) => sealBytes(Buffer.from(plain), place),
    open: (sealed, place) => openBytes(sealed, place).toString(),
    tryOpen: (sealed, place) => tryOpenBytes(sealed, place)?.toString() ?? null,
    sealBytes,
    openBytes,
    tryOpenBytes,
    lookup: (text) => createHmac('sha256', held.current('lookup').key).update(text).digest(),
    get data_key_id() {
      return held.current('data').key_id;
    },
    get page_key_id() {
      return held.current('page').key_id;
    },
    pageKey: ({ merchant_id, trade_id, page_key_id: key_id }) =>
      createHmac('sha256', held.keyOf('page', key_id))
        .update(`${merchant_id}/${trade_id}`)
        .digest()
        .subarray(0, PAGE_KEY_BYTES),
  };
}
