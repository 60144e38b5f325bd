// The first connection to a database: one that is away is waited for, one that refuses is told of.
import pg from 'pg';
import { StartupError } from '../../startup-error.ts';
import { isStoreOutage } from './outage.ts';

/** Plain fields only: what is logged of an error is decided by the logger. */
export type StoreLog = {
  info(fields: StoreLogFields, message: string): void;
  warn(fields: StoreLogFields, message: string): void;
};

export type StoreLogFields = {
  readonly err?: unknown;
  readonly applied?: readonly string[];
  /** How many rows of what are done. */
  readonly what?: string;
  readonly rows?: number;
  readonly role?: string;
  readonly faults?: readonly string[];
};

/** Where the database is: plain data, which can be told to another process. */
export type Connection = pg.PoolConfig;

export type First = {
  connection: Connection;
  /** Which setting leads there, for the operator. */
  setting: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL';
  log: StoreLog;
  stopped: AbortSignal;
};

const RETRY_MS = 500;

/** Wrong password, role without rights, no such database: waiting mends none of them. */
const DENIED_STATES = ['28P01', '28000', '3D000', '42501'];

function deniedError(error: unknown, setting: string): StartupError | null {
  if (!(error instanceof pg.DatabaseError) || !DENIED_STATES.includes(error.code ?? ''))
    return null;
  const sentence = `${setting} leads to a PostgreSQL that says no: ${error.message}.`;
  return new StartupError(sentence, { cause: error });
}

/** A database that is away is waited for, said once; anything else that is wrong is thrown. */
export async function whenThere<Value>(
  { connection, setting, log, stopped }: First,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    stopped.throwIfAborted();
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
    client.on('error', (error) => log.warn({ err: error }, 'the connection broke'));
    try {
      await client.connect();
      return await work(client);
    } catch (error) {
      if (!isStoreOutage(error)) throw deniedError(error, setting) ?? error;
      if (attempt === 1) log.warn({ err: error }, 'PostgreSQL is away; waiting for it');
    } finally {
      await client.end().catch((error: unknown) => log.warn({ err: error }, 'closing failed'));
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
