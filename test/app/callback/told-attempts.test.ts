// An attempt that was accepted at once is a part of its delivery: it is shown as a row would be,
// and is never there twice.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { getDelivery } from '../../../server/app/callback/show-delivery.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { accepted, openTestApp, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { answered, makeDue, newMerchant, newTrade, only, record } from './delivery-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());
beforeEach(async () => {
  await scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`);
});

async function newDelivery() {
  const { merchant_id, ...merchant } = await newMerchant(app);
  const trade_id = await newTrade(app, { merchant_id, ...merchant }, 1);
  return { merchant_id, trade_id, delivery: await only(app) };
}

const rowsOf = (trade_id: string) =>
  scene.sql<{ attempt: number; status: number | null }>(
    app,
    `select attempt, status from delivery_attempts where trade_id = '${trade_id}' order by 1`,
  );

const shown = async (merchant_id: string, trade_id: string) => ({
  one: accepted(await getDelivery(app, { merchant_id, trade_id, sequence: '1', endpoint: '0' })),
  all: accepted(await getTradeWithTimeline(app, merchant_id, trade_id)).timeline.callbacks,
});

/** The form that an older process writes. */
async function asRow(trade_id: string): Promise<void> {
  await scene.sql(
    app,
    `insert into delivery_attempts (merchant_id, trade_id, sequence, endpoint_number, attempt,
       attempted_at, status, duration_ms, reply_head, url, signed_at)
     select merchant_id, trade_id, sequence, endpoint_number, 1, told_at, told_status, told_ms,
       coalesce(told_head, ''), told_url, told_signed_at
     from deliveries where trade_id = '${trade_id}'`,
  );
  await scene.sql(
    app,
    `update deliveries set told_at = null, told_status = null, told_ms = null, told_head = null,
       told_url = null, told_signed_at = null where trade_id = '${trade_id}'`,
  );
}

for (const reply_head of ['thank you', '']) {
  test(`both forms are shown alike, with the answer '${reply_head}'`, async () => {
    const { merchant_id, trade_id, delivery } = await newDelivery();
    await record(app, delivery, answered(200, { reply_head }));
    deepEqual(await rowsOf(trade_id), []);
    const told = await shown(merchant_id, trade_id);
    deepEqual(
      told.one.history.map((one) => [one.attempt, one.status, one.reply_head, one.folded_from]),
      [[1, 200, reply_head, null]],
    );
    equal(told.one.history[0]?.sent_to, 'https://shop.example/hook');
    equal(told.one.last_status, 200);
    await asRow(trade_id);
    equal((await rowsOf(trade_id)).length, 1);
    deepEqual(await shown(merchant_id, trade_id), told);
  });
}

test('attempts after a resend are rows beside it', async () => {
  const { merchant_id, trade_id, delivery } = await newDelivery();
  await record(app, delivery, answered(200));
  await scene.sql(
    app,
    `update deliveries set status = 'waiting', finished_at = null, attempts_before = attempts
     where trade_id = '${trade_id}'`,
  );
  await makeDue(app, trade_id);
  await record(app, await only(app), answered(500));
  await makeDue(app, trade_id);
  await record(app, await only(app), answered(200));
  deepEqual(await rowsOf(trade_id), [
    { attempt: 2, status: 500 },
    { attempt: 3, status: 200 },
  ]);
  const { one } = await shown(merchant_id, trade_id);
  deepEqual(
    one.history.map(({ attempt, status }) => [attempt, status]),
    [
      [1, 200],
      [2, 500],
      [3, 200],
    ],
  );
});

test('a second answer to the first attempt adds none', async () => {
  const { merchant_id, trade_id, delivery } = await newDelivery();
  await record(app, delivery, answered(200));
  await record(app, delivery, answered(500));
  await record(app, delivery, answered(200));
  deepEqual(await rowsOf(trade_id), []);
  equal((await shown(merchant_id, trade_id)).one.history.length, 1);
});

test('an answer that comes when its delivery has ended is kept as a row', async () => {
  const { merchant_id, trade_id, delivery } = await newDelivery();
  await scene.sql(app, `update deliveries set status = 'exhausted' where trade_id = '${trade_id}'`);
  await record(app, delivery, answered(200));
  deepEqual(await rowsOf(trade_id), [{ attempt: 1, status: 200 }]);
  equal((await shown(merchant_id, trade_id)).one.status, 'exhausted');
});
