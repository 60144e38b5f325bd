// A merchant's records compared with the orders here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { compareOrders } from '../../../server/app/trade/compare-orders.ts';
import { MOST_COMPARED } from '../../../server/domain/trade/compare-requests.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let service: TestApp;
let app: OpenApp;
let merchant: TestMerchant;
let stranger: TestMerchant;
before(async () => {
  service = await openTestApp();
  app = service.app;
  [merchant, stranger] = await Promise.all([makeMerchant(app), makeMerchant(app)]);
  await scene.makeAccount(app, 'INR');
});
after(() => service.stop());

type Fields = Record<string, unknown>;

const compare = (orders: unknown, given: Fields = {}) =>
  compareOrders(app, merchant.caller, raw({ merchant_id: merchant.merchant_id, orders, ...given }));

async function newOrder(of: TestMerchant = merchant): Promise<{ id: string; order_id: string }> {
  const amount_cents = 1_000 + scene.newNumber();
  const { id, order_id } = await scene.newPayin(app, of, { amount_cents });
  return { id, order_id };
}

async function canceled(): Promise<{ id: string; order_id: string }> {
  const { id, order_id } = await newOrder();
  const { merchant_id, caller } = merchant;
  accepted(await cancelTrade(app, caller, raw({ merchant_id, id })));
  return { id, order_id };
}

test('orders that agree are not in the answer, by either name', async () => {
  const [first, second] = [await newOrder(), await canceled()];
  const records = [
    { id: first.id, state: 'pending' },
    { order_id: second.order_id, state: 'canceled' },
  ];
  const { compared, differences } = accepted(await compare(records));
  assert.deepEqual([compared, differences], [2, []]);
});

test('another state is told with its reason, in the order of the request', async () => {
  const [first, second] = [await canceled(), await newOrder()];
  const records = [
    { order_id: second.order_id, state: 'completed' },
    { id: first.id, state: 'pending' },
  ];
  const { differences } = accepted(await compare(records));
  assert.deepEqual(differences, [
    {
      ...second,
      your_state: 'completed',
      state: 'pending',
      state_reason: null,
      sequence: 1,
      is_final: false,
    },
    {
      ...first,
      your_state: 'pending',
      state: 'canceled',
      state_reason: 'declined_by_merchant',
      sequence: 2,
      is_final: true,
    },
  ]);
});

test('what is unknown here has no state, also if another merchant knows it', async () => {
  const other = await newOrder(stranger);
  const unknown = { your_state: 'pending', state: null, state_reason: null };
  const rest = { ...unknown, sequence: null, is_final: null };
  const records = [
    { id: other.id, state: 'pending' },
    { order_id: other.order_id, state: 'pending' },
    { id: NOBODY, state: 'pending' },
  ];
  const { differences } = accepted(await compare(records));
  assert.deepEqual(differences, [
    { id: other.id, order_id: null, ...rest },
    { id: null, order_id: other.order_id, ...rest },
    { id: NOBODY, order_id: null, ...rest },
  ]);
});

test('order ids are equal if their canonical forms are', async () => {
  const { id } = await scene.newPayin(app, merchant, { amount_cents: 777, order_id: 'café-1' });
  const { differences } = accepted(await compare([{ order_id: 'cafe\u0301-1', state: 'failed' }]));
  assert.equal(differences[0]?.id, id);
});

test('another merchant’s name is answered as nothing that there is', async () => {
  const merchant_id = stranger.merchant_id;
  const answer = await compare([{ id: NOBODY, state: 'pending' }], { merchant_id });
  assert.equal(refusedWith(answer).code, 'not_found');
});

test('every wrong field is named, and lists without end are refused', async () => {
  const many = Array.from({ length: MOST_COMPARED }, () => ({ id: NOBODY, state: 'pending' }));
  assert.equal(accepted(await compare(many)).differences.length, MOST_COMPARED);
  const table: [orders: unknown, fields: string[]][] = [
    [undefined, ['orders']],
    [{}, ['orders']],
    [[], ['orders']],
    [[...many, many[0]], ['orders']],
    [[1], ['orders']],
    [[{ state: 'pending' }], ['orders[0].id']],
    [[{ id: NOBODY, order_id: 'both', state: 'pending' }], ['orders[0].id']],
    [[{ id: 'x', state: 'paid' }], ['orders[0].id', 'orders[0].state']],
    [[{ id: NOBODY }], ['orders[0].state']],
    [[{ order_id: 7, state: 'pending' }], ['orders[0].order_id']],
    [[{ order_id: ' x', state: 'pending' }], ['orders[0].order_id']],
    [[{ order_id: 'x'.repeat(129), state: 'pending' }], ['orders[0].order_id']],
  ];
  for (const [orders, fields] of table) {
    const { errors } = refusedWith(await compare(orders));
    assert.deepEqual(
      errors?.map(({ field }) => field),
      fields,
      JSON.stringify(orders)?.slice(0, 100),
    );
  }
});
