// Clients that go away in the middle of a request or before its answer, and more of them than there
// may be: neither is a fault of the service.
import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Listener, listen } from '../../../server/http/transport/listener.ts';
import { makeAccount } from '../../app/scene.ts';
import { rawRequest, statusOf } from '../../support/raw-request.ts';
import { OPERATOR_TOKEN } from '../../support/test-app.ts';
import { buildTestServer, openScene, type Scene } from '../service-scene.ts';

const CONNECTIONS_MAX = 3;

let scene: Scene;
let account = '';
let listener: Listener & { port: number };
let server: FastifyInstance;
let dropped = 0;
const faults: unknown[] = [];

before(async () => {
  scene = await openScene();
  account = await makeAccount(scene.app, 'INR');
  const fault = (fields: object, message?: string) => void faults.push([fields, message]);
  const log = { info: () => undefined, warn: fault, error: fault };
  const app = { ...scene.app, log };
  listener = await listen('127.0.0.1', 0, app.public_url);
  listener.limitConnections(CONNECTIONS_MAX, () => {
    dropped += 1;
  });
  server = await buildTestServer(app, { listener });
});
after(async () => {
  server.server.closeAllConnections();
  server.server.close();
  await server.close();
  await scene.stop();
});

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: pay.test\r\nx-token: ${scene.merchant.token}\r\n${more}\r\n`;

/** A request whose body is cut off after its first bytes. */
const cutOff = (path: string, type: string, start: string, more = '') =>
  `${head('POST', path, `content-type: ${type}\r\ncontent-length: 90000\r\n${more}`)}${start}`;

const CHUNKED = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n';
const FORM = 'application/x-www-form-urlencoded';
const SEARCH = '/api/v1/orders/search';
const AS_OPERATOR = `authorization: Bearer ${OPERATOR_TOKEN}\r\n`;
const statements = () => `/operator/v1/statements?receiving_account_id=${account}`;

const REQUESTS: readonly [what: string, text: () => string][] = [
  ['in its headers', () => head('GET', '/api/v1/limits').slice(0, -4)],
  ['in a body of known length', () => cutOff(SEARCH, 'application/json', '{"a":')],
  ['in a body of chunks', () => `${head('POST', SEARCH, CHUNKED)}5\r\n{"a":`],
  ['in a form of a page', () => cutOff('/pay/none/utr', FORM, 'utr=')],
  [
    'in a file of a page',
    () => cutOff('/pay/none/receipt', 'multipart/form-data; boundary=x', '--x'),
  ],
  ['in a file of an operator', () => cutOff(statements(), 'text/csv', 'booked_at', AS_OPERATOR)],
  ['before the answer of a read', () => head('GET', '/api/v1/limits')],
  ['before a large answer', () => head('GET', '/openapi.json')],
];

const WAYS: readonly [how: string, leave: (socket: Socket) => unknown][] = [
  ['closes', (socket) => socket.destroy()],
  ['resets', (socket) => socket.resetAndDestroy()],
  ['ends', (socket) => socket.end()],
];

const open = async () => {
  const socket = connect(listener.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

async function nobodyIsLeft(): Promise<void> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<number>();
    server.server.getConnections((_, count) => resolve(count));
    if ((await promise) === 0) return;
    await sleep(5);
  }
}

/** What the service does for it ends without anybody who waits: by then others are answered. */
async function othersAreAnswered(): Promise<void> {
  for (const [, text] of REQUESTS.slice(-2)) {
    const closing = text().replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n');
    equal(statusOf(await rawRequest(`http://127.0.0.1:${listener.port}`, closing)), 200);
  }
}

describe('a client that goes away', () => {
  for (const [what, text] of REQUESTS) {
    for (const [how, leave] of WAYS) {
      it(`${what} (${how}) is no fault in the log`, async () => {
        const [connected, asked] = ['connection', 'request'].map((event) =>
          once(server.server, event),
        );
        const socket = await open();
        socket.write(text());
        await (text().includes('\r\n\r\n') ? asked : connected);
        leave(socket);
        await nobodyIsLeft();
        await othersAreAnswered();
        deepEqual(faults.splice(0), []);
      });
    }
  }
});

describe('connections beyond the cap', () => {
  it('are closed as they come, and there is a place again if one goes', async () => {
    await nobodyIsLeft();
    const kept = await Promise.all(Array.from({ length: CONNECTIONS_MAX }, open));
    // Closed or reset: either way without an answer.
    const asked = rawRequest(`http://127.0.0.1:${listener.port}`, head('GET', '/healthz'));
    equal(await asked.catch(() => ''), '');
    equal(dropped, 1);
    for (const socket of kept) socket.destroy();
    await nobodyIsLeft();
    await othersAreAnswered();
    equal(dropped, 1);
  });
});
