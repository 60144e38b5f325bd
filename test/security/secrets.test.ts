// Planted numbers, tokens and secrets, searched for in everything that others could see: logs,
// errors, metrics, callbacks, feeds, lists and a copy of the database.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import {
  BENCH_OPERATOR_TOKEN,
  payinFields,
  payoutFields,
  type Shop,
} from '../../bench/harness/shop.ts';
import { type AttackService, startAttackService, told } from '../support/attack-service.ts';
import { rawRequest } from '../support/raw-request.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const ACCOUNT_CARD = '4012888888881881';
const PAYEE_CARD = '5555555555554444';
const PHONE = '+918123409876';
const ENCRYPTION_KEY = Buffer.alloc(32, 'planted key').toString('base64');

let service: AttackService;
let receiver: Receiver;
let shop: Shop;
let signing_secret: string;
let page_tokens: string[];
let payin_id: string;
/** Everything that was answered to who was not entitled to more. */
const errors: string[] = [];

before(async () => {
  [service, receiver] = await Promise.all([
    startAttackService({ ENCRYPTION_KEY, LOG_LEVEL: 'trace' }),
    startReceiver({ script: () => ({ status: 200, body: 'thanks' }) }),
  ]);
  shop = await service.openShop({
    funds_cents: 1_000_000,
    callback_url: `${receiver.url}hook?key=planted`,
  });
  const issued = await told<{ signing_secret: string }>(
    service,
    `/merchants/${shop.merchant_id}/tokens`,
    { mode: 'token', require_signature: true },
  );
  signing_secret = issued.signing_secret;
  await told(service, '/receiving_accounts', {
    type: 'card',
    currency: 'INR',
    name: 'House',
    number: '4012 8888 8888 1881',
  });
  await live();
  await attack();
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
  await receiver.close();
});

const post = (path: string, body: unknown, headers = {}) =>
  service.ask('POST', `/api/v1/orders/${path}`, {
    body,
    headers: { 'x-token': shop.token, ...headers },
  });

/** The ordinary life of a pay-in and a pay-out, as far as the callbacks. */
async function live(): Promise<void> {
  const card = { type: 'card' };
  const payin = await post('deposit/create', { ...payinFields(shop, 'payin', 10_000), ...card });
  equal(payin.status, 201, payin.text);
  equal(Object(payin.body.payment_data).number, '4012 8888 8888 1881');
  payin_id = String(payin.body.id);
  const payout = await post('withdrawal/create', {
    ...payoutFields(shop, 'payout', 20_000),
    ...card,
    number: '5555-5555-5555-4444',
    customer_phone_number: '+91 81234 09876',
  });
  equal(Object(payout.body.payment_data).number, PAYEE_CARD);
  page_tokens = [payin, payout].map(({ body }) => String(body.url).split('/').at(-1) ?? '');
  const claimed = { merchant_id: shop.merchant_id, id: payin_id, utr: '412345678901' };
  equal((await post('deposit/utr', claimed)).status, 201);
  const act = `/trades/${shop.merchant_id}/${payout.body.id}/take`;
  acceptedBody(await service.operator.post(act, {}));
  await receiver.until(4);
}

/** Requests that fail with planted values in every place where they could be repeated. */
async function attack(): Promise<void> {
  const { token, merchant_id } = shop;
  const number = { ...payoutFields(shop, 'wrong', 100), type: 'card', number: '5555555555554445' };
  const wrong = [
    post('withdrawal/create', number),
    post('withdrawal/create', { ...number, number: Number(PAYEE_CARD) }),
    post('withdrawal/create', { ...number, name: `${PAYEE_CARD}\u0000` }),
    post('withdrawal/create', { ...number, [PAYEE_CARD]: 1, amount_cents: PAYEE_CARD }),
    post('withdrawal/create', { ...number, type: PAYEE_CARD, amount_currency: PAYEE_CARD }),
    post('withdrawal/create', { ...number, customer_phone_number: `${PHONE}x` }),
    post('withdrawal/create', { ...payoutFields(shop, 'payout', 1), number: ACCOUNT_CARD }),
    post('withdrawal/create', `{"number": "${PAYEE_CARD}", "number": ""}`),
    post('withdrawal/create', `{"number": "${PAYEE_CARD}"`),
    post('search', { merchant_id, order_id: 'x' }, { 'x-token': `${token}x` }),
    post('search', { merchant_id, order_id: 'x' }, { 'x-signature': `t=1,v1=${signing_secret}` }),
    service.ask('GET', `/api/v1/events?x_token=${token}&limit=${PAYEE_CARD}`),
    service.ask('GET', `/${token}/${BENCH_OPERATOR_TOKEN}/${PAYEE_CARD}`),
    service.ask('GET', '/operator/v1/merchants', {
      headers: { authorization: `Bearer ${BENCH_OPERATOR_TOKEN}x`, cookie: `session=${token}` },
    }),
    service.ask('GET', `/pay/${page_tokens[0]}x`),
    service.ask('GET', `/docs/${token}`),
  ];
  for (const reply of await Promise.all(wrong)) {
    ok(reply.status >= 400, reply.text);
    errors.push(reply.text, JSON.stringify([...reply.headers]));
  }
  for (const page of page_tokens) {
    await service.ask('GET', `/pay/${page}`);
    await service.ask('GET', `/pay/${page}/status`);
  }
  const bytes = `GET / HTTP/1.1\r\nX-Token: ${token}\r\n X-Folded: ${PAYEE_CARD}\r\n\r\n`;
  errors.push(await rawRequest(service.url, bytes));
}

