// Passkeys: the public keys with which people sign in.
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';

export type Passkey = {
  passkey_id: string;
  person_id: string;
  credential_id: Uint8Array<ArrayBuffer>;
  /** In COSE form. */
  public_key: Uint8Array<ArrayBuffer>;
  sign_count: number;
  /** The authenticator keeps copies elsewhere, as password managers and phones do. */
  is_backed_up: boolean;
  transports: readonly string[];
  name: string;
  created_at: number;
  last_used_at: number | null;
};

type Row = Omit<Passkey, 'sign_count' | 'credential_id' | 'public_key'> & {
  sign_count: bigint;
  credential_id: Buffer<ArrayBuffer>;
  public_key: Buffer<ArrayBuffer>;
};

const COLUMNS = `passkey_id, person_id, credential_id, public_key, sign_count, is_backed_up,
  transports, name, created_at, last_used_at`;

const namePlace = (passkey_id: string) => `passkeys/name/${passkey_id}`;

/** People name their devices after themselves, so names are encrypted. */
const passkeyOf = (cipher: Cipher, row: Row): Passkey => ({
  ...row,
  name: openText(cipher, row.name, namePlace(row.passkey_id)) ?? '',
  credential_id: new Uint8Array(row.credential_id),
  public_key: new Uint8Array(row.public_key),
  sign_count: Number(row.sign_count),
});

/** Of one person, oldest first. */
export async function readPasskeys(
  db: Queryable,
  cipher: Cipher,
  person_id: string,
): Promise<Passkey[]> {
  const rows = await db.query<Row>(
    'read-passkeys',
    `select ${COLUMNS} from passkeys where person_id = $1 order by passkey_id`,
    [person_id],
  );
  return rows.map((row) => passkeyOf(cipher, row));
}

export async function findPasskey(
  db: Queryable,
  cipher: Cipher,
  credential_id: Uint8Array,
): Promise<Passkey | null> {
  const [row] = await db.query<Row>(
    'find-passkey',
    `select ${COLUMNS} from passkeys where credential_id = $1`,
    [Buffer.from(credential_id)],
  );
  return row === undefined ? null : passkeyOf(cipher, row);
}

/** False if the credential is registered already, for whomever. */
export async function insertPasskey(
  tx: Queryable,
  cipher: Cipher,
  passkey: Omit<Passkey, 'last_used_at'>,
): Promise<boolean> {
  const rows = await tx.query(
    'insert-passkey',
    `insert into passkeys (passkey_id, person_id, credential_id, public_key, sign_count,
       is_backed_up, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (credential_id) do nothing returning 1 as inserted`,
    [
      passkey.passkey_id,
      passkey.person_id,
      Buffer.from(passkey.credential_id),
      Buffer.from(passkey.public_key),
      passkey.sign_count,
      passkey.is_backed_up,
      passkey.transports,
      sealText(cipher, passkey.name, namePlace(passkey.passkey_id)),
      timestamp(passkey.created_at),
    ],
  );
  return rows.length > 0;
}

type Use = Pick<Passkey, 'passkey_id' | 'sign_count' | 'is_backed_up'>;

/**
 * Notes the use with the authenticator's counter; false if the passkey is gone or the counter did
 * not grow, which a copy of the key would cause. Authenticators that do not count always say 0.
 */
export async function usePasskey(db: Queryable, use: Use): Promise<boolean> {
  const rows = await db.query(
    'use-passkey',
    `update passkeys set sign_count = $2, is_backed_up = $3, last_used_at = statement_timestamp()
     where passkey_id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))
     returning 1 as used`,
    [use.passkey_id, use.sign_count, use.is_backed_up],
  );
  return rows.length > 0;
}

/** Null if the person has no such passkey. */
export async function renamePasskey(
  tx: Queryable,
  cipher: Cipher,
  { person_id, passkey_id, name }: Pick<Passkey, 'person_id' | 'passkey_id' | 'name'>,
): Promise<Passkey | null> {
  const [row] = await tx.query<Row>(
    'rename-passkey',
    `update passkeys set name = $3 where person_id = $1 and passkey_id = $2 returning ${COLUMNS}`,
    [person_id, passkey_id, sealText(cipher, name, namePlace(passkey_id))],
  );
  return row === undefined ? null : passkeyOf(cipher, row);
}

/** False if the person has no such passkey. */
export async function deletePasskey(
  tx: Queryable,
  person_id: string,
  passkey_id: string,
): Promise<boolean> {
  const rows = await tx.query(
    'delete-passkey',
    'delete from passkeys where person_id = $1 and passkey_id = $2 returning 1 as deleted',
    [person_id, passkey_id],
  );
  return rows.length > 0;
}

export async function deletePasskeys(tx: Queryable, person_id: string): Promise<void> {
  await tx.query('delete-passkeys', 'delete from passkeys where person_id = $1', [person_id]);
}
