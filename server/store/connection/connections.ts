// The connections of a pool: which of them may be used, and how they end. What hides a server
// without a word (a cut cable, a firewall that forgot a connection) hides all that were opened
// before, and only those.
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OutcomeUnknown } from './outage.ts';

/** A server that is not there any more says nothing; nobody waits longer for it. */
const GOODBYE_MS = 2_000;

/** The driver's client, as far as its socket goes. */
type WithSocket = { readonly connection: { readonly stream: Duplex } };

export type Connections = {
  /** One that was heard of since the last silence, or a new one. */
  take(): Promise<pg.PoolClient>;
  /** Back to the pool, where nothing is wrong with it. */
  giveBack(client: pg.PoolClient, broken?: Error): void;
  /** A server did not answer on one of them: those at rest may lead nowhere as well. */
  doubt(): void;
  /** Resolves when all are closed. */
  end(): Promise<void>;
};

function cut(client: pg.PoolClient): void {
  (client as unknown as WithSocket).connection.stream.destroy();
}

/** The sockets that are open; each is forgotten when it is closed. */
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

/** PostgreSQL's own errors leave a connection usable, unless it goes with them. */
export function brokenBy(error: unknown): Error | undefined {
  if (error instanceof pg.DatabaseError || error instanceof OutcomeUnknown) return undefined;
  return error instanceof Error ? error : new Error('The connection failed');
}

export function connectionsOf(pool: pg.Pool, goodbye_ms = GOODBYE_MS): Connections {
  const open = followEnds(pool);
  const heard_ms = new WeakMap<pg.PoolClient, number>();
  let silent_ms = Number.NEGATIVE_INFINITY;
  const isDoubtful = (client: pg.PoolClient) =>
    (heard_ms.get(client) ?? Number.POSITIVE_INFINITY) < silent_ms;
  return {
    async take() {
      for (;;) {
        const client = await pool.connect();
        if (!isDoubtful(client)) return client;
        // A goodbye would not arrive either.
        cut(client);
        client.release(true);
      }
    },
    giveBack(client, broken) {
      heard_ms.set(client, performance.now());
      client.release(broken);
    },
    doubt() {
      silent_ms = performance.now();
    },
    /** The driver says that it has ended as soon as it has said goodbye. */
    async end() {
      await pool.end();
      const closed = Promise.all(open.values());
      await Promise.race([closed, sleep(goodbye_ms, undefined, { ref: false })]);
      for (const client of open.keys()) cut(client);
    },
  };
}
