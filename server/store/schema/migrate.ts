// Migrates the database to the schema of this version: runs each file of a folder once, forward
// only.
import type { ClientBase, ClientConfig } from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { asOnlyBuilder, changeIndex, concurrentChange } from './concurrent-index.ts';
import {
  LOCK_PATIENCE,
  type LockPatience,
  type LockWait,
  withLockRetries,
} from './lock-retries.ts';
import {
  type AppliedMigration,
  type Migration,
  migrationFile,
  type RecordedMigration,
  readMigrations,
} from './migration-files.ts';
import {
  CREATE_TABLE,
  EARLIER_CHECKOUT,
  hasTable,
  isApplied,
  newestOf,
  readApplied,
  recordMigration,
} from './recorded-migrations.ts';
import { refuseOldCitus } from './refuse-citus.ts';

const LEAST_MAJOR = 15;

/**
 * A transaction lock, not a session lock: behind PgBouncer each transaction may use another
 * session.
 */
export const LOCK_MIGRATIONS = 'select pg_advisory_xact_lock(7091205118)';

/**
 * The reason not to run on this database, as a message. It may be newer than the code only if each
 * later migration says that processes which know as much as this one go on.
 */
export function findConflict(
  migrations: readonly AppliedMigration[],
  applied: readonly (AppliedMigration & Partial<RecordedMigration>)[],
): string | undefined {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const newest = newestOf(applied);
  const newest_known = newestOf(migrations);
  for (const row of applied) {
    const file = known.get(row.version);
    if (file === undefined) {
      if (row.version > newest_known && (row.needs ?? row.version) <= newest_known) continue;
      return (
        `The database has migration ${migrationFile(row)}, which this version does not know: ` +
        'run the newer version of the service that made it.'
      );
    }
    if (file.name !== row.name) return EARLIER_CHECKOUT;
    if (file.checksum !== row.checksum) {
      return (
        `Migration ${migrationFile(row)} was changed after this database had run it: ` +
        'restore the file and put the change into a new migration.'
      );
    }
  }
  const done = new Set(applied.map(({ version }) => version));
  const late = migrations.find(({ version }) => version < newest && !done.has(version));
  if (late === undefined) return undefined;
  return (
    `Migration ${migrationFile(late)} is new, but this database has already run later ones: ` +
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
  await refuseOldCitus(client);
}

async function transactionId(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id;
}

/** Resolves to false if another process was faster. */
function applyWhole(
  client: ClientBase,
  migration: Migration,
  { lock_ms }: LockPatience,
): Promise<boolean> {
  return inMigrationTransaction(client, async () => {
    if (await isApplied(client, migration)) return false;
    // Not for the lock above: nobody's requests wait behind that.
    await client.query(`set local lock_timeout = ${lock_ms}`);
    // Citus then tells it to the machines that have the rows; unknown to others, and of no effect.
    await client.query(`set local citus.propagate_set_commands = 'local'`);
    const id = await transactionId(client);
    for (const statement of migration.statements) await client.query(statement);
    if ((await transactionId(client)) !== id) {
      throw new Error('it ends the transaction around it');
    }
    await recordMigration(client, migration);
    return true;
  });
}

async function apply(
  client: ClientBase,
  migration: Migration,
  connection: ClientConfig,
  patience: LockPatience,
): Promise<boolean> {
  const change = concurrentChange(migration);
  if (change === undefined) return await applyWhole(client, migration, patience);
  // Without a limit of its own: writes go on while it waits.
  return await asOnlyBuilder(client, connection, async () => {
    // Otherwise one that comes late would build again what a later file has dropped since.
    if (await isApplied(client, migration)) return false;
    await changeIndex(client, change);
    await recordMigration(client, migration);
    return true;
  });
}

const RIGHTS_HINT = ' Give MIGRATION_DATABASE_URL: the role that owns the tables.';

const isDenied = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42501';

/**
 * Whether all migrations of this release have run and this role may use the tables: a service that
 * starts may not be so far.
 */
export async function isMigrated(client: ClientBase, folder: string): Promise<boolean> {
  try {
    if (!(await hasTable(client))) return false;
    const applied = new Set((await readApplied(client)).map(({ version }) => version));
    return (await readMigrations(folder)).every(({ version }) => applied.has(version));
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

export type PendingMigration = Migration & {
  /**
   * Whether processes that work with the database as it is now go on afterwards; null if there can
   * be none, because it is empty.
   */
  others_go_on: boolean | null;
};

/**
 * The migrations that `migrate` would run, in their order. Changes nothing, and throws the
 * StartupError that `migrate` would throw for this database.
 */
export async function pendingMigrations(
  client: ClientBase,
  folder: string,
): Promise<PendingMigration[]> {
  await checkServer(client);
  const migrations = await readMigrations(folder);
  const applied = (await hasTable(client)) ? await readApplied(client) : [];
  const newest = newestOf(applied);
  return notApplied(migrations, applied).map((migration) => ({
    ...migration,
    others_go_on: newest === 0 ? null : migration.needs <= newest,
  }));
}

function notApplied(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const conflict = findConflict(migrations, applied);
  if (conflict !== undefined) throw new StartupError(conflict);
  const done = new Set(applied.map(({ version }) => version));
  return migrations.filter(({ version }) => !done.has(version));
}

/** What a migration does while it runs, for whoever watches. */
export type MigrationStep =
  | { kind: 'applied'; file: string; ms: number }
  | ({ kind: 'waits'; file: string } & LockWait);

export type MigrateOptions = {
  /** The last one to run, for a backup of an earlier release. */
  newest?: number;
  patience?: LockPatience;
  tell?: ((step: MigrationStep) => void) | undefined;
};

/**
 * Safe to call in several processes at once; `applied` names the files that this call ran.
 * `connection` leads to the same database, for a second client while an index is built.
 */
export async function migrate(
  client: ClientBase,
  folder: string,
  connection: ClientConfig,
  options: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const { newest = Number.POSITIVE_INFINITY, patience = LOCK_PATIENCE, tell } = options;
  await checkServer(client);
  const migrations = (await readMigrations(folder)).filter(({ version }) => version <= newest);
  const before = await inMigrationTransaction(client, async () => {
    if (!(await hasTable(client))) await client.query(CREATE_TABLE);
    return readApplied(client);
  });
  const applied: string[] = [];
  for (const migration of notApplied(migrations, before)) {
    const file = migrationFile(migration);
    const started_ms = performance.now();
    const tellWait = (wait: LockWait) => tell?.({ kind: 'waits', file, ...wait });
    try {
      const is_mine = await withLockRetries(patience, tellWait, () =>
        apply(client, migration, connection, patience),
      );
      if (!is_mine) continue;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const hint = isDenied(cause) ? RIGHTS_HINT : '';
      throw new StartupError(`Migration ${file} failed: ${reason}.${hint}`, { cause });
    }
    applied.push(file);
    tell?.({ kind: 'applied', file, ms: performance.now() - started_ms });
  }
  return { applied };
}
