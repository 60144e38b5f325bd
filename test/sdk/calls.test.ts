// How the SDK calls: what it sends again and when, its limits of time, and what it never does.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, errorOf, RequestTimeoutError } from '../../sdk/api/api-errors.ts';
import type { ClientHooks } from '../../sdk/api/call-api.ts';
import { retryDelay } from '../../sdk/api/retry-rule.ts';
import { REPEATABLE } from '../../sdk/merchant/schema.gen.ts';
import { PaymentOrders } from '../../sdk/payment-orders.ts';
import { fc } from '../support/property.ts';

const MERCHANT = '0190f3a0-0000-7000-8000-000000000001';
const DISPUTE = '0190f3a0-0000-7000-8000-000000000002';

const answered = (status: number, headers: Record<string, string> = {}) =>
  errorOf(status, new Headers(headers), null);

const operations = Object.keys(REPEATABLE) as (keyof typeof REPEATABLE)[];
const asked = { method: 'POST', has_key: false, attempt: 1, retries: 4, random: 0 };

test('only requests that do nothing twice are sent again', () => {
  const again = operations.filter(
    (operation) =>
      retryDelay({ ...asked, repeatable: REPEATABLE[operation], error: answered(503) }) !== null,
  );
  const never = operations.filter((operation) => !again.includes(operation));
  deepEqual(never.toSorted(), [
    'acceptDispute',
    'appealDispute',
    'messageDispute',
    'openDispute',
    'playOrder',
    'resendEvents',
    'setSandboxFault',
    'withdrawDispute',
  ]);
  const keyed = never.filter(
    (operation) =>
      retryDelay({
        ...asked,
        repeatable: REPEATABLE[operation],
        has_key: true,
        error: answered(503),
      }) !== null,
  );
  deepEqual(keyed.toSorted(), ['messageDispute', 'openDispute']);
});

test('only answers that say nothing about the request are asked for again', () => {
  const statuses = [301, 400, 401, 404, 408, 413, 415, 422, 429, 500, 501, 502, 503, 504];
  const again = statuses.filter(
    (status) => retryDelay({ ...asked, repeatable: 'always', error: answered(status) }) !== null,
  );
  deepEqual(again, [408, 429, 500, 502, 503, 504]);
  equal(retryDelay({ ...asked, repeatable: 'always', error: new Error('a bug') }), null);
  const read = { ...asked, method: 'GET', repeatable: undefined };
  equal(retryDelay({ ...read, error: answered(503) }), 125);
  equal(retryDelay({ ...read, method: 'POST', error: answered(503) }), null);
});

test('pauses grow, differ, and are at least as long as the service asked for', () => {
  const whole = fc.record({
    attempt: fc.integer({ min: 1, max: 20 }),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
    seconds: fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: null }),
  });
  fc.assert(
    fc.property(whole, ({ attempt, random, seconds }) => {
      const headers: Record<string, string> = {};
      if (seconds !== null) headers['retry-after'] = String(seconds);
      const error = answered(503, headers);
      const given = { ...asked, repeatable: 'always' as const, error, attempt, random };
      const delay = retryDelay({ ...given, retries: 20 });
      if (seconds !== null && seconds > 60) return delay === null;
      const most = Math.min(8_000, 250 * 2 ** (attempt - 1));
      const own = (delay ?? -1) - (seconds ?? 0) * 1_000;
      return own >= most / 2 - 1 && own <= most + 1;
    }),
  );
  equal(retryDelay({ ...asked, repeatable: 'always', error: answered(503), attempt: 5 }), null);
});

type Step = Response | Error | 'never';

