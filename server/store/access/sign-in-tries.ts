// Counted tries to sign in. The counters are in the database, so that every process sees them and a
// restart does not forget them.
import {
  NO_TRIES,
  type Tries,
  type TryScope,
  triesEnd,
} from '../../domain/access/sign-in-tries.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type TryKey = { scope: TryScope; key_hash: Buffer };
export type KeyedTries = TryKey & { tries: Tries };

type TriesRow = Tries & TryKey & { now: number };

/**
 * Locks the counters, makes those that are missing, and gives them in the order of the keys, with
 * the database's time.
 */
export async function lockTries(
  tx: Queryable,
  keys: readonly TryKey[],
): Promise<{ found: KeyedTries[]; now: number }> {
  const scopes = keys.map(({ scope }) => scope);
  const hashes = keys.map(({ key_hash }) => key_hash);
  await tx.query(
    'make-tries',
    `insert into sign_in_tries (scope, key_hash, failed, kept_until)
     select k.scope, k.key_hash, 0, statement_timestamp()
     from unnest($1::text[], $2::bytea[]) as k(scope, key_hash) order by k.scope, k.key_hash
     on conflict (scope, key_hash) do nothing`,
    [scopes, hashes],
  );
  const rows = await tx.query<TriesRow>(
    'lock-tries',
    `select t.scope, t.key_hash, t.failed, t.last_failed_at, t.locked_until, t.succeeded_at,
       statement_timestamp() as now
     from unnest($1::text[], $2::bytea[]) as k(scope, key_hash)
     join sign_in_tries t on t.scope = k.scope and t.key_hash = k.key_hash
     order by t.scope, t.key_hash for update of t`,
    [scopes, hashes],
  );
  const [first] = rows;
  if (first === undefined) throw new Error('The counters of tries were not made');
  const found = keys.map(({ scope, key_hash }) => {
    const row = rows.find((one) => one.scope === scope && one.key_hash.equals(key_hash));
    const { failed, last_failed_at, locked_until, succeeded_at } = row ?? NO_TRIES;
    return { scope, key_hash, tries: { failed, last_failed_at, locked_until, succeeded_at } };
  });
  return { found, now: first.now };
}

export async function saveTries(tx: Queryable, changed: readonly KeyedTries[]): Promise<void> {
  await tx.query(
    'save-tries',
    `update sign_in_tries t set failed = c.failed, last_failed_at = c.last_failed_at,
       locked_until = c.locked_until, succeeded_at = c.succeeded_at, kept_until = c.kept_until
     from unnest($1::text[], $2::bytea[], $3::integer[], $4::timestamptz[], $5::timestamptz[],
       $6::timestamptz[], $7::timestamptz[])
       as c(scope, key_hash, failed, last_failed_at, locked_until, succeeded_at, kept_until)
     where t.scope = c.scope and t.key_hash = c.key_hash`,
    [
      changed.map(({ scope }) => scope),
      changed.map(({ key_hash }) => key_hash),
      changed.map(({ tries }) => tries.failed),
      changed.map(({ tries }) => timestamp(tries.last_failed_at)),
      changed.map(({ tries }) => timestamp(tries.locked_until)),
      changed.map(({ tries }) => timestamp(tries.succeeded_at)),
      changed.map(({ tries }) => timestamp(triesEnd(tries))),
    ],
  );
}
