// Lists of what is about trades name the order, and not only the trade's id: in one read per page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listDeliveries } from '../../../server/app/callback/list-deliveries.ts';
import { listLedgerEntries } from '../../../server/app/ledger/list-ledger.ts';
import { bankLineDetail } from '../../../server/app/line/bank-line-detail.ts';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import { namesOfOrders } from '../../../server/app/request/order-names.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  setDefaultEndpoint,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let shop: TestMerchant;
let shop_name: string;
before(async () => {
  service = await openTestApp();
  shop = await makeMerchant(service.app);
  await setDefaultEndpoint(service.app, shop.merchant_id, 'https://shop.example/callbacks');
  const { merchants } = await service.app.settings.current();
  shop_name = merchants.get(shop.merchant_id)?.name ?? '';
});
after(() => service.stop());

test('a bank line, its callback and its entry name the order that it paid', async () => {
  const { app } = service;
  const account = await scene.makeAccount(app, 'INR');
  const paid = await scene.newPayin(app, shop, { order_id: 'A-17', amount_cents: 4_471 });
  const line = { amount_cents: 4_471, utr: '412345674471' };
  await scene.claim(app, shop, paid.id, line.utr);
  await scene.feed(app, account, [line, { amount_cents: 999, utr: '412345670999' }]);
  const { data: lines } = accepted(await listBankLines(app, { receiving_account_id: account }));
  assert.deepEqual(
    lines.map(({ trade_id, order_id, merchant_name }) => [trade_id, order_id, merchant_name]),
    [
      [null, null, null],
      [paid.id, 'A-17', shop_name],
    ],
  );
  const detail = accepted(await bankLineDetail(app, lines[1]?.id ?? ''));
  assert.equal(detail.line.order_id, 'A-17');
  const { merchant_id } = shop;
  const { data: deliveries } = accepted(await listDeliveries(app, { merchant_id }));
  assert.ok(deliveries.length > 0);
  for (const one of deliveries) {
    assert.deepEqual([one.order_id, one.merchant_name], ['A-17', shop_name]);
  }
  const { data: entries } = accepted(await listLedgerEntries(app, { merchant_id }));
  const [entry] = entries.filter(({ trade_id }) => trade_id === paid.id);
  assert.equal(entry?.order_id, 'A-17');
});

test('an order is shown as its merchant wrote it, and what is unknown has no name', async () => {
  const { app } = service;
  const sent = await scene.newPayin(app, shop, { order_id: 'Cafe\u0301-1', amount_cents: 700 });
  const { merchant_id } = shop;
  const nameOf = await namesOfOrders(app, [
    { merchant_id, trade_id: sent.id },
    { merchant_id, trade_id: shop.merchant_id },
    { merchant_id: null, trade_id: null },
  ]);
  assert.equal(nameOf({ merchant_id, trade_id: sent.id }).order_id, sent.order_id);
  assert.equal(nameOf({ merchant_id, trade_id: shop.merchant_id }).order_id, null);
  const nobody = { order_id: null, merchant_name: null };
  assert.deepEqual(nameOf({ merchant_id: null, trade_id: null }), nobody);
});
