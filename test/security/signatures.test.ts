// Signed requests replayed, moved and forged; callbacks forged, swapped and replayed.
import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { payinFields, type Shop } from '../../bench/harness/shop.ts';
import {
  type AttackService,
  type Reply,
  startAttackService,
  told,
  visible,
} from '../support/attack-service.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let service: AttackService;
let receiver: Receiver;
let shop: Shop;

before(async () => {
  [service, receiver] = await Promise.all([
    startAttackService(),
    startReceiver({
      script: ({ path }) =>
        path === '/redirect'
          ? { status: 302, headers: { location: '/elsewhere' }, body: 'planted reply '.repeat(200) }
          : { status: 200 },
    }),
  ]);
  shop = await service.openShop({ funds_cents: 1_000_000, callback_url: `${receiver.url}shop` });
  await service.addAccount('000111222333');
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
  await receiver.close();
});

type Issued = { id: string; token: string; signing_secret: string };
const issue = (fields: object, of = shop) =>
  told<Issued>(service, `/merchants/${of.merchant_id}/tokens`, { ...fields });
const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');
const nowS = () => Math.floor(Date.now() / 1_000);

const CREATE = '/api/v1/orders/deposit/create';
const SEARCH = '/api/v1/orders/search';
const DENIED = [401, 'unauthorized'];
const told_of = ({ status, body }: Reply) => [status, body.code];

