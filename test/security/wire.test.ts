// HTTP itself as a weapon: smuggling, slow senders, odd methods, paths that climb out.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { payinFields, type Shop } from '../../bench/harness/shop.ts';
import { HTTP_LIMITS } from '../../server/http/transport/http-limits.ts';
import { type AttackService, NOBODY, startAttackService } from '../support/attack-service.ts';
import { rawRequest, statusOf } from '../support/raw-request.ts';

let service: AttackService;
let shop: Shop;

before(async () => {
  service = await startAttackService();
  shop = await service.openShop();
  await service.addAccount('000111222333');
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
});

const CREATE = '/api/v1/orders/deposit/create';
const SEARCH = '/api/v1/orders/search';

/** A create whose headers the attacker chose. */
const post = (headers: string, body: string) =>
  `POST ${CREATE} HTTP/1.1\r\nHost: pay.test\r\nX-Token: ${shop.token}\r\n` +
  `Content-Type: application/json\r\n${headers}\r\n${body}`;

const order = (order_id: string) => JSON.stringify(payinFields(shop, order_id, 10_000));
const chunked = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;

async function isStored(order_id: string): Promise<boolean> {
  const { status } = await service.ask('POST', '/api/v1/orders/search', {
    headers: { 'x-token': shop.token },
    body: { merchant_id: shop.merchant_id, order_id },
  });
  ok([200, 404].includes(status));
  return status === 200;
}

/** One answer, no second one: what stood behind the first request was not read as a request. */
function answersIn(received: string): number {
  return received.split('HTTP/1.1 ').length - 1;
}

