// The people who work with the service. Names and addresses are encrypted; an address is found by
// its keyed hash.
import type { Person } from '../../domain/access/person.ts';
import type { PersonRole } from '../../domain/access/roles.ts';
import type { Opening } from '../../domain/record/tie.ts';
import { saveTies } from '../approval/ties.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type AccountRow, openAccount } from './openid-accounts.ts';

type Sealed = { name: Buffer; email: Buffer };
export type PersonRow = Omit<Person, keyof Sealed | 'openid'> & Sealed & AccountRow;

export const PERSON_COLUMNS = `person_id, name, email, role, merchant_id, state, second_factors,
  password_hash is not null as has_password, openid_account, openid_connected_at, created_at,
  changed_at`;

const placeOf = (column: 'name' | 'email', id: string) => `people/${column}/${id}`;
const UNREADABLE = '(cannot be decrypted)';

export function openPerson(cipher: Cipher, row: PersonRow): Person {
  const { openid_account: _account, openid_connected_at: _since, ...rest } = row;
  const { person_id } = row;
  return {
    ...rest,
    openid: openAccount(cipher, person_id, row),
    name: openPersonName(cipher, row),
    email: cipher.tryOpen(row.email, placeOf('email', person_id)) ?? UNREADABLE,
  };
}

export function openPersonName(
  cipher: Cipher,
  { person_id, name }: { person_id: string; name: Buffer },
): string {
  return cipher.tryOpen(name, placeOf('name', person_id)) ?? UNREADABLE;
}

/** The keyed hash of an address in its canonical form. */
export const emailHash = (cipher: Cipher, email: string): Buffer =>
  cipher.lookup(`person/email/${email}`);

/** False if another person has the address. */
export async function insertPerson(
  tx: Queryable,
  cipher: Cipher,
  person: Person,
  opening: Opening,
): Promise<boolean> {
  const { person_id, name, email } = person;
  const rows = await tx.query(
    'insert-person',
    `insert into people (person_id, name, email, email_hash, role, merchant_id, state, created_at,
       changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (email_hash) do nothing returning 1 as inserted`,
    [
      person_id,
      cipher.seal(name, placeOf('name', person_id)),
      cipher.seal(email, placeOf('email', person_id)),
      emailHash(cipher, email),
      person.role,
      person.merchant_id,
      person.state,
      timestamp(person.created_at),
      timestamp(person.changed_at),
    ],
  );
  if (rows.length === 0) return false;
  await saveTies(tx, person_id, opening);
  return true;
}

export async function selectPerson(
  db: Queryable,
  cipher: Cipher,
  person_id: string,
): Promise<Person | null> {
  const [row] = await db.query<PersonRow>(
    'select-person',
    `select ${PERSON_COLUMNS} from people where person_id = $1`,
    [person_id],
  );
  return row === undefined ? null : openPerson(cipher, row);
}

export async function lockPersonByEmail(
  tx: Queryable,
  cipher: Cipher,
  email_hash: Buffer,
): Promise<Person | null> {
  const [row] = await tx.query<PersonRow>(
    'lock-person-by-email',
    `select ${PERSON_COLUMNS} from people where email_hash = $1 for update`,
    [email_hash],
  );
  return row === undefined ? null : openPerson(cipher, row);
}

/** True if somebody is an active owner. */
export async function hasActiveOwner(db: Queryable): Promise<boolean> {
  const rows = await db.query(
    'find-active-owner',
    `select 1 as found from people where role = 'owner' and state = 'active' limit 1`,
    [],
  );
  return rows.length > 0;
}

/** Owners who could sign in at some time, also those who were disabled since. */
export async function countKnownOwners(db: Queryable): Promise<number> {
  const [row] = await db.query<{ owners: number }>(
    'count-known-owners',
    `select count(*)::int as owners from people
     where role = 'owner' and (password_hash is not null or openid_hash is not null)`,
    [],
  );
  return row?.owners ?? 0;
}

export type PeopleFilter = {
  merchant_id: string | null;
  before: string | null;
  limit: number;
};

/** Newest first. */
export async function selectPeople(
  db: Queryable,
  cipher: Cipher,
  { merchant_id, before, limit }: PeopleFilter,
): Promise<Person[]> {
  const rows = await db.query<PersonRow>(
    'list-people',
    `select ${PERSON_COLUMNS} from people
     where ($1::uuid is null or merchant_id = $1) and ($2::uuid is null or person_id < $2)
     order by person_id desc limit $3`,
    [merchant_id, before, limit],
  );
  return rows.map((row) => openPerson(cipher, row));
}

