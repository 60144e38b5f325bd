// The payment page on the wire: headers, forms, forms from elsewhere, and what goes wrong.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { refuse } from '../../../server/domain/service/refusal.ts';
import { PAGE_VIEWS, PAYIN } from '../../pages/payment/page-views.ts';
import { Outage, pageServer } from './customer-page-server.ts';

const ORIGIN = 'https://pay.example';
const { server, views, asked, refusal } = pageServer(`${ORIGIN}/orders`);
const OWN = { 'sec-fetch-site': 'same-origin' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const get = (url: string) => server.inject({ method: 'GET', url });
const post = (url: string, payload: string, headers: InjectOptions['headers'] = OWN) =>
  server.inject({ method: 'POST', url, payload, headers: { ...FORM, ...headers } });

beforeEach(() => {
  views.clear();
  views.set('token', PAYIN);
  asked.length = 0;
  refusal.next = null;
});
after(() => server.close());

function checkHeaders(headers: Record<string, unknown>, what: string): void {
  const policy = String(headers['content-security-policy']);
  match(policy, /^default-src 'none'; /, what);
  ok(!/unsafe|\*|data:|https?:/.test(policy), what);
  match(policy, /frame-ancestors 'none'; base-uri 'none'$/, what);
  equal(headers['cache-control'], 'no-store', what);
  equal(headers['x-content-type-options'], 'nosniff', what);
  equal(headers['referrer-policy'], 'same-origin', what);
  match(String(headers['x-robots-tag']), /noindex/, what);
  equal(headers['cross-origin-opener-policy'], 'same-origin', what);
  equal(headers['cross-origin-resource-policy'], 'same-origin', what);
}

describe('the page', () => {
  it('has the same headers whatever the answer is', async () => {
    views.set('broken', () => {
      throw new Error('secret words');
    });
    views.set('away', () => {
      throw new Outage();
    });
    const answers = {
      page: await get('/pay/token'),
      head: await server.inject({ method: 'HEAD', url: '/pay/token' }),
      status: await get('/pay/token/status'),
      unknown: await get('/pay/other'),
      path: await get('/pay/token/other/more'),
      method: await server.inject({ method: 'PUT', url: '/pay/token', headers: OWN }),
      foreign: await post('/pay/token/utr', 'utr=1', {}),
      large: await post('/pay/token/utr', `utr=${'1'.repeat(25_000)}`),
      json: await post('/pay/token/utr', '{}', { ...OWN, 'content-type': 'application/json' }),
      broken: await get('/pay/broken'),
      away: await get('/pay/away'),
    };
    const statuses = Object.entries(answers).map(([name, { statusCode }]) => [name, statusCode]);
    deepEqual(Object.fromEntries(statuses), {
      page: 200,
      head: 200,
      status: 200,
      unknown: 404,
      path: 404,
      method: 404,
      foreign: 403,
      large: 422,
      json: 415,
      broken: 500,
      away: 503,
    });
    for (const [name, answer] of Object.entries(answers)) checkHeaders(answer.headers, name);
    match(answers.large.body, /id="utr-error"/);
    ok(!answers.broken.body.includes('secret words'));
    ok(answers.away.headers['retry-after'] !== undefined);
    equal(answers.head.body, '');
    deepEqual(asked, []);
  });

  it('answers every unknown token alike', async () => {
    const tokens = ['x', '..%2f', 'a'.repeat(90), '%00', '%3Cscript%3E', 'status'];
    const answers = await Promise.all(tokens.map((token) => get(`/pay/${token}`)));
    deepEqual(
      answers.map(({ statusCode }) => statusCode),
      tokens.map(() => 404),
    );
    equal(new Set(answers.map(({ body }) => body)).size, 1);
  });

  it('says in its status what the script needs, and no more', async () => {
    const answer = await get('/pay/token/status');
    deepEqual(answer.json(), {
      state: 'pending',
      sequence: 1,
      seconds_left: 870,
      time_left: '14 minutes left to pay',
    });
    views.set('token', PAGE_VIEWS['payin-verifying'] ?? PAYIN);
    const later = await get('/pay/token/status');
    deepEqual(later.json(), {
      state: 'verifying',
      sequence: 2,
      seconds_left: null,
      time_left: null,
    });
  });

  it('names its files by their content, for ever', async () => {
    const { body } = await get('/pay/token');
    const paths = [...body.matchAll(/(?:href|src)="(\/orders\/pay\/assets\/[^"]+)"/g)];
    equal(paths.length, 3);
    for (const [, path = ''] of paths) {
      match(path, /\.[0-9a-f]{16}\.(?:css|js|svg)$/);
      const file = await get(path.replace('/orders', ''));
      equal(file.statusCode, 200);
      equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
      equal(file.headers['x-content-type-options'], 'nosniff');
    }
    equal((await get('/pay/assets/payment-page.0000000000000000.css')).statusCode, 404);
    equal((await get('/pay/assets/..%2fenglish.ts')).statusCode, 404);
  });
});

describe('forms', () => {
  it('attach a UTR as it was typed, and lead back to the page', async () => {
    const answer = await post('/pay/token/utr', 'utr=4123+4567+8901');
    equal(answer.statusCode, 303);
    equal(answer.headers.location, '/orders/pay/token');
    deepEqual(asked, ['utr 4123 4567 8901']);
  });

  it('cancel and assign, with and without a body', async () => {
    equal((await post('/pay/token/cancel', '')).statusCode, 303);
    const bare = await server.inject({ method: 'POST', url: '/pay/token/assign', headers: OWN });
    equal(bare.statusCode, 303);
    deepEqual(asked, ['cancel', 'assign']);
  });

  for (const payload of ['', 'utr=', 'utr=+', 'other=1', 'utr=1&utr=2', '__proto__[utr]=1']) {
    it(`ask for the UTR when they carry none: ${JSON.stringify(payload)}`, async () => {
      const answer = await post('/pay/token/utr', payload);
      equal(answer.statusCode, 422);
      match(answer.body, /Please enter the UTR/);
      deepEqual(asked, []);
    });
  }

  it('show a refusal in place, with what was entered', async () => {
    refusal.next = refuse('utr_already_used', 'internal words');
    const answer = await post('/pay/token/utr', `utr=${encodeURIComponent('"><b>12')}`);
    equal(answer.statusCode, 422);
    match(answer.body, /paid another order/);
    ok(answer.body.includes('>\n&quot;&gt;&lt;b&gt;12</textarea>'));
    ok(!answer.body.includes('internal words'));
  });

  it('show the refusal of another act above everything', async () => {
    refusal.next = refuse('act_not_allowed', 'internal words');
    const answer = await post('/pay/token/cancel', '');
    equal(answer.statusCode, 422);
    match(answer.body, /role="alert"[^>]*>That’s no longer possible/);
  });

  it('know no more tokens than the page does', async () => {
    for (const form of ['utr', 'cancel', 'assign']) {
      equal((await post(`/pay/other/${form}`, 'utr=412345678901')).statusCode, 404);
    }
  });

  it('opened at their own address lead to the page', async () => {
    const answer = await get('/pay/token/utr');
    equal(answer.statusCode, 303);
    equal(answer.headers.location, '/orders/pay/token');
  });
});

const ORIGINS: readonly { headers: InjectOptions['headers']; status: number }[] = [
  { headers: { 'sec-fetch-site': 'same-origin' }, status: 303 },
  { headers: { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:8080' }, status: 303 },
  { headers: { 'sec-fetch-site': 'same-site' }, status: 403 },
  { headers: { 'sec-fetch-site': 'cross-site', origin: ORIGIN }, status: 403 },
  { headers: { 'sec-fetch-site': 'none' }, status: 403 },
  { headers: { 'sec-fetch-site': '' }, status: 403 },
  { headers: { 'sec-fetch-site': 'same-origin, cross-site' }, status: 403 },
  { headers: { origin: ORIGIN }, status: 303 },
  { headers: { origin: 'https://pay.example.evil.example' }, status: 403 },
  { headers: { origin: 'http://pay.example' }, status: 403 },
  { headers: { origin: 'null' }, status: 403 },
  { headers: { origin: '' }, status: 403 },
  { headers: { referer: `${ORIGIN}/orders/pay/token` }, status: 403 },
  { headers: {}, status: 403 },
];

describe('a form from elsewhere', () => {
  for (const { headers, status } of ORIGINS) {
    it(`gets ${status} with ${JSON.stringify(headers)}`, async () => {
      for (const form of ['utr', 'cancel', 'assign']) {
        const answer = await post(`/pay/token/${form}`, 'utr=412345678901', headers);
        equal(answer.statusCode, status);
      }
      equal(asked.length, status === 303 ? 3 : 0);
    });
  }
});