/** Answers with one step after the other. */
function scripted(steps: readonly (() => Step)[], more: { hooks?: ClientHooks } = {}) {
  const sent: { url: string; init: RequestInit }[] = [];
  const send: typeof fetch = (input, init = {}) => {
    const step = steps[sent.length]?.();
    sent.push({ url: String(input), init: { ...init, headers: new Headers(init.headers) } });
    if (step === undefined) throw new Error('Nothing more was expected');
    if (step instanceof Response) return Promise.resolve(step);
    if (step !== 'never') return Promise.reject(step);
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new Error('some other words')));
    });
  };
  const options = { baseUrl: 'https://pay.example', merchantId: MERCHANT, fetch: send, ...more };
  return { sent, client: new PaymentOrders({ ...options, token: 'test_secret' }) };
}

const fine = () => Response.json({ amount_cents: 5 });
const busy = () => new Response('busy', { status: 503, headers: { 'retry-after': '0' } });

test('a failed request is sent again until it is answered', async () => {
  const { sent, client } = scripted([busy, () => new TypeError('fetch failed'), fine]);
  let attempts = 0;
  const onAnswer = (info: { attempts: number }) => {
    attempts = info.attempts;
  };
  await client.balance.get(MERCHANT, { onAnswer });
  deepEqual([sent.length, attempts], [3, 3]);
});

test('the same body and order_id are sent each time', async () => {
  const { sent, client } = scripted([busy, fine]);
  const order = { order_id: 'order-1', amount_cents: 100, amount_currency: 'INR', client_id: 'c' };
  await client.payins.create({ ...order, type: 'card' });
  equal(sent.length, 2);
  equal(sent[0]?.init.body, sent[1]?.init.body);
});

test('a message about a dispute keeps its key when it is sent again', async () => {
  const { sent, client } = scripted([busy, fine]);
  await client.disputes.message({ id: DISPUTE, text: 'See the receipt' });
  const keys = sent.map(({ init }) => JSON.parse(String(init.body)).idempotency_key);
  ok(keys[0].length > 10 && keys[0] === keys[1]);
});

test('accepting a dispute is sent once, whatever happens', async () => {
  const { sent, client } = scripted([busy, fine]);
  await rejects(client.disputes.accept(DISPUTE), { name: 'ServiceError', status: 503 });
  equal(sent.length, 1);
});

test('a call ends with its own limit of time, and is sent again if it may be', async () => {
  const { sent, client } = scripted([() => 'never', () => 'never']);
  const call = client.balance.get(MERCHANT, { timeoutMs: 5, retries: 1 });
  await rejects(call, (error) => error instanceof RequestTimeoutError);
  equal(sent.length, 2);
});

test('a signal ends the call at once, also between two attempts', async () => {
  const reason = new Error('the customer has left');
  const running = new AbortController();
  const first = scripted([() => 'never']);
  const limits = { timeoutMs: 2 ** 31 - 1, signal: running.signal };
  const call = first.client.balance.get(MERCHANT, limits);
  running.abort(reason);
  await rejects(call, reason);
  const waiting = new AbortController();
  const later = () => new Response('', { status: 503, headers: { 'retry-after': '60' } });
  const second = scripted([later, fine]);
  const paused = second.client.balance.get(MERCHANT, { signal: waiting.signal });
  setTimeout(() => waiting.abort(reason), 1);
  await rejects(paused, reason);
  equal(second.sent.length, 1);
});

test('a redirect is an error, because it would carry the token to another host', async () => {
  const to = { location: 'https://evil.example/' };
  const { sent, client } = scripted([() => new Response(null, { status: 302, headers: to })]);
  await rejects(client.balance.get(), { name: 'ApiError', status: 302, code: 'unknown' });
  equal(sent[0]?.init.redirect, 'manual');
});

test('a proxy’s page is an error without the service’s words', async () => {
  const page = () => new Response('<html>', { status: 404 });
  await rejects(scripted([page]).client.orders.find('x'), { name: 'NotFoundError', docUrl: null });
  const cut = () => new Response('{"id":', { headers: { 'content-type': 'application/json' } });
  const call = scripted([cut]).client.balance.get(MERCHANT, { retries: 0 });
  await rejects(call, (error) => error instanceof ApiError && error.code === 'unknown');
});

