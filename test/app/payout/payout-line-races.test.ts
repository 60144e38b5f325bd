// Two processes decide about the same lines of pay-outs at once: one of them is first, and the
// proof of the books holds.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { FULL, onLines, PAID, to } from './payout-line-scene.ts';
import * as on from './payout-scene.ts';

let service: TestApp;
let app: TestApp['app'];
let lines: ReturnType<typeof onLines>;
before(async () => {
  service = await openTestApp();
  app = service.app;
  lines = onLines(app);
});
after(() => service.stop());

async function proved(): Promise<void> {
  assert.deepEqual((await verifyBooks(app)).problems, []);
}

suite('at once in two processes', () => {
  test('an undo, and an import of the line that is really its own', async () => {
    const { shop, payout, name, seen } = await lines.sent('AUD');
    const wrong = await seen(-1_000);
    const other = await service.another();
    const given = [
      { amount_cents: -1_000, text: `${name} real`, booked_at: new Date().toISOString() },
    ];
    const imported = () =>
      takeBankLines(other, OPERATOR, raw({ receiving_account_id: shop.account, lines: given }));
    await scene.meet<unknown>(
      app,
      'update-payout_attempts',
      () => lines.decide(wrong.id, 'undo'),
      imported,
    );
    await proved();
    const attempt = await lines.attemptOf(payout);
    assert.notEqual(attempt.debit_line_id, wrong.id);
    assert.equal((await on.stateOf(app, payout)).trade, 'disputed');
    accepted(await lines.decide(wrong.id, 'fee'));
    await proved();
  });

  test('an undo, and the end of the dispute about the same pay-out', async () => {
    const { payout, seen, balance } = await lines.sent('AWG');
    const debit = await seen(-1_000);
    accepted(await lines.act(payout, 'dispute'));
    const other = await service.another();
    const answers = await scene.meet<unknown>(
      app,
      'update-trades',
      () => lines.act(payout, 'reverse'),
      () => lines.decide(debit.id, 'undo', {}, other),
    );
    assert.deepEqual(scene.kinds(answers), ['accepted', 'accepted']);
    assert.deepEqual(await balance(), FULL);
    assert.deepEqual(await on.stateOf(app, payout), {
      trade: 'reversed',
      reason: 'bank_returned',
      attempt: 'returned',
    });
    await proved();
  });

  test('two people charge for one pay-out with two lines: one of them does', async () => {
    const shop = await on.openShop(app, 'BRL');
    const payout = await on.newPayout(app, shop, 'BRL', 1_000);
    accepted(await lines.act(payout, 'cancel'));
    const fed = await scene.feed(app, shop.account, [
      { amount_cents: -1_000, text: 'one' },
      { amount_cents: -1_000, text: 'two' },
    ]);
    const other = await service.another();
    const [one = '', two = ''] = fed.map(({ id }) => id);
    const charge = { ...to(payout), charge: true };
    const answers = await scene.meet<unknown>(
      app,
      'insert-payout_attempts',
      () => lines.decide(one, 'assign', charge),
      () => lines.decide(two, 'assign', charge, other),
    );
    assert.deepEqual(scene.kinds(answers).toSorted(), ['accepted', 'invalid_request']);
    assert.deepEqual(await on.balanceOf(app, payout.merchant_id), PAID);
    await proved();
  });
});
