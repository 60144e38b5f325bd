// The connection to PostgreSQL: one pool, values in the domain's types, transactions, prepared
// statements.
import pg from 'pg';
import { createAnswerWatch } from './answer-watch.ts';
import { type CommitWatch, watchCommit } from './commit-outcome.ts';
import { brokenBy, type Connections, connectionsOf } from './connections.ts';
import { grouping, type Sender } from './grouping.ts';
import type { GroupOptions } from './statement-group.ts';
import { SILENCE_MS } from './statement-limits.ts';
import { createTableShape, type ShapeOf } from './table-shape.ts';

/** What the queries of one noun need: a pool or a transaction's client. */
export type Queryable = Sender;

/**
 * Statements are sent at once, in the order of the calls, without waiting for each other's answers.
 * One that nobody awaits still counts: the transaction fails with the first that fails.
 */
export type Transaction = Queryable & {
  /** A table's columns, in the order of its row type. */
  shapeOf: ShapeOf;
  /**
   * Commits in the same round trip as the statements before: only where nothing needs to be seen
   * of them first, and nothing may follow.
   */
  commitWithThese(): void;
};

/** Where it is known to read very much: how long one statement may take, and rest after it. */
export type TransactionOptions = { query_timeout_ms?: number; silence_ms?: number };

export type Database = Queryable & {
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
  // The rows of a batch have a few times in common: its own, and when they expire.
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

/** Remembers how every statement ended, so that none fails unseen. */
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
 * A server that compiles what it takes to be dear (JIT) needs longer for that than any batch takes.
 * Of the transaction alone: behind PgBouncer a session belongs to others as well.
 */
const WITHOUT_JIT = 'set local jit = off';
const SILENCE = 'set local idle_in_transaction_session_timeout =';

/** From begin to commit; whatever fails is for the caller to undo. */
async function carryOut<Value>(
  tx: ReturnType<typeof watched>,
  shapeOf: ShapeOf,
  outcome: CommitWatch,
  work: (tx: Transaction) => Promise<Value>,
  silence_ms: number,
): Promise<Value> {
  let commit: Promise<unknown> | undefined;
  const end = () => {
    outcome.begin();
    commit ??= tx.query('commit', 'commit', []);
    return commit;
  };
  const begun = tx.query('begin', 'begin', []);
  void tx.query('without-jit', WITHOUT_JIT, []);
  void tx.query(`silence-${silence_ms}`, `${SILENCE} ${silence_ms}`, []);
  const commitWithThese = () => void end();
  const query: Queryable['query'] = (...statement) => {
    if (commit === undefined) return tx.query(...statement);
    return Promise.reject(new Error(`${statement[0]} comes after the commit`));
  };
  const value = await work({ query, shapeOf, commitWithThese });
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
  // A server's farewell may come with its welcome, before whoever asked for the client has it: an
  // error that nobody listens to would end the process. Whoever gets the client is told by its
  // first query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type Lent = { client: pg.PoolClient; outcome: CommitWatch; breaks(error: Error | undefined): void };

/** Lends a connection for a piece of work. */
async function lend<Value>(
  connections: Connections,
  onIdleError: (error: Error) => void,
  work: (lent: Lent) => Promise<Value>,
): Promise<Value> {
  const client = await connections.take();
  // A client whose connection dies while it is ours tells it twice: by the query and by this event.
  client.on('error', onIdleError);
  const outcome = watchCommit(client);
  let broken: Error | undefined;
  const breaks = (error: Error | undefined) => {
    broken = error;
  };
  try {
    return await work({ client, outcome, breaks });
  } finally {
    outcome.stop();
    client.off('error', onIdleError);
    connections.giveBack(client, broken);
  }
}

/**
 * Opens a pool. Nothing connects before the first query; an idle connection's death is only told.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const connections = connectionsOf(openPool(options));
  const watch = createAnswerWatch();
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
      // A statement alone commits with its answer.
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
    { query_timeout_ms, silence_ms = SILENCE_MS }: TransactionOptions = {},
  ) => {
    const shapeOf = await shape.read();
    return await lend(connections, options.onIdleError, async ({ client, outcome, breaks }) => {
      const tx = watched(grouping(client, group_options, query_timeout_ms));
      try {
        return await carryOut(tx, shapeOf, outcome, work, silence_ms);
      } catch (error) {
        // The first is the reason; those after it only say that the transaction is aborted.
        const [failed = error] = await tx.failures();
        shape.doubt(failed);
        breaks(await rollBack(grouping(client, group_options)));
        throw outcome.told(failed);
      }
    });
  };

  return {
    query,
    transaction,
    async close() {
      await connections.end();
      watch.stop();
    },
  };
}

/** Undoes a transaction; a connection that cannot even do that is thrown away by the caller. */
async function rollBack(client: Queryable): Promise<Error | undefined> {
  try {
    await client.query('', 'rollback', []);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
