// A pay-in with lines stays on their account, on a real database: its lines are read with the
// decision, also those of which nothing is left.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { feed, makeAccount, newPayin } from '../scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(() => service.stop());

test('a pay-in whose money the bank took back takes no line of another account', async () => {
  const { app } = service;
  const merchant = await makeMerchant(app);
  const { merchant_id } = merchant;
  const account = await makeAccount(app, 'INR');
  const { id: trade_id } = await newPayin(app, merchant, { amount_cents: 70_000 });
  const assign = async (on: string, amount_cents: number) => {
    const [line] = await feed(app, on, [{ amount_cents }]);
    assert.equal(line?.status, 'suspense');
    const fields = raw({ note: 'seen by a person', merchant_id, trade_id });
    return await reviewLine(app, OPERATOR, line.id, 'assign', fields, undefined);
  };
  accepted(await assign(account, 40_000));
  accepted(await assign(account, -40_000));
  const another = await makeAccount(app, 'INR');
  const { errors } = refusedWith(await assign(another, 50_000));
  assert.deepEqual(errors, [
    {
      field: 'trade_id',
      code: 'not_allowed',
      message: 'stands on another receiving account than the line',
    },
  ]);
  assert.equal(accepted(await assign(account, 50_000)).line.status, 'matched');
  assert.deepEqual((await verifyBooks(app)).problems, []);
});
