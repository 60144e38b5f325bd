// The installation that the database belongs to: its one row, and what the connection shows of the
// server.
import type {
  Installation,
  InstallationSeen,
  ServerSeen,
} from '../../domain/service/installation.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

/** Null before the first start. */
export async function readInstallation(db: Queryable): Promise<Installation | null> {
  const rows = await db.query<Installation>(
    'read-installation',
    `select name, public_url, place, system_id, database_id, server_started_at, noted_at,
       restored_at
     from installation`,
    [],
  );
  return rows[0] ?? null;
}

/** Some providers allow only their own roles to read the cluster's identifier. */
export async function readServerSeen(db: Queryable): Promise<ServerSeen> {
  const [row] = await db.query<ServerSeen & { may_ask: boolean }>(
    'read-server-seen',
    `select null::text as system_id, d.oid::text as database_id,
       pg_postmaster_start_time() as server_started_at,
       has_function_privilege('pg_control_system()', 'execute') as may_ask
     from pg_database d where d.datname = current_database()`,
    [],
  );
  if (row === undefined) throw new Error('PostgreSQL does not know the database of its session');
  const { may_ask, ...seen } = row;
  if (!may_ask) return seen;
  const [control] = await db.query<{ system_id: string }>(
    'read-system-id',
    'select system_identifier::text as system_id from pg_control_system()',
    [],
  );
  return { ...seen, system_id: control?.system_id ?? null };
}

const valuesOf = (seen: InstallationSeen) => [
  seen.name,
  seen.public_url,
  seen.place,
  seen.system_id,
  seen.database_id,
  timestamp(seen.server_started_at),
];

/** At the first start; a row that is there stays. */
export async function insertInstallation(db: Queryable, seen: InstallationSeen): Promise<void> {
  await db.query(
    'insert-installation',
    `insert into installation (only_row, name, public_url, place, system_id, database_id,
       server_started_at, noted_at)
     values (true, $1, $2, $3, $4, $5, $6, statement_timestamp())
     on conflict (only_row) do nothing`,
    valuesOf(seen),
  );
}

/** `adopts`: also forgets that it was restored. */
export async function updateInstallation(
  db: Queryable,
  seen: InstallationSeen,
  adopts: boolean,
): Promise<void> {
  await db.query(
    'update-installation',
    `update installation set name = $1, public_url = $2, place = $3, system_id = $4,
       database_id = $5, server_started_at = $6,
       noted_at = statement_timestamp(),
       restored_at = case when $7 then null else restored_at end
     where only_row`,
    [...valuesOf(seen), adopts],
  );
}
