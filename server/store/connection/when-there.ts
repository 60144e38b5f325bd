// The first connection to a database: waits if the server is away, fails if it refuses.
import pg from 'pg';
import { StartupError } from '../../lib/startup-error.ts';
import { isStoreOutage } from './outage.ts';
import { connectClient } from './servers.ts';

/** Plain fields only: the logger decides which parts of an error are written. */
export type StoreLog = {
  info(fields: StoreLogFields, message: string): void;
  warn(fields: StoreLogFields, message: string): void;
};

export type StoreLogFields = {
  readonly err?: unknown;
  readonly applied?: readonly string[];
  /** Migrations of a later release. */
  readonly later?: readonly string[];
  /** What is counted, with the number of rows done. */
  readonly what?: string;
  readonly rows?: number;
  readonly failed_tries?: number;
  readonly tries?: number;
  readonly wait_ms?: number;
  readonly role?: string;
  readonly faults?: readonly string[];
};

/** Where the database is: plain data that can be passed to another process. */
export type Connection = pg.PoolConfig;

export type First = {
  connection: Connection;
  /** The setting that this address comes from, for the message to the operator. */
  setting: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | `CELLS (${string})`;
  log: StoreLog;
  stopped: AbortSignal;
  /** Called once if the database is away, before it is waited for. */
  away?: (() => void) | undefined;
};

const RETRY_MS = 500;

/** Wrong password, missing rights, no such database: waiting would not help. */
const DENIED_STATES = ['28P01', '28000', '3D000', '42501'];

function deniedError(error: unknown, setting: string): StartupError | null {
  if (!(error instanceof pg.DatabaseError) || !DENIED_STATES.includes(error.code ?? ''))
    return null;
  const sentence = `${setting} cannot be used, PostgreSQL refuses: ${error.message}.`;
  return new StartupError(sentence, { cause: error });
}

/** Waits for a database that is away, with one warning; throws any other error. */
export async function whenThere<Value>(
  { connection, setting, log, stopped, away }: First,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    stopped.throwIfAborted();
    let client: pg.Client | undefined;
    try {
      client = await connectClient(connection, (error) =>
        log.warn({ err: error }, 'the connection broke'),
      );
      return await work(client);
    } catch (error) {
      if (!isStoreOutage(error)) throw deniedError(error, setting) ?? error;
      if (attempt === 1) {
        const what = setting.startsWith('CELLS') ? { what: setting } : {};
        log.warn({ err: error, ...what }, 'PostgreSQL is away; waiting for it');
        away?.();
      }
    } finally {
      await client?.end().catch((error: unknown) => log.warn({ err: error }, 'closing failed'));
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
