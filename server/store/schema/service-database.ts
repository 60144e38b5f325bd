// What an operator may want to know of the database itself: its version, its migrations, and
// whether its log is archived for backups.
import { readdir } from 'node:fs/promises';
import type { Queryable } from '../connection/database.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

export type ServiceDatabase = {
  version: string;
  now: number;
  migrations_applied: number;
  /** Of this release; those not applied yet are missing in the database. */
  migrations_known: number;
  archives: boolean;
  last_archived_at: number | null;
  last_archive_failed_at: number | null;
};

type Row = Omit<ServiceDatabase, 'migrations_known'>;

const migrationFiles = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS)).filter((name) => /^\d.*\.sql$/.test(name)).sort();

/** The files of this release that the schema lacks, the oldest first. */
export async function readMissingMigrations(db: Queryable): Promise<string[]> {
  const applied = await db.query<{ version: number }>(
    'read-applied-migrations',
    'select version from schema_migrations',
    [],
  );
  const versions = new Set(applied.map(({ version }) => version));
  return (await migrationFiles()).filter((file) => !versions.has(Number.parseInt(file, 10)));
}

export async function readDatabaseFacts(db: Queryable): Promise<ServiceDatabase> {
  const rows = await db.query<Row>(
    'read-database-facts',
    `select current_setting('server_version') as version, clock_timestamp() as now,
       (select count(*)::integer from schema_migrations) as migrations_applied,
       current_setting('archive_mode') <> 'off' as archives,
       a.last_archived_time as last_archived_at, a.last_failed_time as last_archive_failed_at
     from pg_stat_archiver a`,
    [],
  );
  const files = await migrationFiles();
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL has no pg_stat_archiver');
  return { ...row, migrations_known: files.length };
}
