// Pay-outs that somebody took, by what is next: to pay, without the bank's answer, ended today.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actOnPayouts } from '../../../server/app/payout/payout-queue.ts';
import { countPayoutWork, listPayoutWork } from '../../../server/app/payout/payout-work.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { active, entered } from '../access/people-scene.ts';
import * as on from './payout-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

const work = async (stage: string, query: Record<string, string> = {}) =>
  accepted(await listPayoutWork(app, { stage, ...query }));

test('a pay-out goes from taken to unconfirmed to ended, with who took it', async () => {
  const shop = await on.openShop(app, 'AED');
  const [hand, filed] = await on.newPayouts(app, shop, 'AED', [100, 200]);
  assert.ok(hand && filed);
  const made = await active(app, { name: 'Asha Rao', role: 'operator' });
  const { caller } = await entered(app, made);
  accepted(await actOnPayouts(app, caller, 'take', raw({ payouts: [on.itemOf(hand)] })));
  await on.exported(app, shop, [filed]);

  const [taken] = (await work('taken', { currency: 'AED' })).data;
  assert.equal(taken?.trade.id, hand.id);
  assert.equal(taken?.taken_by, 'Asha Rao');
  const [unconfirmed] = (await work('unconfirmed', { currency: 'AED' })).data;
  assert.equal(unconfirmed?.trade.id, filed.id);
  assert.equal(unconfirmed?.attempt.state, 'sent');
  assert.deepEqual(await countPayoutWork(app, 100), { taken: 1, unconfirmed: 1 });
  assert.deepEqual((await work('ended', { currency: 'AED' })).data, []);

  const payouts = [{ ...on.itemOf(hand), utr: '412345678901' }];
  accepted(await actOnPayouts(app, OPERATOR, 'complete', raw({ payouts })));
  const [ended] = (await work('ended', { currency: 'AED' })).data;
  assert.equal(ended?.trade.id, hand.id);
  assert.equal(ended?.attempt.utr, '412345678901');
  assert.deepEqual((await work('taken', { currency: 'AED' })).data, []);
});

test('pages go on where they ended, in both orders', async () => {
  const shop = await on.openShop(app, 'AFN');
  const made = await on.newPayouts(app, shop, 'AFN', [100, 200, 300]);
  const payouts = made.map(on.itemOf);
  accepted(await actOnPayouts(app, OPERATOR, 'take', raw({ payouts })));
  const walk = async (stage: string) => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await work(stage, { currency: 'AFN', limit: '2', cursor });
      seen.push(...page.data.map(({ trade }) => trade.id));
      cursor = page.next_cursor;
    }
    return seen;
  };
  const ids = made.map(({ id }) => id);
  assert.deepEqual(await walk('taken'), ids);
  for (const [index, item] of payouts.entries()) {
    const paid = [{ ...item, utr: `41234567890${index}` }];
    accepted(await actOnPayouts(app, OPERATOR, 'complete', raw({ payouts: paid })));
  }
  assert.deepEqual(await walk('ended'), ids.toReversed());
});

test('a stage and filters that cannot be are named', async () => {
  for (const [query, field] of [
    [{ stage: 'lost' }, 'stage'],
    [{ stage: 'taken', currency: 'inr!' }, 'currency'],
    [{ stage: 'taken', merchant_id: 'x' }, 'merchant_id'],
    [{ stage: 'ended', cursor: 'x' }, 'cursor'],
  ] as const) {
    const refused = refusedWith(await listPayoutWork(app, query));
    assert.deepEqual(
      refused.errors?.map((error) => error.field),
      [field],
    );
  }
});
