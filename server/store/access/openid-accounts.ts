// Accounts at an OpenID provider by which people sign in: at most one per person, and one person
// per account. Issuer and subject are encrypted; an account is found by its keyed hash.
import { type OpenidAccount, openidKey, readOpenidKey } from '../../domain/access/openid.ts';
import type { Person } from '../../domain/access/person.ts';
import type { Queryable } from '../connection/database.ts';
import { isDuplicate } from '../connection/outage.ts';
import type { Cipher } from '../encryption/encryption.ts';

const hashOf = (cipher: Cipher, account: OpenidAccount): Buffer =>
  cipher.lookup(`person/openid/${openidKey(account)}`);

const placeOf = (person_id: string) => `people/openid_account/${person_id}`;

export type AccountRow = { openid_account: Buffer | null; openid_connected_at: number | null };

const UNREADABLE = '(cannot be decrypted)';

/** An account that cannot be read still signs its person in, by its hash. */
export function openAccount(
  cipher: Cipher,
  person_id: string,
  { openid_account, openid_connected_at: connected_at }: AccountRow,
): Person['openid'] {
  if (openid_account === null || connected_at === null) return null;
  const text = cipher.tryOpen(openid_account, placeOf(person_id));
  const [issuer, subject] = text === null ? [UNREADABLE, UNREADABLE] : readOpenidKey(text);
  return { issuer, subject, connected_at };
}

/** Whom the account signs in, until the transaction ends; null: nobody. */
export async function lockAccountHolder(
  tx: Queryable,
  cipher: Cipher,
  account: OpenidAccount,
): Promise<Pick<Person, 'person_id' | 'state'> | null> {
  const [row] = await tx.query<Pick<Person, 'person_id' | 'state'>>(
    'lock-account-holder',
    'select person_id, state from people where openid_hash = $1 for update',
    [hashOf(cipher, account)],
  );
  return row ?? null;
}

/** Without a lock: who would be asked. */
export async function selectAccountHolder(
  db: Queryable,
  cipher: Cipher,
  account: OpenidAccount,
): Promise<string | null> {
  const [row] = await db.query<{ person_id: string }>(
    'select-account-holder',
    'select person_id from people where openid_hash = $1',
    [hashOf(cipher, account)],
  );
  return row?.person_id ?? null;
}

/**
 * `replaces_password`: only the account signs in from now on. A person with an account is no longer
 * merely invited.
 */
export async function saveAccount(
  tx: Queryable,
  cipher: Cipher,
  { person_id, account }: { person_id: string; account: OpenidAccount },
  replaces_password: boolean,
): Promise<void> {
  await tx.query(
    'save-openid-account',
    `update people set openid_account = $2, openid_hash = $3,
       openid_connected_at = statement_timestamp(), changed_at = statement_timestamp(),
       password_hash = case when $4 then null else password_hash end,
       password_set_at = case when $4 then null else password_set_at end,
       state = case when state = 'invited' then 'active' else state end
     where person_id = $1`,
    [
      person_id,
      cipher.seal(openidKey(account), placeOf(person_id)),
      hashOf(cipher, account),
      replaces_password,
    ],
  );
}

/**
 * Whether somebody else connected the account at the same moment, and was first. A distributed
 * PostgreSQL does not say which constraint a row broke, so the account is looked up again.
 */
export async function isAccountTaken(
  db: Queryable,
  cipher: Cipher,
  account: OpenidAccount,
  error: unknown,
): Promise<boolean> {
  return isDuplicate(error) && (await selectAccountHolder(db, cipher, account)) !== null;
}

/** Nothing changes if the person has none. */
export async function removeAccount(tx: Queryable, person_id: string): Promise<void> {
  await tx.query(
    'remove-openid-account',
    `update people set openid_account = null, openid_hash = null, openid_connected_at = null,
       changed_at = statement_timestamp()
     where person_id = $1 and openid_hash is not null`,
    [person_id],
  );
}
