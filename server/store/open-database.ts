// Which PostgreSQL the service uses: the embedded one, or the one that DATABASE_URL names; both
// migrated.
import { join } from 'node:path';
import pg from 'pg';
import type { ServiceMode } from '../domain/service-mode.ts';
import { StartupError } from '../startup-error.ts';
import { type Database, openDatabase } from './database.ts';
import { settleMode } from './database-mode.ts';
import { sealEarlierRows } from './earlier-rows.ts';
import { startEmbedded } from './embedded/supervisor.ts';
import { openCipher } from './encryption.ts';
import { migrate } from './migrate.ts';
import { isOutage } from './outage.ts';

export type StoreLog = {
  info(fields: { readonly applied?: readonly string[] }, message: string): void;
  warn(fields: { readonly err?: unknown }, message: string): void;
};

/** Where the database is: plain data, which can be told to another process. */
export type Connection = pg.PoolConfig;

export type StartedDatabase = {
  connection: Connection;
  /** After every pool is closed: stops what was started here. */
  stop(): Promise<void>;
};

export type OpenedDatabase = {
  db: Database;
  /** After the pool is closed: stops what was started here. */
  stop(): Promise<void>;
};

type Place = {
  database_url: string | undefined;
  data_dir: string;
  /** Opens the keys, for what earlier versions left readable. */
  master_key: Uint8Array;
};

export type ModeWish = {
  mode: ServiceMode;
  /** The operator's word about a database of an older version, which does not know its mode. */
  database_mode?: ServiceMode | undefined;
};

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const MAX_CONNECTIONS = 16;
/** Of its 100, some are left for the owner's own tools. */
const EMBEDDED_CONNECTIONS = 90;
const RETRY_MS = 500;

/** Wrong password, role without rights, no such database: waiting mends none of them. */
const DENIED_STATES = ['28P01', '28000', '3D000', '42501'];

function deniedError(error: unknown): StartupError | null {
  if (!(error instanceof pg.DatabaseError) || !DENIED_STATES.includes(error.code ?? ''))
    return null;
  const sentence = `DATABASE_URL leads to a PostgreSQL that says no: ${error.message}.`;
  return new StartupError(sentence, { cause: error });
}

/** A superuser passes every revoked right: history could be changed by the service itself. */
async function warnOfSuperuser(client: pg.ClientBase, log: StoreLog): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  );
  if (rows[0]?.rolsuper !== true) return;
  log.warn({}, 'the role is a superuser, which no revoked right binds: use a role of its own');
}

/** A database that is away is waited for, said once; anything else that is wrong is thrown. */
async function whenThere(
  connection: pg.ClientConfig,
  log: StoreLog,
  stopped: AbortSignal,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    stopped.throwIfAborted();
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
    client.on('error', (error) => log.warn({ err: error }, 'the connection broke'));
    try {
      await client.connect();
      return await work(client);
    } catch (error) {
      if (!isOutage(error)) throw deniedError(error) ?? error;
      if (attempt === 1) log.warn({ err: error }, 'PostgreSQL is away; waiting for it');
    } finally {
      await client.end().catch((error: unknown) => log.warn({ err: error }, 'closing failed'));
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function migrateWhenThere(
  connection: Connection,
  { mode, database_mode }: ModeWish,
  log: StoreLog,
  stopped: AbortSignal,
): Promise<void> {
  return whenThere(connection, log, stopped, async (client) => {
    const { applied } = await migrate(client, MIGRATIONS);
    if (applied.length > 0) log.info({ applied }, 'migrated');
    await settleMode(client, mode, database_mode);
    await warnOfSuperuser(client, log);
  });
}

/** After the migrations, which make room for what is sealed. */
async function sealWhatIsReadable(
  connection: Connection,
  master_key: Uint8Array,
  log: StoreLog,
): Promise<void> {
  const onIdleError = (error: Error) => log.warn({ err: error }, 'the connection broke');
  const db = openDatabase({ connection, max_connections: 1, onIdleError });
  try {
    const cipher = await openCipher(db, Buffer.from(master_key));
    await sealEarlierRows(db, cipher, (fields, message) => log.info(fields, message));
  } finally {
    await db.close();
  }
}

async function start(options: Place, log: StoreLog): Promise<StartedDatabase> {
  if (options.database_url !== undefined) {
    const stop = () => Promise.resolve();
    return { connection: { connectionString: options.database_url }, stop };
  }
  const say = (message: string) => log.warn({}, message);
  const embedded = await startEmbedded({
    data_dir: options.data_dir,
    log: { info: say, warn: say, error: say },
  });
  return { connection: embedded.connection, stop: embedded.stop };
}

function openPool(connection: Connection, log: StoreLog, processes: number): Database {
  // Several processes share the connections of the embedded server; another's are its owner's care.
  const is_embedded = connection.connectionString === undefined;
  const share = is_embedded ? Math.floor(EMBEDDED_CONNECTIONS / processes) : MAX_CONNECTIONS;
  return openDatabase({
    connection,
    max_connections: Math.min(MAX_CONNECTIONS, share),
    onIdleError: (error) => log.warn({ err: error }, 'a connection to PostgreSQL broke'),
  });
}

/**
 * Starts the embedded server where there is no other, brings the schema up to date, and makes sure
 * that the database is one of this mode.
 */
export async function startServiceDatabase(
  options: Place & ModeWish,
  log: StoreLog,
  stopped: AbortSignal,
): Promise<StartedDatabase> {
  const started = await start(options, log);
  try {
    await migrateWhenThere(started.connection, options, log, stopped);
    await sealWhatIsReadable(started.connection, options.master_key, log);
    return started;
  } catch (error) {
    await started.stop();
    throw error;
  }
}

export async function openServiceDatabase(
  options: Place & ModeWish,
  log: StoreLog,
  stopped: AbortSignal,
): Promise<OpenedDatabase> {
  const { connection, stop } = await startServiceDatabase(options, log, stopped);
  return { db: openPool(connection, log, 1), stop };
}

/** A database that another process has started and migrated, as one of so many that share it. */
export async function joinServiceDatabase(
  connection: Connection,
  processes: number,
  log: StoreLog,
  stopped: AbortSignal,
): Promise<Database> {
  await whenThere(connection, log, stopped, () => Promise.resolve());
  return openPool(connection, log, processes);
}
