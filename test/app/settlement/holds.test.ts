// Delay and reserve on a real PostgreSQL: blocked with the credit, released by the clock or a
// person, and used for disputes, reversals and refunds of the pay-in.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { addAdjustment } from '../../../server/app/merchant/add-adjustment.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import type { App } from '../../../server/app/process/app.ts';
import {
  listHolds,
  releaseDueHolds,
  releaseHoldsEarly,
} from '../../../server/app/settlement/holds.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { feed, makeAccount, meet, newNumber } from '../scene.ts';
import { settling } from './settlement-scene.ts';

const DAY_MS = 86_400_000;

let scene: TestApp;
let app: App;
let settle: ReturnType<typeof settling>;
let account: string;
before(async () => {
  scene = await openTestApp();
  app = scene.app;
  settle = settling(app);
  account = await makeAccount(app, 'INR');
});
after(async () => {
  await scene.stop();
});

async function withTerms(settings: Record<string, number>): Promise<TestMerchant> {
  const merchant = await settle.withAccount();
  accepted(await updateMerchant(app, OPERATOR, merchant.merchant_id, raw({ settings })));
  return merchant;
}

test('delay and reserve are blocked, and the clock releases them through the writer', async () => {
  const merchant = await withTerms({
    settlement_delay_days: 1,
    reserve_percent: 10,
    reserve_days: 3,
  });
  const { merchant_id } = merchant;
  const trade = await settle.credit(merchant, 20_000);
  assert.equal((await settle.balanceOf(merchant)).blocked_amount_cents, 20_000);
  const holds = accepted(await listHolds(app, { merchant_id }));
  assert.deepEqual(
    holds.data.map(({ kind, remaining_cents, trade_id }) => [kind, remaining_cents, trade_id]),
    [
      ['delay', 18_000, trade.id],
      ['reserve', 2_000, trade.id],
    ],
  );
  await releaseDueHolds(app);
  assert.equal((await settle.balanceOf(merchant)).actual_amount_cents, 0);
  await settle.prove();
  app.store.clock_offset_ms += DAY_MS;
  await Promise.all([releaseDueHolds(app), releaseDueHolds(app), releaseDueHolds(app)]);
  assert.equal((await settle.balanceOf(merchant)).actual_amount_cents, 18_000);
  const early = { merchant_id, trade_id: trade.id };
  accepted(await releaseHoldsEarly(app, OPERATOR, early, raw({ note: 'agreed' })));
  assert.equal((await settle.balanceOf(merchant)).actual_amount_cents, 20_000);
  const again = await releaseHoldsEarly(app, OPERATOR, early, raw({ note: 'agreed' }));
  assert.equal(refusedWith(again).code, 'not_found');
  assert.equal(
    refusedWith(await releaseHoldsEarly(app, OPERATOR, early, raw({}))).code,
    'invalid_request',
  );
  await settle.prove();
});

test('a reversal and a release at once take the money once', async () => {
  const merchant = await withTerms({ settlement_delay_days: 1 });
  const { merchant_id } = merchant;
  const other = await scene.another();
  // Without it, what is taken twice would be seen by the floor of the account.
  const { amount_cents } = await settle.credit(merchant, 90_000);
  for (const release_first of [true, false]) {
    const trade = await settle.credit(merchant);
    const path = { merchant_id, trade_id: trade.id };
    const release = (one: App) => releaseHoldsEarly(one, OPERATOR, path, raw({ note: 'race' }));
    const reverse = (one: App) => settling(one).act(trade, 'reverse');
    const [first, second] = release_first ? [release, reverse] : [reverse, release];
    await meet<unknown>(
      app,
      'lock-books',
      () => first(app),
      () => second(other),
    );
    const balance = await settle.balanceOf(merchant);
    assert.deepEqual(
      [balance.actual_amount_cents, balance.blocked_amount_cents],
      [0, amount_cents],
    );
  }
  await settle.prove();
});

test('a dispute and its end leave what was held held', async () => {
  const merchant = await withTerms({ reserve_percent: 50, reserve_days: 10 });
  const trade = await settle.credit(merchant, 30_000);
  accepted(await settle.act(trade, 'dispute'));
  assert.equal((await settle.balanceOf(merchant)).blocked_amount_cents, 30_000);
  await settle.prove();
  accepted(await settle.act(trade, 'resolve', { outcome: 'completed' }));
  assert.equal((await settle.balanceOf(merchant)).blocked_amount_cents, 15_000);
  await settle.prove();
});

