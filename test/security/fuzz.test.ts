// Requests made out of the service's own OpenAPI documents: no fault, and every answer as it is
// described.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OPERATOR_TOKEN, payinFields, payoutFields, type Shop } from '../../bench/harness/shop.ts';
import {
  type AttackService,
  NOBODY,
  type Reply,
  startAttackService,
} from '../support/attack-service.ts';
import {
  deviation,
  type FuzzRequest,
  type Known,
  type Operation,
  operationsOf,
  pick,
  randomFrom,
  requestFor,
} from '../support/openapi-fuzz.ts';

const SEED = 20_260_105;
const REQUESTS = 1_500;

let service: AttackService;
let shop: Shop;
let known: Known;

before(async () => {
  service = await startAttackService();
  shop = await service.openShop({ funds_cents: 1_000_000_000 });
  const account_id = await service.addAccount('000111222333');
  known = await learn(account_id);
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
});

/** Things that exist, so that requests get past the first look-up. */
async function learn(account_id: string): Promise<Known> {
  const ids = [NOBODY];
  for (let index = 0; index < 12; index += 1) {
    const is_payin = index % 2 === 0;
    const order = (is_payin ? payinFields : payoutFields)(shop, `known-${index}`, 1_000 + index);
    const path = `/api/v1/orders/${is_payin ? 'deposit' : 'withdrawal'}/create`;
    const headers = { 'x-token': shop.token };
    const { status, body, text } = await service.ask('POST', path, { body: order, headers });
    equal(status, 201, text);
    ids.push(String(body.id));
  }
  const orders = Array.from({ length: 40 }, (_, index) => `known-${index}`);
  const merchants = [shop.merchant_id, shop.merchant_id, shop.merchant_id, NOBODY];
  return {
    merchant_id: merchants,
    merchant: merchants,
    uuid: ids,
    trade_id: ids,
    id: [...ids, shop.merchant_id, account_id],
    receiving_account_id: [account_id],
    order_id: orders,
    client_id: ['customer-1', 'customer-2'],
    amount_cents: [1, 1_000, 1_002, 1_000_000_000_000],
    amount_currency: ['INR', 'INR', 'USD', 'JPY', 'KWD'],
    balance_currency: ['INR', 'USD'],
    trade_currency: ['EUR'],
    currency: ['INR', 'USD'],
    type: ['account', 'account', 'upi', 'card'],
    number: ['000111222333', '4111 1111 1111 1111', 'name@bank'],
    utr: ['412345678901', 'SBIN0R52024010112', '4123 4567 8902'],
    percent: [0, 1.5, 100],
    rate: [1, 83.5, 0.01],
    booked_at: ['2026-03-05T10:00:00Z', '2026-03-05'],
    limit: ['1', '200'],
    after: ['0', '3'],
    state: ['pending', 'completed'],
    scopes: [['payin'], ['payin', 'payout', 'read']],
    allowed_ips: [[], ['10.0.0.0/8']],
    'Idempotency-Key': ['key-1', 'key-2'],
  };
}

async function documented(address: string): Promise<Operation[]> {
  const { status, body } = await service.ask('GET', address);
  equal(status, 200);
  // A file that is uploaded has tests of its own.
  return operationsOf(body).filter(({ path }) => !path.endsWith('/statements'));
}

const COMPLETE = [
  'type',
  'title',
  'status',
  'detail',
  'code',
  'retryable',
  'request_id',
  'errors',
] as const;

function checkError({ status, headers, body, text }: Reply, shown: string): void {
  for (const name of COMPLETE) ok(body[name] !== undefined && body[name] !== null, shown);
  equal(body.status, status, shown);
  equal(body.request_id, headers.get('x-request-id'), shown);
  ok(String(body.type).endsWith(`/docs/errors/${body.code}`), shown);
  if (body.code === 'invalid_request') ok(Array.isArray(body.errors) && body.errors.length > 0);
  ok(!/\n\s+at |node_modules|\.ts:\d|select |insert /i.test(text), shown);
}

function check(operation: Operation, request: FuzzRequest, reply: Reply): void {
  const asked = JSON.stringify(request).slice(0, 1_500);
  const shown = `${asked} → ${reply.status} ${reply.text.slice(0, 800)}`;
  ok(reply.status < 500, shown);
  const found = deviation(operation, reply.status, reply.body);
  equal(found, null, `${found}: ${shown}`);
  if (reply.status >= 400) checkError(reply, shown);
}

async function fuzz(address: string, credentials: Record<string, string>, count: number) {
  const operations = await documented(address);
  const random = randomFrom(SEED);
  const statuses = new Map<number, number>();
  const met = new Set<Operation>();
  const one = async (operation: Operation) => {
    const request = requestFor({ random, known }, operation);
    const { method, path, body } = request;
    const trusted = random.chance(0.98) ? credentials : {};
    const headers = { ...request.headers, ...trusted };
    const reply = await service.ask(method, path, { body, headers });
    check(operation, request, reply);
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    if (reply.status < 300) met.add(operation);
  };
  for (const operation of operations) await one(operation);
  for (let index = operations.length; index < count; index += 1)
    await one(pick(random, operations));
  return { operations, statuses, met };
}

describe(`requests made out of the documents, from the seed ${SEED}`, () => {
  it('of merchants are answered as it is written', async () => {
    const credentials = { 'x-token': shop.token };
    const { statuses, operations, met } = await fuzz('/openapi.json', credentials, REQUESTS / 2);
    for (const status of [200, 201, 400, 401, 404, 415, 422]) {
      ok((statuses.get(status) ?? 0) > 0, `${status}: ${JSON.stringify([...statuses])}`);
    }
    deepEqual(
      operations.filter((operation) => !met.has(operation)),
      [],
    );
  });

  it('of operators are answered as it is written', async () => {
    const credentials = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const { statuses, met } = await fuzz('/operator/openapi.json', credentials, REQUESTS / 2);
    for (const status of [200, 201, 400, 401, 404, 422]) {
      ok((statuses.get(status) ?? 0) > 0, `${status}: ${JSON.stringify([...statuses])}`);
    }
    ok(met.size > 20, `${met.size} operations were carried out`);
  });

  it('leave books that balance', async () => {
    const { status, body } = await service.operator.get<{ ok: boolean }>('/verify');
    deepEqual([status, body.ok], [200, true], JSON.stringify(body));
  });
});
