// Sign-ins that wait for the provider's answer: each is answered once, in time, in any process.
import type { OpenidPurpose } from '../../domain/access/openid.ts';
import type { Queryable } from '../connection/database.ts';

export type OpenidRequest =
  | { purpose: 'sign_in' }
  | { purpose: 'accept_link'; link_hash: string }
  | { purpose: 'connect'; session_id: string };

/** More than one, so that the table shrinks although anybody may ask for a sign-in. */
const EXPIRED_AT_ONCE = 10;

/** Makes room by deleting some expired requests; no job is needed. */
export async function insertOpenidRequest(
  tx: Queryable,
  { request_hash, request }: { request_hash: string; request: OpenidRequest },
  life_ms: number,
): Promise<void> {
  await tx.query(
    'delete-expired-openid-requests',
    `delete from openid_requests where request_hash in (
       select request_hash from openid_requests where expires_at <= statement_timestamp()
       order by expires_at limit $1 for update skip locked)`,
    [EXPIRED_AT_ONCE],
  );
  await tx.query(
    'insert-openid-request',
    `insert into openid_requests (request_hash, purpose, link_hash, session_id, expires_at)
     values ($1, $2, $3, $4, statement_timestamp() + $5 * interval '1 millisecond')`,
    [
      Buffer.from(request_hash, 'hex'),
      request.purpose,
      request.purpose === 'accept_link' ? Buffer.from(request.link_hash, 'hex') : null,
      request.purpose === 'connect' ? request.session_id : null,
      life_ms,
    ],
  );
}

type Taken = {
  purpose: OpenidPurpose;
  link_hash: Buffer | null;
  session_id: string | null;
  is_open: boolean;
};

/** Null if it is unknown, was answered, or is too old. Of two answers at once only one gets it. */
export async function takeOpenidRequest(
  db: Queryable,
  request_hash: string,
): Promise<OpenidRequest | null> {
  const [row] = await db.query<Taken>(
    'take-openid-request',
    `with k as materialized (
       select request_hash, expires_at > statement_timestamp() as is_open
       from openid_requests where request_hash = $1
     )
     delete from openid_requests r using k
     where r.request_hash = k.request_hash
     returning r.purpose, r.link_hash, r.session_id, k.is_open`,
    [Buffer.from(request_hash, 'hex')],
  );
  if (row === undefined || !row.is_open) return null;
  const { purpose, link_hash, session_id } = row;
  if (purpose === 'accept_link' && link_hash !== null) {
    return { purpose, link_hash: link_hash.toString('hex') };
  }
  if (purpose === 'connect' && session_id !== null) return { purpose, session_id };
  return purpose === 'sign_in' ? { purpose } : null;
}
