// Two people at one pay-out: the second one is refused, and told who was first.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actOnPayouts } from '../../../server/app/payout/payout-queue.ts';
import { listPayoutAttempts } from '../../../server/app/payout/read-payout-batches.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { accepted, openTestApp, raw, refusedWith, type TestApp } from '../../support/test-app.ts';
import { active, callerOf, entered } from '../access/people-scene.ts';
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

async function person(name: string): Promise<OperatorCaller> {
  const made = await active(app, { name, role: 'operator' });
  return accepted(await callerOf(app, (await entered(app, made)).secret));
}

test('of two who take one pay-out, one has it, and the other is told who', async () => {
  const [asha, ben] = [await person('Asha Rao'), await person('Ben Okri')];
  const shop = await on.openShop(app, 'AED');
  const payout = await on.newPayout(app, shop, 'AED', 100);
  const payouts = [{ ...on.itemOf(payout), expected_sequence: payout.sequence }];
  const take = async (who: OperatorCaller) =>
    on.outcomesOf(accepted(await actOnPayouts(app, who, 'take', raw({ payouts }))))[0];
  const answers = await Promise.all([take(asha), take(ben)]);
  const [won, lost] = answers.toSorted(
    (a, b) => Number(a?.code !== null) - Number(b?.code !== null),
  );
  assert.equal(won?.state, 'processing');
  assert.equal(lost?.code, 'changed_meanwhile');
  const winner = answers[0] === won ? 'Asha Rao' : 'Ben Okri';
  assert.equal(lost?.changed_by, winner);
  assert.match(String(lost?.changed_at), /^\d{4}-/);
  const { data } = accepted(await listPayoutAttempts(app, payout.merchant_id, payout.id));
  assert.equal(data.length, 1, 'one attempt to pay it');
});

test('one act alone says the same, with or without the version', async () => {
  const asha = await person('Asha Rao');
  const shop = await on.openShop(app, 'AFN');
  const payout = await on.newPayout(app, shop, 'AFN', 100);
  const { merchant_id, id, sequence } = payout;
  accepted(await actOnTrade(app, asha, merchant_id, id, 'take', raw({})));
  for (const [fields, code] of [
    [{ expected_sequence: sequence }, 'changed_meanwhile'],
    [{}, 'act_not_allowed'],
  ] as const) {
    const refused = refusedWith(
      await actOnTrade(app, asha, merchant_id, id, 'cancel', raw({ ...fields })),
    );
    assert.equal(refused.code, code);
    assert.equal(refused.extra?.changed_by, 'Asha Rao');
    assert.equal(refused.extra?.changed_act, 'take');
    assert.equal(refused.extra?.state, 'processing');
  }
});

test('a version that cannot be one is named as a wrong field', async () => {
  const asha = await person('Asha Rao');
  const shop = await on.openShop(app, 'ALL');
  const payout = await on.newPayout(app, shop, 'ALL', 100);
  const { merchant_id, id } = payout;
  for (const expected_sequence of [0, -1, 1.5, 2 ** 40]) {
    const payouts = [{ merchant_id, id, expected_sequence }];
    const many = refusedWith(await actOnPayouts(app, asha, 'take', raw({ payouts })));
    assert.equal(many.errors?.[0]?.field, 'payouts[0].expected_sequence');
    const one = await actOnTrade(app, asha, merchant_id, id, 'take', raw({ expected_sequence }));
    assert.equal(refusedWith(one).errors?.[0]?.field, 'expected_sequence');
  }
});
