// One merchant with the ids of another: on every route the answer is that for ids of nobody.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { payinFields, payoutFields, type Shop } from '../../bench/harness/shop.ts';
import {
  type AttackService,
  NOBODY,
  type Reply,
  startAttackService,
  told,
  visible,
} from '../support/attack-service.ts';

let service: AttackService;
let attacker: Shop;
let victim: Shop;
let payin_id: string;
let payout_id: string;

const as = (shop: Shop, method: string, path: string, body?: unknown) =>
  service.ask(method, path, { body, headers: { 'x-token': shop.token } });

before(async () => {
  service = await startAttackService();
  await service.addAccount('000111222333');
  attacker = await service.openShop({ name: 'Attacker', funds_cents: 1_000_000 });
  victim = await service.openShop({ name: 'Victim', funds_cents: 1_000_000 });
  const payin = payinFields(victim, 'victim-payin', 10_000);
  const created = await as(victim, 'POST', '/api/v1/orders/deposit/create', payin);
  equal(created.status, 201, created.text);
  payin_id = String(created.body.id);
  const payout = payoutFields(victim, 'victim-payout', 20_000);
  const paid = await as(victim, 'POST', '/api/v1/orders/withdrawal/create', payout);
  equal(paid.status, 201, paid.text);
  payout_id = String(paid.body.id);
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
});

/** Of the victim, and the same of nobody: what an attacker would compare. */
type Ids = { merchant_id: string; payin: string; payout: string; order_id: string };
type Call = { status: number; method: string; path: string; body?: object };

const POST = (status: number, path: string, body: object): Call => ({
  status,
  method: 'POST',
  path: `/api/v1/orders/${path}`,
  body,
});
const GET = (status: number, path: string): Call => ({
  status,
  method: 'GET',
  path: `/api/v1/${path}`,
});

/** Under the other merchant's id, and (a trade's id known) under the attacker's own. */
function callsFor({ merchant_id, payin, payout, order_id }: Ids): Call[] {
  const own = attacker.merchant_id;
  const other = { ...attacker, merchant_id };
  const utr = '412345678901';
  return [
    POST(401, 'deposit/create', payinFields(other, 'stolen', 10_000)),
    POST(401, 'deposit/create', { merchant_id }),
    POST(401, 'withdrawal/create', payoutFields(other, 'stolen', 10_000)),
    POST(401, 'withdrawal/create', { merchant_id, amount_cents: -1 }),
    POST(401, 'deposit/utr', { merchant_id, id: payin, utr }),
    POST(422, 'deposit/utr', { merchant_id: own, id: payin, utr }),
    POST(422, 'deposit/utr', { merchant_id: own, id: payout, utr }),
    POST(404, 'search', { merchant_id, order_id }),
    POST(404, 'search', { merchant_id: own, order_id }),
    POST(401, 'cancel', { merchant_id, id: payin }),
    POST(401, 'cancel', { merchant_id, id: payout }),
    POST(422, 'cancel', { merchant_id: own, id: payin }),
    POST(422, 'cancel', { merchant_id: own, id: payout }),
    GET(404, `orders/${merchant_id}/${payin}`),
    GET(404, `orders/${own}/${payin}`),
    GET(404, `orders/${own}/${payout}`),
    GET(404, `orders/${merchant_id.toUpperCase()}/${payin.toUpperCase()}`),
    GET(404, `merchant/account_balance/${merchant_id}`),
    GET(404, `merchant/account_balance/${merchant_id.toUpperCase()}`),
    GET(404, `events?merchant_id=${merchant_id}`),
    GET(404, `events?merchant_id=${merchant_id.toUpperCase()}&limit=1`),
    GET(404, `settlements?merchant_id=${merchant_id}`),
    GET(404, `merchant/proofs/${merchant_id}`),
    GET(404, `merchant/proofs/${merchant_id}/latest`),
    GET(404, `merchant/entries/${merchant_id}`),
    GET(404, `settlements/${merchant_id}/${payin}`),
    GET(404, `settlements/${merchant_id}/${payin}/lines`),
    GET(404, `settlements/${own}/${payin}/statement.html`),
    GET(404, `settlements/${merchant_id}/${payin}/statement.csv`),
    GET(404, `settlements/${merchant_id}/${payin}/statement.xlsx`),
  ];
}

