// The words by which pay-outs are found by their payees: made from the events, each once, at once
// if somebody searches, and readable to nobody who has the database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { search } from '../../../server/app/search/search.ts';
import { finishPayeeWords, makePayeeWords } from '../../../server/app/trade/make-trade-words.ts';
import { makeTradeWords } from '../../../server/store/trade/trade-words.ts';
import { everything } from '../../support/every-row.ts';
import type { TestMerchant } from '../../support/test-app.ts';
import { accepted, makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let shops: TestMerchant[];

before(async () => {
  service = await openTestApp();
  app = service.app;
  shops = [await makeMerchant(app), await makeMerchant(app)];
  await scene.makeAccount(app, 'INR');
  for (const { merchant_id } of shops) await scene.fund(app, merchant_id, 1_000_000);
});
after(() => service.stop());

const shop = () => shops[0] as TestMerchant;

const rows = async () =>
  await scene.sql<{ trade_id: string }>(app, 'select trade_id from trade_words order by trade_id');

const foundBy = async (q: string) =>
  accepted(await search(app, { q })).trades.map(({ item }) => item.id);

test('every pay-out of every merchant has words in the end, and no pay-in', async () => {
  const payouts: string[] = [];
  for (const one of [...shops, ...shops]) {
    await scene.newPayin(app, one, { amount_cents: 5_000 + scene.newNumber() });
    payouts.push((await scene.newPayout(app, one, 100, { name: 'Ravi Kumar' })).id);
  }
  const { db, cipher } = app.store;
  let rounds = 1;
  while (await makeTradeWords(db, cipher, { events: 3, merchants: 1 })) rounds += 1;
  assert.ok(rounds > 2, `${rounds} rounds`);
  assert.deepEqual(
    (await rows()).map(({ trade_id }) => trade_id),
    payouts.toSorted(),
  );
  assert.equal(await makePayeeWords(app), false);
  assert.deepEqual(await foundBy('ravi kumar'), payouts.toReversed());
});

test('a pay-out is found at once, and only by all of its words', async () => {
  const { id } = await scene.newPayout(app, shop(), 100, { name: 'Quickly Found' });
  assert.deepEqual(await foundBy('found quickly'), [id]);
  assert.deepEqual(await foundBy('quickly kumar'), []);
});

test('two processes at once make each word once', async () => {
  const { id } = await scene.newPayout(app, shop(), 100, { name: 'Twice Asked' });
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => finishPayeeWords(app))), [
    true,
    true,
    true,
  ]);
  const of = (await rows()).filter(({ trade_id }) => trade_id === id);
  assert.equal(of.length, 1);
});

test('more new pay-outs than a search waits for are told of', async () => {
  await scene.newPayout(app, shop(), 100, { name: 'Elsewhere Busy' });
  // As if a burst came before the job: the heads are far behind.
  await scene.sql(app, 'update event_heads set last_number = last_number + 100000');
  const { readings } = accepted(await search(app, { q: 'elsewhere' }));
  const of = readings.find(({ as }) => as === 'payee_name');
  assert.deepEqual([of?.found, of?.complete], [1, false]);
  await scene.sql(app, 'update event_heads set last_number = last_number - 100000');
  await scene.sql(app, 'delete from trade_word_heads');
});

test('no name, number or ending stands readable in any row', async () => {
  const fields = {
    name: 'Zubeida Secret',
    number: '700088844471',
    customer_phone_number: '+919000044471',
  };
  const { id } = await scene.newPayout(app, shop(), 100, fields);
  assert.deepEqual(await foundBy('XX844471'), [id]);
  const stored = (await everything(app)).toLowerCase();
  for (const word of ['zubeida', '700088844471', '844471', '9000044471']) {
    assert.ok(!stored.includes(word), word);
  }
});

test('a payee that cannot be decrypted is found by nothing and stops nobody', async () => {
  const broken = await scene.newPayout(app, shop(), 100, { name: 'Broken Row' });
  await scene.sql(app, `update trades set payee = 'x' where trade_id = '${broken.id}'`);
  const { id } = await scene.newPayout(app, shop(), 100, { name: 'Broken Next' });
  assert.deepEqual(await foundBy('broken'), [id]);
});
