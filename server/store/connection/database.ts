// The connection to PostgreSQL: one pool, results in the domain's types, transactions, prepared
// statements.
import pg from 'pg';
import { createAnswerWatch } from './answer-watch.ts';
import type { CommitWatch } from './commit-outcome.ts';
import { brokenBy, connectionsOf, type DatabaseMeter, lend, type PoolUse } from './connections.ts';
import { grouping, type Sender } from './grouping.ts';
import { isReadOnly } from './outage.ts';
import { BEGIN_READING, withoutLocks, writeWhileReading } from './read-only.ts';
import type { GroupOptions } from './statement-group.ts';
import { SILENCE_MS } from './statement-limits.ts';
import { createTableShape, hasOldShape, type ShapeOf } from './table-shape.ts';

/** Runs queries: the pool, or the client of a transaction. */
export type Queryable = Sender;

/**
 * Statements are sent at once, in the order of the calls, without waiting for each other's answers.
 * A statement that nobody awaits still counts: the transaction fails with the first statement that
 * fails.
 */
export type Transaction = Queryable & {
  /** The columns of a table, in the order of its row type. */
  shapeOf: ShapeOf;
  readonly is_read_only: boolean;
  /**
   * Sends the commit in the same round trip as the statements before it. Use it only if no result
   * of theirs is needed before the commit; no statement may follow.
   */
  commitWithThese(): void;
};

export type TransactionOptions = {
  /** For work known to read very much: the time limit of one statement. */
  query_timeout_ms?: number;
  /** And of a pause between two. */
  silence_ms?: number;
  /** It sees one moment, locks nothing, and writing in it is a bug (read-only.ts). */
  is_read_only?: boolean;
};

export type Database = Queryable & {
  /** Of the whole pool. */
  readonly max_connections: number;
  poolUse(): PoolUse;
  /** From now on the times of answers and of waits for a connection go to `meter`. */
  meterWith(meter: DatabaseMeter): void;
  transaction<Value>(
    work: (tx: Transaction) => Promise<Value>,
    options?: TransactionOptions,
  ): Promise<Value>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  connection: pg.PoolConfig;
  max_connections: number;
  onIdleError: (error: Error) => void;
};

const TIMESTAMP =
  /^(\d{4,})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?([+-]\d\d)(?::(\d\d))?$/;

/** timestamptz text → epoch milliseconds, whatever time zone the session prints. */
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
  // The rows of a batch share a few times: its own, and their expiry times.
  const known = recent_times.get(at);
  if (known !== undefined) return known;
  if (recent_times.size === RECENT_TIMES_MOST) recent_times.clear();
  const text = new Date(at).toISOString();
  recent_times.set(at, text);
  return text;
}

const RECENT_TIMES_MOST = 16;
const recent_times = new Map<number, string>();

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/**
 * int8 becomes bigint (money), timestamptz epoch milliseconds; the driver's parsers do the rest.
 */
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [TIMESTAMPTZ, parseTimestamp],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) ||
    pg.types.getTypeParser(oid, 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/** Records how every statement ended, so that no failure goes unnoticed. */
function watched({ query }: Queryable): Queryable & { failures(): Promise<unknown[]> } {
  const ends: Promise<unknown>[] = [];
  return {
    query(name, text, values) {
      const rows = query<never>(name, text, values);
      ends.push(
        rows.then(
          () => undefined,
          (error: unknown) => error,
        ),
      );
      return rows;
    },
    failures: async () => (await Promise.all(ends)).filter((end) => end !== undefined),
  };
}

/**
 * Just-in-time compilation of a statement that PostgreSQL estimates as expensive takes longer than
 * any batch. Set per transaction: behind PgBouncer the session also serves others.
 */
const WITHOUT_JIT = 'set local jit = off';
const SILENCE = 'set local idle_in_transaction_session_timeout =';

/** Runs a transaction from begin to commit. On failure the caller rolls back. */
async function carryOut<Value>(
  tx: ReturnType<typeof watched>,
  shapeOf: ShapeOf,
  outcome: CommitWatch,
  work: (tx: Transaction) => Promise<Value>,
  { silence_ms = SILENCE_MS, is_read_only = false }: TransactionOptions,
): Promise<Value> {
  let commit: Promise<unknown> | undefined;
  const end = () => {
    outcome.begin();
    commit ??= tx.query('commit', 'commit', []);
    return commit;
  };
  const begun = is_read_only
    ? tx.query('begin-reading', BEGIN_READING, [])
    : tx.query('begin', 'begin', []);
  void tx.query('without-jit', WITHOUT_JIT, []);
  void tx.query(`silence-${silence_ms}`, `${SILENCE} ${silence_ms}`, []);
  const commitWithThese = () => void end();
  const query: Queryable['query'] = (name, text, values) => {
    if (commit !== undefined) {
      return Promise.reject(new Error(`The statement ${name} was sent after the commit`));
    }
    if (!is_read_only) return tx.query(name, text, values);
    const reading = withoutLocks(name, text);
    return tx.query(reading.name, reading.text, values);
  };
  const value = await work({ query, shapeOf, is_read_only, commitWithThese });
  await begun;
  const [failed] = await tx.failures();
  if (failed !== undefined) throw failed;
  await end();
  outcome.check();
  return value;
}

function openPool({ connection, max_connections, onIdleError }: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    pipeline: true,
    max: max_connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: 'payment-orders',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on('error', onIdleError);
  // A server may close the connection before the pool hands it over, and an error event without a
  // listener would end the process. The caller still learns of it: its first query fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Opens a pool. Nothing connects before the first query; a broken idle connection is only reported.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const connections = connectionsOf(openPool(options));
  const watch = createAnswerWatch(undefined, connections.answered);
  const group_options: Omit<GroupOptions, 'timeout_ms'> = {
    types,
    watch,
    onSilence: connections.doubt,
  };
  const shape = createTableShape((text) => query('', text, []));

  const query = <Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: readonly unknown[],
  ) =>
    lend(connections, options.onIdleError, async ({ client, outcome, breaks }) => {
      // A single statement commits by itself.
      outcome.begin();
      try {
        const rows = await grouping(client, group_options).query<Row>(name, text, values);
        outcome.check();
        return rows;
      } catch (error) {
        breaks(brokenBy(error));
        throw error;
      }
    });

  const transaction = async <Value>(
    work: (tx: Transaction) => Promise<Value>,
    given: TransactionOptions = {},
  ) => {
    const shapeOf = await shape.read();
    return await lend(connections, options.onIdleError, async ({ client, outcome, breaks }) => {
      const tx = watched(grouping(client, group_options, given.query_timeout_ms));
      try {
        return await carryOut(tx, shapeOf, outcome, work, given);
      } catch (error) {
        // The first failure is the reason; the later ones only say that the transaction is aborted.
        const [reason = error] = await tx.failures();
        const failed = given.is_read_only === true ? writeWhileReading(reason) : reason;
        shape.doubt(failed);
        const broken = await rollBack(grouping(client, group_options));
        // What this connection has prepared has the former types too.
        breaks(broken ?? (hasOldShape(failed) || isReadOnly(failed) ? failed : undefined));
        throw outcome.told(failed);
      }
    });
  };

  return {
    max_connections: options.max_connections,
    poolUse: connections.use,
    meterWith: connections.meterWith,
    query,
    transaction,
    async close() {
      await connections.end();
      watch.stop();
    },
  };
}

/** Rolls back. If even that fails, the caller discards the connection. */
async function rollBack(client: Queryable): Promise<Error | undefined> {
  try {
    await client.query('', 'rollback', []);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
