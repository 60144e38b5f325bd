// The one-time links by which somebody whose factors were removed sets up new ones.
import type { Opening } from '../../domain/record/tie.ts';
import { saveTies } from '../approval/ties.ts';
import type { Queryable } from '../connection/database.ts';

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

type NewLink = { person_id: string; link_hash: string; life_ms: number };

/**
 * Replaces an earlier link, opened or not; returns when the new one expires. The person's row is
 * locked.
 */
export async function saveEnrolmentLink(
  tx: Queryable,
  link: NewLink,
  opening: Opening,
): Promise<number> {
  const [row] = await tx.query<{ expires_at: number }>(
    'save-enrolment-link',
    `insert into enrolment_links (person_id, link_hash, created_at, expires_at)
     values ($1, $2, clock_timestamp(), clock_timestamp() + $3 * interval '1 millisecond')
     on conflict (person_id) do update set link_hash = excluded.link_hash,
       created_at = excluded.created_at, expires_at = excluded.expires_at, session_id = null
     returning expires_at`,
    [link.person_id, Buffer.from(link.link_hash, 'hex'), link.life_ms],
  );
  if (row === undefined) throw new Error('The enrolment link was not stored');
  await saveTies(tx, link.person_id, opening);
  return row.expires_at;
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
       and expires_at > clock_timestamp()
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
