// Which PostgreSQL the service uses: the embedded one, or the one that DATABASE_URL names; both
// migrated.
import { join } from 'node:path';
import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { type Database, openDatabase } from './database.ts';
import { startEmbedded } from './embedded/supervisor.ts';
import { migrate } from './migrate.ts';
import { isOutage } from './outage.ts';

export type StoreLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type OpenedDatabase = {
  db: Database;
  /** After the pool is closed: stops what was started here. */
  stop(): Promise<void>;
};

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const MAX_CONNECTIONS = 16;
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
async function migrateWhenThere(
  connection: pg.ClientConfig,
  log: StoreLog,
  stopped: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    stopped.throwIfAborted();
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
    client.on('error', (error) => log.warn({ err: error }, 'the connection broke'));
    try {
      await client.connect();
      const { applied } = await migrate(client, MIGRATIONS);
      if (applied.length > 0) log.info({ applied }, 'migrated');
      await warnOfSuperuser(client, log);
      return;
    } catch (error) {
      if (!isOutage(error)) throw deniedError(error) ?? error;
      if (attempt === 1) log.warn({ err: error }, 'PostgreSQL is away; waiting for it');
    } finally {
      await client.end().catch((error: unknown) => log.warn({ err: error }, 'closing failed'));
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function start(
  options: { database_url: string | undefined; data_dir: string },
  log: StoreLog,
): Promise<{ connection: pg.PoolConfig; stop(): Promise<void> }> {
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

export async function openServiceDatabase(
  options: { database_url: string | undefined; data_dir: string },
  log: StoreLog,
  stopped: AbortSignal,
): Promise<OpenedDatabase> {
  const { connection, stop } = await start(options, log);
  try {
    await migrateWhenThere(connection, log, stopped);
  } catch (error) {
    await stop();
    throw error;
  }
  const db = openDatabase({
    connection,
    max_connections: MAX_CONNECTIONS,
    onIdleError: (error) => log.warn({ err: error }, 'a connection to PostgreSQL broke'),
  });
  return { db, stop };
}
