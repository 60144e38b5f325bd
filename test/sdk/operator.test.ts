// The operator API's client: its own entry, each operation at its address, keys, lists, retries.
import { deepEqual, equal, match, notEqual, rejects, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { PLACES, REPEATABLE } from '../../sdk/operator/schema.gen.ts';
import { NotFoundError, OperatorClient, ServiceError } from '../../sdk/operator.ts';
import { OPERATOR_ROUTES } from '../../server/http/operator/routes.ts';
import { openScene, type Scene } from '../http/service-scene.ts';
import { OPERATOR_TOKEN } from '../support/test-app.ts';

type Sent = { method: string; url: URL; headers: Headers; body: unknown };

/** Answers with one step after the other, and keeps what was sent. */
function scripted(...steps: readonly Response[]) {
  const sent: Sent[] = [];
  const send: typeof fetch = (input, { method = '', headers, body } = {}) => {
    const step = steps[sent.length];
    sent.push({ method, url: new URL(String(input)), headers: new Headers(headers), body });
    if (step === undefined) throw new Error('Nothing more was expected');
    return Promise.resolve(step);
  };
  const options = { baseUrl: 'https://pay.example', token: 'token-1', fetch: send };
  return { sent, client: new OperatorClient(options) };
}

function nothing(): Sent {
  throw new Error('Nothing was sent');
}

const ID = '0190f3a0-0000-7000-8000-000000000001';
const busy = () => new Response('{}', { status: 503, headers: { 'retry-after': '0' } });
const keysOf = (sent: readonly Sent[]) => sent.map(({ headers }) => headers.get('idempotency-key'));

test('every operation of the committed document has its address', () => {
  const text = readFileSync(new URL('../../openapi/operator.json', import.meta.url), 'utf8');
  const paths = Object.entries<object>(JSON.parse(text).paths);
  const documented = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [
      operationId,
      [method.toUpperCase(), path],
    ]),
  );
  deepEqual(PLACES, Object.fromEntries(documented));
});

test('a call goes to its address as this operator, with what was given', async () => {
  const { sent, client } = scripted(Response.json({ id: ID }));
  await client.call('updateMerchant', { path: { id: ID }, body: { name: 'Shop' } });
  const [{ method, url, headers, body } = nothing()] = sent;
  deepEqual([method, url.pathname], ['PATCH', `/operator/v1/merchants/${ID}`]);
  deepEqual(
    [headers.get('authorization'), headers.get('x-token'), body],
    ['Bearer token-1', null, '{"name":"Shop"}'],
  );
});

test('a call that is done once per key keeps its key while it is sent again', async () => {
  const done = () => Response.json({ id: ID });
  const path = { merchant_id: ID, id: ID };
  const { sent, client } = scripted(busy(), done(), done(), done());
  await client.call('confirmTrade', { path, body: { note: 'Seen at the bank' } });
  await client.call('confirmTrade', { path, body: { note: 'Seen at the bank' } });
  await client.call('confirmTrade', { path, body: { note: 'Seen' } }, { idempotencyKey: 'own' });
  const [first, again, second, own] = keysOf(sent);
  match(String(first), /^[0-9a-f-]{36}$/);
  equal(again, first);
  notEqual(second, first);
  equal(own, 'own');
});

test('what could happen twice is sent once; a list of refunds gets no key by itself', async () => {
  const { sent, client } = scripted(busy());
  const body = { name: 'Shop', balance_currency: 'INR' };
  await rejects(client.call('createMerchant', { body }), ServiceError);
  deepEqual(keysOf(sent), [null]);
  const refunds = scripted(busy(), Response.json({}));
  await refunds.client.call('importRefunds', {
    query: { note: 'Recalled' },
    body: new Blob(['order-1']),
  });
  deepEqual(keysOf(refunds.sent), [null, null]);
  const named = ({ idempotent }: { idempotent?: boolean }) => idempotent === true;
  const done_once = OPERATOR_ROUTES.filter(named).map(({ operation_id }) => operation_id);
  const keyed = Object.entries(REPEATABLE).filter(([, when]) => when === 'with_key');
  deepEqual([...keyed.map(([name]) => name), 'importRefunds'].toSorted(), done_once.toSorted());
});

test('a list reads page after page, by cursors or by numbers', async () => {
  const trades = scripted(
    Response.json({ data: [{ id: '1' }], next_cursor: 'c1' }),
    Response.json({ data: [{ id: '2' }], next_cursor: null }),
  );
  const ids: string[] = [];
  const query = { state: 'pending' } as const;
  for await (const { id } of trades.client.list('listTrades', { query })) ids.push(id);
  deepEqual(ids, ['1', '2']);
  deepEqual(
    trades.sent.map(({ url }) => url.search),
    ['?state=pending', '?state=pending&cursor=c1'],
  );
  const events = scripted(
    Response.json({ data: [{ number: 1 }], next_after: 1, has_more: true }),
    Response.json({ data: [{ number: 2 }], next_after: 2, has_more: false }),
  );
  const found = await events.client.list('listMerchantEvents').take(5);
  deepEqual([found.length, events.sent[1]?.url.search], [2, '?after=1']);
});

test('without a token there is no client', () => {
  throws(() => new OperatorClient({ baseUrl: 'https://pay.example', token: '' }), /the token of/);
});

test('inputs that an operation has not got do not compile', () => {
  const never = (client: OperatorClient) => [
    // @ts-expect-error: this operation needs its path
    () => client.call('getMerchant'),
    // @ts-expect-error: this operation has no body
    () => client.call('listRates', { body: {} }),
    // @ts-expect-error: this state does not exist
    () => client.list('listTrades', { query: { state: 'paid' } }),
    // @ts-expect-error: this is no list
    () => client.list('getMerchant', { path: { id: ID } }),
  ];
  equal(typeof never, 'function');
});

suite('with a service', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });
  after(() => scene?.stop());

  test('an operator makes a merchant, finds it, and is told what does not exist', async () => {
    const baseUrl = await scene.server.listen({ host: '127.0.0.1', port: 0 });
    const client = new OperatorClient({ baseUrl, token: OPERATOR_TOKEN });
    const made = await client.call('createMerchant', {
      body: { name: 'A new shop', balance_currency: 'INR' },
    });
    // With a second pair of eyes it would be a proposal.
    if (!('balance_currency' in made)) throw new Error('It was proposed only');
    const names: string[] = [];
    for await (const { name } of client.list('listMerchants', { query: { limit: 1 } })) {
      names.push(name);
    }
    equal(names.includes('A new shop'), true);
    const read = await client.call('getMerchant', { path: { id: made.id } });
    equal(read.name, 'A new shop');
    await rejects(client.call('getMerchant', { path: { id: ID } }), NotFoundError);
  });
});