describe('a smuggled request', () => {
  const inner = () => post(`Content-Length: ${order('smuggled').length}\r\n`, order('smuggled'));
  const both = 'Transfer-Encoding: chunked\r\n';
  const CASES: Record<string, () => string> = {
    'behind a length and chunks': () => post(`Content-Length: 5\r\n${both}`, `0\r\n\r\n${inner()}`),
    'behind chunks and a length': () => post(`${both}Content-Length: 5\r\n`, `0\r\n\r\n${inner()}`),
    'behind two lengths': () =>
      post('Content-Length: 2\r\nContent-Length: 200\r\n', `{}${inner()}`),
    'behind two equal lengths': () =>
      post('Content-Length: 2\r\nContent-Length: 2\r\n', `{}${inner()}`),
    'behind a list of lengths': () => post('Content-Length: 2, 200\r\n', `{}${inner()}`),
    'behind a signed length': () => post('Content-Length: +2\r\n', `{}${inner()}`),
    'behind a negative length': () => post('Content-Length: -2\r\n', `{}${inner()}`),
    'behind a hexadecimal length': () => post('Content-Length: 0x2\r\n', `{}${inner()}`),
    'behind another coding': () => post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${inner()}`),
    'behind a coding after chunked': () =>
      post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${inner()}`),
    'behind a blank before the colon': () =>
      post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${inner()}`),
    'behind a folded header': () =>
      post('X-Folded: a\r\n Content-Length: 0\r\nContent-Length: 2\r\n', `{}${inner()}`),
    'behind bare line feeds': () => post('X-Bare: a\nContent-Length: 2\n', `{}${inner()}`),
    'behind a bare carriage return': () => post('X-Bare: a\rContent-Length: 2\r\n', `{}${inner()}`),
    'behind NUL in a header': () => post('X-Nul: a\0b\r\nContent-Length: 2\r\n', `{}${inner()}`),
    'behind a wrong chunk size': () => post(both, `0x2\r\n{}\r\n0\r\n\r\n${inner()}`),
    'behind a chunk that ends in a line feed': () => post(both, `2\n{}\n0\n\n${inner()}`),
    'behind a huge chunk size': () => post(both, `ffffffffffffffffff\r\n{}\r\n${inner()}`),
  };
  for (const [what, bytes] of Object.entries(CASES)) {
    it(`${what} is 400, closed, and never carried out`, async () => {
      const received = await rawRequest(service.url, bytes());
      equal(statusOf(received), 400, received);
      equal(answersIn(received), 1, received);
      match(received, /^connection: close/im);
      ok(!received.includes(shop.token) && !received.includes('pay.test'));
      const [, body = ''] = received.split('\r\n\r\n');
      equal(JSON.parse(body).code, 'unreadable_request');
      equal(await isStored('smuggled'), false);
    });
  }

  it('in the body of a GET is no request of its own', async () => {
    const text = inner();
    const head = 'GET /api/v1/limits HTTP/1.1\r\nHost: pay.test\r\nConnection: close\r\n';
    const received = await rawRequest(
      service.url,
      `${head}Content-Length: ${text.length}\r\n\r\n${text}`,
    );
    deepEqual([statusOf(received), answersIn(received)], [200, 1]);
    equal(await isStored('smuggled'), false);
  });

  it('does not make the proper one fail: chunks without a length', async () => {
    const close = 'Connection: close\r\n';
    const received = await rawRequest(
      service.url,
      post(`${close}${both}`, chunked(order('chunks'))),
    );
    equal(statusOf(received), 201, received);
    ok(await isStored('chunks'));
  });
});

describe('a sender without end', () => {
  it('is cut: the limits are set, and set on the socket', () => {
    const { headersTimeout, requestTimeout, maxHeaderSize } = HTTP_LIMITS;
    deepEqual([headersTimeout, requestTimeout, maxHeaderSize], [5_000, 10_000, 16_384]);
  });

  it('of headers, of a body and of large headers at once, while others are served', async () => {
    const slow_head = `GET ${CREATE} HTTP/1.1\r\nHost: pay.test\r\nX-Slow: a`;
    const slow_body = post('Content-Length: 1000\r\n', '{"merchant_id":');
    const slow_chunks = post('Transfer-Encoding: chunked\r\n', '5\r\n{"mer');
    const many = `GET / HTTP/1.1\r\nHost: pay.test\r\n${'X-Many: y\r\n'.repeat(3_000)}\r\n`;
    const one = `GET / HTTP/1.1\r\nHost: pay.test\r\nX-Giant: ${'y'.repeat(17_000)}\r\n\r\n`;
    const address = `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: pay.test\r\n\r\n`;
    const cases: [bytes: string, status: number][] = [
      ...Array.from({ length: 20 }, (): [string, number] => [slow_head, 408]),
      [slow_body, 408],
      [slow_chunks, 408],
      [many, 431],
      [one, 431],
      [address, 431],
    ];
    const pending = Promise.all(cases.map(([bytes]) => rawRequest(service.url, bytes)));
    equal((await service.ask('GET', '/healthz')).status, 200);
    const received = await pending;
    deepEqual(
      received.map(statusOf),
      cases.map(([, status]) => status),
    );
    for (const one_answer of received) match(one_answer, /^content-type: application\/json/im);
  });
});

describe('a method', () => {
  const raw = async (method: string, path: string) => {
    const head = `${method} ${path} HTTP/1.1\r\nHost: pay.test\r\nConnection: close\r\n`;
    return await rawRequest(service.url, `${head}X-Token: ${shop.token}\r\n\r\n`);
  };
  const balance = () => `/api/v1/merchant/account_balance/${shop.merchant_id}`;

  it('that a route does not have is 405 with those that it has', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      for (const path of [CREATE, balance(), '/api/v1/events', '/api/v1/limits']) {
        const received = await raw(method, path);
        const expected = method === 'OPTIONS' ? [204] : [405, 404, 400];
        ok(expected.includes(statusOf(received)), `${method} ${path}: ${received.slice(0, 300)}`);
        ok(!received.includes(shop.token), 'nothing is echoed');
        if (statusOf(received) === 405) match(received, /^allow: [A-Z, ]+$/im);
      }
    }
    const get = await service.ask('GET', SEARCH, { headers: { 'x-token': shop.token } });
    deepEqual([get.status, get.headers.get('allow')], [405, 'OPTIONS, POST']);
  });

  it('that only looks, changes nothing and has no body', async () => {
    for (const path of [balance(), '/', '/docs/', `/pay/${NOBODY}`]) {
      const received = await raw('HEAD', path);
      equal(received.split('\r\n\r\n')[1], '', path);
    }
  });

  it('is not overridden by a header or a field', async () => {
    const headers = { 'x-token': shop.token, 'x-http-method-override': 'POST' };
    const reply = await service.ask('GET', `${SEARCH}?_method=POST`, { headers });
    equal(reply.status, 405);
  });

  it('CONNECT and an upgrade open nothing', async () => {
    const connect = await rawRequest(
      service.url,
      'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n',
    );
    ok(!connect.startsWith('HTTP/1.1 2'), connect);
    const upgrade = await rawRequest(
      service.url,
      'GET /healthz HTTP/1.1\r\nHost: pay.test\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    );
    equal(statusOf(upgrade), 200);
  });

  it('answers other origins nothing that a browser would let them read', async () => {
    for (const method of ['OPTIONS', 'GET']) {
      const reply = await service.ask(method, balance(), {
        headers: {
          'x-token': shop.token,
          'access-control-request-method': 'GET',
          'sec-fetch-site': 'cross-site',
        },
      });
      equal(reply.headers.get('access-control-allow-origin'), null);
    }
  });
});

describe('a path', () => {
  const get = async (path: string) =>
    await rawRequest(
      service.url,
      `GET ${path} HTTP/1.1\r\nHost: pay.test\r\nConnection: close\r\nX-Token: ${shop.token}\r\n\r\n`,
    );

  it('does not climb out of the documents', async () => {
    const climbing = [
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/package.json',
      '%2e%2e%2fpackage.json',
      '..%5cpackage.json',
      '....//package.json',
      '..%252fpackage.json',
      '%c0%ae%c0%ae/package.json',
      'guide/../../package.json',
      'guide/%2e%2e/%2e%2e/package',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      'README%00.md',
      'file:///etc/passwd',
      'assets/../../server/main.ts',
      'errors/../../package.json',
      'errors/constructor',
      '__proto__',
    ];
    for (const path of climbing) {
      const received = await get(`/docs/${path}`);
      ok([400, 404].includes(statusOf(received)), `${path}: ${received.slice(0, 200)}`);
      ok(!received.includes('dependencies') && !received.includes('root:'), path);
    }
    for (const path of ['/pay/assets/../../package.json', '/pay/assets/%2e%2e%2fpackage.json']) {
      equal(statusOf(await get(path)), 404, path);
    }
  });

  it('is matched as it stands: no slashes, cases, dots or encodings beside it', async () => {
    const { merchant_id } = shop;
    const beside = [
      `/api/v1//merchant/account_balance/${merchant_id}`,
      `/api/v1/merchant/account_balance/${merchant_id}/`,
      `/API/v1/merchant/account_balance/${merchant_id}`,
      `/api/v1/merchant/account_balance/${merchant_id}%2f`,
      `/api/v1/merchant/account_balance/${merchant_id}%00`,
      `/api/v1/merchant/account_balance/${merchant_id};x=1`,
      `/api/v1/merchant/account_balance/x%2f..%2f${merchant_id}`,
      `/api/v1/orders/${merchant_id}%2f${NOBODY}`,
      `/api/v2/merchant/account_balance/${merchant_id}`,
      '/api/v1/merchant/account_balance/%',
      '/api/v1/merchant/account_balance/%zz',
      '/api/v1/merchant/account_balance/%ff',
      `/api/v1/merchant/account_balance/${'a'.repeat(4_096)}`,
      `/${'a/'.repeat(2_000)}`,
      `/pay/${'A'.repeat(4_096)}`,
      `/docs/${'a'.repeat(4_096)}`,
    ];
    for (const path of beside) {
      const received = await get(path);
      equal(statusOf(received), 404, `${path.slice(0, 120)}: ${received.slice(0, 100)}`);
      ok(!received.includes('at ') || !received.includes('.ts:'), 'no stack trace');
    }
  });

  it('carries no address into an answer: neither Host nor a whole URL changes a link', async () => {
    const hosts = 'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\n';
    const evil = `POST ${CREATE} HTTP/1.1\r\n${hosts}`;
    const body = order('host');
    const rest = `X-Token: ${shop.token}\r\nConnection: close\r\n`;
    const typed = 'Content-Type: application/json\r\n';
    const received = await rawRequest(
      service.url,
      `${evil}X-Forwarded-Proto: https\r\n${rest}${typed}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    equal(statusOf(received), 201);
    ok(!received.includes('evil.example'));
    const whole = await get('http://evil.example/docs');
    ok(!/^location: .*evil/im.test(whole), whole.slice(0, 300));
    for (const path of ['//evil.example', '/docs//evil.example', '//evil.example/docs/..']) {
      ok(!/^location: (?:\/\/|https?:\/\/evil)/im.test(await get(path)), path);
    }
  });

  it('shows no debug page, source map, dot file or default account', async () => {
    const hidden = ['.env', '.git/config', 'server/main.ts', 'admin', 'debug'];
    const maps = ['docs/docs.css.map', 'console/assets/a.js.map'];
    for (const path of [...hidden, ...maps, 'metrics/', 'login', 'package.json', 'data']) {
      equal(statusOf(await get(`/${path}`)), 404, path);
    }
  });
});
