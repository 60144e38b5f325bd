// Order ids on a real database: spellings that look the same are one order everywhere.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { listEvents } from '../../../server/app/callback/list-events.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import { openPage } from '../../../server/app/page/open-page.ts';
import { pageSayPaid } from '../../../server/app/page/page-evidence.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { listSettlementLines } from '../../../server/app/settlement/read-settlements.ts';
import { findTrade } from '../../../server/app/trade/find-trade.ts';
import { listTrades } from '../../../server/app/trade/list-trades.ts';
import { listPaidNotices } from '../../../server/app/trade/receipts.ts';
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
import { settling } from '../settlement/settlement-scene.ts';

let service: TestApp;
let app: App;
let merchant: TestMerchant;
before(async () => {
  service = await openTestApp();
  app = service.app;
  merchant = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
  await scene.fund(app, merchant.merchant_id, 1_000_000);
});
after(() => service.stop());

/** The same word as one code point per letter, and with its accents apart. */
const spellings = (word: string) => [word.normalize('NFC'), word.normalize('NFD')] as const;

const search = (order_id: string) =>
  findTrade(app, merchant.caller, raw({ merchant_id: merchant.merchant_id, order_id }));

suite('two spellings that look the same are one order', () => {
  test('a create with the other spelling is a replay, and the trade echoes the first', async () => {
    for (const [first, second] of [spellings('café-1'), spellings('café-2').toReversed()]) {
      assert.ok(first !== undefined && second !== undefined && first !== second);
      const made = accepted(
        await scene.payin(app, merchant, { order_id: first, amount_cents: 100 }),
      );
      const again = accepted(
        await scene.payin(app, merchant, { order_id: second, amount_cents: 100 }),
      );
      assert.deepEqual([made.replayed, again.replayed], [false, true]);
      assert.equal(again.trade.id, made.trade.id);
      assert.equal(made.trade.order_id, first, 'echoed as it was sent');
      assert.equal(again.trade.order_id, first);
      const other = { order_id: second, amount_cents: 200 };
      assert.equal(refusedWith(await scene.payin(app, merchant, other)).code, 'order_id_taken');
      assert.equal(refusedWith(await scene.payout(app, merchant, other)).code, 'order_id_taken');
      for (const order_id of [first, second]) {
        assert.equal(accepted(await search(order_id)).id, made.trade.id);
        const listed = accepted(await listTrades(app, { order_id }));
        assert.deepEqual(
          listed.data.map((trade) => [trade.id, trade.order_id]),
          [[made.trade.id, first]],
        );
      }
    }
  });

  test('pages, callbacks, notices and settlements show the order as it was sent', async () => {
    const shop = await settling(app).withAccount();
    const [, order_id] = spellings('commandé');
    const fields = { order_id, amount_cents: 990, return_url: 'https://shop.example.com/back' };
    const { trade } = accepted(await scene.payin(app, shop, fields));
    const page = trade.url.split('/').at(-1) ?? '';
    accepted(await pageSayPaid(app, page));
    accepted(await settling(app).act(trade, 'confirm'));
    const view = accepted(await openPage(app, page));
    const events = accepted(await listEvents(app, shop.caller, {}));
    const notices = accepted(await listPaidNotices(app, { merchant_id: shop.merchant_id }));
    const settlement = accepted(await settling(app).draft(shop));
    const { data: lines } = accepted(await listSettlementLines(app, OPERATOR, settlement, {}));
    const shown = {
      page: view.order_id,
      back: new URL(view.return_url ?? '').searchParams.get('order_id'),
      events: events.data.map((event) => event.data.order_id),
      notices: notices.data.map((notice) => notice.order_id),
      lines: lines.map((line) => line.order_id),
    };
    assert.deepEqual(shown, {
      page: order_id,
      back: order_id,
      events: events.data.map(() => order_id),
      notices: [order_id],
      lines: [order_id],
    });
    assert.ok(events.data.length > 0);
  });

  test('both at once make one order', async () => {
    const order_ids = [...spellings('Ærø å'), ...spellings('Ærø å')];
    const answers = await Promise.all(
      order_ids.map((order_id) => scene.payin(app, merchant, { order_id, amount_cents: 150 })),
    );
    const trades = answers.map((answer) => accepted(answer).trade);
    assert.equal(new Set(trades.map((trade) => trade.id)).size, 1);
    assert.equal(new Set(trades.map((trade) => trade.order_id)).size, 1);
  });

  test('a refund with the other spelling is the same refund', async () => {
    const account = await scene.makeAccount(app, 'SEK');
    const shop = await makeMerchant(app, { balance_currency: 'SEK' });
    const payin = await scene.newPayin(app, shop, { amount_cents: 900, amount_currency: 'SEK' });
    await scene.feed(app, account, [{ amount_cents: 900 }]);
    const [first, second] = spellings('rückzahlung');
    const ask = (order_id: string) =>
      createRefund(
        app,
        shop.caller,
        raw({
          merchant_id: shop.merchant_id,
          id: payin.id,
          order_id,
          amount_cents: 300,
          number: '50100087654321',
        }),
      );
    const made = accepted(await ask(second));
    const again = accepted(await ask(first));
    assert.deepEqual([again.trade.id, again.replayed], [made.trade.id, true]);
    assert.equal(again.trade.order_id, second);
  });

  test('a customer is one customer however the merchant spells the client_id', async () => {
    const shop = await makeMerchant(app);
    accepted(
      await updateMerchant(
        app,
        OPERATOR,
        shop.merchant_id,
        raw({ settings: { client_max_open_payins: 1 } }),
      ),
    );
    const [first, second] = spellings('josé');
    await scene.newPayin(app, shop, { amount_cents: 310, client_id: first });
    const more = { order_id: 'second', amount_cents: 320, client_id: second };
    assert.equal(refusedWith(await scene.payin(app, shop, more)).code, 'client_limit');
    const listed = accepted(await listTrades(app, { client_id: second }));
    assert.equal(listed.data.length, 1);
  });

  test('a replay may spell names and customers in the other way too', async () => {
    const [name, other_name] = spellings('Zoë Müller');
    const fields = { order_id: 'spelled', amount_cents: 400 };
    const ask = (text: string) =>
      scene.payout(app, merchant, { ...fields, name: text, client_id: text });
    const made = accepted(await ask(other_name));
    assert.equal(made.trade.payment_data.name, other_name, 'as it was sent');
    const again = accepted(await ask(name));
    assert.deepEqual([again.trade.id, again.replayed], [made.trade.id, true]);
  });

  test('a bank line that comes in the other spelling is the same line', async () => {
    const account = await scene.makeAccount(app, 'NOK');
    const [first, second] = spellings('Bjørn å');
    for (const line of [
      (text: string) => ({ amount_cents: 500, text, booked_at: '2026-01-05T10:00:00Z' }),
      (bank_id: string) => ({ amount_cents: 600, bank_id, booked_at: '2026-01-05T10:00:00Z' }),
    ]) {
      const [made] = await scene.feed(app, account, [line(first)]);
      const [again] = await scene.feed(app, account, [line(second)]);
      assert.deepEqual([again?.status, again?.id], ['duplicate', made?.id]);
    }
  });

  test('the database itself refuses a key that is not in canonical form', async () => {
    const [, decomposed] = spellings('écu');
    const trade = await scene.newPayin(app, merchant, { amount_cents: 777 });
    await assert.rejects(
      scene.sql(app, `update trades set order_id = '${decomposed}' where trade_id = '${trade.id}'`),
      /trades_order_id_canonical/,
    );
    assert.deepEqual((await verifyBooks(app)).problems, []);
  });
});
