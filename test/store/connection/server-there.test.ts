// Whether a server is left at the other end of a connection, whatever the network does instead.
import { equal } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { openScratchServer } from '../../../bench/harness/scratch-database.ts';
import { isServerThere } from '../../../server/store/connection/failing/server-there.ts';

const ends: (() => unknown)[] = [];
/** Of PostgreSQL; a socket file. */
let address: NetConnectOpts;
before(async () => {
  const database = await openScratchServer();
  ends.push(() => database.stop());
  const { host, port } = new pg.Client({ connectionString: database.url });
  address = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
});
after(async () => {
  for (const end of ends.toReversed()) await end();
});

/** Its sockets are closed with it. */
async function listen(onSocket: (socket: Socket) => void): Promise<Server> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return server;
}

async function connected(to: NetConnectOpts): Promise<Socket> {
  const socket = connect(to);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  ends.push(() => socket.destroy());
  return socket;
}

const portOf = (server: Server): number => Object(server.address()).port;

describe('the server of a connection', () => {
  it('is there if PostgreSQL answers, also through somebody in between', async () => {
    const between = await listen((socket) => {
      const upstream = connect(address);
      upstream.on('error', () => undefined);
      ends.push(() => upstream.destroy());
      socket.pipe(upstream).pipe(socket);
    });
    equal(await isServerThere(await connected({ port: portOf(between) })), true);
  });

  it('is there if no network is in between', async () => {
    const { path = '' } = address as { path?: string };
    if (path !== '') equal(await isServerThere(await connected({ path })), true);
  });

  it('is not there if nothing is answered, or the connection ends instead', async () => {
    const silent = await listen(() => undefined);
    equal(await isServerThere(await connected({ port: portOf(silent) }), 50), false);
    const closing = await listen((socket) => {
      socket.once('data', () => socket.destroy());
    });
    equal(await isServerThere(await connected({ port: portOf(closing) })), false);
  });

  it('is not there if nobody listens any more', async () => {
    const gone = await listen(() => undefined);
    const socket = await connected({ port: portOf(gone) });
    gone.close();
    equal(await isServerThere(socket), false);
  });
});
