// The connection to PostgreSQL: one pool, results in the domain's types, transactions, prepared
// statements.
import pg from 'pg';
import { createAnswerWatch } from './answer-watch.ts';
import type { CommitWatch } from './commit-outcome.ts';
import {
  brokenBy,
  type Connections,
  connectionsOf,
  type DatabaseMeter,
  lend,
  openPool,
  type PoolOptions,
  type PoolUse,
} from './connections.ts';
import { createEngine, type Engine } from './engine.ts';
import { cancelWork } from './failing/cancel-work.ts';
import { createHangingCommits, type HangingCommits } from './failing/hanging-commits.ts';
import { type GroupingOptions, grouping, type Sender } from './grouping.ts';
import { isReadOnly, isStoreOutage, notConfirmed } from './outage.ts';
import { BEGIN_READING, withoutLocks, writeWhileReading } from './read-only.ts';
import { COMMIT, SILENCE_MS } from './statement-limits.ts';
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
  readonly engine: Engine;
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
  /** Called for each group of statements that is sent. */
  onSent?: () => void;
  /** It sees one moment, locks nothing, and writing in it is a bug (read-only.ts). */
  is_read_only?: boolean;
  /** Somebody waits: refused while commits are known to hang (failing/hanging-commits.ts). */
  is_awaited?: boolean;
};

export type Database = Queryable & {
  /** Of the whole pool. */
  readonly max_connections: number;
  poolUse(): PoolUse;
  /** Work that writes would only wait for one more commit (failing/hanging-commits.ts). */
  refuseHanging(): void;
  /** From now on the times of answers and of waits for a connection go to `meter`. */
  meterWith(meter: DatabaseMeter): void;
  transaction<Value>(
    work: (tx: Transaction) => Promise<Value>,
    options?: TransactionOptions,
  ): Promise<Value>;
  close(): Promise<void>;
};

export type DatabaseOptions = PoolOptions;

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
/**
 * A small write: its commit waits for the standby as that of an order does. The row leads it to the
 * machine that has the orders, and so to the standby of that one.
 */
const PROVE_COMMIT = `select
    pg_logical_emit_message(true, 'payment-orders', '') is not null as is_kept
  from settings_versions where name = 'settings'`;
const SILENCE = 'set local idle_in_transaction_session_timeout =';

/** Runs a transaction from begin to commit. On failure the caller rolls back. */
async function carryOut<Value>(
  tx: ReturnType<typeof watched>,
  { shapeOf, engine }: Pick<Transaction, 'shapeOf' | 'engine'>,
  outcome: CommitWatch,
  work: (tx: Transaction) => Promise<Value>,
  { silence_ms = SILENCE_MS, is_read_only = false }: TransactionOptions,
): Promise<Value> {
  let commit: Promise<unknown> | undefined;
  const end = () => {
    outcome.begin();
    commit ??= tx.query(COMMIT, 'commit', []);
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
  const value = await work({ query, shapeOf, is_read_only, engine, commitWithThese });
  await begun;
  const [failed] = await tx.failures();
  if (failed !== undefined) throw failed;
  await end();
  outcome.check();
  return value;
}

/** Errors other than outages are no reason to refuse orders: the next order meets them itself. */
async function areConfirmed(transaction: Database['transaction']): Promise<boolean> {
  try {
    await transaction((tx) => tx.query('prove-commit', PROVE_COMMIT, []));
    return true;
  } catch (error) {
    return !isStoreOutage(error);
  }
}

const giveUp =
  (connections: Connections, hanging: HangingCommits): GroupingOptions['onSilence'] =>
  (client, of_commit) => {
    connections.doubt();
    if (of_commit) hanging.begin();
    cancelWork(client);
  };

/**
 * Opens a pool. Nothing connects before the first query; a broken idle connection is only reported.
 */
export function openDatabase(opening: DatabaseOptions): Database {
  const { onIdleError } = opening;
  const connections = connectionsOf(openPool(opening, types));
  const watch = createAnswerWatch(connections.answered);
  const hanging = createHangingCommits(() => areConfirmed(transaction), notConfirmed);
  const onSilence = giveUp(connections, hanging);
  const planned_anew = { types, watch, onSilence, keeps_plans: false };
  const prepared = { ...planned_anew, keeps_plans: true };
  const optionsOf = (one: Engine) => (one.keeps_plans ? prepared : planned_anew);
  const shape = createTableShape((text) => query('', text, []));
  const engine = createEngine((...statement) => query(...statement));

  const query: Sender['query'] = async <Row extends pg.QueryResultRow>(
    ...[name, text, values]: Parameters<Sender['query']>
  ) => {
    // One without a name is never prepared: also the one that asks for the engine.
    const options = name === '' ? planned_anew : optionsOf(await engine.read());
    return lend(connections, onIdleError, async ({ client, outcome, breaks }) => {
      // A single statement commits by itself.
      outcome.begin();
      try {
        const rows = await grouping(client, options).query<Row>(name, text, values);
        outcome.check();
        return rows;
      } catch (error) {
        breaks(brokenBy(error));
        throw error;
      }
    });
  };

  const transaction = async <Value>(
    work: (tx: Transaction) => Promise<Value>,
    given: TransactionOptions = {},
  ) => {
    if (given.is_awaited === true) hanging.refuse();
    const [shapeOf, known] = await Promise.all([shape.read(), engine.read()]);
    const options = optionsOf(known);
    return await lend(connections, onIdleError, async ({ client, outcome, breaks }) => {
      const tx = watched(grouping(client, options, given.query_timeout_ms, given.onSent));
      try {
        return await carryOut(tx, { shapeOf, engine: known }, outcome, work, given);
      } catch (error) {
        // The first failure is the reason; the later ones only say that the transaction is aborted.
        const [reason = error] = await tx.failures();
        const failed = given.is_read_only === true ? writeWhileReading(reason) : reason;
        shape.doubt(failed);
        const broken = await rollBack(grouping(client, options));
        // What this connection has prepared has the former types too.
        breaks(broken ?? (hasOldShape(failed) || isReadOnly(failed) ? failed : undefined));
        throw outcome.told(failed);
      }
    });
  };

  return {
    max_connections: opening.max_connections,
    poolUse: connections.use,
    refuseHanging: hanging.refuse,
    meterWith: connections.meterWith,
    query,
    transaction,
    async close() {
      hanging.stop();
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
