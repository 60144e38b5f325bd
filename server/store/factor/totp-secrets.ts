// Secrets of authenticator apps: encrypted, and with the step of the last code that was accepted.
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

export type TotpSecret = {
  totp_secret_id: string;
  person_id: string;
  /** Null if it can no longer be decrypted: then no code is right. */
  secret: Uint8Array | null;
  created_at: number;
  activated_at: number | null;
  last_step: number | null;
};

const secretPlace = (id: string) => `totp_secrets/secret/${id}`;

/** `active`: asked for at the sign-in. `offered`: shown, and waiting for its first code. */
export type TotpState = 'active' | 'offered';

type Row = Omit<TotpSecret, 'secret' | 'last_step'> & { secret: Buffer; last_step: bigint | null };

export async function readTotpSecret(
  db: Queryable,
  cipher: Cipher,
  person_id: string,
  state: TotpState,
): Promise<TotpSecret | null> {
  const [row] = await db.query<Row>(
    'read-totp-secret',
    `select totp_secret_id, person_id, secret, created_at, activated_at, last_step
     from totp_secrets where person_id = $1 and (activated_at is not null) = $2`,
    [person_id, state === 'active'],
  );
  if (row === undefined) return null;
  return {
    ...row,
    secret: cipher.tryOpenBytes(row.secret, secretPlace(row.totp_secret_id)),
    last_step: row.last_step === null ? null : Number(row.last_step),
  };
}

type Offer = { totp_secret_id: string; person_id: string; secret: Uint8Array; now: number };

/** Replaces an earlier offer. Call it with the person locked. */
export async function offerTotpSecret(tx: Queryable, cipher: Cipher, offer: Offer): Promise<void> {
  const { totp_secret_id, person_id, secret, now } = offer;
  await tx.query(
    'delete-offered-totp-secret',
    'delete from totp_secrets where person_id = $1 and activated_at is null',
    [person_id],
  );
  await tx.query(
    'offer-totp-secret',
    `insert into totp_secrets (totp_secret_id, person_id, secret, created_at)
     values ($1, $2, $3, $4)`,
    [
      totp_secret_id,
      person_id,
      cipher.sealBytes(secret, secretPlace(totp_secret_id)),
      timestamp(now),
    ],
  );
}

/** The offered secret replaces the active one. Call it with the person locked. */
export async function activateTotpSecret(
  tx: Queryable,
  { totp_secret_id, person_id }: Pick<TotpSecret, 'totp_secret_id' | 'person_id'>,
  step: number,
): Promise<void> {
  await tx.query(
    'delete-active-totp-secret',
    'delete from totp_secrets where person_id = $1 and activated_at is not null',
    [person_id],
  );
  await tx.query(
    'activate-totp-secret',
    `update totp_secrets set activated_at = statement_timestamp(), last_step = $2
     where totp_secret_id = $1 and activated_at is null`,
    [totp_secret_id, step],
  );
}

/**
 * Uses up a step with all before it; false if it was used already. One statement: of two requests
 * with the same code, in whatever processes, one wins.
 */
export async function useTotpStep(
  db: Queryable,
  totp_secret_id: string,
  step: number,
): Promise<boolean> {
  const rows = await db.query(
    'use-totp-step',
    `update totp_secrets set last_step = $2
     where totp_secret_id = $1 and activated_at is not null and last_step < $2
     returning 1 as used`,
    [totp_secret_id, step],
  );
  return rows.length > 0;
}

/** An offered one goes, too. */
export async function deleteTotpSecrets(tx: Queryable, person_id: string): Promise<void> {
  await tx.query('delete-totp-secrets', 'delete from totp_secrets where person_id = $1', [
    person_id,
  ]);
}
