// An order keeps the trace in which a merchant created it, and its callbacks continue this trace.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startJobs } from '../../server/jobs/runner.ts';
import { traceIdOf } from '../../server/lib/trace-context.ts';
import * as trades from '../app/scene.ts';
import { openScene, type Scene } from '../http/service-scene.ts';
import { cleanup } from '../support/cleanup.ts';
import { type ReceivedCallback, type Receiver, startReceiver } from '../support/receiver.ts';
import { setDefaultEndpoint } from '../support/test-app.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

const undo = cleanup();
let scene: Scene;
let receiver: Receiver;
let secret = '';
before(async () => {
  scene = await openScene();
  undo(() => scene.stop());
  receiver = await startReceiver();
  undo(() => receiver.close());
  await trades.makeAccount(scene.app, 'INR');
  const set = await setDefaultEndpoint(scene.app, scene.merchant.merchant_id, receiver.url);
  secret = String(set.secret);
  const noFile = () => Promise.reject(new Error('No report is due'));
  const jobs = startJobs(scene.app, null, noFile);
  undo(() => jobs.stop());
});

let made = 0;
const PATHS = {
  deposit: '/api/v1/orders/deposit/create',
  withdrawal: '/api/v1/orders/withdrawal/create',
};

async function create(kind: keyof typeof PATHS, headers: Record<string, string>) {
  made += 1;
  const { merchant_id } = scene.merchant;
  const order = { merchant_id, order_id: `trace-${made}`, amount_cents: 1_000 + made };
  const more = { amount_currency: 'INR', type: 'account', client_id: 'c', number: '000111222333' };
  const answer = await scene.post(PATHS[kind], { ...order, ...more, name: 'Payee' }, headers);
  equal(answer.status, 201, JSON.stringify(answer.body));
  return String(answer.body['id']);
}

async function callbackOf(id: string, more = 1): Promise<ReceivedCallback> {
  for (let count = 1; ; count += 1) {
    await receiver.until(count);
    const found = receiver.received.filter(({ body }) => body.includes(id));
    const last = found[more - 1];
    if (last !== undefined) return last;
  }
}

const contextOf = async (id: string) => {
  const text = `select encode(trace_context, 'hex') as kept from trades where trade_id = $1`;
  const [row] = await scene.app.store.db.query<{ kept: string | null }>('', text, [id]);
  return row?.kept ?? null;
};

for (const [kind, flags] of [
  ['deposit', '01'],
  ['withdrawal', '00'],
] as const) {
  test(`a callback of a ${kind} has the trace of its order`, async () => {
    const traceparent = `00-${TRACE}-${SPAN}-${flags}`;
    const id = await create(kind, { traceparent, tracestate: 'vendor=word' });
    equal(await contextOf(id), `${TRACE}${SPAN}${flags}`);
    const { headers, body } = await callbackOf(id);
    match(String(headers['traceparent']), new RegExp(`^00-${TRACE}-[0-9a-f]{16}-${flags}$`));
    notEqual(headers['traceparent'], traceparent);
    equal(headers['tracestate'], undefined);
    ok(new Webhook(secret).verify(body, headers as Record<string, string>));
    equal(body.includes(TRACE), false);
  });
}

test('what happens to an order later is in the same trace', async () => {
  const id = await create('withdrawal', { traceparent: `00-${TRACE}-${SPAN}-01` });
  const first = await callbackOf(id);
  const { merchant_id } = scene.merchant;
  const canceled = await scene.post(
    '/api/v1/orders/cancel',
    { merchant_id, id },
    { traceparent: `00-${'a'.repeat(32)}-${SPAN}-01` },
  );
  equal(canceled.status < 300, true, JSON.stringify(canceled.body));
  const second = await callbackOf(id, 2);
  const parents = [first, second].map(({ headers }) => String(headers['traceparent']));
  deepEqual(parents.map(traceIdOf), [TRACE, TRACE]);
  equal(new Set(parents).size, 2);
});

test('without a trace, or with a malformed or an overlong one, there is none', async () => {
  const given: readonly Record<string, string>[] = [
    {},
    { traceparent: `00-${TRACE.toUpperCase()}-${SPAN}-01` },
    { traceparent: `01-${TRACE}-${SPAN}-01-${'x'.repeat(2_000)}` },
  ];
  for (const headers of given) {
    const id = await create('deposit', headers);
    equal(await contextOf(id), null);
    equal((await callbackOf(id)).headers['traceparent'], undefined);
  }
});
