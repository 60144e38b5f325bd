// What is wrong, hostile or huge in operators' requests is refused by name, and never a fault.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { createRequestShares } from '../../../server/http/operator/route/request-shares.ts';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { batchOf, newPayout, openShop } from '../../app/payout/payout-scene.ts';
import { plannedRemoval } from '../../app/setting/planned-removal.ts';
import { makeWaitingLine } from '../../app/statement/waiting-line.ts';
import { makeMerchant } from '../../support/test-app.ts';
import { fieldsOf, type Schema, typesOf } from '../schema/schema-fields.ts';
import {
  AUTHORIZATION,
  type OperatorService,
  openOperatorService,
  type Reply,
} from './operator-service.ts';

let service: OperatorService;
let merchant_id: string;
let account_id: string;
/** By the beginning of an address: an id of what is there. */
let places: readonly [start: string, filled: string][];

const MINUTE_MS = 60_000;

/** One token sends thousands of requests: by this clock each comes a minute after the last. */
function sharesOfSlowCallers() {
  let now_ms = 0;
  return createRequestShares(() => {
    now_ms += MINUTE_MS;
    return now_ms;
  });
}

before(async () => {
  service = await openOperatorService({}, sharesOfSlowCallers());
  merchant_id = (await makeMerchant(service.app)).merchant_id;
  const fields = { type: 'account', currency: 'INR', name: 'House', number: '000111222333' };
  const account = await service.ask('POST', '/receiving_accounts', { body: fields });
  account_id = String(account.body.id);
  places = await makePlaces();
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

/** In a currency of their own, so that the other account stays empty. */
async function makePlaces(): Promise<typeof places> {
  const shop = await openShop(service.app, 'USD');
  const payout = await newPayout(service.app, shop, 'USD', 100);
  const batch = await batchOf(service.app, shop, [payout]);
  const lines = [{ amount_cents: 700, booked_at: '2026-03-05T10:15:00Z', bank_id: 'B-1' }];
  const given = { receiving_account_id: shop.account, lines };
  const taken = await service.ask('POST', '/bank_lines', { body: given });
  return [
    ['/bank_lines/:id', `/bank_lines/${Object(taken.body).lines[0].id}`],
    [
      '/waiting_lines/:id',
      `/waiting_lines/${await makeWaitingLine(service.app, shop.account, 'USD')}`,
    ],
    ['/payout_batches/:id', `/payout_batches/${batch.id}`],
    ['/trades/:merchant_id/:id', `/trades/${payout.merchant_id}/${payout.id}`],
    ['/receiving_accounts/:id/days/:day', `/receiving_accounts/${shop.account}/days/2026-03-05`],
    ['/receiving_accounts/:id', `/receiving_accounts/${account_id}`],
    ['/merchants/:id', `/merchants/${merchant_id}`],
    ['/removals/:month', `/removals/${(await plannedRemoval(service.app)).month}`],
  ];
}

/** Every id is one that exists where there can be one. */
function pathOf(url: string): string {
  const [start = '', filled = ''] = places.find(([one]) => url.startsWith(one)) ?? [];
  return url.replace(start, filled).replace(/:\w+/g, merchant_id);
}

const fieldsIn = (reply: Reply): string[] =>
  Object(reply.body.errors ?? []).map((error: { field: string }) => error.field);

const propertiesOf = (schema: unknown): [name: string, schema: object][] =>
  Object.entries(Object(Object(schema).properties));

for (const route of OPERATOR_ROUTES.filter(({ body }) => body !== undefined)) {
  test(`${route.method} ${route.url} refuses a wrong type of every field it names`, async () => {
    for (const [name] of propertiesOf(route.body)) {
      for (const value of [{ a: [1] }, [[]]]) {
        const reply = await service.ask(route.method, pathOf(route.url), {
          body: { [name]: value },
        });
        const found = fieldsIn(reply).filter((field) => field.split(/[.[]/)[0] === name);
        assert.ok(found.length > 0, `${name}: ${JSON.stringify(reply.body)}`);
      }
    }
  });
}

/** As JSON has them: one that looks like another type is not taken for it. */
const SCALARS = [
  ['string', '1'],
  ['string', 'true'],
  ['number', 1],
  ['boolean', true],
] as const;

const isScalar = (types: readonly string[]) =>
  types.length > 0 && !types.includes('array') && !types.includes('object');

const kindsOf = (schema: Schema): string[] =>
  typesOf(schema).map((type) => (type === 'integer' ? 'number' : type));

for (const route of OPERATOR_ROUTES.filter(({ body }) => body !== undefined)) {
  test(`${route.method} ${route.url} takes no text for a number, nor the reverse`, async () => {
    for (const { field, schema, bodyOf } of fieldsOf(route.body as Schema)) {
      const kinds = kindsOf(schema);
      const wrong = SCALARS.filter(([kind]) => isScalar(kinds) && !kinds.includes(kind));
      for (const [, value] of wrong) {
        const body = bodyOf(value);
        const reply = await service.ask(route.method, pathOf(route.url), { body });
        assert.equal(reply.status, 422, `${JSON.stringify(body)}: ${JSON.stringify(reply.body)}`);
        assert.ok(fieldsIn(reply).includes(field), `${field}: ${JSON.stringify(reply.body)}`);
      }
    }
  });
}

const HOSTILE_TEXTS = [
  '\u0000',
  "'; drop table trades; --",
  '%',
  '../../etc/passwd',
  '\ud800',
  'e'.repeat(4_000),
  '9'.repeat(40),
  '-1',
  'NaN',
  '__proto__',
  '{"a":1}',
  '\u202e\u200b\u2028',
];

for (const route of OPERATOR_ROUTES.filter(({ method }) => method === 'GET')) {
  test(`GET ${route.url} takes hostile filters and ids without a fault`, async () => {
    for (const text of HOSTILE_TEXTS) {
      const value = encodeURIComponent(text.toWellFormed());
      for (const name of Object.keys(route.query ?? {})) {
        const reply = await service.ask('GET', `${pathOf(route.url)}?${name}=${value}`);
        assert.ok([200, 404, 422].includes(reply.status), `${name} ${text}: ${reply.status}`);
      }
      if (!route.url.includes(':')) continue;
      const reply = await service.ask('GET', route.url.replace(/:\w+/g, value));
      assert.ok([400, 404, 414].includes(reply.status), `${text}: ${reply.status}`);
    }
  });
}

const HOSTILE_VALUES = [
  ...HOSTILE_TEXTS,
  0,
  -1,
  1.5,
  2 ** 53,
  1e300,
  true,
  null,
  [],
  {},
  [null],
  [{}],
  [{ __proto__: 1, constructor: { prototype: 1 } }],
];

for (const route of OPERATOR_ROUTES.filter(({ body }) => body !== undefined)) {
  test(`${route.method} ${route.url} takes hostile values without a fault`, async () => {
    for (const value of HOSTILE_VALUES) {
      const fields = propertiesOf(route.body).map(([name]) => [name, value]);
      const reply = await service.ask(route.method, pathOf(route.url), {
        body: Object.fromEntries(fields),
      });
      assert.ok(reply.status < 500, `${JSON.stringify(value)}: ${reply.status}`);
    }
  });
}

test('a filter that is given twice is refused by name', async () => {
  const reply = await service.ask('GET', '/trades?state=created&state=failed&limit=1&limit=2');
  assert.equal(reply.status, 422);
  assert.deepEqual(fieldsIn(reply), ['state', 'limit']);
});

test('fields that nobody may set are refused by name', async () => {
  const body = {
    name: 'Mass',
    balance_currency: 'INR',
    id: merchant_id,
    merchant_id,
    created_at: '2000-01-01T00:00:00Z',
    callback_url: 'https://evil.example',
  };
  const reply = await service.ask('POST', '/merchants', { body });
  assert.equal(reply.status, 422);
  assert.deepEqual(fieldsIn(reply), ['id', 'merchant_id', 'created_at', 'callback_url']);
});

test('a body over 64 KiB is 413, one nested too deep 400', async () => {
  const large = await service.ask('POST', '/merchants', { body: { name: 'a'.repeat(70_000) } });
  assert.equal(large.status, 413);
  const deep = await service.ask('POST', '/merchants', {
    body: `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(deep.status, 400);
});

const MEBIBYTE = 1_024 * 1_024;

/** So many mebibytes of blank lines, made while they are sent. */
function blankLines(mebibytes: number): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(MEBIBYTE).fill(10);
  let left = mebibytes;
  return new ReadableStream({
    pull(controller) {
      if (left === 0) controller.close();
      else controller.enqueue(piece);
      left -= 1;
    },
  });
}

const statements = () => `/statements?receiving_account_id=${account_id}`;
const csv = { 'content-type': 'text/csv' };

test('a statement of 64 MiB is read, one of more than 256 MiB is 413', async () => {
  const whole = await service.ask('POST', statements(), { body: blankLines(64), headers: csv });
  assert.equal(whole.status, 422);
  assert.equal(whole.body.code, 'statement_invalid');
  const more = await service.ask('POST', statements(), { body: blankLines(257), headers: csv });
  assert.equal(more.status, 413);
  assert.equal(more.body.code, 'body_too_large');
});

test('a statement without a token is refused before it is read', async () => {
  const reply = await service.ask('POST', statements(), {
    authorization: null,
    body: blankLines(8),
    headers: csv,
  });
  assert.equal(reply.status, 401);
});

test('a statement that is no CSV is refused with its kind, and nothing is imported', async () => {
  const files = [
    ['%PDF-1.7', /PDF/],
    ['PK\u0003\u0004', /a ZIP archive|an Excel workbook/],
    ['<html></html>', /HTML/],
    [new Uint8Array([0xff, 0xd8, 0xff, 0x00]), /is not UTF-/],
  ] as const;
  for (const [body, kind] of files) {
    const reply = await service.ask('POST', statements(), { body, headers: csv });
    assert.equal(reply.status, 422);
    assert.match(String(reply.body.detail), kind);
  }
  const lines = await service.ask('GET', `/bank_lines?receiving_account_id=${account_id}`);
  assert.deepEqual(lines.body.data, []);
});

test('a statement that breaks off imports nothing, and is no fault of the service', async () => {
  const { port } = new URL(service.url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = [
    `POST /operator/v1${statements()} HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${AUTHORIZATION}`,
    'Content-Type: text/csv',
    'Content-Length: 1000',
    '',
    'booked_at,amount_cents\n2026-03-05,500\n',
  ];
  socket.end(head.join('\r\n'));
  const reply = await text(socket);
  assert.match(reply, /^HTTP\/1\.1 400 |^$/);
  const lines = await service.ask('GET', `/bank_lines?receiving_account_id=${account_id}`);
  assert.deepEqual(lines.body.data, []);
});
