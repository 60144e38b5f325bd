// What monitoring asks of the database about itself: sizes, WAL, standbys, locks, due callbacks.
import pg from 'pg';
import { type Database, timestamp } from '../connection/database.ts';

/** Each statement alone: monitoring must not burden a database that is slow already. */
const LIMIT = `set local statement_timeout = '1s'`;

/** Functions that another PostgreSQL does not have, and those that the role may not call. */
const NOT_THERE = new Set(['42883', '42P01', '42501', '0A000']);

/** By the name of their gauge; null, or no row: nothing to tell. */
const READS: Readonly<Record<string, string>> = {
  'measure-size': 'select pg_database_size(current_database())::float8 as database_size_bytes',
  'measure-wal': `select case when not pg_is_in_recovery()
      then pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 end as database_wal_written_bytes`,
  'measure-wal-folder': 'select sum(size)::float8 as database_wal_size_bytes from pg_ls_waldir()',
  'measure-locks': `select count(*) filter (where wait_event_type = 'Lock')::float8
      as database_lock_waiters from pg_stat_activity where datname = current_database()`,
  // A role outside pg_monitor reads null positions: then no gauge of standbys is set.
  'measure-standbys': `select count(*)::float8 as database_replicas,
      coalesce(max(pg_wal_lsn_diff(sent_lsn, replay_lsn)), 0)::float8
        as database_replication_lag_bytes,
      coalesce(max(extract(epoch from replay_lag)), 0)::float8
        as database_replication_lag_seconds
    from pg_stat_replication having count(*) = count(replay_lsn)`,
};

type Health = readonly (readonly [gauge: string, value: number])[];

async function readOne(db: Database, name: string, text: string): Promise<Health> {
  try {
    const [row = {}] = await db.transaction(
      async (tx) => {
        void tx.query('limit-measuring', LIMIT, []);
        return await tx.query<Record<string, number | null>>(name, text, []);
      },
      { is_read_only: true },
    );
    return Object.entries(row).flatMap(([gauge, value]) =>
      value === null ? [] : [[gauge, value] as const],
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && NOT_THERE.has(error.code ?? '')) return [];
    throw error;
  }
}

/** Without what this PostgreSQL does not have, or does not tell this role. */
export async function readDatabaseHealth(db: Database): Promise<Health> {
  const found: Health[] = [];
  for (const [name, text] of Object.entries(READS)) found.push(await readOne(db, name, text));
  return found.flat();
}

const MOST_COUNTED = 10_000;

/** Callbacks that could be sent now, except those held back behind a failing endpoint. */
export async function readDueCallbacks(
  db: Database,
  now: number,
): Promise<{ deliveries: number; oldest_at: number | null }> {
  const [row] = await db.query<{ deliveries: number; oldest_at: number | null }>(
    'measure-callbacks',
    `select count(*)::int4 as deliveries, min(due_at) as oldest_at from (
       select due_at from deliveries where status = 'waiting' and is_next and queue in (0, 1, 2)
         and due_at <= $1 limit $2) due`,
    [timestamp(now), MOST_COUNTED],
  );
  return row ?? { deliveries: 0, oldest_at: null };
}
