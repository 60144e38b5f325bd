// Tokens in every form but their own open nothing, and every refusal is the same.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BENCH_OPERATOR_TOKEN, payinFields, type Shop } from '../../bench/harness/shop.ts';
import {
  type AttackService,
  NOBODY,
  type Reply,
  startAttackService,
  told,
  visible,
} from '../support/attack-service.ts';
import { rawRequest, statusOf } from '../support/raw-request.ts';

let service: AttackService;
let shop: Shop;
let balance: string;

before(async () => {
  service = await startAttackService();
  shop = await service.openShop();
  balance = `/api/v1/merchant/account_balance/${shop.merchant_id}`;
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
});

type Issued = { id: string; token: string };
const issue = (fields: Record<string, unknown>) =>
  told<Issued>(service, `/merchants/${shop.merchant_id}/tokens`, { mode: 'token', ...fields });
const revoke = async ({ id }: Issued) => {
  const path = `/merchants/${shop.merchant_id}/tokens/${id}`;
  const { status } = await service.operator.send(path, { method: 'DELETE' });
  equal(status, 200);
};
const withToken = (token: string, path = balance): Promise<Reply> =>
  service.ask('GET', path, { headers: { 'x-token': token } });

/** Every route of the merchants' API with a body that would be right. */
function everyRoute(): [method: string, path: string, body?: object][] {
  const { merchant_id } = shop;
  const order = payinFields(shop, 'order-1', 10_000);
  return [
    ['POST', '/api/v1/orders/deposit/create', order],
    ['POST', '/api/v1/orders/withdrawal/create', { ...order, number: '000111222333' }],
    ['POST', '/api/v1/orders/deposit/utr', { merchant_id, id: NOBODY, utr: '123456789012' }],
    ['POST', '/api/v1/orders/search', { merchant_id, order_id: 'order-1' }],
    ['POST', '/api/v1/orders/cancel', { merchant_id, id: NOBODY }],
    ['GET', `/api/v1/orders/${merchant_id}/${NOBODY}`],
    ['GET', balance],
    ['GET', '/api/v1/events'],
  ];
}

const UNKNOWN = `test_${'A'.repeat(43)}`;

const WRONG: Record<string, (token: string) => string> = {
  wrong: (token) => `${token.slice(0, -2)}AA`,
  'a prefix': (token) => token.slice(0, -1),
  'a prefix of one letter': (token) => token.slice(0, 1),
  'more than itself': (token) => `${token}A`,
  'in upper case': (token) => token.toUpperCase(),
  'without its mode': (token) => token.slice('test_'.length),
  '5 kB': () => 'a'.repeat(5_000),
  SQL: () => "' or '1'='1' --",
  'SQL after itself': (token) => `${token}' --`,
  'two joined': (token) => `${token},${token}`,
  'two joined by a blank': (token) => `${token} ${token}`,
  quoted: (token) => `"${token}"`,
  'percent-encoded': (token) => token.replace('_', '%5F'),
  base64: (token) => Buffer.from(token).toString('base64'),
  'a wildcard': () => '*',
  'latin letters beyond ASCII': (token) => `${token}\u00ff`,
  'the merchant’s id': () => NOBODY,
  'the name of a method': () => 'constructor',
};

