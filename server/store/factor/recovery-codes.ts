// Recovery codes: their keyed hashes, each of which is used once.
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

const hashOf = (cipher: Cipher, person_id: string, code: string) =>
  cipher.lookup(`recovery-code/${person_id}/${code}`);

/** Replaces all codes of the person, used or not. Call it with the person locked. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  cipher: Cipher,
  { person_id, codes, now }: { person_id: string; codes: readonly string[]; now: number },
): Promise<void> {
  await deleteRecoveryCodes(tx, person_id);
  await tx.query(
    'insert-recovery-codes',
    `insert into recovery_codes (person_id, number, code_hash, created_at)
     select $1, c.number, c.code_hash, $3
     from unnest($2::bytea[]) with ordinality as c(code_hash, number)`,
    [person_id, codes.map((code) => hashOf(cipher, person_id, code)), timestamp(now)],
  );
}

/** Null if the code is wrong or was used; else how many are left. One statement: one use wins. */
export async function useRecoveryCode(
  tx: Queryable,
  cipher: Cipher,
  person_id: string,
  code: string,
): Promise<{ number: number; left: number } | null> {
  const [used] = await tx.query<{ number: number }>(
    'use-recovery-code',
    `update recovery_codes set used_at = statement_timestamp()
     where person_id = $1 and code_hash = $2 and used_at is null returning number`,
    [person_id, hashOf(cipher, person_id, code)],
  );
  if (used === undefined) return null;
  const uses = await readRecoveryCodeUses(tx, person_id);
  return { number: used.number, left: uses.filter((used_at) => used_at === null).length };
}

/** When each code of the person was used; null for those that can still be used. */
export async function readRecoveryCodeUses(
  db: Queryable,
  person_id: string,
): Promise<(number | null)[]> {
  const rows = await db.query<{ used_at: number | null }>(
    'read-recovery-codes',
    'select used_at from recovery_codes where person_id = $1 order by number',
    [person_id],
  );
  return rows.map(({ used_at }) => used_at);
}

export async function deleteRecoveryCodes(tx: Queryable, person_id: string): Promise<void> {
  await tx.query('delete-recovery-codes', 'delete from recovery_codes where person_id = $1', [
    person_id,
  ]);
}
