// A line in suspense on a real database: the pay-ins of its account that it may be for, as they are
// when a person looks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bankLineDetail } from '../../../server/app/line/bank-line-detail.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

async function openShop(currency: string) {
  const merchant = await makeMerchant(app, { balance_currency: currency });
  const account = await scene.makeAccount(app, currency);
  const pay = (amount_cents: number, order_id?: string) =>
    scene.newPayin(app, merchant, {
      amount_cents,
      amount_currency: currency,
      ...(order_id === undefined ? {} : { order_id }),
    });
  const comes = async (amount_cents: number, fields: object = {}) => {
    const [line] = await scene.feed(app, account, [{ amount_cents, ...fields }]);
    assert.equal(line?.status, 'suspense');
    return line?.id ?? '';
  };
  return { merchant, account, pay, comes };
}

const possible = async (line: string) => accepted(await bankLineDetail(app, line)).possible_payins;

test('an under-payment shows the pay-in that asked for more, with the difference', async () => {
  const shop = await openShop('INR');
  const [asked] = [await shop.pay(250_777), await shop.pay(9_900)];
  const line = await shop.comes(250_000);
  const { line: shown } = accepted(await bankLineDetail(app, line));
  assert.deepEqual([shown.reason, shown.candidates], ['no_candidate', []]);
  const [first, ...others] = await possible(line);
  assert.deepEqual(
    [first?.trade_id, first?.difference_cents, first?.evidence, first?.score, first?.state],
    [asked.id, -777, ['amount_close', 'time', 'open'], 50, 'pending'],
  );
  assert.equal(
    first?.explanation,
    'its amount is within a twentieth, the money came in its time, it still waits for money',
  );
  assert.deepEqual(
    others.map(({ amount_cents }) => amount_cents),
    [9_900],
  );
});

test('a slip of the keyboard is found however far the amount is', async () => {
  const shop = await openShop('EUR');
  const asked = await shop.pay(1_234);
  for (let near = 0; near < 30; near += 1) await shop.pay(123_300 + near);
  const [first] = await possible(await shop.comes(123_400));
  assert.equal(first?.evidence.includes('amount_close'), true);
  const found = (await possible(await shop.comes(12_340))).find(
    ({ trade_id }) => trade_id === asked.id,
  );
  assert.deepEqual(found?.evidence, ['amount_digits', 'time', 'open']);
});

test('the order id in the text comes before a nearer amount', async () => {
  const shop = await openShop('CHF');
  const named = await shop.pay(5_000, 'shop-4711');
  const near = await shop.pay(4_020);
  const line = await shop.comes(4_000, { text: 'UPI/SHOP-4711/ASHA' });
  const shown = await possible(line);
  assert.deepEqual(
    shown.map(({ trade_id }) => trade_id),
    [named.id, near.id],
  );
  assert.equal(shown[0]?.order_id, 'shop-4711');
});

test('the list follows the present states, and is empty once the line is decided', async () => {
  const shop = await openShop('GBP');
  const asked = await shop.pay(7_000);
  const line = await shop.comes(6_990);
  assert.deepEqual((await possible(line))[0]?.evidence, ['amount_close', 'time', 'open']);
  const { caller, merchant_id } = shop.merchant;
  accepted(await cancelTrade(app, caller, raw({ merchant_id, id: asked.id })));
  assert.deepEqual((await possible(line))[0]?.evidence, ['amount_close', 'time']);
  accepted(await reviewLine(app, OPERATOR, line, 'fee', raw({ note: 'ours' }), undefined));
  assert.deepEqual(await possible(line), []);
});
