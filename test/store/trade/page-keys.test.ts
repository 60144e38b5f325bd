// The addresses of payment pages: shown on every read, and in no copy of the database.
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openPage } from '../../../server/app/page/open-page.ts';
import { newId } from '../../../server/app/process/ids.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import { listTrades } from '../../../server/app/trade/list-trades.ts';
import * as scene from '../../app/scene.ts';
import { everything } from '../../support/every-row.ts';
import { accepted, makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';

const tokenOf = (url: string) => new URL(url).pathname.slice('/pay/'.length);
const keyOf = (url: string) => Buffer.from(tokenOf(url), 'base64url').subarray(32);

describe('the address of a page', () => {
  let service: TestApp;
  before(async () => {
    service = await openTestApp();
  });
  after(() => service.stop());

  it('is the same in the answer, in reads and in lists, and in no row', async () => {
    const { app } = service;
    const shop = await makeMerchant(app);
    await scene.makeAccount(app, 'INR');
    await scene.fund(app, shop.merchant_id, 10_000);
    const made = [
      await scene.newPayin(app, shop, { amount_cents: 500 }),
      await scene.newPayout(app, shop, 600),
    ];
    const another = await service.another();
    for (const { id, url } of made) {
      const read = accepted(
        await getTrade(another, shop.caller, { merchant: shop.merchant_id, uuid: id }),
      );
      equal(read.url, url);
      equal(accepted(await openPage(another, tokenOf(url))).order_id, read.order_id);
    }
    const { data } = accepted(await listTrades(app, { merchant_id: shop.merchant_id }));
    deepEqual(new Set(data.map(({ url }) => url)), new Set(made.map(({ url }) => url)));
    const text = await everything(app);
    for (const { id, url } of made) {
      ok(text.includes(id));
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        ok(!text.includes(keyOf(url).toString(form).replace(/=+$/, '')), form);
      }
      ok(!text.includes(tokenOf(url)));
    }
  });

  it('has a key of its own per trade and per merchant', () => {
    const { cipher } = service.app.store;
    const [merchant_id, trade_id] = [newId(), newId()];
    const { page_key_id } = cipher;
    const key = cipher.pageKey({ merchant_id, trade_id, page_key_id });
    equal(key.length, 16);
    for (const other of [
      { merchant_id: newId(), trade_id, page_key_id },
      { merchant_id, trade_id: newId(), page_key_id },
    ]) {
      notEqual(cipher.pageKey(other).toString('hex'), key.toString('hex'));
    }
  });
});
