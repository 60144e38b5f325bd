// The pool's connections: which of them may still be used, and how they are closed. If a server
// becomes unreachable without a message (a cut cable, a firewall that dropped its table), every
// connection opened before is lost, and no later one.
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type CommitWatch, watchCommit } from './commit-outcome.ts';
import { followWriter } from './follow-writer.ts';
import { isReadOnly, OutcomeUnknown, StoreUnavailable } from './outage.ts';
import { CONNECT_MS } from './servers.ts';

/** How long closing waits for a server: one that is gone will not answer. */
const GOODBYE_MS = 2_000;

/** The part of the driver's client that reaches its socket. */
type WithSocket = { readonly connection: { readonly stream: Duplex } };

/** Told how long answers and connections take. */
export type DatabaseMeter = {
  answered(took_ms: number): void;
  connected(took_ms: number): void;
};

export type PoolUse = { open: number; idle: number; waiting: number };

export type Connections = {
  /** A new connection, or one that has been used successfully since the last missing answer. */
  take(): Promise<pg.PoolClient>;
  /** Returns a connection to the pool; a broken one is closed. */
  giveBack(client: pg.PoolClient, broken?: Error): void;
  /**
   * A statement got no answer, or the server takes no writes: connections that were idle then may
   * be lost as well.
   */
  doubt(): void;
  use(): PoolUse;
  meterWith(meter: DatabaseMeter): void;
  /** Tells the meter of an answer. */
  answered(took_ms: number): void;
  /** Resolves when all are closed. */
  end(): Promise<void>;
};

/** As processes that know nothing of removed months call their connections. */
export const OLDER_PROCESS_NAME = 'payment-orders';
/** The number is that of the migration of removals, which the process knows. */
const PROCESS_NAME = 'payment-orders/38';

export type PoolOptions = {
  connection: pg.PoolConfig;
  max_connections: number;
  onIdleError: (error: Error) => void;
};

export function openPool(
  { connection, max_connections, onIdleError }: PoolOptions,
  types: pg.CustomTypesConfig,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    pipeline: true,
    max: max_connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 60_000,
    application_name: PROCESS_NAME,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on('error', onIdleError);
  // A server may close the connection before the pool hands it over, and an error event without a
  // listener would end the process. The caller still learns of it: its first query fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function cut(client: pg.PoolClient): void {
  (client as unknown as WithSocket).connection.stream.destroy();
}

/** The open connections; each is removed once it is closed. */
function followEnds(pool: pg.Pool): ReadonlyMap<pg.PoolClient, Promise<void>> {
  const open = new Map<pg.PoolClient, Promise<void>>();
  pool.on('connect', (client) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    open.set(client, promise);
    client.once('end', () => {
      open.delete(client);
      resolve();
    });
  });
  return open;
}

/**
 * An error reported by PostgreSQL leaves the connection usable, unless the server closes it as
 * well, or takes no writes.
 */
export function brokenBy(error: unknown): Error | undefined {
  if (isReadOnly(error)) return error;
  if (error instanceof pg.DatabaseError || error instanceof OutcomeUnknown) return undefined;
  return error instanceof Error ? error : new Error('The connection failed');
}

export function connectionsOf(pool: pg.Pool, goodbye_ms = GOODBYE_MS): Connections {
  const open = followEnds(pool);
  const connect = followWriter(pool);
  const heard_ms = new WeakMap<pg.PoolClient, number>();
  let silent_ms = Number.NEGATIVE_INFINITY;
  let meter: DatabaseMeter | undefined;
  const isDoubtful = (client: pg.PoolClient) =>
    (heard_ms.get(client) ?? Number.POSITIVE_INFINITY) < silent_ms;
  const doubt = () => {
    silent_ms = performance.now();
  };
  return {
    async take() {
      const asked_ms = performance.now();
      for (;;) {
        // The sender of the request may be gone, so that nobody waited for it before closing.
        if (pool.ending) throw new StoreUnavailable('The service is stopping');
        const client = await connect();
        if (!isDoubtful(client)) {
          meter?.connected(performance.now() - asked_ms);
          return client;
        }
        // A regular close would not reach the server either.
        cut(client);
        client.release(true);
      }
    },
    giveBack(client, broken) {
      heard_ms.set(client, performance.now());
      if (isReadOnly(broken)) doubt();
      client.release(broken);
    },
    doubt,
    meterWith(given) {
      meter = given;
    },
    answered: (took_ms) => meter?.answered(took_ms),
    use: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    /** The driver resolves as soon as it has sent its farewell, so this waits for the sockets. */
    async end() {
      await pool.end();
      const closed = Promise.all(open.values());
      await Promise.race([closed, sleep(goodbye_ms, undefined, { ref: false })]);
      for (const client of open.keys()) cut(client);
    },
  };
}

type Lent = { client: pg.PoolClient; outcome: CommitWatch; breaks(error: Error | undefined): void };

/** Takes a connection for a piece of work and gives it back afterwards. */
export async function lend<Value>(
  connections: Connections,
  onIdleError: (error: Error) => void,
  work: (lent: Lent) => Promise<Value>,
): Promise<Value> {
  const client = await connections.take();
  // If the connection breaks during the work, both the query and this event report it.
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
