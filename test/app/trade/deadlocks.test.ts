// Batches that wait for each other in the database, and a batch held by a test.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  other = await service.another();
});
after(async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await service.stop();
});

async function newMerchant(funds = 0) {
  const merchant = await makeMerchant(app);
  if (funds > 0) await scene.fund(app, merchant.merchant_id, funds);
  await other.settings.refresh();
  return merchant;
}

test('a batch that a test holds goes on when the test ends', async (t) => {
  const merchant = await newMerchant();
  let creating: ReturnType<typeof scene.newPayin> | undefined;
  await t.test('without having released it', async () => {
    const pause = scene.pauseAt(app, 'insert-reservations');
    creating = scene.newPayin(app, merchant, { amount_cents: 5_700 });
    await pause.reached;
  });
  assert.equal((await creating)?.state, 'pending');
});

/** What failed in `app` while it and a stranger took two trades' rows in opposite orders. */
function crossWithStranger(merchant: TestMerchant, trades: readonly { id: string }[]) {
  const [first, second] = trades.map(({ id }) => id).toSorted();
  const lock = (id = '') => `select 1 as locked from trades where trade_id = '${id}' for update`;
  return scene.failuresOf(app, async () => {
    const took = Promise.withResolvers<void>();
    const goes_on = Promise.withResolvers<void>();
    const stranger = other.store.db.transaction(async (tx) => {
      await tx.query('', lock(second), []);
      took.resolve();
      await goes_on.promise;
      await tx.query('', lock(first), []);
    });
    const ended = stranger.catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === '40P01')) throw error;
    });
    await took.promise;
    const acts = Promise.all(
      trades.map(({ id }) => actOnTrade(app, OPERATOR, merchant.merchant_id, id, 'take', raw({}))),
    );
    await scene.waitsOrEnds(other, acts);
    goes_on.resolve();
    for (const answer of await acts) assert.equal(accepted(answer).state, 'processing');
    await ended;
  });
}

test('a deadlock with a stranger is tried again and ends in the same answers', async () => {
  const merchant = await newMerchant(1_000);
  let codes: string[] = [];
  // PostgreSQL fails the one that notices first: on a busy machine sometimes the stranger.
  while (codes.length === 0) {
    const trades = [
      await scene.newPayout(app, merchant, 10),
      await scene.newPayout(app, merchant, 10),
    ];
    codes = await crossWithStranger(merchant, trades);
  }
  assert.deepEqual(new Set(codes), new Set(['40P01']));
});
