// The largest batch of pay-outs, also if several callers fill it at once; and the audit entry of an
// import of bank answers that fails midway.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createPayoutBatch,
  takeIntoPayoutBatch,
} from '../../../server/app/payout/make-payout-batch.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { MOST_IN_PAYOUT_BATCH } from '../../../server/domain/payout/payout-batch.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import * as on from './payout-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await service.stop();
});

/** Made at once, because making them one by one takes too long. */
const many = (shop: on.Shop, currency: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => on.newPayout(app, shop, currency, 1)));

const trail = (action: string) =>
  scene.sql<{ detail: Record<string, unknown>; actor_id: string }>(
    app,
    `select detail, actor_id from audit_entries where action = '${action}' order by number`,
  );

test('two processes that fill one batch at once put no more into it than a file holds', async () => {
  const shop = await on.openShop(app, 'CAD');
  const room = 5;
  const filled = await many(shop, 'CAD', MOST_IN_PAYOUT_BATCH - room);
  const body = { receiving_account_id: shop.account, count: MOST_IN_PAYOUT_BATCH };
  const { batch, payouts } = accepted(await createPayoutBatch(app, OPERATOR, raw(body), undefined));
  assert.equal(payouts.length, filled.length);
  const more = await many(shop, 'CAD', 40);
  const other = await service.another();
  const answers = await Promise.all(
    [app, other].map(async (one, which) => {
      const named = more.filter((_, index) => index % 2 === which).map(on.itemOf);
      return accepted(await takeIntoPayoutBatch(one, OPERATOR, batch.id, raw({ payouts: named })));
    }),
  );
  const outcomes = answers.flatMap(on.outcomesOf);
  assert.equal(outcomes.length, 40);
  assert.equal(outcomes.filter(({ state }) => state === 'processing').length, room);
  const refused = outcomes.filter(({ code }) => code === 'act_not_allowed');
  assert.equal(refused.length, 40 - room);
  for (const { detail } of refused) assert.match(detail ?? '', /is full: it has 1000 pay-outs/);
  const inside = await scene.sql(
    app,
    `select 1 as inside from payout_attempts where payout_batch_id = '${batch.id}'`,
  );
  assert.equal(inside.length, MOST_IN_PAYOUT_BATCH);
});

test('answers are on record before any of them counts, also where the import ends midway', async () => {
  const shop = await on.openShop(app, 'CHF');
  const payouts = await on.newPayouts(app, shop, 'CHF', [100, 200]);
  const { ids } = await on.exported(app, shop, payouts);
  const file = ['end_to_end_id,status,utr', `${ids[0]},paid,BANKUTR00001`, `${ids[1]},rejected,`];
  const { writer } = app;
  let count = 0;
  app.writer = {
    ...writer,
    submit: (command) => {
      count += 1;
      return count > 1 ? Promise.reject(new Error('gone')) : writer.submit(command);
    },
  };
  await assert.rejects(on.answer(app, file.join('\n')), /gone/);
  app.writer = writer;
  await writer.drain();
  assert.equal((await on.stateOf(app, payouts[0] ?? assert.fail())).trade, 'completed');
  const [noted, ...others] = await trail('payout_answers_received');
  assert.deepEqual(others, []);
  assert.equal(noted?.actor_id, OPERATOR.operator_token_id);
  assert.deepEqual(noted?.detail.answers, 2);
  assert.deepEqual(await trail('payout_answers_imported'), []);
  const again = accepted(await on.answer(app, file.join('\n')));
  assert.deepEqual([again.known, again.rejected], [1, 1]);
  const [done] = await trail('payout_answers_imported');
  assert.equal(done?.detail.sha256, noted?.detail.sha256);
});

test('a word about a whole file finds the payments of that file, once', async () => {
  const shop = await on.openShop(app, 'CLP');
  const one = await on.exported(app, shop, await on.newPayouts(app, shop, 'CLP', [10, 20]));
  const two = await on.exported(app, shop, await on.newPayouts(app, shop, 'CLP', [30]));
  const text = on.report(one.batch.message_id, [], 'ACTC');
  assert.equal(accepted(await on.answer(app, text)).noted, 2);
  assert.equal(
    accepted(await on.answer(app, on.report(two.batch.message_id, [], 'ACTC'))).noted,
    1,
  );
  assert.equal(accepted(await on.answer(app, text)).known, 2);
});

test('a request that comes again while it is under way puts no more into its batch than it asked', async () => {
  const shop = await on.openShop(app, 'NZD');
  await many(shop, 'NZD', 12);
  const body = raw({ receiving_account_id: shop.account, count: 4 });
  const make = (from: typeof app) => createPayoutBatch(from, OPERATOR, body, 'twice-at-once');
  const other = await service.another();
  // The first has made the batch and looked into it when the second does all of the work.
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { db } = app.store;
  app.store.db = {
    ...db,
    query: async (name, text, values) => {
      const is_queue = name === 'read-payout-queue';
      if (is_queue) reached.resolve();
      if (is_queue) await gate.promise;
      return await db.query(name, text, values);
    },
  };
  const first = make(app);
  await reached.promise;
  const { batch, payouts } = accepted(await make(other));
  gate.resolve();
  app.store.db = db;
  const again = accepted(await first);
  assert.equal(again.batch.id, batch.id);
  assert.equal(on.outcomesOf({ payouts }).filter(({ state }) => state === 'processing').length, 4);
  const inside = await scene.sql(
    app,
    `select 1 as inside from payout_attempts where payout_batch_id = '${batch.id}'`,
  );
  assert.equal(inside.length, 4);
  for (const { code, detail } of on.outcomesOf(again)) {
    assert.equal(code, 'act_not_allowed');
    assert.match(detail ?? '', /has the 4 pay-outs that were asked for/);
  }
});
