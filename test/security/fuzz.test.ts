// Requests made out of the service's own OpenAPI documents: no fault, and every answer as it is
// described.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  BENCH_OPERATOR_TOKEN,
  payinFields,
  payoutFields,
  type Shop,
} from '../../bench/harness/shop.ts';
import {
  type AttackService,
  NOBODY,
  type Reply,
  startAttackService,
  told,
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
/** For each document. */
const REQUESTS = 750;
const PATIENCE = 100;
const MAKING = 500;

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

async function makeOrder(is_payin: boolean, index: number): Promise<string> {
  const order = (is_payin ? payinFields : payoutFields)(shop, `known-${index}`, 1_000 + index);
  const path = `/api/v1/orders/${is_payin ? 'deposit' : 'withdrawal'}/create`;
  const headers = { 'x-token': shop.token };
  const { status, body, text } = await service.ask('POST', path, { body: order, headers });
  equal(status, 201, text);
  return String(body.id);
}

async function makeCredited(index: number): Promise<string> {
  const id = await makeOrder(true, index);
  const credited = { note: 'The bank showed it', amount_cents: 1_000 + index };
  await told(service, `/trades/${shop.merchant_id}/${id}/confirm`, credited);
  return id;
}

/** One that the merchant opened, and can withdraw. */
async function openOwnDispute(index: number): Promise<string> {
  const trade_id = await makeCredited(index);
  const { status, body, text } = await service.ask('POST', '/api/v1/disputes/create', {
    body: { merchant_id: shop.merchant_id, trade_id, type: 'fraud' },
    headers: { 'x-token': shop.token },
  });
  equal(status, 201, text);
  return String(body.id);
}

/** One of the operator's, whose claim the merchant can accept. */
async function openOperatorsDispute(index: number): Promise<string> {
  const path = `/trades/${shop.merchant_id}/${await makeCredited(index)}/disputes`;
  const fraud = { type: 'fraud', note: 'The bank asks' };
  return (await told<{ id: string }>(service, path, fraud)).id;
}

/** Decided against the merchant, who can appeal. */
async function openLostDispute(index: number): Promise<string> {
  const id = await openOperatorsDispute(index);
  const decision = { outcome: 'upheld', note: 'The bank showed it' };
  await told(service, `/disputes/${shop.merchant_id}/${id}/decide`, decision);
  return id;
}

/** Things that exist, so that requests get past the first look-up. */
async function learn(account_id: string): Promise<Known> {
  const indexes = Array.from({ length: 12 }, (_, index) => index);
  const payins: string[] = [];
  const payouts: string[] = [];
  for (const index of indexes) {
    const is_payin = index % 2 === 0;
    (is_payin ? payins : payouts).push(await makeOrder(is_payin, index));
  }
  const completed = await makeCredited(indexes.length);
  const withdrawable = await openOwnDispute(13);
  const acceptable = await openOperatorsDispute(14);
  const appealable = await openLostDispute(15);
  const open = await openOwnDispute(16);
  const contestable = await makeCredited(17);
  const settlement_id = await settle();
  const { day } = await told<{ day: string }>(service, '/proofs', {});
  const ids = [NOBODY, ...payins, ...payouts, completed];
  const orders = Array.from({ length: 40 }, (_, index) => `known-${index}`);
  const merchants = [shop.merchant_id, shop.merchant_id, shop.merchant_id, NOBODY];
  return {
    ...placed({ payins, payouts, completed, settlement_id }),
    ...contested({ withdrawable, acceptable, appealable, open, contestable }),
    merchant_id: merchants,
    merchant: merchants,
    uuid: ids,
    trade_id: ids,
    id: [...ids, settlement_id, shop.merchant_id, account_id],
    day: [day],
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
    customer_phone_number: ['+911234567890'],
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

type Made = { payins: string[]; payouts: string[]; completed: string; settlement_id: string };

/** What only some requests can do something with: a refund wants a credited pay-in, and so on. */
function placed({ payins, payouts, completed, settlement_id }: Made): Known {
  const orders = '/api/v1/orders';
  const settlement = '/api/v1/settlements/{merchant}/{uuid}';
  const payee = (path: string) => ({
    [`${path} type`]: ['account'],
    [`${path} number`]: ['000111222333', '50100087654321', '4111 1111 1111 1111'],
    [`${path} amount_cents`]: [1, 2, 3, 1_000_000_000_000],
    [`${path} order_id`]: Array.from({ length: 20 }, (_, index) => `known-${index + 13}`),
  });
  const pages = ['', '/lines', '/statement.html', '/statement.csv', '/statement.xlsx'];
  return {
    // Their last ones only are canceled, so that a UTR finds some that are open.
    [`${orders}/deposit/utr id`]: [...payins.slice(0, 4), ...payouts.slice(0, 1)],
    [`${orders}/cancel id`]: [...payins.slice(4), ...payouts.slice(4)],
    ...payee(`${orders}/withdrawal/create`),
    [`${orders}/withdrawal/create amount_currency`]: ['INR'],
    ...payee(`${orders}/refund/create`),
    [`${orders}/refund/create id`]: [completed, completed, ...payins.slice(0, 1)],
    ...Object.fromEntries(pages.map((page) => [`${settlement}${page} uuid`, [settlement_id]])),
  };
}

type Contested = Readonly<
  Record<'withdrawable' | 'acceptable' | 'appealable' | 'open' | 'contestable', string>
>;

function contested(made: Contested): Known {
  const { withdrawable, acceptable, appealable, open, contestable } = made;
  const disputes = '/api/v1/disputes';
  return {
    [`${disputes}/{merchant}/{uuid} uuid`]: [open],
    [`${disputes}/create trade_id`]: [contestable],
    [`${disputes}/create type`]: ['fraud'],
    [`${disputes}/create amount_cents`]: [1],
    [`${disputes}/message id`]: [open],
    [`${disputes}/withdraw id`]: [withdrawable],
    [`${disputes}/accept id`]: [acceptable],
    [`${disputes}/appeal id`]: [appealable],
  };
}

/** A statement that its merchant sees; nothing is paid, so that the funds stay. */
async function settle(): Promise<string> {
  const drafts = `/merchants/${shop.merchant_id}/settlements`;
  const { id } = await told<{ id: string }>(service, drafts, {});
  await told(service, `/settlements/${shop.merchant_id}/${id}/approve`, { amount_cents: 0 });
  return id;
}

async function documented(address: string): Promise<Operation[]> {
  const { status, body } = await service.ask('GET', address);
  equal(status, 200);
  // Files that are uploaded have tests of their own, and a scripted fault would be met by all.
  const apart = /\/(?:statements|files|sandbox\/faults)(?:\/|$)/;
  return operationsOf(body).filter(({ path }) => !apart.test(path));
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

/** Where steps were asked for, the answer that is described is the last line. */
function lastLineOf(reply: Reply): Reply {
  if (reply.headers.get('content-type') !== 'application/x-ndjson') return reply;
  return { ...reply, body: JSON.parse(reply.text.trimEnd().split('\n').at(-1) ?? '') };
}

/** What was not carried out by so many random requests is asked `patience` times more. */
async function fuzz(address: string, credentials: Record<string, string>, patience: number) {
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
    check(operation, request, lastLineOf(reply));
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    if (reply.status < 300) met.add(operation);
  };
  for (const operation of operations) await one(operation);
  for (let index = operations.length; index < REQUESTS; index += 1)
    await one(pick(random, operations));
  for (const operation of operations) {
    for (let left = patience; left > 0 && !met.has(operation); left -= 1) await one(operation);
  }
  // Few random bodies are accepted, so that all may have missed what makes something new.
  const making = operations.filter(({ responses }) => responses.has(201));
  for (let left = MAKING; left > 0 && !statuses.has(201); left -= 1) {
    await one(pick(random, making));
  }
  return { operations, statuses, met };
}

/** The first proof is signed at the start, before there was a merchant: none of theirs is in it. */
const OF_NEXT_DAY = '/api/v1/merchant/proofs/{merchant_id}/{day}';

describe(`requests made out of the documents, from the seed ${SEED}`, () => {
  it('of merchants are answered as it is written', async () => {
    const credentials = { 'x-token': shop.token };
    const { statuses, operations, met } = await fuzz('/openapi.json', credentials, PATIENCE);
    for (const status of [200, 201, 400, 401, 404, 415, 422]) {
      ok((statuses.get(status) ?? 0) > 0, `${status}: ${JSON.stringify([...statuses])}`);
    }
    const unmet = operations.filter((operation) => !met.has(operation));
    deepEqual(
      unmet.map(({ path }) => path).filter((path) => path !== OF_NEXT_DAY),
      [],
    );
  });

  it('of operators are answered as it is written', async () => {
    const credentials = { authorization: `Bearer ${BENCH_OPERATOR_TOKEN}` };
    const { statuses, met } = await fuzz('/operator/openapi.json', credentials, 0);
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
