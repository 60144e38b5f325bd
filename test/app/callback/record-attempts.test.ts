// Recording attempts: many together in one transaction, and a failing one does not affect the
// others.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createAttemptRecorder } from '../../../server/app/callback/record-attempts.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { StoreUnavailable } from '../../../server/store/connection/outage.ts';
import { defaultEndpoint, openTestApp, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import * as callbacks from './delivery-scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  await service.stop();
});
beforeEach(async () => {
  await scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`);
});

/** An app that reports each transaction, and may refuse it. */
function watched(transacting: () => void): OpenApp {
  const { db } = app.store;
  const transaction: typeof db.transaction = async (work) => {
    transacting();
    return await db.transaction(work);
  };
  return { ...app, store: { ...app.store, db: { ...db, transaction } } };
}

async function claimedTrades(count: number, events = 1) {
  const merchant = await callbacks.newMerchant(app);
  for (let made = 0; made < count; made += 1) await callbacks.newTrade(app, merchant, events);
  const claimed = await callbacks.claimAll(app);
  assert.equal(claimed.length, count);
  return { merchant, claimed };
}

const statuses = async () =>
  (
    await scene.sql<{ trade_id: string; status: string }>(
      app,
      'select trade_id, status from deliveries',
    )
  ).reduce((by_trade, row) => by_trade.set(row.trade_id, row.status), new Map<string, string>());

test('those that end while others are written go together', async () => {
  const { claimed } = await claimedTrades(8);
  let transactions = 0;
  const counting = watched(() => {
    transactions += 1;
  });
  const record = createAttemptRecorder(counting);
  await Promise.all(claimed.map((delivery) => record(delivery, callbacks.answered(200))));
  assert.ok(transactions <= 2, `${transactions}`);
  const found = await statuses();
  for (const { trade_id } of claimed) assert.equal(found.get(trade_id), 'delivered');
});

test('it tells whether what follows may be sent now', async () => {
  const { claimed } = await claimedTrades(1, 2);
  const [delivery] = claimed;
  assert.ok(delivery !== undefined);
  assert.equal(await callbacks.record(app, delivery, callbacks.answered(500)), false);
  await callbacks.makeDue(app, delivery.trade_id);
  const again = await callbacks.only(app);
  assert.equal(await callbacks.record(app, again, callbacks.answered(200)), true);
  const last = await callbacks.only(app);
  assert.equal(await callbacks.record(app, last, callbacks.answered(200)), false);
});

test('one that cannot be written is told so, and its neighbours are written', async () => {
  const { claimed } = await claimedTrades(5);
  const record = createAttemptRecorder(app);
  const ends = await Promise.allSettled(
    claimed.map((delivery, index) =>
      record(delivery, callbacks.answered(200, index === 2 ? { duration_ms: 1e12 } : {})),
    ),
  );
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
  const found = await statuses();
  assert.deepEqual(
    claimed.map(({ trade_id }) => found.get(trade_id)),
    ['delivered', 'delivered', 'waiting', 'delivered', 'delivered'],
  );
});

test('while the database is away all of them fail, once each, and are made again', async () => {
  const { claimed } = await claimedTrades(4);
  let tries = 0;
  const away = watched(() => {
    tries += 1;
    throw new StoreUnavailable('away');
  });
  const record = createAttemptRecorder(away);
  const ends = await Promise.allSettled(
    claimed.map((delivery) => record(delivery, callbacks.answered(200))),
  );
  assert.ok(ends.every(({ status }) => status === 'rejected'));
  assert.ok(tries <= 2, `${tries}`);
  await scene.sql(app, `update deliveries set leased_until = now() where status = 'waiting'`);
  const again = await callbacks.claim(app);
  assert.deepEqual(
    again.map(({ attempt }) => attempt),
    [1, 1, 1, 1],
  );
});

test('410 and the end of the endpoint are one transaction', async () => {
  const { merchant, claimed } = await claimedTrades(1);
  const [delivery] = claimed;
  assert.ok(delivery !== undefined);
  const { db } = app.store;
  const breaking: OpenApp = {
    ...app,
    store: {
      ...app.store,
      db: {
        ...db,
        transaction: (work) =>
          db.transaction((tx) =>
            work({
              ...tx,
              query: (name, text, values) =>
                name === 'save-callback-endpoint'
                  ? Promise.reject(new Error('broken'))
                  : tx.query(name, text, values),
            }),
          ),
      },
    },
  };
  const gone = callbacks.answered(410);
  await assert.rejects(callbacks.record(breaking, delivery, gone), /broken/);
  assert.equal((await callbacks.rowOf(app, delivery.trade_id)).status, 'waiting');
  const endpoint = () => defaultEndpoint(app, merchant.merchant_id);
  assert.equal((await endpoint()).disabled_by, null);
  await callbacks.record(app, delivery, gone);
  assert.equal((await callbacks.rowOf(app, delivery.trade_id)).status, 'exhausted');
  assert.equal((await endpoint()).disabled_by, 'gone');
});
