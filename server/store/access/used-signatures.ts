// Signatures that were accepted once, kept for as long as they could be replayed.
import { type Queryable, timestamp } from '../connection/database.ts';

export type UsedSignature = {
  merchant_id: string;
  token_id: string;
  /** Hexadecimal. */
  signature: string;
  expires_at: number;
};

/** Stores the signatures and returns those not used before; duplicates in the list count once. */
export async function insertSignatures(
  db: Queryable,
  given: readonly UsedSignature[],
): Promise<Set<string>> {
  // In one order, so that two processes with the same signatures never deadlock.
  const sorted = given.toSorted((a, b) => (a.signature < b.signature ? -1 : 1));
  const rows = await db.query<{ signature: string }>(
    'insert-signatures',
    `insert into used_signatures (merchant_id, token_id, signature, expires_at)
     select merchant_id, token_id, decode(signature, 'hex'), expires_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
       as s(merchant_id, token_id, signature, expires_at)
     on conflict (merchant_id, token_id, signature) do nothing
     returning encode(signature, 'hex') as signature`,
    [
      sorted.map((one) => one.merchant_id),
      sorted.map((one) => one.token_id),
      sorted.map((one) => one.signature),
      sorted.map((one) => timestamp(one.expires_at)),
    ],
  );
  return new Set(rows.map(({ signature }) => signature));
}

/** Returns how many were deleted. */
export async function deleteExpiredSignatures(
  db: Queryable,
  before: number,
  limit: number,
): Promise<number> {
  const rows = await db.query(
    'delete-expired-signatures',
    `delete from used_signatures
     where ctid = any(array(
       select ctid from used_signatures
       where expires_at <= least(now(), $1) order by expires_at limit $2 for update skip locked
     )) returning 1 as deleted`,
    [timestamp(before), limit],
  );
  return rows.length;
}
