// Writes a backup while the service runs: all tables as they were at one moment, by COPY on one
// connection.
import { join } from 'node:path';
import type pg from 'pg';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { connectClient } from '../connection/servers.ts';
import type { Connection, StoreLog } from '../connection/when-there.ts';
import { syncFolder } from '../embedded/atomic-file.ts';
import { type KeyRow, refuseWrongKey } from '../encryption/encryption.ts';
import type { AppliedMigration } from '../schema/migration-files.ts';
import { type BackupKey, makeWholeFolder, writeBackupFile } from './backup-files.ts';
import {
  type BackedUpTable,
  type BackupManifest,
  type GivenSetting,
  keyCheck,
  writeHead,
  writeManifest,
} from './backup-manifest.ts';
import { copyOut } from './copy-rows.ts';
import { readLastOrder } from './last-order.ts';
import { newStretching, stretch } from './sealed-stream.ts';
import { type CopiedTable, copyText, LONG_TRANSACTION, tableShapes } from './table-shapes.ts';

export type Progress = (done: { tables: number; of: number; bytes: number; table: string }) => void;

export type BackupOptions = {
  connection: Connection;
  /** A folder that does not exist yet. */
  place: string;
  passphrase: string | null;
  master_key: Uint8Array;
  release: string;
  settings: GivenSetting[];
  log: StoreLog;
  progress: Progress;
};

async function firstRow<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
): Promise<Row | null> {
  return (await client.query<Row>(text)).rows[0] ?? null;
}

type Facts = Pick<BackupManifest, 'mode' | 'taken_at' | 'postgresql' | 'migrations' | 'last_order'>;

const NEVER_STARTED = 'The service has never been started on this database.';

/** A restore marks the copy as one in a row that this release's first start makes. */
const NOT_OF_THIS_RELEASE =
  'Start the service of this release once on the database, then back it up: before that, a ' +
  'restored copy could not be told from the original.';

async function readFacts(client: pg.Client): Promise<Facts> {
  const known = await firstRow<{ is_there: boolean; has_mark: boolean }>(
    client,
    `select to_regclass('database_mode') is not null as is_there,
       to_regclass('installation') is not null as has_mark`,
  );
  if (known?.is_there !== true) throw new StartupError(NEVER_STARTED);
  const marked = known.has_mark ? await firstRow(client, 'select from installation') : null;
  if (marked === null) throw new StartupError(NOT_OF_THIS_RELEASE);
  const server = await firstRow<{ version: string; at: string; mode: ServiceMode | null }>(
    client,
    `select current_setting('server_version') as version,
       to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
       (select mode from database_mode) as mode`,
  );
  if (server === null || server.mode === null) throw new StartupError(NEVER_STARTED);
  const { rows } = await client.query<AppliedMigration>(
    'select version, name, checksum from schema_migrations order by version',
  );
  const last_order = await readLastOrder(client);
  const { version: postgresql, at: taken_at, mode } = server;
  return { mode, taken_at, postgresql, migrations: rows, last_order };
}

async function backUpTable(
  client: pg.Client,
  folder: string,
  key: BackupKey,
  shape: CopiedTable,
): Promise<BackedUpTable> {
  let rows = 0;
  const facts = await writeBackupFile(folder, `tables/${shape.name}`, key, async (sink) => {
    rows = await copyOut(client, copyText(shape, 'to stdout'), sink);
  });
  return { ...shape, rows, ...facts };
}

async function fill(client: pg.Client, folder: string, options: BackupOptions) {
  const { passphrase, master_key, release, settings, progress } = options;
  const stretching = passphrase === null ? null : newStretching();
  const key = stretching === null ? null : stretch(passphrase ?? '', stretching);
  await writeHead(folder, stretching);
  await client.query('begin isolation level repeatable read read only');
  await client.query(LONG_TRANSACTION);
  const facts = await readFacts(client);
  const wrapped = await client.query<KeyRow>(
    'select key_id, purpose, wrapped from encryption_keys',
  );
  refuseWrongKey(Buffer.from(master_key), wrapped.rows);
  const shapes = await tableShapes(client);
  const tables: BackedUpTable[] = [];
  let bytes = 0;
  for (const shape of shapes) {
    progress({ tables: tables.length, of: shapes.length, bytes, table: shape.name });
    const table = await backUpTable(client, folder, key, shape);
    bytes += table.bytes;
    tables.push(table);
  }
  await client.query('commit');
  await syncFolder(join(folder, 'tables'));
  progress({ tables: tables.length, of: shapes.length, bytes, table: '' });
  const keys = [{ name: 'ENCRYPTION_KEY', check: keyCheck(master_key) } as const];
  const manifest: BackupManifest = { release, ...facts, tables, settings, keys };
  await writeManifest(folder, key, manifest);
  return manifest;
}

/** Throws if anything was not written: then no folder of that name is there. */
export async function makeBackup(options: BackupOptions): Promise<BackupManifest> {
  const { connection, place, log } = options;
  return await makeWholeFolder(place, async (folder) => {
    const client = await connectClient(connection, (error) =>
      log.warn({ err: error }, 'the connection broke'),
    );
    try {
      return await fill(client, folder, options);
    } finally {
      await client.end();
    }
  });
}