const pageOf = (items: readonly number[], next_cursor: string | null) => () =>
  Response.json({ data: items, next_cursor });

test('take asks for no more pages than it needs', async () => {
  const steps = [pageOf([1, 2], 'a'), pageOf([3, 4], 'b')];
  for (const [count, wanted, pages] of [
    [0, [], 0],
    [2, [1, 2], 1],
    [3, [1, 2, 3], 2],
  ] as const) {
    const { sent, client } = scripted(steps);
    deepEqual(await client.orders.list().take(count), wanted);
    equal(sent.length, pages);
  }
  const { client } = scripted([pageOf([1], null)]);
  deepEqual(await client.orders.list().take(9), [1]);
  for (const wrong of [-1, 1.5, Number.NaN]) {
    await rejects(client.orders.list().take(wrong), { name: 'PaymentOrdersError' });
  }
});

test('hooks are told of every attempt, with the ids of requests and without secrets', async () => {
  const told: unknown[] = [];
  const hooks: ClientHooks = {
    headers: ({ attempt }) => ({ traceparent: `trace-${attempt}`, 'x-token': 'not this one' }),
    onStart: (attempt) => told.push(['start', attempt]),
    onEnd: ({ durationMs, error, ...end }) =>
      told.push(['end', end, error instanceof Error ? error.name : error, durationMs >= 0]),
  };
  const withId = (status: number, id: string) => () =>
    Response.json({}, { status, headers: { 'x-request-id': id, 'retry-after': '0' } });
  const steps = [withId(503, 'req-1'), () => new TypeError('fetch failed'), withId(200, 'req-2')];
  const { sent, client } = scripted(steps, { hooks });
  await client.orders.list({ client_id: 'customer-7' }).first();
  const at = (attempt: number) => {
    const place = { method: 'GET', path: '/api/v1/orders' };
    return { operation: 'listOrders', ...place, attempt };
  };
  const pauses = told.flatMap((one) => {
    const delay = Object(Array.isArray(one) ? one[1] : one).retryAfterMs;
    return delay === undefined ? [] : [delay];
  });
  ok(pauses[0] > 0 && pauses[1] > 0);
  const ends = [
    [{ status: 503, requestId: 'req-1', retryAfterMs: pauses[0] }, 'ServiceError'],
    [{ status: null, requestId: null, retryAfterMs: pauses[1] }, 'ConnectionError'],
    [{ status: 200, requestId: 'req-2', retryAfterMs: null }, null],
  ] as const;
  deepEqual(
    told,
    ends.flatMap(([end, error], index) => [
      ['start', at(index + 1)],
      ['end', { ...at(index + 1), ...end }, error, true],
    ]),
  );
  const headers = sent.map(({ init }) => new Headers(init.headers));
  deepEqual(
    headers.map((one) => [one.get('traceparent'), one.get('x-token')]),
    [1, 2, 3].map((attempt) => [`trace-${attempt}`, 'test_secret']),
  );
  equal(JSON.stringify(told).includes('customer-7'), false);
});

test('an attempt that is not sent again ends with its error', async () => {
  const ends: unknown[] = [];
  const hooks: ClientHooks = {
    onEnd: ({ status, retryAfterMs, error }) => ends.push([status, retryAfterMs, error]),
  };
  const { client } = scripted([() => new Response(null, { status: 404 })], { hooks });
  const error = await client.orders.find('x').catch((one: unknown) => one);
  deepEqual(ends, [[404, null, error]]);
});

test('wrong settings are refused by their names', () => {
  for (const baseUrl of ['', 'pay.example', 'file:///etc/passwd', 'ftp://pay.example']) {
    const make = () => new PaymentOrders({ baseUrl, token: 't' });
    let message = '';
    try {
      make();
    } catch (error) {
      message = String(error);
    }
    ok(message.includes('baseUrl'), baseUrl);
  }
});
