// Connections to a database with several servers: each new one goes to the server that takes
// writes, so that the service follows a failover without a restart.
import pg from 'pg';
import { type DatabaseAddresses, readDatabaseAddresses } from '../../lib/database-addresses.ts';
import { isStoreOutage, StoreUnavailable } from './outage.ts';

const CONNECT_MS = 5_000;

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

/** A standby says so, too. */
export async function takesWrites(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_on: string }>(
    "select current_setting('transaction_read_only') as is_on",
  );
  return rows[0]?.is_on === 'off';
}

async function connectOne(
  config: pg.ClientConfig,
  is_writer_sought: boolean,
  onError: (error: Error) => void,
): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', onError);
  try {
    await client.connect();
    if (is_writer_sought && !(await takesWrites(client))) throw takesNoWrites();
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
  const { is_writer_sought } = addressesOf(connection);
  const failures: unknown[] = [];
  for (const config of configsOf(connection)) {
    try {
      return await connectOne(config, is_writer_sought, onError);
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures.find((error) => !isStoreOutage(error)) ?? failures[0];
}
