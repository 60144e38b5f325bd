// Idle connections end sooner while most places are taken, on a real server with real sockets.
import { equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { makeRoom, PRESSED_IDLE_MS } from '../../../server/http/transport/idle-connections.ts';

const MOST = 8;
const RELAXED_MS = 600_000;
const REQUEST = 'GET / HTTP/1.1\r\nhost: pay.test\r\n\r\n';

let server: Server;
const of_server: Socket[] = [];
const clients: Socket[] = [];

before(async () => {
  server = createServer({ keepAliveTimeout: RELAXED_MS }, (_request, response) =>
    response.end('ok'),
  );
  // Every new connection is a look.
  let now = 0;
  makeRoom(server, MOST, () => (now += 10_000));
  server.on('connection', (socket: Socket) => void of_server.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => {
  for (const client of clients) client.destroy();
  server.close();
});

/** A connection that has had one answer, and is kept open. */
async function open(): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  clients.push(client);
  client.write(REQUEST);
  await once(client, 'data');
  return client;
}

const idleTimes = () => of_server.filter(({ destroyed }) => !destroyed).map((one) => one.timeout);
const isLong = (ms: number | undefined) => (ms ?? 0) >= RELAXED_MS;
/** Node adds a second to the time that it tells clients. */
const isShort = (ms: number | undefined) => ms !== undefined && ms <= PRESSED_IDLE_MS + 1_000;

test('with room, idle connections are kept; under pressure all of them get a short time', async () => {
  for (let count = 0; count < MOST / 2; count += 1) await open();
  ok(idleTimes().every(isLong), String(idleTimes()));
  await open();
  await open();
  // The next answer is given under pressure, and those from before were shortened.
  ok(idleTimes().every(isShort), String(idleTimes()));
  const [first] = clients;
  first?.write(REQUEST);
  await once(first ?? server, 'data');
  ok(isShort(of_server[0]?.timeout), 'a connection that is used again gets a short time again');
  const ended = of_server.slice(3).map((one) => once(one, 'close'));
  for (const client of clients.splice(3)) client.destroy();
  await Promise.all(ended);
  equal(server.keepAliveTimeout, RELAXED_MS, 'once there is room again, the time is long again');
});
