// Opens the service's PostgreSQL, embedded or named by DATABASE_URL, and migrates it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CellIdentity, CellWish } from '../../domain/service/cell-identity.ts';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import { connectClient } from '../connection/servers.ts';
import { type Connection, type StoreLog, whenThere } from '../connection/when-there.ts';
import { DirectoryInUse } from '../embedded/data-directory-lock.ts';
import { type Joined, joinRunning } from '../embedded/join-running.ts';
import { startEmbedded } from '../embedded/supervisor.ts';
import { isMigrated, type MigrationStep } from '../schema/migrate.ts';
import { MIGRATIONS_FOLDER } from '../schema/migration-files.ts';
import { startOwnerWork } from './owner-work.ts';
import { placeNow } from './place-now.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openServicePool, type ServicePool } from './service-pool.ts';

export type { Connection } from '../connection/when-there.ts';

export type StartedDatabase = {
  connection: Connection;
  /** The connection of the role that owns the tables; null if the service's own role does. */
  owner: Connection | null;
  /** Call after every pool is closed: stops the embedded server, if this process started it. */
  stop(): Promise<void>;
};

/** Null without CELLS. */
type OfCell = { identity: CellIdentity | null };

export type OpenedDatabase = {
  db: ServicePool;
  /** Call after the pool is closed: stops what was started here. */
  stop(): Promise<void>;
};

type ServerPlace = {
  database_url: string | undefined;
  /** The connection of the role that owns the tables; without it the service's own role is used. */
  migration_database_url?: string | undefined;
  data_dir: string;
};

type Place = ServerPlace & {
  /** Opens the encryption keys. */
  master_key: Uint8Array;
  /** The master key that wrapped the keys so far, if it is being replaced. */
  encryption_key_previous?: Uint8Array | undefined;
};

export type ModeWish = {
  mode: ServiceMode;
  /** Which cell the database is to be; absent without CELLS. */
  cell?: CellWish | undefined;
  /** Called once if the database is away, before it is waited for. */
  away?: (() => void) | undefined;
};

const MAX_CONNECTIONS = 16;
/** The embedded server allows 100; the rest is for the operator's own tools. */
const EMBEDDED_CONNECTIONS = 90;

/** The server as it is: nothing is migrated. */
export async function startServer(options: ServerPlace, log: StoreLog): Promise<StartedDatabase> {
  if (options.database_url !== undefined) {
    const owner =
      options.migration_database_url === undefined
        ? null
        : { connectionString: options.migration_database_url };
    const stop = () => Promise.resolve();
    return { connection: { connectionString: options.database_url }, owner, stop };
  }
  const say = (message: string) => log.warn({}, message);
  const embedded = await startEmbedded({
    data_dir: options.data_dir,
    log: { info: say, warn: say, error: say },
  });
  return { connection: embedded.connection, owner: embedded.owner, stop: embedded.stop };
}

function openPool(connection: Connection, log: StoreLog, processes: number): ServicePool {
  // Processes share the connections of the embedded server; for another server its operator
  // decides.
  const is_embedded = connection.connectionString === undefined;
  const share = is_embedded ? Math.floor(EMBEDDED_CONNECTIONS / processes) : MAX_CONNECTIONS;
  return openServicePool({
    connection,
    max_connections: Math.min(MAX_CONNECTIONS, share),
    onIdleError: (error) => log.warn({ err: error }, 'a connection to PostgreSQL broke'),
  });
}

/**
 * Starts the embedded server if no other is configured, migrates the schema, and makes sure that
 * the database belongs to this mode.
 */
export async function startServiceDatabase(
  options: Place & ModeWish,
  log: StoreLog,
  stopped: AbortSignal,
): Promise<StartedDatabase & OfCell> {
  const configured = await startServer(options, log);
  const { master_key } = options;
  try {
    const started = {
      ...configured,
      ...(await placeNow({ ...options, ...configured, log, stopped })),
    };
    const identity = await prepareDatabase({ ...options, ...started, log, stopped });
    const connection = started.owner ?? started.connection;
    const stopWork = startOwnerWork({ connection, master_key, log });
    const stop = async () => {
      await stopWork();
      await started.stop();
    };
    return { ...started, identity, stop };
  } catch (error) {
    await configured.stop();
    throw error;
  }
}

