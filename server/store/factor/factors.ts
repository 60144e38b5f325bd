// Which second factors a person has.
import type { SecondFactor } from '../../domain/access/person.ts';
import type { Factors } from '../../domain/factor/second-factor.ts';
import type { Queryable } from '../connection/database.ts';

export async function readFactors(db: Queryable, person_id: string): Promise<Factors> {
  const [row] = await db.query<{ has_totp: boolean; passkeys: bigint; recovery_codes: bigint }>(
    'read-factors',
    `select exists (
         select from totp_secrets where person_id = $1 and activated_at is not null
       ) as has_totp,
       (select count(*) from passkeys where person_id = $1) as passkeys,
       (select count(*) from recovery_codes where person_id = $1 and used_at is null)
         as recovery_codes`,
    [person_id],
  );
  if (row === undefined) throw new Error('A row without a table is missing');
  return {
    has_totp: row.has_totp,
    passkeys: Number(row.passkeys),
    recovery_codes: Number(row.recovery_codes),
  };
}

/** Keeps the person's own row true: sign-ins read only that. Call it with the person locked. */
export async function saveSecondFactors(
  tx: Queryable,
  person_id: string,
  kinds: readonly SecondFactor[],
): Promise<void> {
  await tx.query(
    'save-second-factors',
    `update people set second_factors = $2, changed_at = statement_timestamp()
     where person_id = $1`,
    [person_id, kinds],
  );
}
