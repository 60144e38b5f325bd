// The HTTP server's own manners: what is unreadable, too large, too slow, unknown or away.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { issueToken } from '../../../server/app/merchant/tokens.ts';
import type { App } from '../../../server/app/process/app.ts';
import { listen } from '../../../server/http/transport/listener.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import { buildTestServer, openScene, type Scene } from '../service-scene.ts';

/** All that the server says until it closes the connection. */
function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const heard: Buffer[] = [];
    socket.on('data', (chunk) => heard.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(heard).toString()));
  });
}

function answerOf(text: string): { status: number; body: Record<string, unknown> } {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

describe('the HTTP server', () => {
  let scene: Scene;
  let server: FastifyInstance;
  let port: number;
  const logged: object[] = [];
  let app: App;

  before(async () => {
    scene = await openScene();
    const note = (fields: object) => void logged.push(fields);
    app = { ...scene.app, log: { info: note, warn: note, error: note } };
    const listener = await listen('127.0.0.1', 0, app.public_url);
    server = await buildTestServer(app, {
      listener,
      metrics: () => Promise.resolve({ content_type: 'text/plain', body: 'orders 1\n' }),
    });
    port = listener.port;
  });
  after(async () => {
    server.server.closeAllConnections();
    server.server.close();
    await server.close();
    await scene.stop();
  });

  const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    server.inject({
      method: 'POST',
      url: '/api/v1/orders/search',
      headers: { 'x-token': scene.merchant.token, 'content-type': 'application/json', ...headers },
      payload,
    });

  const BODIES: readonly [what: string, body: string | Buffer, type: string, status: number][] = [
    ['nothing', '', 'application/json', 400],
    ['broken JSON', '{"a":', 'application/json', 400],
    ['doubled keys', '{"a":1,"a":2}', 'application/json', 400],
    ['50,000 levels', '['.repeat(50_000), 'application/json', 400],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'application/json', 400],
    ['a form', 'order_id=1', 'application/x-www-form-urlencoded', 415],
    ['another charset', '{}', 'application/json; charset=utf-16', 415],
    ['its charset', '{}', 'application/json; charset="UTF-8"', 422],
    ['a list', '[]', 'application/json', 422],
    ['a text', '"x"', 'application/json', 422],
    ['null', 'null', 'application/json', 422],
    ['65 KiB', JSON.stringify({ a: 'x'.repeat(66_560) }), 'application/json', 413],
  ];
  for (const [what, body, type, status] of BODIES) {
    it(`answers ${status} to a body of ${what}`, async () => {
      const answer = await post(body, { 'content-type': type });
      equal(answer.statusCode, status, answer.body);
      match(String(answer.headers['content-type']), /^application\/json/);
      equal(answer.json().status, status);
    });
  }

  it('answers 400 to a POST without any body', async () => {
    const headers = { 'x-token': scene.merchant.token };
    const answer = await server.inject({ method: 'POST', url: '/api/v1/orders/search', headers });
    deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_json']);
  });

  const UNKNOWN: readonly [method: 'GET' | 'POST' | 'DELETE', url: string, status: number][] = [
    ['GET', '/api/v1/nothing', 404],
    ['GET', '/API/v1/limits', 404],
    ['GET', '/api/v1/limits/', 404],
    ['GET', '/operator/v1/nothing', 404],
    ['GET', '/nothing', 404],
    ['GET', `/api/v1/orders/${'x'.repeat(4_000)}/y`, 404],
    ['GET', '/api/v1/orders/%zz/y', 404],
    ['GET', '/api/v1/orders/search', 405],
    ['DELETE', '/api/v1/limits', 405],
    ['POST', '/healthz', 405],
  ];
  for (const [method, url, status] of UNKNOWN) {
    it(`answers ${status} to ${method} ${url.slice(0, 40)}`, async () => {
      const answer = await server.inject({ method, url });
      equal(answer.statusCode, status);
      equal(answer.json().status, status);
      equal(answer.headers['x-content-type-options'], 'nosniff');
      equal(answer.headers['x-request-id'], answer.json().request_id);
    });
  }

  it('tells which methods an address takes', async () => {
    const answer = await server.inject({ method: 'OPTIONS', url: '/api/v1/orders/search' });
    deepEqual([answer.statusCode, answer.headers.allow, answer.body], [204, 'OPTIONS, POST', '']);
    const head = await server.inject({ method: 'HEAD', url: '/api/v1/limits' });
    deepEqual([head.statusCode, head.body], [200, '']);
  });

  const RAW: readonly [what: string, request: string, status: number][] = [
    ['no HTTP', 'hello\r\n\r\n', 400],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: a\n\n', 400],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n', 400],
    ['20 KiB of headers', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(20_480)}\r\n\r\n`, 431],
  ];
  for (const [what, request, status] of RAW) {
    it(`answers ${status} to ${what} and closes`, async () => {
      const answer = answerOf(await talk(port, request));
      deepEqual([answer.status, answer.body.status], [status, status]);
      equal(typeof answer.body.request_id, 'string');
    });
  }

  it('answers 408 to headers that do not come', async () => {
    const answer = answerOf(await talk(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\n'));
    deepEqual([answer.status, answer.body.code], [408, 'request_timeout']);
  });

  it('believes no X-Forwarded-For but of its proxies', async () => {
    const { merchant_id } = scene.merchant;
    const inside = raw({ mode: 'token', allowed_ips: ['192.0.2.7'] });
    const { token } = accepted(await issueToken(app, OPERATOR, merchant_id, inside));
    const proxied = await buildTestServer(app, { trusted_proxies: ['10.0.0.1'] });
    const url = `/api/v1/merchant/account_balance/${merchant_id}`;
    const headers = { 'x-token': token ?? '', 'x-forwarded-for': '192.0.2.7' };
    const from = async (on: FastifyInstance, remoteAddress: string) =>
      (await on.inject({ url, headers, remoteAddress })).statusCode;
    equal(await from(proxied, '10.0.0.1'), 200);
    equal(await from(proxied, '10.0.0.2'), 401);
    equal(await from(server, '10.0.0.1'), 401);
    await proxied.close();
  });

  it('says how it is', async () => {
    const live = await server.inject('/healthz');
    const ready = await server.inject('/readyz');
    const metrics = await server.inject('/metrics');
    deepEqual([live.statusCode, ready.statusCode, metrics.body], [200, 200, 'orders 1\n']);
    const ill = await buildTestServer(app, {
      ready: () => Promise.resolve({ ok: false, checks: { database: 'away' } }),
    });
    deepEqual((await ill.inject('/readyz')).statusCode, 503);
    deepEqual((await ill.inject('/metrics')).statusCode, 404);
    await ill.close();
  });

  it('answers 503 to an outage and 500 to a fault, and tells nothing of either', async () => {
    const failing = async (error: Error) => {
      const broken = {
        ...app,
        settings: { ...app.settings, current: () => Promise.reject(error) },
      };
      const own = await buildTestServer(broken);
      const answer = await own.inject({ url: '/api/v1/limits' });
      await own.close();
      ok(!answer.body.includes('secret words'));
      return [answer.statusCode, answer.json().code, answer.headers['retry-after']];
    };
    const outage = Object.assign(new Error('secret words'), { code: 'ECONNREFUSED' });
    deepEqual(await failing(outage), [503, 'unavailable', '2']);
    deepEqual(await failing(new Error('secret words')), [500, 'internal', undefined]);
    ok(logged.some((fields) => 'err' in fields && fields.err instanceof Error));
  });

  it('logs the pattern of an address, never the address', async () => {
    const secret = 'A'.repeat(64);
    await server.inject(`/pay/${secret}`);
    // Lines are written at the end of the turn of the event loop.
    await nextTurn();
    const text = JSON.stringify(logged);
    ok(text.includes('"route":"/pay/:token"'));
    ok(!text.includes(secret));
    ok(!text.includes(scene.merchant.token));
  });
});
