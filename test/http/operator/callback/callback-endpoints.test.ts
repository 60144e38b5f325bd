// Callback endpoints on the wire: several of one merchant, tested on real receivers, and at no
// address that the service must not reach.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { LIMITS } from '../../../../server/domain/service/limits.ts';
import { createCallbackClient } from '../../../../server/jobs/callback-client.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { startReceiver } from '../../../support/receiver.ts';
import { defaultEndpoint, makeMerchant } from '../../../support/test-app.ts';
import { makeRoleCallers } from '../access/role-callers.ts';
import { type OperatorService, openOperatorService, type Reply } from '../operator-service.ts';

let service: OperatorService;
const undo = cleanup();
before(async () => {
  service = await openOperatorService();
  undo(() => service.stop());
  const client = createCallbackClient({ allow_local: true });
  undo(() => client.close());
  service.app.outlet.open((callback) => client.post(callback));
});

const BOOKS = 'https://books.example/hook?key=secret';

async function newMerchant() {
  const { merchant_id } = await makeMerchant(service.app);
  const path = `/merchants/${merchant_id}/callback_endpoints`;
  return {
    merchant_id,
    path,
    ask: (method: string, end = '', body?: unknown, authorization?: string) =>
      service.ask(method, `${path}${end}`, {
        ...(body === undefined ? {} : { body }),
        ...(authorization === undefined ? {} : { authorization }),
      }),
  };
}

const listOf = ({ body }: Reply) => body.data as Record<string, unknown>[];
const errorsOf = ({ body }: Reply) =>
  (body.errors as { field: string; message: string }[]).map(({ field }) => field);

test('a merchant has a default endpoint and can have more, each with its own secret', async () => {
  const { ask } = await newMerchant();
  deepEqual(
    listOf(await ask('GET')).map(({ number, is_default, status, url }) => ({
      number,
      is_default,
      status,
      url,
    })),
    [{ number: 0, is_default: true, status: 'no_address', url: null }],
  );
  const fields = {
    url: BOOKS,
    event_types: ['deposit.*'],
    description: 'Books',
  };
  const made = await ask('POST', '', fields);
  equal(made.status, 201);
  match(String(made.body.secret), /^whsec_/);
  equal(made.body.number, 1);
  const second = await ask('POST', '', { url: BOOKS });
  ok(second.body.secret !== made.body.secret);
  const rows = listOf(await ask('GET'));
  deepEqual(
    rows.map(({ number, status, event_types }) => [number, status, event_types]),
    [
      [0, 'no_address', []],
      [1, 'healthy', ['deposit.*']],
      [2, 'healthy', []],
    ],
  );
  ok(rows.every((row) => !('secret' in row)));
});

test('every merchant has a default endpoint, which stays', async () => {
  const { merchant_id, ask } = await newMerchant();
  const { secret } = await defaultEndpoint(service.app, merchant_id);
  equal((await ask('PATCH', '/0', { url: BOOKS })).status, 200);
  const url = 'https://shop.example/new';
  equal((await ask('PATCH', '/0', { url, description: 'Shop' })).body.url, url);
  equal((await service.ask('GET', `/merchants/${merchant_id}`)).body.callback_url, url);
  const rotated = await ask('POST', '/0/rotate_secret');
  ok(rotated.body.secret !== secret);
  ok(rotated.body.previous_secret_until !== null);
  equal((await ask('PATCH', '/0', { url: null })).body.status, 'no_address');
  equal((await ask('DELETE', '/0')).body.code, 'act_not_allowed');
});

test('a description is removed with null', async () => {
  const { ask } = await newMerchant();
  equal((await ask('POST', '', { url: BOOKS, description: 'Books' })).status, 201);
  equal((await ask('PATCH', '/1', { event_types: [] })).body.description, 'Books');
  equal((await ask('PATCH', '/1', { description: null })).body.description, '');
});

test('limits are set, kept and removed one by one, and bounded', async () => {
  const { ask } = await newMerchant();
  const limits = { max_concurrent: 64, max_per_second: 1_000 };
  const made = await ask('POST', '', { url: BOOKS, ...limits });
  deepEqual([made.body.max_concurrent, made.body.max_per_second], [64, 1_000]);
  const changed = await ask('PATCH', '/1', { max_concurrent: 1 });
  deepEqual([changed.body.max_concurrent, changed.body.max_per_second], [1, 1_000]);
  const { body } = await service.ask('GET', '/audit?limit=1');
  const [entry] = body.data as { action: string; detail: unknown }[];
  equal(entry?.action, 'callback_endpoint_changed');
  deepEqual(entry?.detail, {
    endpoint: 1,
    before: { max_concurrent: 64 },
    after: { max_concurrent: 1 },
  });
  equal((await ask('PATCH', '/1', { max_concurrent: null })).body.max_concurrent, null);
  equal((await ask('PATCH', '/0', { url: BOOKS, max_concurrent: 2 })).status, 200);
  deepEqual(
    listOf(await ask('GET')).map(({ max_concurrent, max_per_second }) => [
      max_concurrent,
      max_per_second,
    ]),
    [
      [2, null],
      [null, 1_000],
    ],
  );
  for (const wrong of [
    { max_concurrent: 65 },
    { max_per_second: 1_001 },
    { max_concurrent: 1.5 },
    { max_per_second: -1 },
  ]) {
    const refused = await ask('PATCH', '/1', wrong);
    deepEqual([refused.status, errorsOf(refused)], [422, Object.keys(wrong)]);
  }
});

