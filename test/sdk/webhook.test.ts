// Verifying callbacks: only what an endpoint's secret has signed lately is believed.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { WebhookError, type WebhookProblem } from '../../sdk/api/api-errors.ts';
import { verifyWebhook } from '../../sdk/webhook.ts';
import { fc } from '../support/property.ts';

const NOW = 1_767_225_600_000;
const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const OTHER = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';
const BODY = '{"type":"deposit.completed","timestamp":"","sequence":3,"data":{"note":"₹"}}';

function headersFor(body: string, secret = SECRET, seconds = NOW / 1_000) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = `msg-1.${seconds}.${body}`;
  const signature = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return {
    'webhook-id': 'msg-1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature,
  };
}

const at = { now: NOW };
const refused = (problem: WebhookProblem) => ({ name: 'WebhookError', problem });

test('the event comes with the id of its callback', async () => {
  const event = await verifyWebhook(BODY, headersFor(BODY), SECRET, at);
  deepEqual([event.id, event.type, event.sequence], ['msg-1', 'deposit.completed', 3]);
});

test('it agrees with the public library', async () => {
  const date = new Date();
  const signature = new Webhook(SECRET).sign('msg-1', date, BODY);
  const timestamp = String(Math.floor(date.getTime() / 1_000));
  const headers = {
    'webhook-id': 'msg-1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
  equal((await verifyWebhook(BODY, headers, SECRET)).id, 'msg-1');
});

test('headers and body come as every framework has them', async () => {
  const plain = headersFor(BODY);
  const upper = Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [name.toUpperCase(), value]),
  );
  const bytes = new TextEncoder().encode(BODY);
  for (const headers of [plain, upper, new Headers(plain)]) {
    for (const body of [BODY, bytes, Buffer.from(BODY), bytes.buffer]) {
      equal((await verifyWebhook(body, headers, SECRET, at)).type, 'deposit.completed');
    }
  }
});

const requestOf = (body: string | ReadableStream) =>
  new Request('http://shop.example/callbacks', {
    method: 'POST',
    headers: headersFor(BODY),
    body,
    duplex: 'half',
  });

test('a Request is read by it, once', async () => {
  const request = requestOf(BODY);
  equal((await verifyWebhook(request, request.headers, SECRET, at)).type, 'deposit.completed');
  const again = verifyWebhook(request, request.headers, SECRET, at);
  await rejects(again, refused('body'));
});

test('a Request is read no further than an event can be long', async () => {
  let chunks = 0;
  const endless = new ReadableStream({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(100_000));
    },
  });
  const request = requestOf(endless);
  await rejects(verifyWebhook(request, request.headers, SECRET, at), refused('body'));
  ok(chunks < 15, `${chunks} chunks were read`);
  const long = 'x'.repeat(2_000_000);
  await rejects(verifyWebhook(long, headersFor(long), SECRET, at), refused('body'));
});

/** What JavaScript may give, whatever the types say. */
const fromJavaScript = (body: unknown, headers: unknown, secret: unknown) =>
  Reflect.apply(verifyWebhook, undefined, [body, headers, secret, at]);

const WRONG_BODIES: readonly [what: string, body: unknown, told: RegExp][] = [
  ['a parsed body', JSON.parse(BODY), /is an object: it was parsed/],
  ['{} of a parser that did not match', {}, /is \{\}: the parser/],
  ['undefined without a parser', undefined, /is undefined: nothing has kept it/],
  ['null', null, /is null: nothing has kept it/],
  ['an empty text', '', /is empty: perhaps it was read before/],
  ['no bytes', new Uint8Array(), /is empty/],
  ['a number', 7, /is a number/],
  ['a list of numbers', [...Buffer.from(BODY)], /is an array: join .* Buffer\.concat/],
  ['a Blob', new Blob([BODY]), /is a Blob: give await blob\.arrayBuffer/],
  ['a File', new File([BODY], 'body'), /is a File: give await file\.arrayBuffer/],
  ['a FormData', new FormData(), /is a FormData: a parser of forms/],
  ['parameters of a form', new URLSearchParams({ a: BODY }), /a parser of forms has read it/],
  ['a web stream', new Blob([BODY]).stream(), /is a stream: give await new Response\(stream\)/],
  ['a stream of Node', Readable.from([BODY]), /is a stream: give Buffer\.concat/],
  ['a Promise', Promise.resolve(BODY), /is a Promise: it lacks an await/],
  ['a request of a framework', { raw: {}, body: JSON.parse(BODY) }, /request of your framework/],
  ['a context of Koa', { req: {}, res: {} }, /request of your framework/],
];

for (const [what, body, told] of WRONG_BODIES) {
  test(`${what} is answered with what to give instead`, async () => {
    const error = await fromJavaScript(body, headersFor(BODY), SECRET).catch((one: unknown) => one);
    ok(error instanceof WebhookError);
    equal(error.problem, 'body');
    match(error.message, told);
    match(
      error.message,
      /Give the raw body .* before any parser.*\/docs\/guide\/callbacks#the-raw-body/,
    );
    equal(error.message.includes('deposit.completed'), false);
  });
}

