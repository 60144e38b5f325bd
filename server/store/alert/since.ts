// What happened since somebody was here, beside the counters of trades: each count stops at a limit
// and reads an index from a moment on.
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

/** When the person last used another session before this one began; null if they did not. */
export async function readLastVisit(db: Queryable, session_id: string): Promise<number | null> {
  const [row] = await db.query<{ at: number | null }>(
    'read-last-visit',
    `select max(least(o.last_seen_at, s.created_at)) as at
     from sessions s join sessions o on o.person_id = s.person_id
     where s.session_id = $1 and o.session_id <> s.session_id and o.created_at < s.created_at
       and o.stage = 'open'`,
    [session_id],
  );
  return row?.at ?? null;
}

export type CountsSince = { disputes: number; endpoints: number };

/** At most one more than COUNTED_MOST each. */
export async function countSince(db: Queryable, since: number): Promise<CountsSince> {
  const most = COUNTED_MOST + 1;
  const [row] = await db.query<CountsSince>(
    'count-since',
    `select (select count(*)::int from (
         select 1 from disputes where opened_at >= $1 limit ${most}
       ) d) as disputes,
       (select count(*)::int from (
         select 1 from callback_endpoint_health where failing_since >= $1 limit ${most}
       ) h) as endpoints`,
    [timestamp(since)],
  );
  if (row === undefined) throw new Error('counting since a moment has no answer');
  return row;
}
