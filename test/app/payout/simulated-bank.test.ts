// The sandbox's bank: the outcome scripted by an amount happens, through files and lines like a
// real bank's, however often the job runs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exportPayoutBatch } from '../../../server/app/payout/export-payout-batch.ts';
import { createPayoutBatch } from '../../../server/app/payout/make-payout-batch.ts';
import { workRails } from '../../../server/app/payout/rails.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  SIMULATED_FAULTS,
  type SimulatedFault,
} from '../../../server/domain/payout/simulated-bank.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
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

const OUTCOMES: Readonly<
  Record<SimulatedFault | 'none', readonly [string, string | null, string]>
> = {
  none: ['completed', null, 'paid'],
  reject: ['failed', 'beneficiary_rejected', 'rejected'],
  return: ['reversed', 'bank_returned', 'returned'],
  silence: ['processing', null, 'sent'],
  late_reject: ['failed', 'beneficiary_rejected', 'rejected'],
  twice: ['completed', null, 'paid'],
  copy: ['processing', null, 'unknown'],
};

/** Runs the jobs of two processes at once until there is no more work. */
async function settle(): Promise<void> {
  const another = await service.another();
  for (let turn = 0; turn < 20; turn += 1) {
    const done = await Promise.all([workRails(app), workRails(another)]);
    if (done.every((count) => count === 0)) return;
  }
  assert.fail('the bank never comes to rest');
}

test('pays, rejects, returns, keeps silent, and says things twice, as the amount asks', async () => {
  const shop = await on.openShop(app, 'INR');
  const names = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[];
  const endingOf = (name: (typeof names)[number]) =>
    name === 'none' ? 0 : Number(SIMULATED_FAULTS[name].ending);
  const made = await on.newPayouts(
    app,
    shop,
    'INR',
    names.map((name) => 10_000 + endingOf(name)),
  );
  const payouts = names.map((name, index) => ({ name, ...(made[index] ?? assert.fail()) }));
  const batch = await on.batchOf(app, shop, payouts, { rail: 'simulated_bank' });
  await settle();
  for (const payout of payouts) {
    assert.equal((await on.stateOf(app, payout)).attempt, 'pending', 'nothing is sent in a draft');
  }
  accepted(await exportPayoutBatch(app, OPERATOR, batch.id, raw({})));
  await settle();
  for (const payout of payouts) {
    const [trade, reason, attempt] = OUTCOMES[payout.name];
    assert.deepEqual(await on.stateOf(app, payout), { trade, reason, attempt }, payout.name);
  }
  const { available, blocked } = await on.balanceOf(app, shop.merchant.merchant_id);
  const open = 2 * 10_000 + 93 + 96;
  assert.deepEqual([available, blocked], [1_000_000 - 2 * 10_000 - 95 - open, open]);
});

test('what it keeps silent about leaves room for the others', async () => {
  const shop = await on.openShop(app, 'BHD');
  const silent = Array.from({ length: 200 }, () => 93);
  const payouts = await on.newPayouts(app, shop, 'BHD', [...silent, 1_000]);
  const batch = await on.batchOf(app, shop, payouts, { rail: 'simulated_bank' });
  accepted(await exportPayoutBatch(app, OPERATOR, batch.id, raw({})));
  await settle();
  const last = payouts.at(-1) ?? assert.fail();
  assert.equal((await on.stateOf(app, last)).trade, 'completed');
});

test('is not there in a live service', async () => {
  const live = await openTestApp({ mode: 'live' });
  try {
    const shop = await on.openShop(live.app, 'INR');
    const body = raw({ receiving_account_id: shop.account, rail: 'simulated_bank' });
    const refused = refusedWith(await createPayoutBatch(live.app, OPERATOR, body, undefined));
    assert.equal(refused.errors?.[0]?.field, 'rail');
    assert.equal(await workRails(live.app), 0);
  } finally {
    await live.stop();
  }
});