describe('the ids of another merchant', () => {
  it('are as unknown as ids of nobody, on every route', async () => {
    const { merchant_id } = victim;
    const of_victim = callsFor({
      merchant_id,
      payin: payin_id,
      payout: payout_id,
      order_id: 'victim-payin',
    });
    const of_nobody = callsFor({
      merchant_id: NOBODY,
      payin: NOBODY,
      payout: NOBODY,
      order_id: 'no-such-order',
    });
    for (const [index, { status, method, path, body }] of of_victim.entries()) {
      const call = of_nobody[index];
      ok(call);
      const answer = await as(attacker, method, path, body);
      equal(answer.status, status, `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`);
      const unknown = await as(attacker, call.method, call.path, call.body);
      deepEqual(visible(answer), visible(unknown), `${method} ${path}`);
      ok(!answer.text.includes(merchant_id) && !answer.text.includes('Victim'));
    }
  });

  it('are refused under a signature of one’s own, too', async () => {
    const path = `/merchants/${attacker.merchant_id}/tokens`;
    type Issued = { signing_secret: string };
    const { signing_secret } = await told<Issued>(service, path, { mode: 'signature' });
    const sign = (text: string) => createHmac('sha256', signing_secret).update(text).digest('hex');
    const answers: Reply[] = [];
    for (const merchant_id of [victim.merchant_id, NOBODY]) {
      const body = JSON.stringify({ merchant_id, order_id: 'victim-payin' });
      const headers = { 'x-token': sign(body) };
      answers.push(await service.ask('POST', '/api/v1/orders/search', { body, headers }));
      const balance = `/api/v1/merchant/account_balance/${merchant_id}`;
      const signed = { 'x-token': sign(JSON.stringify({ merchant_id })) };
      answers.push(await service.ask('GET', balance, { headers: signed }));
    }
    const seen = new Set(answers.map((answer) => JSON.stringify(visible(answer))));
    deepEqual([seen.size, answers[0]?.status], [1, 401]);
  });

  it('leave the victim as it was', async () => {
    const balance = `/api/v1/merchant/account_balance/${victim.merchant_id}`;
    const { body } = await as(victim, 'GET', balance);
    deepEqual([body.amount_cents, body.blocked_amount_cents], [1_000_000, 20_100]);
    for (const [id, state] of [
      [payin_id, 'pending'],
      [payout_id, 'created'],
    ] as const) {
      const found = await as(victim, 'GET', `/api/v1/orders/${victim.merchant_id}/${id}`);
      deepEqual([found.body.state, found.body.sequence, found.body.utr], [state, 1, null]);
    }
    const stolen = { merchant_id: victim.merchant_id, order_id: 'stolen' };
    equal((await as(victim, 'POST', '/api/v1/orders/search', stolen)).status, 404);
  });

  it('do not matter to order ids: two merchants may use the same one', async () => {
    const order = payinFields(attacker, 'victim-payin', 30_000);
    const created = await as(attacker, 'POST', '/api/v1/orders/deposit/create', order);
    equal(created.status, 201, created.text);
    ok(created.body.id !== payin_id);
    equal(created.headers.get('idempotent-replayed'), null);
  });

  it('do not stand in one another’s feed', async () => {
    const { body, text } = await as(attacker, 'GET', '/api/v1/events?limit=200');
    ok(Array.isArray(body.data));
    ok(!text.includes(victim.merchant_id) && !text.includes(payin_id));
  });
});
