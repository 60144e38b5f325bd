// Places for uploads come back, also from those who leave before anything of their file is read.
import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import Fastify from 'fastify';
import { refuse } from '../../../server/domain/service/refusal.ts';
import type { PageActs } from '../../../server/http/customer/page-acts.ts';
import type { PageRenderer } from '../../../server/http/customer/page-renderer.ts';
import { takeReceipts } from '../../../server/http/customer/receipt-route.ts';
import { PAYIN } from '../../pages/payment/page-views.ts';

const server = Fastify({ forceCloseConnections: true });
const taken: number[] = [];
let latest: IncomingMessage | null = null;
let waits_for_end = true;

/** `once` of events would fail with the connection. */
const closed = (raw: IncomingMessage) =>
  new Promise((resolve) => {
    if (raw.destroyed) resolve(null);
    else raw.once('close', resolve);
  });

const none = () => Promise.resolve(refuse('not_found', 'There is none.'));
const nothing = { moment: () => PAYIN, end: () => undefined };
const acts: PageActs = {
  public_url: 'http://pay.test',
  open: () => Promise.resolve(PAYIN),
  attachUtr: none,
  sayPaid: none,
  cancel: none,
  assign: none,
  play: null,
  openDispute: none,
  sendMessage: none,
  watch: () => Promise.resolve(nothing),
  now: () => PAYIN.now,
  logo: () => Promise.resolve(null),
  isOutage: () => false,
  // The customer goes away while it is looked up whether a receipt is wanted.
  receiptRefused: async () => {
    if (waits_for_end && latest !== null) {
      server.server.emit('looked-up');
      await closed(latest);
    }
    return null;
  },
  addReceipt: (_token, bytes) => {
    taken.push(bytes.length);
    return Promise.resolve(PAYIN);
  },
};
const renderer: PageRenderer = {
  pathOf: () => '/done',
  page: (reply, _token, _view, problem) => reply.status(422).send(problem?.key ?? ''),
  error: (reply, status) => reply.status(status).send(''),
  notFound: (reply) => reply.status(404).send(''),
  tooOften: (reply) => reply.status(429).send(''),
};

before(async () => {
  server.addHook('onRequest', (given, _reply, next) => {
    latest = given.raw;
    next();
  });
  takeReceipts(server, { acts, renderer });
  await server.listen({ host: '127.0.0.1', port: 0 });
});
after(() => server.close());

const HEAD = '--x\r\ncontent-disposition: form-data; name="receipt"; filename="a"\r\n\r\nabc';

function begin() {
  const { port } = server.server.address() as AddressInfo;
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000 };
  const sent = request({ port, method: 'POST', path: '/token/receipt', headers });
  sent.on('error', () => undefined);
  sent.write(HEAD);
  return sent;
}

test('nine who left leave room for the tenth', async () => {
  for (let count = 0; count < 9; count += 1) {
    const looked_up = once(server.server, 'looked-up');
    const sent = begin();
    await looked_up;
    sent.destroy();
    if (latest !== null) await closed(latest);
  }
  waits_for_end = false;
  const { port } = server.server.address() as AddressInfo;
  const data = new FormData();
  data.set('receipt', new Blob(['abc']), 'a');
  const address = `http://127.0.0.1:${port}/token/receipt`;
  const answer = await fetch(address, { method: 'POST', body: data, redirect: 'manual' });
  equal(answer.status, 303, await answer.text());
  deepEqual(taken, [3]);
});
