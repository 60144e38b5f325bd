// Every endpoint of the merchants' API, its successes and its refusals, as golden files.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serviceTime } from '../../../server/app/process/service-time.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { SCHEMAS_AGREE, TradeSchema } from '../../../server/http/schema/schemas.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import { type Answer, openScene, type Scene } from '../service-scene.ts';
import { createNames, exchangeText } from '../wire-text.ts';

const golden = (name: string) =>
  fileURLToPath(new URL(`../../golden/merchant/${name}.txt`, import.meta.url));

const asItIs = { serializers: [(text: unknown) => String(text)] };

const DEPOSIT = '/api/v1/orders/deposit/create';
const WITHDRAWAL = '/api/v1/orders/withdrawal/create';
const UTR = '/api/v1/orders/deposit/utr';
const SEARCH = '/api/v1/orders/search';
const REFUND = '/api/v1/orders/refund/create';
const CANCEL = '/api/v1/orders/cancel';
const COMPARE = '/api/v1/orders/compare';
const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('the merchants’ wire', () => {
  let scene: Scene;
  let order: Record<string, unknown>;
  let payout: Record<string, unknown>;
  let merchant_id: string;

  before(async () => {
    scene = await openScene();
    merchant_id = scene.merchant.merchant_id;
    order = {
      merchant_id,
      order_id: 'order-1',
      amount_cents: 150_050,
      amount_currency: 'INR',
      type: 'card',
      client_id: 'client-1',
    };
    payout = { ...order, number: '4111 1111 1111 1111', name: 'Asha Rao' };
  });
  after(() => scene.stop());

  async function post(t: TestContext, name: string, path: string, body: object): Promise<Answer> {
    const answer = await scene.post(path, body);
    const text = createNames()(exchangeText(`POST ${path}`, body, answer));
    t.assert.fileSnapshot(text, golden(name), asItIs);
    return answer;
  }

  async function get(t: TestContext, name: string, path: string): Promise<Answer> {
    const answer = await scene.get(path);
    const text = createNames()(exchangeText(`GET ${path}`, null, answer));
    t.assert.fileSnapshot(text, golden(name), asItIs);
    return answer;
  }

  const createPayin = async (order_id: string, more: object = {}) => {
    const { status, body } = await scene.post(DEPOSIT, { ...order, order_id, ...more });
    equal(status, 201);
    return String(body.id);
  };

  it('creates a pay-in, and answers the same again', async (t) => {
    const links = {
      callback_url: 'https://shop.example/callbacks',
      return_url: 'https://shop.example/thanks',
      metadata: { cart: 'A-17' },
    };
    const body = { ...order, order_id: 'created', ...links };
    const first = await post(t, 'deposit-created', DEPOSIT, body);
    const again = await post(t, 'deposit-replayed', DEPOSIT, body);
    deepEqual(again.body, first.body);
  });

  it('answers a trade with exactly the fields of its schema', async () => {
    const described = {
      ...order,
      order_id: 'schema',
      description: '2 tickets',
      metadata: { cart: 'A-17' },
    };
    const { body } = await scene.post(DEPOSIT, described);
    // Only a trade whose payer was erased has the one, and only a past trade the other.
    const fields = Object.keys(TradeSchema.properties).filter(
      (name) => name !== 'erased' && name !== 'archived_month',
    );
    deepEqual(Object.keys(body), fields);
    deepEqual(new Set(Object.values(SCHEMAS_AGREE)), new Set([true]));
  });

  it('refuses an order_id with other content', async (t) => {
    await createPayin('taken');
    const body = { ...order, order_id: 'taken', amount_cents: 1 };
    await post(t, 'deposit-order-id-taken', DEPOSIT, body);
  });

  it('tells all wrong fields at once', async (t) => {
    await post(t, 'deposit-empty', DEPOSIT, {});
    await post(t, 'deposit-wrong-fields', DEPOSIT, {
      return_url: 'javascript:alert(1)',
      callback_url: 7,
      client_id: '',
      type: 'cash',
      amount_currency: 'inr',
      amount_cents: '150050',
      order_id: 'x'.repeat(129),
      merchant_id: 'mine',
      state: 'completed',
    });
    await post(t, 'withdrawal-wrong-fields', WITHDRAWAL, {
      ...payout,
      amount_cents: 10 ** 12 + 1,
      number: '4111 1111 1111 1112',
      name: ' ',
      customer_phone_number: '12',
      payment_data_bank_name: 'x'.repeat(129),
    });
    await post(t, 'deposit-list', DEPOSIT, [order]);
  });

  it('ignores what it does not know and never applies it', async () => {
    const assigned = { state: 'completed', percent: 99, id: NOBODY, url: 'https://evil.example' };
    const body = { ...order, order_id: 'assigned', ...assigned };
    const answer = await scene.post(DEPOSIT, body);
    deepEqual([answer.status, answer.body.state, answer.body.percent], [201, 'pending', 0]);
  });

  it('creates a pay-out and holds its amount', async (t) => {
    await post(t, 'withdrawal-created', WITHDRAWAL, { ...payout, order_id: 'out-1' });
    await get(t, 'balance', `/api/v1/merchant/account_balance/${merchant_id}`);
  });

  it('tells the balance at a past moment, and refuses what is none', async () => {
    const address = `/api/v1/merchant/account_balance/${merchant_id}`;
    const first = new Date(1_700_000_000_000).toISOString();
    const before_all = await scene.get(`${address}?at=${first}`);
    deepEqual([before_all.status, before_all.body.amount_cents], [200, 0]);
    const now = new Date(serviceTime(scene.app)).toISOString();
    const { body } = await scene.get(address);
    const { body: at_now } = await scene.get(`${address}?at=${now}`);
    deepEqual(at_now.amount_cents, body.amount_cents);
    for (const at of ['yesterday', '2026-02-30T00:00:00Z', '2999-01-01T00:00:00Z', '']) {
      const refused = await scene.get(`${address}?at=${at}`);
      equal(refused.status, 422, at);
      deepEqual(
        Object(refused.body.errors).map(({ field }: { field: string }) => field),
        ['at'],
      );
    }
  });

  it('refuses a pay-out beyond the balance', async (t) => {
    const body = { ...payout, order_id: 'out-2', amount_cents: 10 ** 12 };
    await post(t, 'withdrawal-insufficient-funds', WITHDRAWAL, body);
  });

  it('refuses a currency without a rate', async (t) => {
    const body = { ...order, order_id: 'no-rate', amount_currency: 'XOF' };
    await post(t, 'deposit-no-exchange-rate', DEPOSIT, body);
  });

  it('attaches a UTR', async (t) => {
    const id = await createPayin('utr');
    await post(t, 'utr-attached', UTR, { merchant_id, id, utr: 'ab12 3456-7890' });
    await post(t, 'utr-wrong-fields', UTR, { merchant_id, id: 'x', utr: '***' });
    await post(t, 'utr-unknown-trade', UTR, { merchant_id, id: NOBODY, utr: 'AB1234567890' });
  });

  it('refuses a UTR for what is no open pay-in', async (t) => {
    const { body } = await scene.post(WITHDRAWAL, { ...payout, order_id: 'out-3' });
    await post(t, 'utr-payout', UTR, { merchant_id, id: body.id, utr: 'AB1234567890' });
  });

  it('refunds a pay-in', async (t) => {
    const id = await createPayin('paid');
    const body = { merchant_id, id, order_id: 'refund-1', number: '4111 1111 1111 1111' };
    await post(t, 'refund-not-completed', REFUND, body);
    const { app } = scene;
    accepted(await actOnTrade(app, OPERATOR, merchant_id, id, 'confirm', raw({})));
    const first = await post(t, 'refund-created', REFUND, { ...body, amount_cents: 50_050 });
    const again = await post(t, 'refund-replayed', REFUND, { ...body, amount_cents: 50_050 });
    deepEqual(again.body, first.body);
    await get(t, 'refund-pay-in', `/api/v1/orders/${merchant_id}/${id}`);
    const more = { ...body, order_id: 'refund-2', amount_cents: 100_001 };
    await post(t, 'refund-too-large', REFUND, more);
    await post(t, 'refund-number-unknown', REFUND, { merchant_id, id, order_id: 'refund-3' });
    await post(t, 'refund-empty', REFUND, {});
    await post(t, 'refund-wrong-fields', REFUND, {
      ...body,
      order_id: '',
      amount_cents: 1.5,
      type: 'cash',
      number: '4111 1111 1111 1112',
      customer_phone_number: '12',
      callback_url: 'ftp://shop.example',
    });
    await post(t, 'refund-unknown-trade', REFUND, { ...body, id: NOBODY });
    await post(t, 'refund-other-merchant', REFUND, { ...body, merchant_id: NOBODY });
  });

  it('finds and gets a trade', async (t) => {
    const id = await createPayin('find');
    await post(t, 'search-found', SEARCH, { merchant_id, order_id: 'find' });
    await post(t, 'search-not-found', SEARCH, { merchant_id, order_id: 'nothing' });
    await post(t, 'search-wrong-fields', SEARCH, { merchant_id: 1 });
    await get(t, 'get-found', `/api/v1/orders/${merchant_id}/${id}`);
    await get(t, 'get-not-found', `/api/v1/orders/${merchant_id}/${NOBODY}`);
    await get(t, 'get-malformed', `/api/v1/orders/${merchant_id}/x`);
  });

  it('cancels a trade, and answers with it when asked again', async (t) => {
    const id = await createPayin('cancel');
    await post(t, 'cancel-canceled', CANCEL, { merchant_id, id });
    await post(t, 'cancel-again', CANCEL, { merchant_id, id });
    const claimed = await createPayin('cancel-claimed');
    const claim = { merchant_id, id: claimed, utr: 'CLAIMED12345' };
    equal((await scene.post(UTR, claim)).status, 201);
    await post(t, 'cancel-not-allowed', CANCEL, { merchant_id, id: claimed });
  });

  it('lists orders', async (t) => {
    const id = await createPayin('listed', { client_id: 'lister' });
    await createPayin('listed-2', { client_id: 'lister' });
    await get(t, 'orders-page', '/api/v1/orders?order_id=listed&limit=1');
    await get(t, 'orders-wrong-query', '/api/v1/orders?state=paid&sort=up&limit=0');
    const { body } = await scene.get('/api/v1/orders?state=pending&client_id=lister');
    const [newest, oldest] = Object(body).data;
    deepEqual([newest.order_id, oldest.id], ['listed-2', id]);
  });

  it('compares records with the orders here', async (t) => {
    const id = await createPayin('compare');
    const orders = [
      { id, state: 'completed' },
      { order_id: 'compare', state: 'pending' },
      { order_id: 'nobody’s', state: 'pending' },
    ];
    await post(t, 'compare-differences', COMPARE, { merchant_id, orders });
    await post(t, 'compare-resent', COMPARE, { merchant_id, orders, resend: true });
    const wrong = { merchant_id, orders: [{ state: 'paid' }], resend: 'yes' };
    await post(t, 'compare-wrong-fields', COMPARE, wrong);
  });

  it('lists events', async (t) => {
    await get(t, 'events-wrong-query', '/api/v1/events?after=x');
    await get(t, 'events-twice', '/api/v1/events?limit=1&limit=2');
    const { status, body } = await scene.get('/api/v1/events?after=0&limit=1');
    deepEqual([status, Object.keys(body)], [200, ['data', 'next_after', 'has_more', 'removed_to']]);
  });

  it('publishes limits and states to everybody', async () => {
    for (const [path, member] of [
      ['/api/v1/limits', 'currencies'],
      ['/api/v1/states', 'transitions'],
    ] as const) {
      const { status, body } = await scene.get(path, { 'x-token': '' });
      deepEqual([status, Array.isArray(body[member])], [200, true]);
    }
  });

  it('hides other merchants: 401 on writes, 404 on reads, as if they did not exist', async (t) => {
    await post(t, 'deposit-other-merchant', DEPOSIT, { ...order, merchant_id: NOBODY });
    await post(t, 'utr-other-merchant', UTR, { merchant_id: NOBODY, id: NOBODY, utr: '12345678' });
    await post(t, 'search-other-merchant', SEARCH, { merchant_id: NOBODY, order_id: 'find' });
    await get(t, 'get-other-merchant', `/api/v1/orders/${NOBODY}/${NOBODY}`);
    await get(t, 'balance-other-merchant', `/api/v1/merchant/account_balance/${NOBODY}`);
  });
});
