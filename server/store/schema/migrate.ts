// Migrates the database to the schema of this version: runs each file of a folder once, forward
// only.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { StartupError } from '../../lib/startup-error.ts';

const LEAST_MAJOR = 15;
const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/**
 * A transaction lock, not a session lock: behind PgBouncer each transaction may use another
 * session.
 */
export const LOCK_MIGRATIONS = 'select pg_advisory_xact_lock(7091205118)';

const CREATE_TABLE = `
  create table schema_migrations (
    version integer not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null,
    constraint schema_migrations_pkey primary key (version)
  )`;

type Migration = { version: number; name: string; checksum: string; sql: string };
type Applied = { version: number; name: string; checksum: string };

/** Line endings do not count: a checkout on another system may have changed them. */
function checksumOf(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const [, digits, name] = FILE_NAME.exec(file) ?? [];
  if (digits === undefined || name === undefined) {
    throw new StartupError(`migrations/${file} is not named like 0001-what-it-does.sql.`);
  }
  const sql = await readFile(join(folder, file), 'utf8');
  if (!sql.startsWith('--')) {
    throw new StartupError(`migrations/${file} does not say why in its first line.`);
  }
  return { version: Number(digits), name, checksum: checksumOf(sql), sql };
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d.*\.sql$/.test(file)).sort();
  const migrations: Migration[] = [];
  for (const file of files) migrations.push(await readMigration(folder, file));
  for (const [index, { version }] of migrations.entries()) {
    if (migrations[index - 1]?.version === version) {
      throw new StartupError(`Two migrations have the number ${numberOf(version)}.`);
    }
  }
  return migrations;
}

function numberOf(version: number): string {
  return String(version).padStart(4, '0');
}

function fileName({ version, name }: { version: number; name: string }): string {
  return `${numberOf(version)}-${name}.sql`;
}

/**
 * The reason not to migrate this database, as a message. The database must never be newer than the
 * code that runs on it.
 */
function findConflict(
  migrations: readonly Applied[],
  applied: readonly Applied[],
): string | undefined {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const newest = Math.max(0, ...applied.map(({ version }) => version));
  for (const row of applied) {
    const file = known.get(row.version);
    if (file === undefined) {
      return (
        `The database has migration ${fileName(row)}, which this version does not know: ` +
        'run the newer version of the service that made it.'
      );
    }
    if (file.checksum !== row.checksum) {
      return (
        `Migration ${fileName(row)} was changed after this database had run it: ` +
        'restore the file and put the change into a new migration.'
      );
    }
  }
  const done = new Set(applied.map(({ version }) => version));
  const late = migrations.find(({ version }) => version < newest && !done.has(version));
  if (late === undefined) return undefined;
  return (
    `Migration ${fileName(late)} is new, but this database has already run later ones: ` +
    'give it the next free number.'
  );
}

/** One at a time across all processes. */
export async function inMigrationTransaction<T>(
  client: ClientBase,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    await client.query(LOCK_MIGRATIONS);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The first error is the reason; a broken connection has nothing to roll back.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function checkServer(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; encoding: string }>(
    `select current_setting('server_version') as version,
            current_setting('server_version_num')::int as number,
            current_setting('server_encoding') as encoding`,
  );
  const server = rows[0];
  if (server === undefined) return;
  if (server.number < LEAST_MAJOR * 10_000) {
    throw new StartupError(
      `The database is PostgreSQL ${server.version}, but at least ${LEAST_MAJOR} is needed: ` +
        'upgrade it, or set DATABASE_URL to another one.',
    );
  }
  // Other encodings lose letters of names and have no canonical form for an order_id.
  if (server.encoding !== 'UTF8') {
    throw new StartupError(
      `The database has the encoding ${server.encoding}, but UTF8 is needed: ` +
        "make one with encoding 'UTF8' template template0, and set DATABASE_URL to it.",
    );
  }
}

/**
 * Checked first: a role without the right to create tables can still start if there is nothing to
 * create.
 */
async function hasTable(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass(quote_ident(current_schema()) || '.schema_migrations') is not null as there`,
  );
  return rows[0]?.there === true;
}

async function readApplied(client: ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select version, name, checksum from schema_migrations order by version',
  );
  return rows;
}

async function transactionId(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id;
}

/** Resolves to false if another process was faster. */
function apply(client: ClientBase, migration: Migration): Promise<boolean> {
  return inMigrationTransaction(client, async () => {
    const applied = await readApplied(client);
    if (applied.some(({ version }) => version === migration.version)) return false;
    const id = await transactionId(client);
    await client.query(migration.sql);
    if ((await transactionId(client)) !== id) {
      throw new Error('it ends the transaction around it');
    }
    await client.query(
      `insert into schema_migrations (version, name, checksum, applied_at)
       values ($1, $2, $3, now())`,
      [migration.version, migration.name, migration.checksum],
    );
    return true;
  });
}

const RIGHTS_HINT = ' Give MIGRATION_DATABASE_URL: the role that owns the tables.';

const isDenied = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42501';

/** Safe to call in several processes at once; `applied` names the files that this call ran. */
export async function migrate(client: ClientBase, folder: string): Promise<{ applied: string[] }> {
  await checkServer(client);
  const migrations = await readMigrations(folder);
  const before = await inMigrationTransaction(client, async () => {
    if (!(await hasTable(client))) await client.query(CREATE_TABLE);
    return readApplied(client);
  });
  const conflict = findConflict(migrations, before);
  if (conflict !== undefined) throw new StartupError(conflict);
  const done = new Set(before.map(({ version }) => version));
  const applied: string[] = [];
  for (const migration of migrations.filter(({ version }) => !done.has(version))) {
    try {
      if (await apply(client, migration)) applied.push(fileName(migration));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const hint = isDenied(cause) ? RIGHTS_HINT : '';
      throw new StartupError(`Migration ${fileName(migration)} failed: ${reason}.${hint}`, {
        cause,
      });
    }
  }
  return { applied };
}
