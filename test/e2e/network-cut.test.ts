// A database with three servers behind a network that drops everything: the service's connections
// get no answer, and new ones neither. Whoever asks has an answer in the time of one limit.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openScratchServer, type ScratchServer } from '../../bench/harness/scratch-database.ts';
import { payinFields, type Shop } from '../../bench/harness/shop.ts';
import { openDatabase } from '../../server/store/connection/database.ts';
import { isStoreOutage } from '../../server/store/connection/outage.ts';
import { type AttackService, startAttackService } from '../support/attack-service.ts';

/** One limit of 5 s, and the time that a busy machine needs besides. */
const MOST_MS = 6_500;

type Network = {
  readonly hosts: readonly string[];
  /** From now on nothing passes, and who connects is not answered. */
  cut(): void;
  close(): void;
};

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${Object(server.address()).port}`;
}

/** Three hosts, of which the first leads to the database. */
async function openNetwork(target: { host: string; port: number }): Promise<Network> {
  const sockets = new Set<Socket>();
  const pairs: [Socket, Socket][] = [];
  let is_cut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  };
  const silent = () => createServer(keep);
  const leading = createServer((client) => {
    keep(client);
    if (is_cut) return;
    const upstream = connect(
      target.host.startsWith('/') ? { path: `${target.host}/.s.PGSQL.${target.port}` } : target,
    );
    keep(upstream);
    client.pipe(upstream).pipe(client);
    pairs.push([client, upstream]);
  });
  const servers = [leading, silent(), silent()];
  return {
    hosts: await Promise.all(servers.map(listening)),
    cut() {
      is_cut = true;
      for (const pair of pairs) {
        for (const socket of pair) socket.unpipe().resume();
      }
    },
    close() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
    },
  };
}

let server: ScratchServer;
let network: Network;
let server_address: { host: string; port: number };
let urlOf: (hosts: readonly string[]) => string;
let service: AttackService;
let shop: Shop;

const ends: (() => unknown)[] = [];
before(async () => {
  server = await openScratchServer();
  ends.push(() => server.stop());
  const password = 'of-this-test';
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`alter role current_user password '${password}'`);
  const { host, port, user, database } = client;
  await client.end();
  server_address = { host, port };
  network = await openNetwork(server_address);
  ends.push(network.close);
  urlOf = (hosts) => `postgres://${user}:${password}@${hosts.join(',')}/${database}`;
});
after(async () => {
  for (const end of ends.toReversed()) await end();
});

async function tookMs(work: () => Promise<unknown>): Promise<number> {
  const began_ms = performance.now();
  await work();
  return performance.now() - began_ms;
}

describe('a database of which no server answers', () => {
  it('is found beside two that are silent, and then costs one limit', async () => {
    const pool = openDatabase({
      connection: { connectionString: urlOf(network.hosts.toReversed()) },
      max_connections: 2,
      onIdleError: () => undefined,
    });
    try {
      const ask = () => pool.query('', 'select 1 as one', []);
      ok((await tookMs(ask)) < MOST_MS);
      deepEqual(await ask(), [{ one: 1 }]);
    } finally {
      await pool.close();
    }
  });

  it('costs each request one limit, whatever it asks for', async () => {
    const url = urlOf(network.hosts);
    service = await startAttackService({ DATABASE_URL: url, MIGRATION_DATABASE_URL: url });
    ends.push(() => service.stop());
    shop = await service.openShop();
    const create = () =>
      service.ask('POST', '/api/v1/orders/deposit/create', {
        headers: { 'x-token': shop.token },
        body: payinFields(shop, crypto.randomUUID(), 5_000),
      });
    const show = () => service.ask('GET', '/api/v1/events', { headers: { 'x-token': shop.token } });
    equal((await show()).status, 200);
    await service.addAccount('000123456789');
    equal((await create()).status, 201);
    network.cut();
    for (let round = 0; round < 2; round += 1) {
      const asked = [create, show, create].map(async (act) => {
        const began_ms = performance.now();
        const { status } = await act();
        return { status, took_ms: performance.now() - began_ms };
      });
      for (const { status, took_ms } of await Promise.all(asked)) {
        equal(status, 503);
        ok(took_ms < MOST_MS, `${took_ms} ms`);
      }
    }
    const pool = openDatabase({
      connection: { connectionString: url },
      max_connections: 2,
      onIdleError: () => undefined,
    });
    const failed = await tookMs(() =>
      pool.query('', 'select 1 as one', []).then(
        () => ok(false, 'It answered'),
        (error) => ok(isStoreOutage(error)),
      ),
    );
    await pool.close();
    ok(failed < MOST_MS, `${failed} ms`);
  });
});

describe('a statement that may take a minute', () => {
  it('waits for a server that is there, and no longer for one that is not', async () => {
    const apart = await openNetwork(server_address);
    ends.push(apart.close);
    const pool = openDatabase({
      connection: { connectionString: urlOf(apart.hosts.slice(0, 1)) },
      max_connections: 2,
      onIdleError: () => undefined,
    });
    ends.push(pool.close);
    // One of those that lists with rare filters send.
    const sleep = (seconds: number) =>
      pool.query('list-trades', 'select pg_sleep($1)::text as slept', [seconds]);
    deepEqual(await sleep(7), [{ slept: '' }]);
    const lost = sleep(59).then(() => 'answered', isStoreOutage);
    // Its server has it.
    await pause(500);
    apart.cut();
    const waiting = pause(40_000, 'waits for its own limit', { ref: false });
    equal(await Promise.race([lost, waiting]), true);
  });
});
