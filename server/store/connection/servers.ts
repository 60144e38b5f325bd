// Connections to a database with several servers: each new one goes to the server that takes
// writes, so that the service follows a failover without a restart.
import pg from 'pg';
import { type DatabaseAddresses, readDatabaseAddresses } from '../../lib/database-addresses.ts';
import { isStoreOutage, StoreUnavailable } from './outage.ts';

/** For a connection to whichever server is the right one. */
export const CONNECT_MS = 5_000;

/** One server, whose address the driver reads itself: the embedded one has only fields. */
const ONE: DatabaseAddresses = { urls: [], is_writer_sought: false };

export const addressesOf = ({ connectionString }: pg.ClientConfig): DatabaseAddresses =>
  (connectionString === undefined ? undefined : readDatabaseAddresses(connectionString)) ?? ONE;

/** The same connection to each server in turn. */
const configsOf = (connection: pg.ClientConfig): pg.ClientConfig[] => {
  const { urls } = addressesOf(connection);
  if (urls.length === 0) return [connection];
  return urls.map((connectionString) => ({ ...connection, connectionString }));
};

export const takesNoWrites = () =>
  new StoreUnavailable('The server takes no writes: it is a standby, or made read-only');

/** The share of each server: one that does not answer leaves the others their time. */
export const connectLimitMs = ({ urls }: DatabaseAddresses): number =>
  Math.floor(CONNECT_MS / Math.max(1, urls.length));

/** A standby says so, too. */
export async function takesWrites(client: pg.ClientBase, within_ms: number): Promise<boolean> {
  const { rows } = await client.query<{ is_on: string }>({
    text: "select current_setting('transaction_read_only') as is_on",
    query_timeout: within_ms,
  } as pg.QueryConfig);
  return rows[0]?.is_on === 'off';
}

async function connectOne(
  config: pg.ClientConfig,
  { is_writer_sought, limit_ms }: { is_writer_sought: boolean; limit_ms: number },
  onError: (error: Error) => void,
): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: limit_ms });
  client.on('error', onError);
  try {
    await client.connect();
    if (is_writer_sought && !(await takesWrites(client, limit_ms))) throw takesNoWrites();
    return client;
  } catch (error) {
    // The first error is the reason; of a connection that failed there is nothing to close.
    await client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * A connection outside any pool. Throws what the first server answered, or what another one
 * answered that waiting does not mend, such as a wrong password.
 */
export async function connectClient(
  connection: pg.ClientConfig,
  onError: (error: Error) => void,
): Promise<pg.Client> {
  const addresses = addressesOf(connection);
  const { is_writer_sought } = addresses;
  const limit_ms = connectLimitMs(addresses);
  const failures: unknown[] = [];
  for (const config of configsOf(connection)) {
    try {
      return await connectOne(config, { is_writer_sought, limit_ms }, onError);
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures.find((error) => !isStoreOutage(error)) ?? failures[0];
}