describe('a token', () => {
  it('opens with its own form only, and every other gets the same answer', async () => {
    const unknown = visible(await withToken(UNKNOWN));
    for (const [what, of] of Object.entries(WRONG)) {
      deepEqual(visible(await withToken(of(shop.token))), unknown, what);
    }
    const { status, code, errors, detail } = Object(Object(unknown).body);
    deepEqual([status, code, errors], [401, 'unauthorized', []]);
    ok(!String(detail).includes(shop.merchant_id));
    equal((await withToken(shop.token)).status, 200);
  });

  it('that is missing or no merchant’s by its form is called that, whether or not it exists', async () => {
    const missing = visible(await service.ask('GET', balance));
    deepEqual(visible(await withToken('')), missing);
    const bearer = visible(await withToken(`Bearer ${shop.token}`));
    deepEqual(visible(await withToken(`Bearer ${UNKNOWN}`)), bearer);
    const operators = visible(await withToken(`op_${'A'.repeat(43)}`));
    deepEqual(visible(await withToken('op_')), operators);
    const signature = visible(await withToken('0'.repeat(64)));
    deepEqual(visible(await withToken('f'.repeat(64))), signature);
    for (const answer of [missing, bearer, operators, signature]) {
      const { status, code } = Object(Object(answer).body);
      deepEqual([status, code], [401, 'unauthorized']);
    }
  });

  it('of the other mode is called that, whether or not it exists in another form', async () => {
    const own = visible(await withToken(shop.token.replace('test_', 'live_')));
    for (const other of [`live_${'A'.repeat(43)}`, 'live_', 'live_x']) {
      deepEqual(visible(await withToken(other)), own, other);
    }
    const { status, code, detail } = Object(Object(own).body);
    deepEqual([status, code], [401, 'unauthorized']);
    equal(
      detail,
      'This is a live_ token, and the service runs in sandbox mode: use a test_ token.',
    );
  });

  it('is needed on every route, which all give the same answers without it', async () => {
    const missing = new Set<string>();
    const unknown = new Set<string>();
    for (const [method, path, body] of everyRoute()) {
      const plain = await service.ask(method, path, { body });
      const wrong = await service.ask(method, path, {
        body,
        headers: { 'x-token': `${shop.token}x` },
      });
      missing.add(JSON.stringify(visible(plain)));
      unknown.add(JSON.stringify(visible(wrong)));
    }
    deepEqual([missing.size, unknown.size], [1, 1]);
    const head = await service.ask('HEAD', balance);
    deepEqual([head.status, head.text], [401, '']);
  });

  it('is not read from the address, a cookie or another header', async () => {
    const { token } = shop;
    const elsewhere: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { cookie: `X-Token=${token}; token=${token}` },
      { 'x-api-key': token },
      { x_token: token },
    ];
    for (const headers of elsewhere) {
      equal((await service.ask('GET', balance, { headers })).status, 401);
    }
    for (const name of ['X-Token', 'x-token', 'token', 'access_token']) {
      equal((await service.ask('GET', `${balance}?${name}=${token}`)).status, 401);
    }
  });

  it('opens nothing when it is sent twice', async () => {
    const own = `X-Token: ${shop.token}\r\n`;
    for (const tokens of [own + own, `${own}X-Token: x\r\n`, `X-Token: x\r\n${own}`]) {
      const head = `GET ${balance} HTTP/1.1\r\nHost: pay.test\r\nConnection: close\r\n`;
      const answer = await rawRequest(service.url, `${head}${tokens}\r\n`);
      equal(statusOf(answer), 401);
    }
  });

  it('that is revoked, rotated or expired opens nothing at once', async () => {
    const unknown = visible(await withToken(UNKNOWN));
    const old = await issue({});
    equal((await withToken(old.token)).status, 200);
    const fresh = await issue({});
    await revoke(old);
    deepEqual(visible(await withToken(old.token)), unknown);
    equal((await withToken(fresh.token)).status, 200);
    await revoke(fresh);
    const short = await issue({ expires_at: new Date(Date.now() + 600).toISOString() });
    let last = await withToken(short.token);
    while (last.status === 200) last = await withToken(short.token);
    deepEqual(visible(last), unknown);
  });

  it('of a merchant, of an operator and of a page open nothing of one another', async () => {
    await service.addAccount('000111222333');
    const { token } = shop;
    const created = await service.ask('POST', '/api/v1/orders/deposit/create', {
      headers: { 'x-token': token },
      body: payinFields(shop, 'cross', 12_300),
    });
    equal(created.status, 201, created.text);
    const page = String(created.body.url).split('/').at(-1) ?? '';
    for (const foreign of [BENCH_OPERATOR_TOKEN, page]) {
      equal((await withToken(foreign)).status, 401);
    }
    for (const foreign of [token, page]) {
      for (const headers of [{ authorization: `Bearer ${foreign}` }, { 'x-token': foreign }]) {
        const refused = await service.ask('GET', '/operator/v1/merchants', { headers });
        deepEqual([refused.status, refused.body.code], [401, 'unauthorized']);
        const acted = await service.ask(
          'POST',
          `/operator/v1/trades/${shop.merchant_id}/${created.body.id}/confirm`,
          { headers, body: {} },
        );
        equal(acted.status, 401);
      }
    }
    for (const foreign of [token, BENCH_OPERATOR_TOKEN, String(created.body.id)]) {
      equal((await service.ask('GET', `/pay/${foreign}`)).status, 404);
    }
    match(service.log(), /operator request denied/);
    const path = `/api/v1/orders/${shop.merchant_id}/${created.body.id}`;
    equal((await withToken(token, path)).body.state, 'pending');
  });

  it('of a narrower scope does no more than that', async () => {
    const read = await issue({ scopes: ['read'] });
    for (const [method, path, body] of everyRoute()) {
      const headers = { 'x-token': read.token };
      const { status, body: answer } = await service.ask(method, path, { headers, body });
      const is_read = method === 'GET' || path.endsWith('/search');
      equal(answer.code === 'insufficient_scope', !is_read, `${path}: ${status}`);
      if (!is_read) equal(status, 401);
    }
  });

  it('fails so often from one address and no more', async () => {
    const statuses = new Set<number>();
    let last: Reply | undefined;
    for (let count = 0; count < 3_000 && !statuses.has(429); count += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => withToken('guess')));
      for (const answer of answers) {
        statuses.add(answer.status);
        if (answer.status === 429) last = answer;
      }
    }
    deepEqual([...statuses].sort(), [401, 429]);
    equal(last?.body.code, 'rate_limited');
    ok(Number(last?.headers.get('retry-after')) >= 1);
    equal((await withToken(shop.token)).status, 200);
  });
});