test('a refund is paid out of what is held of its pay-in', async () => {
  const merchant = await withTerms({ reserve_percent: 20, reserve_days: 10 });
  const { merchant_id, caller } = merchant;
  const trade = await settle.credit(merchant, 40_000);
  const refund = (order_id: string, amount_cents: number) =>
    createRefund(
      app,
      caller,
      raw({
        merchant_id,
        id: trade.id,
        order_id,
        amount_cents,
        type: 'account',
        number: '000111222333',
        name: 'Payee',
      }),
    );
  accepted(await refund('refund-1', 5_000));
  const holds = accepted(await listHolds(app, { merchant_id }));
  assert.deepEqual(
    holds.data.map(({ remaining_cents }) => remaining_cents),
    [3_000],
  );
  const balance = await settle.balanceOf(merchant);
  assert.deepEqual([balance.actual_amount_cents, balance.blocked_amount_cents], [32_000, 8_000]);
  accepted(await refund('refund-2', 35_000));
  assert.equal((await settle.balanceOf(merchant)).actual_amount_cents, 0);
  const statement = accepted(await settle.draft(merchant));
  assert.equal(statement.refunds_cents, -40_000);
  assert.equal(statement.holds_cents, 0);
  assert.equal(statement.payable_cents, 0);
  await settle.prove();
});

test('a refund that comes to nothing is held again, also of a merchant who owes: it is proved', async () => {
  const merchant = await withTerms({ settlement_delay_days: 1 });
  const { merchant_id } = merchant;
  const spent = await settle.credit(merchant, 5_000);
  const key = { merchant_id, trade_id: spent.id };
  accepted(await releaseHoldsEarly(app, OPERATOR, key, raw({ note: 'agreed' })));
  const trade = await settle.credit(merchant, 1_000);
  const fields = { merchant_id, id: trade.id, order_id: 'refund', number: '50100012345678' };
  const { trade: refund } = accepted(await createRefund(app, merchant.caller, raw(fields)));
  const body = raw({ amount_cents: -5_000, reason: 'spent' });
  accepted(await addAdjustment(app, OPERATOR, merchant_id, body, undefined));
  accepted(await settle.act(spent, 'reverse'));
  accepted(await settle.act(refund, 'cancel'));
  const { actual_amount_cents, blocked_amount_cents } = await settle.balanceOf(merchant);
  assert.deepEqual([actual_amount_cents, blocked_amount_cents], [-5_000, 1_000]);
  await settle.prove();
});

test('a refund that is charged during a dispute leaves less to be held after it: it is proved', async () => {
  const merchant = await withTerms({ settlement_delay_days: 1 });
  const { merchant_id } = merchant;
  const amount_cents = 1_000 + newNumber();
  const trade = await settle.credit(merchant, 2 * amount_cents);
  const fields = { merchant_id, id: trade.id, order_id: 'late', number: '50100012345678' };
  const asked = raw({ ...fields, amount_cents });
  const { trade: refund } = accepted(await createRefund(app, merchant.caller, asked));
  accepted(await settle.act(refund, 'cancel'));
  accepted(await settle.act(trade, 'dispute'));
  const [answer] = await feed(app, account, [
    { amount_cents: -amount_cents, text: 'Paid by hand' },
  ]);
  const line_id = String(Object(answer).id);
  const charge = raw({ merchant_id, trade_id: refund.id, charge: true, note: 'It was paid' });
  accepted(await reviewLine(app, OPERATOR, line_id, 'assign', charge, undefined));
  const during = await settle.balanceOf(merchant);
  assert.deepEqual(
    [during.actual_amount_cents, during.blocked_amount_cents],
    [-amount_cents, 2 * amount_cents],
  );
  await settle.prove();
  accepted(await settle.act(trade, 'resolve', { outcome: 'completed' }));
  const after = await settle.balanceOf(merchant);
  assert.deepEqual([after.actual_amount_cents, after.blocked_amount_cents], [0, amount_cents]);
  await settle.prove();
});