describe('X-Signature', () => {
  it('opens one request, and on anything else is refused', async () => {
    const { token, signing_secret: secret } = await issue({ require_signature: true });
    const body = JSON.stringify(payinFields(shop, 'signed', 10_000));
    const t = nowS();
    const signature = `t=${t},v1=${hmac(secret, `${t}.POST.${CREATE}.${body}`)}`;
    const send = (path: string, text: string, header: string, method = 'POST') =>
      service.ask(method, path, {
        headers: { 'x-token': token, 'x-signature': header },
        ...(method === 'POST' ? { body: text } : {}),
      });
    const first = await send(CREATE, body, signature);
    equal(first.status, 201, first.text);
    const replay = await send(CREATE, body, signature);
    deepEqual(told_of(replay), DENIED);
    match(String(replay.body.detail), /sign each request anew/);
    const later = `t=${t + 1},v1=${hmac(secret, `${t + 1}.POST.${CREATE}.${body}`)}`;
    const again = await send(CREATE, body, later);
    deepEqual([again.status, again.body.id], [201, first.body.id]);
    equal(again.headers.get('idempotent-replayed'), 'true');

    const headers = { 'x-token': `test_${'A'.repeat(43)}` };
    const unknown = visible(await service.ask('POST', CREATE, { body, headers }));
    const moved: [path: string, text: string, header: string, method?: string][] = [
      ['/api/v1/orders/withdrawal/create', body, signature],
      [SEARCH, body, signature],
      [`${CREATE}?x=1`, body, signature],
      [CREATE, `${body} `, signature],
      [CREATE, body.replace('10000', '90000'), signature],
      ['/api/v1/events', '', signature, 'GET'],
      [CREATE, body, signature.replace(`t=${t}`, `t=${t + 1}`)],
      [CREATE, body, signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
      [CREATE, body, signature.slice(0, -1)],
      [CREATE, body, `t=${t}`],
      [CREATE, body, `t=${t},v1=`],
      [CREATE, body, `v1=${hmac(secret, `${t}.POST.${CREATE}.${body}`)}`],
      [CREATE, body, `t=NaN,v1=${hmac(secret, `NaN.POST.${CREATE}.${body}`)}`],
      [CREATE, body, `t=-1,v1=${hmac(secret, `-1.POST.${CREATE}.${body}`)}`],
      [CREATE, body, `t=1e99,v1=${hmac(secret, `1e99.POST.${CREATE}.${body}`)}`],
      [CREATE, body, `t=${t},v0=${hmac(secret, `${t}.POST.${CREATE}.${body}`)}`],
      [CREATE, body, `t=${t},v1=${hmac(shop.secret, `${t}.POST.${CREATE}.${body}`)}`],
      [CREATE, body, `t=${t},v1=${hmac('', `${t}.POST.${CREATE}.${body}`)}`],
      [CREATE, body, ''],
    ];
    for (const [path, text, header, method] of moved) {
      const reply = await send(path, text, header, method);
      deepEqual(told_of(reply), DENIED, `${method} ${path} ${header} ${reply.text}`);
      deepEqual(visible(reply), unknown);
    }
    for (const age of [-320, -86_400, 320, 86_400]) {
      const old = t + age;
      const header = `t=${old},v1=${hmac(secret, `${old}.POST.${CREATE}.${body}`)}`;
      deepEqual(told_of(await send(CREATE, body, header)), DENIED, `${age}`);
    }
  });

  it('of another merchant’s secret, or of a token that is gone, opens nothing', async () => {
    const other = await service.openShop();
    const [own, foreign] = [await issue({ require_signature: true }), await issue({}, other)];
    const path = `/api/v1/merchant/account_balance/${shop.merchant_id}`;
    const t = nowS();
    const by = (secret: string) => ({
      'x-token': own.token,
      'x-signature': `t=${t},v1=${hmac(secret, `${t}.GET.${path}.`)}`,
    });
    equal((await service.ask('GET', path, { headers: by(own.signing_secret) })).status, 200);
    equal((await service.ask('GET', path, { headers: by(foreign.signing_secret) })).status, 401);
    const gone = `/merchants/${shop.merchant_id}/tokens/${own.id}`;
    equal((await service.operator.send(gone, { method: 'DELETE' })).status, 200);
    equal((await service.ask('GET', path, { headers: by(own.signing_secret) })).status, 401);
  });
});

describe('X-Token as a signature', () => {
  it('is over the very bytes, in lower case, by the secret of the merchant that it names', async () => {
    const { signing_secret: secret } = await issue({ mode: 'signature' });
    const text = JSON.stringify({ merchant_id: shop.merchant_id, order_id: 'none' });
    const search = async (signature: string, body = text) =>
      (await service.ask('POST', SEARCH, { body, headers: { 'x-token': signature } })).status;
    equal(await search(hmac(secret, text)), 404);
    equal(await search(hmac(secret, text).toUpperCase()), 401);
    equal(await search(Buffer.from(hmac(secret, text), 'hex').toString('base64')), 401);
    equal(await search(hmac(secret, ''), text), 401);
    equal(await search(hmac(secret, `${text}\n`)), 401);
    equal(await search(hmac(secret, text), text.replace(',', ', ')), 401);
    equal(await search(hmac(shop.secret, text)), 401);
    equal(await search(hmac('', text)), 401);
    equal(await search(secret), 401);
    const named = `{"merchant_id":"${shop.merchant_id}"}`;
    const [balance, trade] = ['merchant/account_balance', 'orders'].map(
      (path) => `/api/v1/${path}`,
    );
    const get = async (path: string) =>
      (await service.ask('GET', path, { headers: { 'x-token': hmac(secret, named) } })).status;
    equal(await get(`${balance}/${shop.merchant_id}`), 200);
    equal(await get(`${balance}/${shop.merchant_id.toUpperCase()}`), 401);
    equal(await get(`${trade}/${shop.merchant_id}/${shop.merchant_id}`), 401);
  });
});

describe('a callback', () => {
  const headersOf = (index: number) =>
    receiver.received[index]?.headers as unknown as Record<string, string>;

  async function arrived(order_id: string): Promise<number> {
    const index = () => receiver.received.findIndex(({ body }) => body.includes(order_id));
    while (index() === -1) await receiver.until(receiver.received.length + 1);
    return index();
  }

  async function create(order_id: string, amount_cents: number, more = {}): Promise<Reply> {
    const body = { ...payinFields(shop, order_id, amount_cents), ...more };
    const created = await service.ask('POST', CREATE, {
      headers: { 'x-token': shop.token },
      body,
    });
    equal(created.status, 201, created.text);
    return created;
  }

  it('cannot be forged, swapped, moved or replayed later', async () => {
    await create('callback-one', 20_000);
    await create('callback-two', 30_000);
    const [one, two] = [await arrived('callback-one'), await arrived('callback-two')];
    const [headers, body] = [headersOf(one), receiver.received[one]?.body ?? ''];
    const own = new Webhook(shop.secret);
    own.verify(body, headers);
    const other = await service.openShop({ callback_url: `${receiver.url}other` });
    throws(() => new Webhook(other.secret).verify(body, headers));
    throws(() => own.verify(receiver.received[two]?.body ?? '', headers));
    throws(() => own.verify(body.replace('pending', 'completed'), headers));
    throws(() => own.verify(`${body} `, headers));
    const wrong: Record<string, string>[] = [
      { 'webhook-id': headersOf(two)['webhook-id'] ?? '' },
      { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
      { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 3_600) },
      { 'webhook-signature': headersOf(two)['webhook-signature'] ?? '' },
      { 'webhook-signature': `v1,${hmac('', body)}` },
      { 'webhook-signature': '' },
    ];
    for (const change of wrong) throws(() => own.verify(body, { ...headers, ...change }));
    // The secret was made anew when the shop was opened: the one before signs for a day, too.
    match(headers['webhook-signature'] ?? '', /^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
    ok(!JSON.stringify(headers).includes(shop.token));
  });

  it('is not led elsewhere, and what the receiver says stays with the operators, in part', async () => {
    const created = await create('redirected', 40_000, {
      callback_url: `${receiver.url}redirect`,
    });
    await arrived('redirected');
    type Attempt = { status: number; error: string | null; reply_head: string };
    type Timeline = { timeline: { callbacks: { status: string; history: Attempt[] }[] } };
    const path = `/trades/${shop.merchant_id}/${created.body.id}`;
    let history: Attempt[] = [];
    while (history.length === 0) {
      const { timeline } = acceptedBody(await service.operator.get<Timeline>(path));
      history = timeline.callbacks[0]?.history ?? [];
    }
    const [attempt] = history;
    equal(attempt?.status, 302);
    ok(attempt.error !== null);
    equal(Buffer.byteLength(attempt.reply_head), 1_024);
    ok(receiver.received.every((one) => one.path !== '/elsewhere'));
    for (const address of ['/api/v1/events?limit=200', `/api/v1/orders/${path.slice(8)}`]) {
      const { status, text } = await service.ask('GET', address, {
        headers: { 'x-token': shop.token },
      });
      deepEqual([status, text.includes('planted reply')], [200, false]);
    }
  });
});
