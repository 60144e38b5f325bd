// The table of the migrations that a database has: written by whoever migrates, compared at each
// start.
import type { ClientBase } from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import {
  type AppliedMigration,
  type Migration,
  migrationFile,
  type RecordedMigration,
  readMigrations,
} from './migration-files.ts';

export const CREATE_TABLE = `
  create table schema_migrations (
    version integer not null,
    name text not null,
    checksum text not null,
    needs integer not null,
    applied_at timestamptz not null,
    constraint schema_migrations_pkey primary key (version)
  )`;

// A released migration never changes its name, so another name was given before the first release.
export const EARLIER_CHECKOUT =
  'The database was made by a checkout from before release 0.1.0, which no version can upgrade: ' +
  'start with an empty one, by another DATA_DIR or DATABASE_URL.';

export const newestOf = (migrations: readonly AppliedMigration[]): number =>
  Math.max(0, ...migrations.map(({ version }) => version));

/**
 * Checked first: a role without the right to create tables can still start if there is nothing to
 * create. Not with to_regclass: a session of PostgreSQL remembers the names that it has not found,
 * so one that waited for another process would not see what that one made.
 */
export async function hasTable(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has_needs: boolean }>(
    `select exists (select from pg_attribute where attrelid = c.oid and attname = 'needs')
       as has_needs
     from pg_class c
     where c.relname = 'schema_migrations' and c.relnamespace = current_schema()::regnamespace`,
  );
  if (rows[0]?.has_needs === false) throw new StartupError(EARLIER_CHECKOUT);
  return rows.length === 1;
}

export async function readApplied(client: ClientBase): Promise<RecordedMigration[]> {
  const { rows } = await client.query<RecordedMigration>(
    'select version, name, checksum, needs from schema_migrations order by version',
  );
  return rows;
}

/** Migrations of a later release that this one goes on with, as files; nearly always none. */
export async function laterMigrations(client: ClientBase, folder: string): Promise<string[]> {
  const newest_known = newestOf(await readMigrations(folder));
  const applied = await readApplied(client);
  return applied.filter(({ version }) => version > newest_known).map(migrationFile);
}

export async function isApplied(client: ClientBase, { version }: Migration): Promise<boolean> {
  return (await readApplied(client)).some((applied) => applied.version === version);
}

export async function recordMigration(client: ClientBase, migration: Migration): Promise<void> {
  const { version, name, checksum, needs } = migration;
  await client.query(
    `insert into schema_migrations (version, name, checksum, needs, applied_at)
     values ($1, $2, $3, $4, statement_timestamp())`,
    [version, name, checksum, needs],
  );
}