/** Those who may sign in, of a merchant or (null) of the operator, in these roles. */
export async function selectColleagues(
  db: Queryable,
  cipher: Cipher,
  { merchant_id, roles, limit }: { merchant_id: string | null; roles: string[]; limit: number },
): Promise<Person[]> {
  const rows = await db.query<PersonRow>(
    'select-colleagues',
    `select ${PERSON_COLUMNS} from people
     where merchant_id is not distinct from $1::uuid and state = 'active' and role = any($2)
     order by person_id limit $3`,
    [merchant_id, roles, limit],
  );
  return rows.map((row) => openPerson(cipher, row));
}

/**
 * Locks the person and all owners, in the order of their ids, so that two owners who disable each
 * other at the same moment are decided one after the other.
 */
export async function lockPerson(
  tx: Queryable,
  cipher: Cipher,
  person_id: string,
): Promise<{ person: Person; active_owners: number } | null> {
  const rows = await tx.query<PersonRow>(
    'lock-person',
    `select ${PERSON_COLUMNS} from people where person_id = $1 or role = 'owner'
     order by person_id for update`,
    [person_id],
  );
  const found = rows.find((row) => row.person_id === person_id);
  if (found === undefined) return null;
  const owners = rows.filter(({ role, state }) => role === 'owner' && state === 'active');
  return { person: openPerson(cipher, found), active_owners: owners.length };
}

/** These people, locked in the order of their ids; those that are unknown are absent. */
export async function lockPeople(
  tx: Queryable,
  cipher: Cipher,
  ids: readonly string[],
): Promise<Map<string, Person>> {
  const rows = await tx.query<PersonRow>(
    'lock-people',
    `select ${PERSON_COLUMNS} from people where person_id = any($1::uuid[])
     order by person_id for update`,
    [ids],
  );
  return new Map(rows.map((row) => [row.person_id, openPerson(cipher, row)]));
}

/** The role of an active person, who keeps it until the transaction ends. */
export async function holdPersonRole(tx: Queryable, person_id: string): Promise<PersonRole | null> {
  const [row] = await tx.query<{ role: PersonRole }>(
    'hold-person-role',
    `select role from people where person_id = $1 and state = 'active' for share`,
    [person_id],
  );
  return row?.role ?? null;
}

export async function savePerson(
  tx: Queryable,
  { person_id, role, merchant_id, state }: Person,
  opening: Opening,
): Promise<void> {
  await tx.query(
    'save-person',
    `update people set role = $2, merchant_id = $3, state = $4, changed_at = statement_timestamp()
     where person_id = $1`,
    [person_id, role, merchant_id, state],
  );
  await saveTies(tx, person_id, opening);
}

/** What a sign-in compares with; null if nobody has the address. */
export type Credentials = Pick<Person, 'person_id' | 'role' | 'state' | 'second_factors'> & {
  merchant_id: string | null;
  password_hash: string | null;
  has_openid: boolean;
};

const CREDENTIALS = `select person_id, role, merchant_id, state, second_factors, password_hash,
  openid_hash is not null as has_openid from people`;

export async function selectCredentials(
  db: Queryable,
  email_hash: Buffer,
): Promise<Credentials | null> {
  const [row] = await db.query<Credentials>(
    'select-credentials',
    `${CREDENTIALS} where email_hash = $1`,
    [email_hash],
  );
  return row ?? null;
}

export async function selectCredentialsById(
  db: Queryable,
  person_id: string,
): Promise<Credentials | null> {
  const [row] = await db.query<Credentials>(
    'select-credentials-by-id',
    `${CREDENTIALS} where person_id = $1`,
    [person_id],
  );
  return row ?? null;
}

/** The same, locked until the end of the transaction. */
export async function lockCredentials(
  tx: Queryable,
  person_id: string,
): Promise<Credentials | null> {
  const [row] = await tx.query<Credentials>(
    'lock-credentials',
    `${CREDENTIALS} where person_id = $1 for update`,
    [person_id],
  );
  return row ?? null;
}

/** A person with a password is no longer merely invited. */
export async function savePassword(
  tx: Queryable,
  person_id: string,
  password_hash: string,
): Promise<void> {
  await tx.query(
    'save-password',
    `update people set password_hash = $2, password_set_at = statement_timestamp(),
       changed_at = statement_timestamp(),
       state = case when state = 'invited' then 'active' else state end
     where person_id = $1`,
    [person_id, password_hash],
  );
}

/** The same password, hashed with the present parameters. */
export async function saveRehashed(
  tx: Queryable,
  person_id: string,
  password_hash: string,
): Promise<void> {
  await tx.query(
    'save-rehashed-password',
    'update people set password_hash = $2 where person_id = $1',
    [person_id, password_hash],
  );
}
