// Statement files over slow lines: the time limit of requests cuts slow senders, never an
// operator's file that is on its way.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { makeAccount } from '../../app/scene.ts';
import { rawRequest, statusOf } from '../../support/raw-request.ts';
import { OPERATOR_TOKEN, openTestApp } from '../../support/test-app.ts';
import { buildTestServer } from '../service-scene.ts';

test('a file that comes slower than any other request may is imported', async (t) => {
  const { app, stop } = await openTestApp();
  t.after(stop);
  const server = await buildTestServer(app);
  t.after(() => server.close());
  const account = await makeAccount(app, 'INR');
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const rows = 'booked_at,amount_cents\n2026-03-05,500\n';
  const socket = connect(port, '127.0.0.1');
  const head = [
    `POST /operator/v1/statements?receiving_account_id=${account} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${OPERATOR_TOKEN}`,
    'Content-Type: text/csv',
    `Content-Length: ${rows.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${rows.slice(0, 30)}`);
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  // Asked later and answered: by now the file is being read.
  assert.equal((await fetch(`${url}/operator/v1/merchants`, { headers })).status, 200);
  Object.assign(server.server, { headersTimeout: 100, requestTimeout: 100 });
  // Each is cut once the limit is over and looked at: the second began after the file did.
  const slow = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: a';
  for (const _ of [1, 2]) {
    assert.equal(statusOf(await rawRequest(url, slow)), 408);
  }
  socket.write(rows.slice(30));
  const answer = await text(socket);
  assert.equal(statusOf(answer), 200, answer);
  assert.match(answer, /"imported":1,/);
});
