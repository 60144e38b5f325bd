// The connection to PostgreSQL: one pool, values in the domain's types, transactions, prepared
// statements.
import pg from 'pg';

/** What the queries of one noun need: a pool or a transaction's client. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]>;
};

export type Database = Queryable & {
  transaction<Value>(work: (tx: Queryable) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  connection: pg.PoolConfig;
  max_connections: number;
  onIdleError: (error: Error) => void;
};

/** Longer than any statement of the service takes, the proof of large books among them. */
const QUERY_TIMEOUT_MS = 60_000;

const TIMESTAMP = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(?::(\d\d))?$/;

/** timestamptz text → epoch milliseconds, whatever zone the session prints. */
function parseTimestamp(text: string): number {
  const [, day, time, hours, minutes] = TIMESTAMP.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}${hours}:${minutes ?? '00'}`);
  if (Number.isNaN(at)) throw new Error(`Not a timestamp: ${text}`);
  return at;
}

/** Epoch milliseconds → the text that PostgreSQL reads as timestamptz. */
export function timestamp(at: number): string;
export function timestamp(at: number | null): string | null;
export function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** int8 as bigint (money), timestamptz as epoch milliseconds; the driver's own for the rest. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [TIMESTAMPTZ, parseTimestamp],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) ||
    pg.types.getTypeParser(oid, 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

function queryable(client: pg.Pool | pg.PoolClient): Queryable {
  return {
    async query<Row extends pg.QueryResultRow>(
      name: string,
      text: string,
      values: readonly unknown[],
    ) {
      const result = await client.query<Row>({ name, text, values: [...values] });
      return result.rows;
    },
  };
}

/**
 * Opens a pool. Nothing connects before the first query; an idle connection's death is only told.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...options.connection,
    types,
    max: options.max_connections,
    connectionTimeoutMillis: 5_000,
    // A server that is cut off without a word: the outcome is unknown, and the caller is told so.
    query_timeout: QUERY_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: 'payment-orders',
    keepAlive: true,
  });
  pool.on('error', options.onIdleError);

  async function transaction<Value>(work: (tx: Queryable) => Promise<Value>): Promise<Value> {
    const client = await pool.connect();
    // A client whose connection dies while it is ours tells it twice: by the query and by this
    // event.
    client.on('error', options.onIdleError);
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const value = await work(queryable(client));
      await client.query('commit');
      return value;
    } catch (error) {
      broken = await rollBack(client);
      throw error;
    } finally {
      client.off('error', options.onIdleError);
      client.release(broken);
    }
  }

  return { ...queryable(pool), transaction, close: () => pool.end() };
}

/** Undoes a transaction; a connection that cannot even do that is thrown away by the caller. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