type Secrets = Record<string, string>;

const numbers = (): Secrets => ({
  'receiving card': ACCOUNT_CARD,
  'receiving card in groups': '4012 8888 8888 1881',
  'payee card': PAYEE_CARD,
  'payee card in groups': '5555 5555 5555 4444',
  'payee card as typed': '5555-5555-5555-4444',
  phone: PHONE,
  'phone as digits': PHONE.slice(1),
});

const secrets = (): Secrets => ({
  token: shop.token,
  'token without its mode': shop.token.slice(5),
  'operator token': BENCH_OPERATOR_TOKEN,
  'signing secret': signing_secret,
  'callback secret': shop.secret,
  'callback secret in bytes': shop.secret.slice('whsec_'.length),
  'encryption key': ENCRYPTION_KEY,
});

function search(place: string, text: string, planted: Secrets): void {
  ok(text.length > 0, `${place} says something`);
  for (const [what, value] of Object.entries(planted)) {
    ok(value.length >= 11, `${what} was planted`);
    ok(!text.includes(value), `${what} stands in ${place}`);
    const hex = Buffer.from(value).toString('hex');
    ok(!text.includes(hex), `${what} stands in ${place} as hex`);
  }
}

describe('planted numbers and secrets', () => {
  it('stand in no log line, of any level', () => {
    const pages = Object.fromEntries(page_tokens.map((token, index) => [`page ${index}`, token]));
    search('the log', service.log(), { ...numbers(), ...secrets(), ...pages });
    const keys = page_tokens.map((token) => token.slice(43));
    for (const key of keys) ok(!service.log().includes(key));
  });

  it('stand in no answer that says no', () => {
    search('an error', errors.join('\n'), { ...numbers(), ...secrets() });
  });

  it('stand in no metrics and no health check', async () => {
    for (const path of ['/metrics', '/healthz', '/readyz', '/openapi.json', '/api/v1/limits']) {
      const { status, text } = await service.ask('GET', path);
      equal(status, 200, path);
      search(path, text, { ...numbers(), ...secrets(), page: page_tokens[0] ?? '' });
    }
  });

  it('stand in no callback and in no feed', async () => {
    const callbacks = receiver.received.map((one) => JSON.stringify(one)).join('\n');
    ok(callbacks.includes('401288******1881') && callbacks.includes('555555******4444'));
    search('a callback', callbacks, { ...numbers(), ...secrets() });
    const { text } = await service.ask('GET', '/api/v1/events', {
      headers: { 'x-token': shop.token },
    });
    search('the feed', text, { ...numbers(), ...secrets() });
  });

  it('stand in no list of operators', async () => {
    const { merchant_id } = shop;
    const lists = [
      '/trades',
      `/trades/${merchant_id}/${payin_id}`,
      '/merchants',
      `/merchants/${merchant_id}`,
      `/merchants/${merchant_id}/tokens`,
      `/merchants/${merchant_id}/callback_endpoints`,
      `/events?merchant_id=${merchant_id}`,
      '/deliveries',
      '/ledger/accounts',
      `/ledger/entries?merchant_id=${merchant_id}`,
      '/bank_lines',
      '/receiving_accounts',
    ];
    for (const path of lists) {
      const { status, body } = await service.operator.get<object>(path);
      equal(status, 200, path);
      search(path, JSON.stringify(body), { ...numbers(), ...secrets() });
    }
  });

  it('stand in no copy of the database, neither as text nor as bytes', async () => {
    const { db } = service.app.store;
    const tables = await db.query<{ name: string }>(
      'attack-tables',
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
      [],
    );
    ok(tables.length > 20);
    for (const { name } of tables) {
      const all = "coalesce(string_agg(t::text, ' '), 'nothing')";
      const text = `select ${all} as rows from "${name}" t`;
      const rows = await db.query<{ rows: string }>(`attack-${name}`, text, []);
      search(`the table ${name}`, rows[0]?.rows ?? '', { ...numbers(), ...secrets() });
    }
  });

  it('are seen by the merchant that owns them, and by the payer whose page it is', async () => {
    const path = `/api/v1/orders/${shop.merchant_id}/${payin_id}`;
    const own = await service.ask('GET', path, { headers: { 'x-token': shop.token } });
    ok(own.text.includes('4012 8888 8888 1881'));
    const [payin = '', payout = ''] = page_tokens;
    const receipt = await service.ask('GET', `/pay/${payout}`);
    equal(receipt.status, 200);
    search('the receipt', receipt.text, { ...numbers(), ...secrets() });
    const page = await service.ask('GET', `/pay/${payin}`);
    search('the payment page', page.text, secrets());
  });
});

describe('a log', () => {
  it('cannot be written into: one line of JSON for each event, whatever is sent', async () => {
    const forged = '%0d%0a{"level":30,"msg":"forged-line"}';
    await service.ask('GET', `/docs/${forged}`);
    await service.ask('GET', `/api/v1/orders/${forged}/${forged}`);
    await service.ask('GET', '/operator/v1/merchants', {
      headers: { 'user-agent': '\tforged-line', authorization: 'Bearer forged-line' },
    });
    await post('search', { merchant_id: shop.merchant_id, order_id: 'a\r\nforged-line' });
    const lines = service.log().trimEnd().split('\n');
    for (const line of lines) equal(typeof JSON.parse(line), 'object');
    ok(!service.log().includes('forged-line'));
  });
});
