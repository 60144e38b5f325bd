// What was ended by its age, kind by kind: when, how many rows, and the oldest that is still there.
import type { RetentionKind } from '../../domain/service/retention-kinds.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

/** Kinds that are looked through page by page, because no index has their ages. */
export type SweptKind = 'callback_attempts' | 'deliveries';
export type IndexedKind = Exclude<RetentionKind, SweptKind>;

export type RetentionProgress = {
  kind: RetentionKind;
  rows_ended: bigint;
  last_ended_at: number | null;
  looked_at: number | null;
  oldest_at: number | null;
  ended_before: number | null;
};

export async function readRetentionProgress(db: Queryable): Promise<RetentionProgress[]> {
  return await db.query<RetentionProgress>(
    'read-retention-progress',
    `select kind, rows_ended, last_ended_at, looked_at, oldest_at, ended_before
     from retention_progress order by kind`,
    [],
  );
}

/** In the order of their keys, so that two processes never wait for each other in a circle. */
export async function saveRetentionLook(
  db: Queryable,
  ended: readonly { kind: IndexedKind; rows: number }[],
  now: number,
): Promise<void> {
  const sorted = ended.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  await db.query(
    'save-retention-look',
    `insert into retention_progress (kind, rows_ended, last_ended_at, looked_at)
     select kind, rows, case when rows > 0 then $3::timestamptz end, $3
     from unnest($1::text[], $2::bigint[]) as g(kind, rows)
     on conflict (kind) do update set
       rows_ended = retention_progress.rows_ended + excluded.rows_ended,
       last_ended_at = coalesce(excluded.last_ended_at, retention_progress.last_ended_at),
       looked_at = excluded.looked_at`,
    [sorted.map(({ kind }) => kind), sorted.map(({ rows }) => rows), timestamp(now)],
  );
}

const OLDEST: Readonly<Record<IndexedKind, string>> = {
  receipts: 'select min(given_at) from receipts where removed_at is null',
  dispute_files: 'select min(given_at) from dispute_files where removed_at is null',
  proposal_files: 'select min(held_at) from held_files',
  sessions: 'select min(expires_at) from sessions where expires_at < statement_timestamp()',
  alerts: 'select min(recovered_at) from alerts',
  alert_notices: `select min(finished_at) from alert_notices where status <> 'waiting'`,
  report_sendings: `select min(finished_at) from report_sendings where status <> 'waiting'`,
};

/** From when the oldest row of each kind is; without an entry there is none. */
export async function readOldestKept(db: Queryable): Promise<ReadonlyMap<RetentionKind, number>> {
  const parts = Object.entries(OLDEST).map(
    ([kind, select]) => `'${kind}' as kind, (${select}) as at`,
  );
  const rows = await db.query<{ kind: RetentionKind; at: number | null }>(
    'read-oldest-kept',
    parts.map((part) => `select ${part}`).join(' union all '),
    [],
  );
  return new Map(rows.flatMap(({ kind, at }) => (at === null ? [] : [[kind, at] as const])));
}