export async function openServiceDatabase(
  options: Place & ModeWish,
  log: StoreLog,
  stopped: AbortSignal,
): Promise<OpenedDatabase & OfCell> {
  const { connection, identity, stop } = await startServiceDatabase(options, log, stopped);
  return { db: openPool(connection, log, 1), identity, stop };
}

async function hasTables({ connection }: Joined, log: StoreLog): Promise<boolean> {
  const client = await connectClient(connection, (error) =>
    log.warn({ err: error }, 'the connection broke'),
  );
  try {
    return await isMigrated(client, MIGRATIONS_FOLDER);
  } finally {
    await client.end();
  }
}

/** A service that starts or stops is there, or gone, in less. */
const IN_BETWEEN_MS = 30_000;
const LOOK_AGAIN_MS = 200;

type Ways<Value> = {
  join: (joined: Joined) => Value;
  start: () => Promise<Value>;
  /** Joins a server whose tables are not those of this release yet, too. */
  is_any_joined?: boolean;
};

/** Null while a service starts or stops: then neither way is open. */
async function joinOrStartNow<Value>(
  data_dir: string,
  log: StoreLog,
  { join, start, is_any_joined = false }: Ways<Value>,
): Promise<Value | null> {
  const joined = await joinRunning(data_dir);
  if (joined === null) {
    return await start().catch((error: unknown) => {
      if (error instanceof DirectoryInUse) return null;
      throw error;
    });
  }
  if (is_any_joined || (await hasTables(joined, log))) return join(joined);
  await joined.leave();
  return null;
}

/**
 * For commands on the service's machine: joins the embedded server of a running service, or starts
 * what the service would start.
 */
async function joinOrStart<Value>(
  { database_url, data_dir }: ServerPlace,
  log: StoreLog,
  ways: Ways<Value>,
): Promise<Value> {
  if (database_url !== undefined) return await ways.start();
  const end_ms = performance.now() + IN_BETWEEN_MS;
  while (performance.now() < end_ms) {
    const done = await joinOrStartNow(data_dir, log, ways);
    if (done !== null) return done;
    await sleep(LOOK_AGAIN_MS);
  }
  return await ways.start();
}

/** For a command on the service's machine, as the service's role. */
export async function openLocalDatabase(
  options: Place & ModeWish,
  log: StoreLog,
  stopped: AbortSignal,
): Promise<OpenedDatabase> {
  return await joinOrStart<OpenedDatabase>(options, log, {
    join: ({ connection, leave }) => ({
      db: openPool(connection, log, MAX_CONNECTIONS),
      stop: leave,
    }),
    start: () => openServiceDatabase(options, log, stopped),
  });
}

/** The same with the connection of the role that owns the tables, for work that only it may do. */
export async function openAsOwner(
  options: Place & ModeWish,
  log: StoreLog,
  stopped: AbortSignal,
): Promise<{ connection: Connection; stop(): Promise<void> }> {
  return await joinOrStart<{ connection: Connection; stop(): Promise<void> }>(options, log, {
    join: ({ owner, leave }) => ({ connection: owner, stop: leave }),
    start: async () => {
      const { connection, owner, stop } = await startServiceDatabase(options, log, stopped);
      return { connection: owner ?? connection, stop };
    },
  });
}

/**
 * Connects to a database that another process has started and migrated, as one of several
 * processes.
 */
export async function joinServiceDatabase(
  connection: Connection,
  processes: number,
  log: StoreLog,
  stopped: AbortSignal,
): Promise<ServicePool> {
  const setting = 'DATABASE_URL';
  await whenThere({ connection, setting, log, stopped }, () => Promise.resolve());
  return openPool(connection, log, processes);
}

/** The server of a running service, or what the service would start; nothing is migrated. */
export async function joinServer(options: ServerPlace, log: StoreLog): Promise<StartedDatabase> {
  return await joinOrStart<StartedDatabase>(options, log, {
    is_any_joined: true,
    join: ({ connection, owner, leave }) => ({ connection, owner, stop: leave }),
    start: () => startServer(options, log),
  });
}

/** Migrates a server that was started, and grants the service's role its rights. */
export async function prepareServer(
  options: Place & ModeWish,
  server: StartedDatabase,
  log: StoreLog,
  tell?: (step: MigrationStep) => void,
  stopped: AbortSignal = new AbortController().signal,
): Promise<CellIdentity | null> {
  return await prepareDatabase({ ...options, ...server, log, stopped, tell });
}
