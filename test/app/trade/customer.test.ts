// A customer of a merchant, found by the keyed hash of the merchant's own name for them.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { listDisputes } from '../../../server/app/dispute/list-disputes.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { showCustomer } from '../../../server/app/trade/show-customer.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { opened } from '../dispute/dispute-scene.ts';
import * as scene from '../scene.ts';

const ASHA = 'asha.rao@example.com';
const SETTINGS = {
  client_max_open_payins: 5,
  client_max_count_per_day: 9,
  client_max_sum_cents_per_hour: 50_000,
};

suite('a customer', () => {
  let service: TestApp;
  let shop: TestMerchant;
  let other_shop: TestMerchant;
  let disputed: string;
  before(async () => {
    service = await openTestApp();
    const { app } = service;
    await scene.makeAccount(app, 'INR');
    shop = await makeMerchant(app, { settings: SETTINGS });
    other_shop = await makeMerchant(app);
    await scene.fund(app, shop.merchant_id, 100_000);
    const pay = (merchant: TestMerchant, amount_cents: number, client_id = ASHA) =>
      scene.newPayin(app, merchant, { amount_cents, client_id });
    const act = async (id: string, name: 'confirm' | 'cancel') =>
      accepted(await actOnTrade(app, OPERATOR, shop.merchant_id, id, name, raw({ note: 'x' })));
    const { id, merchant_id } = await act((await pay(shop, 1_000)).id, 'confirm');
    disputed = (await opened(app, { merchant_id, id })).id;
    await act((await pay(shop, 2_000)).id, 'confirm');
    await act((await pay(shop, 3_000)).id, 'cancel');
    const claimed = await pay(shop, 4_000);
    await scene.claim(app, shop, claimed.id, '512345678901');
    accepted(
      await actOnTrade(app, OPERATOR, merchant_id, claimed.id, 'fail', raw({ note: 'Not found' })),
    );
    await pay(shop, 5_000);
    await scene.newPayout(app, shop, 500, { client_id: ASHA });
    const others = await pay(shop, 700, 'ravi');
    await opened(app, {
      merchant_id,
      id: (await act(others.id, 'confirm')).id,
    });
    await pay(other_shop, 800);
  });
  after(() => service.stop());

  const show = (merchant_id: string, client_id = ASHA) =>
    showCustomer(service.app, { merchant_id, client_id });

  test('has orders, failed claims and used limits, of this merchant only', async () => {
    const body = accepted(await show(shop.merchant_id));
    const counts = Object.entries(body.orders).map(([name, { count }]) => [name, count]);
    assert.deepEqual(Object.fromEntries(counts), {
      payins: 5,
      completed_payins: 1,
      failed_payins: 1,
      disputed: 1,
      payouts: 1,
    });
    assert.deepEqual(body.limits, [
      { limit: 'client_max_open_payins', currency: null, used: 1, most: 5 },
      { limit: 'client_max_count_per_day', currency: null, used: 5, most: 9 },
      { limit: 'client_max_sum_cents_per_hour', currency: 'INR', used: 15_000, most: 50_000 },
    ]);
    assert.equal(body.client_id, ASHA);
    const other = accepted(await show(other_shop.merchant_id));
    assert.deepEqual([other.orders.payins.count, other.limits], [1, []]);
  });

  test('has disputes, not those of others', async () => {
    const query = { merchant_id: shop.merchant_id, client_id: ASHA };
    const found = accepted(await listDisputes(service.app, OPERATOR, query));
    assert.deepEqual(
      found.data.map(({ id }) => id),
      [disputed],
    );
    const all = accepted(
      await listDisputes(service.app, OPERATOR, { merchant_id: shop.merchant_id }),
    );
    assert.equal(all.data.length, 2);
  });

  test('nobody is one before their first order, and of an unknown merchant', async () => {
    assert.equal(refusedWith(await show(shop.merchant_id, 'nobody')).code, 'not_found');
    const unknown = '00000000-0000-7000-8000-000000000000';
    assert.equal(refusedWith(await show(unknown)).code, 'not_found');
  });

  test('both parts of the name are needed', async () => {
    const refused = refusedWith(await showCustomer(service.app, { client_id: ASHA }));
    assert.deepEqual(
      refused.errors?.map(({ field, code }) => [field, code]),
      [['merchant_id', 'required']],
    );
  });
});
