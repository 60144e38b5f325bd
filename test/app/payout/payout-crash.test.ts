// A crash or a lost reply at any moment of taking and exporting: nothing is sent before it is
// stored, and nothing is sent twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exportPayoutBatch } from '../../../server/app/payout/export-payout-batch.ts';
import { createPayoutBatch } from '../../../server/app/payout/make-payout-batch.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import type { Database } from '../../../server/store/connection/database.ts';
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

const CRASH = new Error('The process is gone');

/** The named query fails, before or after the database has done it. */
async function crashAt(query: string, when: 'before' | 'after', work: () => Promise<unknown>) {
  const { db } = app.store;
  const failing: Database['query'] = async (name, text, values) => {
    if (name === query && when === 'before') throw CRASH;
    const rows = await db.query<never>(name, text, values);
    if (name === query) throw CRASH;
    return rows;
  };
  app.store.db = { ...db, query: failing };
  try {
    await assert.rejects(work, CRASH);
  } finally {
    app.store.db = db;
  }
}

for (const when of ['before', 'after'] as const) {
  test(`gone ${when} the file is kept, the next export gives the one file`, async () => {
    const currency = when === 'before' ? 'CAD' : 'CDF';
    const shop = await on.openShop(app, currency);
    const payouts = await on.newPayouts(app, shop, currency, [100, 200]);
    const { id } = await on.batchOf(app, shop, payouts);
    await crashAt('insert-payout-file', when, () => exportPayoutBatch(app, OPERATOR, id, raw({})));
    for (const payout of payouts) assert.equal((await on.stateOf(app, payout)).attempt, 'sent');
    const again = accepted(await exportPayoutBatch(app, OPERATOR, id, raw({})));
    assert.equal(again.payout_count, 2);
    const file = await on.fileOf(app, id);
    for (const end_to_end_id of await on.idsOf(app, payouts)) {
      assert.equal(file.content.split(`<EndToEndId>${end_to_end_id}<`).length, 2);
    }
    assert.deepEqual(await on.fileOf(app, id), file);
  });
}

test('gone within the export, the batch is the draft that it was', async () => {
  const shop = await on.openShop(app, 'CHF');
  const [payout] = await on.newPayouts(app, shop, 'CHF', [100]);
  assert.ok(payout);
  const { id } = await on.batchOf(app, shop, [payout]);
  const pause = scene.pauseAt(app, 'export-payout-batch');
  const exporting = exportPayoutBatch(app, OPERATOR, id, raw({}));
  await pause.reached;
  // The connection of the export breaks while it is written.
  await app.store.db.query(
    '',
    `select pg_terminate_backend(pid) from pg_stat_activity
     where state = 'idle in transaction' and pid <> pg_backend_pid()`,
    [],
  );
  pause.release();
  const [settled] = await Promise.allSettled([exporting]);
  const batch = accepted(await exportPayoutBatch(app, OPERATOR, id, raw({})));
  assert.equal(batch.payout_count, 1);
  if (settled.status === 'fulfilled') assert.deepEqual(accepted(settled.value), batch);
  const attempts = await on.attemptsIn(app, id);
  assert.deepEqual(
    attempts.map(({ state }) => state),
    ['sent'],
  );
});

test('a request whose reply was lost goes on with its batch, and takes nothing twice', async () => {
  const shop = await on.openShop(app, 'CLP');
  const payouts = await on.newPayouts(app, shop, 'CLP', [1, 2, 3, 4]);
  const body = raw({ receiving_account_id: shop.account, payouts: payouts.map(on.itemOf) });
  const make = () => createPayoutBatch(app, OPERATOR, body, 'lost-reply');
  await crashAt('count-payout-attempts', 'after', make);
  const [one, two] = await Promise.all([make(), make()]);
  assert.equal(accepted(one).batch.id, accepted(two).batch.id);
  const attempts = await on.attemptsIn(app, accepted(one).batch.id);
  assert.equal(attempts.length, 4);
  assert.equal(new Set(attempts.map(({ trade_id }) => trade_id)).size, 4);
});

test('two processes that export at once fix one batch', async () => {
  const shop = await on.openShop(app, 'CNY');
  const payouts = await on.newPayouts(app, shop, 'CNY', [10, 20, 30]);
  const { id } = await on.batchOf(app, shop, payouts);
  const another = await service.another();
  const made = await Promise.all(
    [app, another, app, another].map(async (one) =>
      accepted(await exportPayoutBatch(one, OPERATOR, id, raw({}))),
    ),
  );
  for (const batch of made) assert.deepEqual(batch, made[0]);
  const files = await Promise.all([on.fileOf(app, id), on.fileOf(another, id)]);
  assert.deepEqual(files[0], files[1]);
});

test('the database lets a trade have one open attempt, and one attempt an id', async () => {
  const shop = await on.openShop(app, 'COP');
  const [payout, other] = await on.newPayouts(app, shop, 'COP', [100, 200]);
  assert.ok(payout && other);
  await on.exported(app, shop, [payout]);
  const copy = (trade_id: string, end_to_end_id: string) => `insert into payout_attempts
    select merchant_id, ${trade_id}, gen_random_uuid(), payout_batch_id, receiving_account_id,
      currency, amount_cents, ${end_to_end_id}, state, utr, debit_line_id, return_line_id,
      bank_status, bank_reason, bank_text, created_at, sent_at, changed_at
    from payout_attempts where trade_id = '${payout.id}'`;
  await assert.rejects(scene.sql(app, copy('trade_id', `'P0AAAAAAAAAAAAAA'`)), {
    constraint: 'payout_attempts_open',
  });
  await assert.rejects(scene.sql(app, copy(`'${other.id}'`, 'end_to_end_id')), {
    constraint: 'payout_attempts_end_to_end_id',
  });
  await assert.rejects(
    scene.sql(app, `update payout_files set format = 'csv'`),
    /permission denied/,
  );
});