test('a request of Node is answered with how to read it, or that a parser has', async () => {
  const told: string[] = [];
  const server = createServer((request, response) => {
    const parsed = Object.assign(Object.create(request), { body: JSON.parse(BODY) });
    const ask = async () => {
      for (const given of [request, parsed]) {
        await fromJavaScript(given, headersFor(BODY), SECRET).catch((error: unknown) => {
          told.push(String(Object(error).message));
        });
      }
      // What the advice says works.
      const body = Buffer.concat(await request.toArray());
      told.push((await verifyWebhook(body, headersFor(BODY), SECRET, at)).id);
    };
    ask().then(
      () => response.end(),
      (error) => response.destroy(error),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: BODY });
  server.close();
  const [unread = '', parsed = '', id] = told;
  match(unread, /request of Node: give Buffer\.concat\(await request\.toArray\(\)\), before/);
  match(parsed, /a request that a parser has read: let this route keep the raw body/);
  equal(id, 'msg-1');
});

test('headers and secrets that are not there are told by their names', async () => {
  for (const headers of [undefined, null, 'webhook-id', {}]) {
    await rejects(fromJavaScript(BODY, headers, SECRET), refused('headers'));
  }
  for (const secret of [undefined, null, [undefined], 5]) {
    await rejects(fromJavaScript(BODY, headersFor(BODY), secret), refused('secret'));
  }
});

test('either secret opens it while one replaces the other', async () => {
  const both = headersFor(BODY);
  const second = headersFor(BODY, OTHER)['webhook-signature'];
  const rotated = { ...both, 'webhook-signature': `${second} ${both['webhook-signature']}` };
  for (const secret of [SECRET, OTHER, [OTHER, SECRET]]) {
    equal((await verifyWebhook(BODY, rotated, secret, at)).id, 'msg-1');
  }
  equal((await verifyWebhook(BODY, headersFor(BODY), [OTHER, SECRET], at)).id, 'msg-1');
  const unknown = verifyWebhook(BODY, headersFor(BODY), [OTHER], at);
  await rejects(unknown, refused('signature'));
});

test('another body, id or time is not what was signed', async () => {
  const headers = headersFor(BODY);
  const changes: [name: string, value: string][] = [
    ['webhook-id', 'msg-2'],
    ['webhook-timestamp', '1767225601'],
    ['webhook-signature', 'v1,AAAA v2,x 7'],
    ['webhook-signature', 'v1,='],
  ];
  for (const [name, value] of changes) {
    const changed = verifyWebhook(BODY, { ...headers, [name]: value }, SECRET, at);
    await rejects(changed, refused('signature'));
  }
  await rejects(verifyWebhook(`${BODY} `, headers, SECRET, at), refused('signature'));
});

test('every changed byte of the body is noticed', async () => {
  const headers = headersFor(BODY);
  const bytes = new TextEncoder().encode(BODY);
  const change = fc.record({
    at: fc.integer({ min: 0, max: bytes.length - 1 }),
    by: fc.integer({ min: 1, max: 255 }),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ at: place, by }) => {
      const changed = bytes.map((byte, index) => (index === place ? byte ^ by : byte));
      await rejects(verifyWebhook(changed, headers, SECRET, at), refused('signature'));
    }),
    { numRuns: 50 },
  );
});

test('what was signed too long ago, or in the future, is a repetition or a wrong clock', async () => {
  const seconds = NOW / 1_000;
  for (const [shift, problem] of [
    [-301, 'too_old'],
    [301, 'too_new'],
  ] as const) {
    const headers = headersFor(BODY, SECRET, seconds + shift);
    await rejects(verifyWebhook(BODY, headers, SECRET, at), refused(problem));
    const options = { ...at, toleranceSeconds: 301 };
    equal((await verifyWebhook(BODY, headers, SECRET, options)).id, 'msg-1');
  }
  const now = verifyWebhook(BODY, headersFor(BODY), SECRET);
  await rejects(now, refused('too_old'));
});

test('missing headers, wrong secrets and other bodies are told by their names', async () => {
  const headers = headersFor(BODY);
  for (const name of Object.keys(headers)) {
    const missing = { ...headers, [name]: undefined };
    await rejects(verifyWebhook(BODY, missing, SECRET, at), refused('headers'));
  }
  const words = { ...headers, 'webhook-timestamp': 'now' };
  await rejects(verifyWebhook(BODY, words, SECRET, at), refused('signature'));
  for (const secret of ['', 'test_token', 'whsec_', 'whsec_***']) {
    await rejects(verifyWebhook(BODY, headers, secret, at), refused('secret'));
  }
  await rejects(verifyWebhook(BODY, headers, [], at), refused('signature'));
  for (const body of [
    '',
    '{',
    '[]',
    'null',
    '{"type":1}',
    '{"type":"x"}',
    '{"type":"x","data":null}',
  ]) {
    await rejects(verifyWebhook(body, headersFor(body), SECRET, at), refused('body'));
  }
});
