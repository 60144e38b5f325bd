// The operator's list of currencies: published, enforced for new orders in every process, and
// without effect on existing orders.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { getCurrencies, putCurrencies } from '../../../server/app/merchant/currencies.ts';
import { publishedLimits } from '../../../server/app/merchant/publish.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { CURRENCIES } from '../../../server/domain/values/currency.ts';
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
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let shop: TestMerchant;
before(async () => {
  service = await openTestApp();
  app = service.app;
  shop = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
});
after(async () => {
  await service.stop();
});
afterEach(async () => {
  await set(null);
});

const put = (currencies: unknown) => putCurrencies(app, OPERATOR, raw({ currencies }));
const set = async (currencies: readonly string[] | null) => accepted(await put(currencies));
const published = async (of: OpenApp) =>
  (await publishedLimits(of)).currencies.map(({ code }) => code);

const OFF = [
  {
    field: 'amount_currency',
    code: 'unknown_value',
    message: 'is not enabled here; GET /api/v1/limits lists those that are',
  },
];

test('a sandbox takes all until somebody says which', async () => {
  const first = await getCurrencies(app);
  const { version } = first;
  assert.deepEqual(first, { currencies: CURRENCIES, is_default: true, version });
  const { version: second, ...changed } = await set(['USD', 'JPY', 'USD']);
  assert.deepEqual(changed, { currencies: ['JPY', 'USD'], is_default: false });
  assert.notEqual(second, version);
  assert.deepEqual(await published(app), ['JPY', 'USD']);
  // The same as before has the same version.
  assert.deepEqual(await set(null), first);
});

test('pay-ins and pay-outs of another currency are refused by the field, in every process', async () => {
  const other = await service.another();
  await set(['USD']);
  await other.settings.refresh();
  assert.deepEqual(await published(other), ['USD']);
  for (const process of [app, other]) {
    for (const make of [scene.payin, scene.payout]) {
      const fields = { order_id: `off-${scene.newNumber()}`, amount_cents: 1_000 };
      const refused = refusedWith(await make(process, shop, fields));
      assert.deepEqual([refused.code, refused.errors], ['invalid_request', OFF]);
      assert.equal(refused.retry_after_s, undefined);
    }
  }
});

test('no account is lent for a currency that is not enabled', async () => {
  await set(['INR']);
  const fields = { order_id: 'chf', amount_cents: 1_000, amount_currency: 'CHF' };
  assert.deepEqual(refusedWith(await scene.payin(app, shop, fields)).errors, OFF);
  const { accounts } = await app.settings.refresh();
  assert.deepEqual(
    [...accounts.values()].filter(({ currency }) => currency === 'CHF'),
    [],
  );
});

test('an order that is there is answered as before, whatever was enabled since', async () => {
  const fields = { order_id: 'known', amount_cents: 2_000 };
  const { trade } = accepted(await scene.payin(app, shop, fields));
  await set(['USD']);
  const again = accepted(await scene.payin(app, shop, fields));
  assert.deepEqual([again.trade.id, again.replayed], [trade.id, true]);
});

test('money of a pay-in can be given back, whatever was enabled since', async () => {
  const trade = await scene.newPayin(app, shop, { amount_cents: 3_000 });
  const { merchant_id } = shop;
  accepted(await actOnTrade(app, OPERATOR, merchant_id, trade.id, 'confirm', raw({})));
  await set(['USD']);
  const fields = raw({
    merchant_id,
    id: trade.id,
    order_id: 'refund',
    number: '000111222333',
    type: 'account',
  });
  accepted(await createRefund(app, shop.caller, fields));
});

test('a list of what are no currencies is refused by its place', async () => {
  for (const [list, field] of [
    [['INR', 'inr'], 'currencies[1]'],
    [['XXX'], 'currencies[0]'],
    [[7], 'currencies[0]'],
    [[], 'currencies'],
    ['INR', 'currencies'],
    [undefined, 'currencies'],
  ] as const) {
    const refused = refusedWith(await put(list));
    assert.deepEqual(
      refused.errors?.map((error) => error.field),
      [field],
    );
  }
});