test('wrong fields are named, and nothing is changed', async () => {
  const { ask } = await newMerchant();
  const wrong = {
    url: 'ftp://shop.example',
    event_types: ['deposit.completed', 'deposit.done'],
    max_concurrent: 0,
    max_per_second: '5',
    enabled: 'yes',
  };
  const refused = await ask('POST', '', wrong);
  equal(refused.status, 422);
  deepEqual(errorsOf(refused), [
    'url',
    'event_types[1]',
    'max_concurrent',
    'max_per_second',
    'enabled',
  ]);
  deepEqual(errorsOf(await ask('POST', '', {})), ['url']);
  deepEqual(errorsOf(await ask('POST', '', { url: null })), ['url']);
  equal((await ask('POST', '', { url: BOOKS })).status, 201);
  deepEqual(errorsOf(await ask('PATCH', '/1', { url: null })), ['url']);
  for (const number of ['2', '01', '-1', 'x', '99999999']) {
    equal((await ask('PATCH', `/${number}`, { enabled: true })).status, 404, number);
    equal((await ask('DELETE', `/${number}`)).status, 404, number);
  }
});

test('there is a bound to the number of endpoints; a removed one makes room', async () => {
  const { ask } = await newMerchant();
  for (let made = 1; made < LIMITS.callback_endpoints_max; made += 1) {
    equal((await ask('POST', '', { url: BOOKS })).status, 201);
  }
  equal((await ask('POST', '', { url: BOOKS })).body.code, 'act_not_allowed');
  equal((await ask('DELETE', '/3')).status, 200);
  const more = await ask('POST', '', { url: BOOKS });
  equal(more.body.number, LIMITS.callback_endpoints_max, 'numbers are not used again');
});

test('a test event is signed and its answer is shown', async () => {
  const receiver = await startReceiver({ script: () => ({ status: 202, body: 'thank you' }) });
  undo(() => receiver.close());
  const { ask } = await newMerchant();
  const made = await ask('POST', '', { url: `${receiver.url}hook?key=secret` });
  const { body } = await ask('POST', '/1/test');
  deepEqual(
    [body.outcome, body.status, body.error, body.reply_head, body.sent_to],
    ['delivered', 202, null, 'thank you', `${receiver.url}hook`],
  );
  const [got] = receiver.received;
  ok(got !== undefined);
  equal(got.path, '/hook?key=secret');
  const event = new Webhook(String(made.body.secret)).verify(
    got.body,
    got.headers as Record<string, string>,
  );
  equal((event as { type: string }).type, 'endpoint.test');
  equal(got.headers['webhook-id'], body.event_id);
});

test('a test says why it failed', async () => {
  const receiver = await startReceiver({ script: () => ({ status: 500, body: 'broken' }) });
  undo(() => receiver.close());
  const { ask } = await newMerchant();
  await ask('POST', '', { url: receiver.url });
  const { body } = await ask('POST', '/1/test');
  deepEqual([body.outcome, body.status, body.error], ['failed', 500, 'bad_status']);
  equal((await ask('POST', '/0/test')).body.code, 'act_not_allowed');
});

test('no test reaches an address that is not public, whatever its name resolves to', async () => {
  const receiver = await startReceiver();
  undo(() => receiver.close());
  const strict = createCallbackClient({
    allow_local: false,
    lookUp: () => Promise.resolve(['127.0.0.1']),
  });
  undo(() => strict.close());
  const app = { ...service.app, allow_local_callbacks: false };
  app.outlet.open((callback) => strict.post(callback));
  const { ask } = await newMerchant();
  await ask('POST', '', { url: 'https://inside.example/hook' });
  const { body } = await ask('POST', '/1/test');
  deepEqual([body.outcome, body.error], ['failed', 'address_not_allowed']);
  await ask('PATCH', '/1', { url: receiver.url });
  equal((await ask('POST', '/1/test')).body.error, 'address_not_allowed');
  equal(receiver.connections(), 0);
  const client = createCallbackClient({ allow_local: true });
  undo(() => client.close());
  service.app.outlet.open((callback) => client.post(callback));
});

test('merchants’ own people manage their endpoints, never those of another merchant', async () => {
  const own = await newMerchant();
  const other = await newMerchant();
  const callers = await makeRoleCallers(service, own.merchant_id);
  const authorization = callers.headerOf('merchant_admin', 'callbacks.change', 'with');
  equal((await own.ask('POST', '', { url: BOOKS }, authorization)).status, 201);
  equal((await own.ask('GET', '', undefined, authorization)).status, 200);
  equal((await other.ask('POST', '', { url: BOOKS }, authorization)).status, 404);
  equal((await other.ask('GET', '', undefined, authorization)).status, 404);
  const viewer = callers.headerOf('merchant_viewer', 'callbacks.read', 'with');
  equal((await own.ask('GET', '', undefined, viewer)).status, 200);
  equal((await own.ask('PATCH', '/1', { enabled: false }, viewer)).status, 403);
});
