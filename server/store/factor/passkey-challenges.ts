// The challenges that passkeys sign: each is answered once, by the session that asked, in time.
import type { Queryable } from '../connection/database.ts';

export const CHALLENGE_PURPOSES = ['register', 'sign_in', 'second_factor', 'confirm'] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

export type Challenge = {
  /** SHA-256, hex. */
  challenge_hash: string;
  purpose: ChallengePurpose;
  /** Null exactly for `sign_in`. */
  session_id: string | null;
};

/** More than one, so that the table shrinks although anybody may ask for a sign-in. */
const EXPIRED_AT_ONCE = 10;

/** Makes room by deleting some expired challenges; no job is needed. */
export async function insertChallenge(
  tx: Queryable,
  { challenge_hash, purpose, session_id }: Challenge,
  life_ms: number,
): Promise<void> {
  await tx.query(
    'delete-expired-challenges',
    `delete from passkey_challenges where challenge_hash in (
       select challenge_hash from passkey_challenges where expires_at <= statement_timestamp()
       order by expires_at limit $1 for update skip locked)`,
    [EXPIRED_AT_ONCE],
  );
  await tx.query(
    'insert-challenge',
    `insert into passkey_challenges (challenge_hash, purpose, session_id, expires_at)
     values ($1, $2, $3, statement_timestamp() + $4 * interval '1 millisecond')`,
    [Buffer.from(challenge_hash, 'hex'), purpose, session_id, life_ms],
  );
}

/** True for the first answer only, and only to the session and purpose that it was made for. */
export async function takeChallenge(
  db: Queryable,
  { challenge_hash, purpose, session_id }: Challenge,
): Promise<boolean> {
  const rows = await db.query<{ is_open: boolean }>(
    'take-challenge',
    `with k as materialized (
       select challenge_hash, expires_at > statement_timestamp() as is_open
       from passkey_challenges
       where challenge_hash = $1 and purpose = $2 and session_id is not distinct from $3
     )
     delete from passkey_challenges c using k
     where c.challenge_hash = k.challenge_hash
     returning k.is_open`,
    [Buffer.from(challenge_hash, 'hex'), purpose, session_id],
  );
  return rows.some(({ is_open }) => is_open);
}
