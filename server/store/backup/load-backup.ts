// Loads a backup into an empty database: all of it in one transaction, so that an interrupted
// restore leaves nothing.
import pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { connectClient } from '../connection/servers.ts';
import type { Connection, StoreLog } from '../connection/when-there.ts';
import { findConflict, migrate } from '../schema/migrate.ts';
import { readMigrations } from '../schema/migration-files.ts';
import { readBackupFile } from './backup-files.ts';
import { type BackedUpTable, keyCheck, type OpenedBackup } from './backup-manifest.ts';
import { copyIn } from './copy-rows.ts';
import type { Progress } from './make-backup.ts';
import { copyText, LONG_TRANSACTION, looseIndexes, tableShapes } from './table-shapes.ts';

export type LoadOptions = {
  backup: OpenedBackup;
  /** Of the role that owns, or will own, the tables. */
  connection: Connection;
  /** The migrations of this release. */
  migrations: string;
  log: StoreLog;
  progress: Progress;
};

/** What can be told without a database. */
export async function refuseBackup(
  { manifest }: OpenedBackup,
  given: { mode: string; master_key: Uint8Array; migrations: string },
): Promise<void> {
  if (manifest.mode !== given.mode) {
    throw new StartupError(`The backup is of MODE=${manifest.mode}: set MODE to it.`);
  }
  const conflict = findConflict(await readMigrations(given.migrations), manifest.migrations);
  if (conflict !== undefined) {
    throw new StartupError(
      `The backup was made by release ${manifest.release}, and this one cannot restore it. ${conflict}`,
    );
  }
  const check = keyCheck(given.master_key);
  if (manifest.keys.some((key) => key.check !== check)) {
    throw new StartupError(
      'ENCRYPTION_KEY is not the key of the backup: nobody could read its encrypted columns ' +
        '(docs/operate/backup.md).',
    );
  }
}

/** Whatever is there would be mixed with the backup. */
async function refuseFull(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and relname <> 'schema_migrations' order by relname`,
  );
  const is_used =
    rows.some(({ name }) => name === 'database_mode') &&
    (await client.query('select from database_mode')).rowCount !== 0;
  const is_foreign = rows.length > 0 && !rows.some(({ name }) => name === 'database_mode');
  if (!(is_used || is_foreign)) return;
  throw new StartupError(
    'The database is not empty: a backup is restored into an empty one, by another DATA_DIR or ' +
      'DATABASE_URL (docs/operate/backup.md).',
  );
}

/** Some tables get rows from nobody but a role that grants itself that: see role-rights.ts. */
async function withInsert<Value>(
  client: pg.Client,
  table: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_table_privilege(current_user, quote_ident($1), 'insert') as may`,
    [table],
  );
  if (rows[0]?.may === true) return await work();
  await client.query(`grant insert on ${pg.escapeIdentifier(table)} to current_user`);
  const value = await work();
  await client.query(`revoke insert on ${pg.escapeIdentifier(table)} from current_user`);
  return value;
}

async function loadTable(
  client: pg.Client,
  { folder, key }: OpenedBackup,
  table: BackedUpTable,
): Promise<void> {
  const { name, bytes, sha256 } = table;
  // What the migrations put there is in the backup, too.
  const found = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
  if (found.rowCount !== 0) await client.query(`delete from ${pg.escapeIdentifier(name)}`);
  const source = () => readBackupFile(folder, `tables/${name}`, key, { bytes, sha256 });
  const copy = () => copyIn(client, copyText(table, 'from stdin'), source());
  const rows = await withInsert(client, name, copy).catch(async (problem: unknown) => {
    // PostgreSQL may refuse changed bytes before the checksum at their end tells of them.
    for await (const _ of source());
    throw problem;
  });
  if (rows === table.rows) return;
  throw new StartupError(`The backup is damaged: ${name} has ${rows} rows, not ${table.rows}.`);
}

async function sameTables(client: pg.Client, tables: readonly BackedUpTable[]): Promise<void> {
  const told = (shapes: readonly { name: string; columns: string[] }[]) =>
    JSON.stringify(shapes.map(({ name, columns }) => [name, columns.toSorted()]));
  if (told(await tableShapes(client)) === told(tables)) return;
  throw new StartupError('The backup has other tables than its migrations make.');
}

async function loadTables(client: pg.Client, { backup, progress }: LoadOptions): Promise<void> {
  const { tables } = backup.manifest;
  const indexes = await looseIndexes(client);
  // PostgreSQL builds an index on all rows faster than row by row.
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  let bytes = 0;
  for (const [index, table] of tables.entries()) {
    progress({ tables: index, of: tables.length, bytes, table: table.name });
    await loadTable(client, backup, table);
    bytes += table.bytes;
  }
  progress({ tables: tables.length, of: tables.length, bytes, table: 'indexes' });
  for (const { definition } of indexes) await client.query(definition);
  // The service that starts on it is on a copy, whatever PostgreSQL can tell.
  const marked = await client.query('update installation set restored_at = now()');
  if (marked.rowCount !== 1) {
    throw new StartupError('The backup is damaged: it does not say whose installation it is.');
  }
}

export async function loadBackup(options: LoadOptions): Promise<void> {
  const { backup, connection, migrations, log } = options;
  const client = await connectClient(connection, (error) =>
    log.warn({ err: error }, 'the connection broke'),
  );
  try {
    await refuseFull(client);
    const newest = Math.max(0, ...backup.manifest.migrations.map(({ version }) => version));
    await migrate(client, migrations, connection, { newest });
    await client.query('begin');
    await client.query(LONG_TRANSACTION);
    // A service that was started on it meanwhile waits, or has written its mode and is refused.
    await client.query('lock table database_mode in exclusive mode');
    await refuseFull(client);
    await sameTables(client, backup.manifest.tables);
    await loadTables(client, options);
    await client.query('analyze');
    await client.query('commit');
  } finally {
    // A transaction that was not committed is undone.
    await client.end();
  }
}
