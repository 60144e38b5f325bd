// The one-time links by which somebody whose factors were removed sets up new ones.
import type { Opening } from '../../domain/record/tie.ts';
import { saveTies } from '../approval/ties.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type EnrolmentLink = {
  person_id: string;
  expires_at: number;
  /** The session that opened the link; null until then. */
  session_id: string | null;
};

/** Null if the person may set up factors without a link. */
export async function readEnrolmentLink(
  db: Queryable,
  person_id: string,
): Promise<EnrolmentLink | null> {
  const [row] = await db.query<EnrolmentLink>(
    'read-enrolment-link',
    'select person_id, expires_at, session_id from enrolment_links where person_id = $1',
    [person_id],
  );
  return row ?? null;
}

type NewLink = { person_id: string; link_hash: string; created_at: number; expires_at: number };

/** Replaces an earlier link, opened or not. The person's row is locked. */
export async function saveEnrolmentLink(
  tx: Queryable,
  { person_id, link_hash, created_at, expires_at }: NewLink,
  opening: Opening,
): Promise<void> {
  await tx.query(
    'save-enrolment-link',
    `insert into enrolment_links (person_id, link_hash, created_at, expires_at)
     values ($1, $2, $3, $4)
     on conflict (person_id) do update set link_hash = excluded.link_hash,
       created_at = excluded.created_at, expires_at = excluded.expires_at, session_id = null`,
    [person_id, Buffer.from(link_hash, 'hex'), timestamp(created_at), timestamp(expires_at)],
  );
  await saveTies(tx, person_id, opening);
}

/** True once: for the first session of this person that opens it in time. */
export async function openEnrolmentLink(
  db: Queryable,
  open: { person_id: string; link_hash: string; session_id: string },
): Promise<boolean> {
  const rows = await db.query(
    'open-enrolment-link',
    `update enrolment_links set session_id = $3
     where person_id = $1 and link_hash = $2 and session_id is null
       and expires_at > statement_timestamp()
     returning 1 as opened`,
    [open.person_id, Buffer.from(open.link_hash, 'hex'), open.session_id],
  );
  return rows.length > 0;
}

export async function deleteEnrolmentLink(tx: Queryable, person_id: string): Promise<void> {
  await tx.query('delete-enrolment-link', 'delete from enrolment_links where person_id = $1', [
    person_id,
  ]);
}
