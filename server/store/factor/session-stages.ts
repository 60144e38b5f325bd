// How sessions that lack the second factor open, and how open ones are confirmed.
import { SESSION_LIFE } from '../../domain/access/session.ts';
import type { Queryable } from '../connection/database.ts';

/** False if it has ended or is open already. */
export async function lockHalfSession(tx: Queryable, session_id: string): Promise<boolean> {
  const rows = await tx.query(
    'lock-half-session',
    `select 1 as found from sessions
     where session_id = $1 and stage = 'second_factor' and revoked_at is null
       and expires_at > statement_timestamp() for update`,
    [session_id],
  );
  return rows.length > 0;
}

/**
 * The session opens under a new secret, so that one that was seen or set before is worth nothing.
 * False if it ended or opened in the meantime: of two requests at once, one opens it.
 */
export async function openHalfSession(
  tx: Queryable,
  { session_id, session_hash }: { session_id: string; session_hash: string },
): Promise<boolean> {
  const rows = await tx.query(
    'open-half-session',
    `update sessions set stage = 'open', session_hash = $2, confirmed_at = statement_timestamp(),
       last_seen_at = statement_timestamp(),
       expires_at = statement_timestamp() + $3 * interval '1 millisecond'
     where session_id = $1 and stage = 'second_factor' and revoked_at is null
       and expires_at > statement_timestamp()
     returning 1 as opened`,
    [session_id, Buffer.from(session_hash, 'hex'), SESSION_LIFE.open.most_ms],
  );
  return rows.length > 0;
}

/** The person confirmed the open session. Returns when, or null if it has ended. */
export async function confirmOpenSession(
  tx: Queryable,
  session_id: string,
): Promise<number | null> {
  const [row] = await tx.query<{ confirmed_at: number }>(
    'confirm-session',
    `update sessions set confirmed_at = statement_timestamp()
     where session_id = $1 and stage = 'open' and revoked_at is null returning confirmed_at`,
    [session_id],
  );
  return row?.confirmed_at ?? null;
}
