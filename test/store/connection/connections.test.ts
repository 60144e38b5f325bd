// The connections of a pool on a real PostgreSQL: how they end, and how the pool handles
// connections that have gone dead silently.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { openDatabase } from '../../../server/store/connection/database.ts';
import { isStoreOutage } from '../../../server/store/connection/outage.ts';

let database: ScratchDatabase;

before(async () => {
  database = await openScratchDatabase();
});
after(() => database.stop());

const SOCKETS: readonly string[] = ['PipeWrap', 'TCPSocketWrap'];
const openSockets = () =>
  process.getActiveResourcesInfo().filter((name) => SOCKETS.includes(name)).length;

describe('a pool that is closed', () => {
  it('has no socket any more, so that its server can stop in peace', async () => {
    const before_all = openSockets();
    const pool = openDatabase({
      connection: database.connection,
      max_connections: 16,
      onIdleError: () => undefined,
    });
    await Promise.all(
      Array.from({ length: 16 }, () => pool.query('', 'select pg_sleep(0.05)', [])),
    );
    equal(openSockets(), before_all + 16);
    await pool.close();
    equal(openSockets(), before_all);
  });

  it('tells late callers that the store is away: to log it as a fault would be wrong', async () => {
    const pool = openDatabase({
      connection: database.connection,
      max_connections: 1,
      onIdleError: () => undefined,
    });
    const before_close = pool.query('', 'select pg_sleep(0.05)', []);
    const closed = pool.close();
    await rejects(pool.query('', 'select 1', []), isStoreOutage);
    await before_close;
    await closed;
    await rejects(pool.query('', 'select 1', []), isStoreOutage);
  });
});

type Swallower = {
  readonly host: string;
  readonly port: number;
  /** From now on, drops all bytes on the open connections, in both directions. */
  swallow(): void;
  isSilent(): boolean;
  opened(): number;
  close(): void;
};

/** Sits between the service and its database, and acts like a firewall that forgets connections. */
async function startSwallower(target: { host: string; port: number }): Promise<Swallower> {
  const pairs: [Socket, Socket][] = [];
  let opened = 0;
  let is_silent = false;
  const to = target.host.startsWith('/')
    ? { path: `${target.host}/.s.PGSQL.${target.port}` }
    : target;
  const server = createServer((client) => {
    opened += 1;
    const upstream = connect(to);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.pipe(upstream).pipe(client);
    pairs.push([client, upstream]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: Object(server.address()).port,
    isSilent: () => is_silent,
    swallow() {
      is_silent = true;
      for (const [client, upstream] of pairs) {
        client.unpipe();
        upstream.unpipe();
        for (const socket of [client, upstream]) socket.resume();
      }
    },
    opened: () => opened,
    close() {
      for (const socket of pairs.flat()) socket.destroy();
      server.close();
    },
  };
}

async function behindSwallower(context: { after(end: () => unknown): void }) {
  const { host, port, user, password, database: name } = new pg.Client(database.connection);
  const swallower = await startSwallower({ host, port });
  context.after(() => swallower.close());
  const pool = openDatabase({
    connection: { host: swallower.host, port: swallower.port, user, password, database: name },
    max_connections: 4,
    onIdleError: () => undefined,
  });
  context.after(() => pool.close());
  return { pool, swallower };
}

describe('a connection that swallows what it is told', () => {
  it('is given up, and those that were open beside it are not asked any more', async (context) => {
    const { pool, swallower } = await behindSwallower(context);
    await Promise.all(Array.from({ length: 4 }, () => pool.query('', 'select pg_sleep(0.1)', [])));
    // Statements that only a first transaction sends.
    await pool.transaction((tx) => tx.query('', 'select 1 as one', []));
    equal(swallower.opened(), 4);
    swallower.swallow();
    const asked = pool.transaction((tx) => tx.query('', 'select 1 as one', []), {
      query_timeout_ms: 300,
    });
    await rejects(asked, (error) => isStoreOutage(error));
    // With one that is asked in vain for each, it would be four times as long.
    deepEqual(await pool.query('', 'select 2 as two', []), [{ two: 2 }]);
    // A new one, and the one that asks to cancel what is given up.
    equal(swallower.opened(), 4 + 2);
  });

  it('holds up a quick statement no longer than an order, and a slow one longer', async (context) => {
    const { pool, swallower } = await behindSwallower(context);
    // The first statement with a name asks for the engine.
    await pool.query('read-clock', 'select 1 as one', []);
    await Promise.all(Array.from({ length: 2 }, () => pool.query('', 'select pg_sleep(0.1)', [])));
    swallower.swallow();
    const ends: string[] = [];
    const asked = ['list-trades', 'read-clock'].map(async (name) => {
      await rejects(pool.query(name, 'select 1 as one', []), (error) => isStoreOutage(error));
      ends.push(name);
    });
    await Promise.race(asked);
    deepEqual(ends, ['read-clock']);
    deepEqual(await pool.query('', 'select 2 as two', []), [{ two: 2 }]);
    swallower.close();
    await Promise.all(asked);
  });

  it('keeps its locks until PostgreSQL ends its transaction, and no longer', async (context) => {
    const { pool, swallower } = await behindSwallower(context);
    const lock = 'select pg_advisory_xact_lock(4711)';
    const silent = pool.transaction(
      async (tx) => {
        await tx.query('', lock, []);
        swallower.swallow();
        await tx.query('', 'select 1 as one', []);
      },
      { query_timeout_ms: 60_000, silence_ms: 500 },
    );
    const ended = rejects(silent, (error) => isStoreOutage(error));
    while (!swallower.isSilent()) await sleep(5);
    const other = openDatabase({
      connection: database.connection,
      max_connections: 1,
      onIdleError: () => undefined,
    });
    context.after(() => other.close());
    await other.transaction((tx) => tx.query('', lock, []), { query_timeout_ms: 60_000 });
    swallower.close();
    await ended;
  });
});
