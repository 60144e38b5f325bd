// The connection to PostgreSQL: one pool, values in the domain's types, transactions, prepared
// statements.
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { createTableShape } from './table-shape.ts';

/** What the queries of one noun need: a pool or a transaction's client. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]>;
};

/**
 * Statements are sent at once, in the order of the calls, without waiting for each other's answers.
 * One that nobody awaits still counts: the transaction fails with the first that fails.
 */
export type Transaction = Queryable & {
  /** The names of a table's columns, in the order of its row type. */
  columns(table: string): readonly string[];
};

export type Database = Queryable & {
  transaction<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  connection: pg.PoolConfig;
  max_connections: number;
  onIdleError: (error: Error) => void;
};

/** Longer than any statement of the service takes, the proof of large books among them. */
const QUERY_TIMEOUT_MS = 60_000;

const TIMESTAMP =
  /^(\d{4,})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?([+-]\d\d)(?::(\d\d))?$/;

/** timestamptz text → epoch milliseconds, whatever zone the session prints. */
function parseTimestamp(text: string): number {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) throw new Error(`Not a timestamp: ${text}`);
  const [, year, month, day, hour, minute, second, fraction = '', zone = '', zone_minutes = '0'] =
    parts;
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0')),
  );
  if (zone === '+00') return local;
  const sign = zone.startsWith('-') ? -1 : 1;
  return local - (Number(zone) * 60 + sign * Number(zone_minutes)) * 60_000;
}

/** Epoch milliseconds → the text that PostgreSQL reads as timestamptz. */
export function timestamp(at: number): string;
export function timestamp(at: number | null): string | null;
export function timestamp(at: number | null): string | null {
  if (at === null) return null;
  // Nearly all times of a batch are its own.
  if (at !== last_at) {
    last_at = at;
    last_text = new Date(at).toISOString();
  }
  return last_text;
}

let last_at = 0;
let last_text = new Date(0).toISOString();

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

type Send = <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => Promise<pg.QueryResult<Row>>;

function queryable(send: Send): Queryable {
  return {
    async query<Row extends pg.QueryResultRow>(
      name: string,
      text: string,
      values: readonly unknown[],
    ) {
      const result = await send<Row>({ name, text, values: [...values] });
      return result.rows;
    },
  };
}

/** Statements that nobody need await: a failure that nobody awaited is no crash of the process. */
function unawaited({ query }: Queryable): Queryable {
  return {
    query(name, text, values) {
      const rows = query<never>(name, text, values);
      // Not hidden: the transaction fails with it.
      rows.catch(() => undefined);
      return rows;
    },
  };
}

/** The driver writes each statement by itself: what is sent in one turn goes in one write. */
function gatherWrites(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  let is_gathering = false;
  return () => {
    if (is_gathering) {
      // Of a large batch PostgreSQL does the first while the next are still being made.
      if (stream.writableLength > 32_768) {
        stream.uncork();
        stream.cork();
      }
      return;
    }
    is_gathering = true;
    stream.cork();
    process.nextTick(() => {
      is_gathering = false;
      stream.uncork();
    });
  };
}

/** Remembers how every statement ended, so that none fails unseen. */
function watched(client: pg.PoolClient): { send: Send; failures(): Promise<unknown[]> } {
  const ends: Promise<unknown>[] = [];
  const gather = gatherWrites(client);
  return {
    send: (query) => {
      gather();
      const sent = client.query(query);
      ends.push(
        sent.then(
          () => undefined,
          (error: unknown) => error,
        ),
      );
      return sent as ReturnType<Send> as never;
    },
    failures: async () => (await Promise.all(ends)).filter((end) => end !== undefined),
  };
}

/**
 * Opens a pool. Nothing connects before the first query; an idle connection's death is only told.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...options.connection,
    types,
    pipeline: true,
    max: options.max_connections,
    connectionTimeoutMillis: 5_000,
    // A server that is cut off without a word: the outcome is unknown, and the caller is told so.
    query_timeout: QUERY_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: 'payment-orders',
    keepAlive: true,
  });
  pool.on('error', options.onIdleError);
  const shape = createTableShape((query) => pool.query(query));

  async function transaction<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value> {
    const columns = await shape.read();
    const client = await pool.connect();
    // A client whose connection dies while it is ours tells it twice: by the query and by this
    // event.
    client.on('error', options.onIdleError);
    const { send, failures } = watched(client);
    let broken: Error | undefined;
    try {
      const begun = send({ text: 'begin' });
      const value = await work({ ...unawaited(queryable(send)), columns });
      await begun;
      const [failed] = await failures();
      if (failed !== undefined) throw failed;
      await client.query('commit');
      return value;
    } catch (error) {
      // The first is the reason; those after it only say that the transaction is aborted.
      const [failed = error] = await failures();
      shape.doubt(failed);
      broken = await rollBack(client);
      throw failed;
    } finally {
      client.off('error', options.onIdleError);
      client.release(broken);
    }
  }

  return {
    ...queryable((query) => pool.query(query)),
    transaction,
    close: () => pool.end(),
  };
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
