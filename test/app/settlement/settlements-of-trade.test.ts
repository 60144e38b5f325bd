// A trade tells which statements count what it moved, and the pay-out of a statement which one it
// pays; its merchant sees none that is only a draft.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { App } from '../../../server/app/process/app.ts';
import { forItsMerchant, getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { accepted, openTestApp, type TestApp } from '../../support/test-app.ts';
import { makeAccount } from '../scene.ts';
import { settling } from './settlement-scene.ts';

let scene: TestApp;
let app: App;
let settle: ReturnType<typeof settling>;
before(async () => {
  scene = await openTestApp();
  app = scene.app;
  settle = settling(app);
  await makeAccount(app, 'INR');
});
after(() => scene.stop());

type Named = { merchant_id: string; id: string };

const detailOf = async ({ merchant_id, id }: Named) =>
  accepted(await getTradeWithTimeline(app, merchant_id, id));
const numbersOf = async (trade: Named) =>
  (await detailOf(trade)).settlements.map(({ number, state }) => [number, state]);

test('a trade is in the statements that have its entries, until they are discarded', async () => {
  const merchant = await settle.withAccount();
  const other = await settle.withAccount();
  const trade = await settle.credit(merchant);
  assert.deepEqual(await numbersOf(trade), []);
  const discarded = accepted(await settle.draft(merchant));
  assert.deepEqual(await numbersOf(trade), [[1, 'draft']]);
  assert.deepEqual(forItsMerchant(await detailOf(trade)).settlements, [], 'it is not told yet');
  accepted(await settle.discard(discarded));
  assert.deepEqual(await numbersOf(trade), []);
  const first = accepted(await settle.draft(merchant));
  accepted(await settle.approve(first));
  assert.deepEqual(await numbersOf(trade), [[2, 'approved']]);
  assert.equal(forItsMerchant(await detailOf(trade)).settlements[0]?.id, first.id);
  await settle.credit(other);
  accepted(await settle.draft(other));
  assert.equal((await numbersOf(trade)).length, 1, 'entries have the same numbers in every book');
  // What happens to it later is in the statement of that time.
  accepted(await settle.act(trade, 'reverse'));
  await settle.credit(merchant, 500_000);
  accepted(await settle.draft(merchant));
  assert.deepEqual(
    (await numbersOf(trade)).map(([number]) => number),
    [2, 3],
  );
});

test('the pay-out of a statement names the statement that it pays', async () => {
  const merchant = await settle.withAccount();
  await settle.credit(merchant);
  const paid = accepted(await settle.approve(accepted(await settle.draft(merchant))));
  const payout = { merchant_id: merchant.merchant_id, id: paid.trade_id ?? '' };
  const { trade, settlements } = await detailOf(payout);
  assert.equal(trade.settlement_id, paid.id);
  assert.ok(settlements.some(({ id }) => id === paid.id));
});
