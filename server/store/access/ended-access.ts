// Deletes what nobody needs any more: sessions and links that have ended, and counters of tries
// that are forgiven.
import { type Queryable, timestamp } from '../connection/database.ts';

const STATEMENTS = {
  'delete-ended-presences': `delete from presences where ctid = any(array(
     select ctid from presences where until_at < statement_timestamp()
     order by until_at limit $1 for update skip locked)) returning 1 as deleted`,
  'delete-expired-links': `delete from person_links where ctid = any(array(
     select ctid from person_links where expires_at < statement_timestamp()
     limit $1 for update skip locked)) returning 1 as deleted`,
  'delete-forgiven-tries': `delete from sign_in_tries where ctid = any(array(
     select ctid from sign_in_tries where kept_until < statement_timestamp()
     order by kept_until limit $1 for update skip locked)) returning 1 as deleted`,
} as const;

/** Returns how many were deleted. */
export async function deleteEndedSessions(
  db: Queryable,
  ended_before: number,
  most: number,
): Promise<number> {
  const rows = await db.query(
    'delete-ended-sessions',
    `delete from sessions where ctid = any(array(
       select ctid from sessions where expires_at < $1
       order by expires_at limit $2 for update skip locked)) returning 1 as deleted`,
    [timestamp(ended_before), most],
  );
  return rows.length;
}

/** Returns how many were deleted. */
export async function deleteEndedAccess(db: Queryable, limit: number): Promise<number> {
  let deleted = 0;
  for (const [name, statement] of Object.entries(STATEMENTS)) {
    deleted += (await db.query(name, statement, [limit])).length;
  }
  return deleted;
}
