// The naive service answers as a service in good faith would, and leaves sound books.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { merchantClient } from '../../bench/harness/http-client.ts';
import { payinFields, payoutFields, type Shop } from '../../bench/harness/shop.ts';
import type { RunningService } from '../../bench/scenario/scenario.ts';
import { startNaive } from '../../bench/yardstick/naive-service.ts';
import { pageUrls } from '../../server/app/process/page-address.ts';
import { type TradeBody, tradeBody } from '../../server/app/request/views.ts';
import { tradeById } from '../../server/app/trade/find-trade.ts';
import { openYardstickScene, type YardstickScene } from './yardstick-scene.ts';

const FUNDS_CENTS = 1_000_000;

let scene: YardstickScene;
let naive: RunningService;
let shop: Shop;
before(async () => {
  scene = await openYardstickScene(FUNDS_CENTS);
  naive = await startNaive(scene.database.url);
  [shop] = scene.shops;
});
after(async () => {
  await naive.stop();
  await scene.stop();
});

const post = (path: string, fields: object, token = shop.token) =>
  merchantClient(naive.url, token).post<TradeBody>(`/orders/${path}/create`, { ...fields });

/** What the service itself shows of the same trade. */
async function shownByService({ merchant_id, id }: TradeBody): Promise<TradeBody> {
  return await scene.work(async (app) => {
    const trade = await tradeById(app, merchant_id, id);
    if (trade === null) throw new Error(`No trade ${id}`);
    const { accounts } = await app.settings.current();
    const page_url = pageUrls(naive.url, app.store.cipher);
    return tradeBody(trade, { page_url, accounts, masked: false });
  });
}

suite('the naive service', () => {
  test('a pay-in: answered as the service would show it', async () => {
    const { status, body } = await post('deposit', payinFields(shop, 'payin', 4321));
    assert.equal(status, 201);
    assert.deepEqual(body, await shownByService(body));
  });

  test('a pay-out: answered as the service would show it, its payee readable', async () => {
    const { status, body } = await post('withdrawal', payoutFields(shop, 'payout', 4321));
    assert.equal(status, 201);
    assert.deepEqual(body, await shownByService(body));
    assert.equal(body.payment_data.number, '000111222333');
  });

  test('the same order again: the same trade; other content: refused', async () => {
    const first = await post('deposit', payinFields(shop, 'again', 100));
    const second = await post('deposit', payinFields(shop, 'again', 100));
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal((await post('deposit', payinFields(shop, 'again', 101))).status, 422);
  });

  test('equal orders at once: one trade', async () => {
    const fields = payoutFields(shop, 'at once', 100);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('withdrawal', fields)));
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201]);
    assert.equal(new Set(answers.map((answer) => answer.body.id)).size, 1);
  });

  test('more than the balance, wrong fields, other tokens: refused', async () => {
    const much = payoutFields(shop, 'much', FUNDS_CENTS);
    assert.equal((await post('withdrawal', much)).status, 422);
    assert.equal((await post('deposit', payinFields(shop, 'negative', -1))).status, 400);
    const [, other] = scene.shops;
    const fields = payinFields(shop, 'foreign', 100);
    assert.equal((await post('deposit', fields, other?.token)).status, 401);
    assert.equal((await post('deposit', fields, 'no token')).status, 401);
  });

  test('pay-outs at once never overdraw, and the books prove', async () => {
    const [, , rich] = scene.shops;
    if (rich === undefined) throw new Error('No third merchant');
    const orders = Array.from({ length: 12 }, (_, index) =>
      payoutFields(rich, `race ${index}`, FUNDS_CENTS / 4),
    );
    const send = (fields: object) => post('withdrawal', fields, rich.token);
    const answers = await Promise.all(orders.map(send));
    // The fee is on top, so that a fourth one does not fit.
    assert.equal(answers.filter((answer) => answer.status === 201).length, 3);
    assert.deepEqual(await scene.problems(), []);
  });
});
