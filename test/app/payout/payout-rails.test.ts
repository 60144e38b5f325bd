// Pay-outs on their way to a bank: the queue, drafts, exports, and the steps that never happen
// twice.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { exportPayoutBatch } from '../../../server/app/payout/export-payout-batch.ts';
import {
  createPayoutBatch,
  releaseFromPayoutBatch,
} from '../../../server/app/payout/make-payout-batch.ts';
import { actOnPayouts, listPayoutQueue } from '../../../server/app/payout/payout-queue.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { dayOf } from '../../../server/domain/values/day.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
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

describe('the queue', () => {
  test('is what nobody has taken, oldest first', async () => {
    const shop = await on.openShop(app, 'AED');
    const payouts = [
      await on.newPayout(app, shop, 'AED', 100),
      await on.newPayout(app, shop, 'AED', 200),
      await on.newPayout(app, shop, 'AED', 300),
    ];
    const [first] = payouts;
    assert.ok(first);
    accepted(await actOnPayouts(app, OPERATOR, 'take', raw({ payouts: [on.itemOf(first)] })));
    const queue = accepted(await listPayoutQueue(app, { currency: 'AED' }));
    assert.deepEqual(
      queue.data.map(({ id }) => id),
      payouts.slice(1).map(({ id }) => id),
    );
  });

  test('many are taken, paid, rejected and put back at once, each with its own answer', async () => {
    const shop = await on.openShop(app, 'AFN');
    const made = await on.newPayouts(app, shop, 'AFN', [100, 100, 100, 100]);
    const payouts = made.map(on.itemOf);
    const [one, two, three, four] = payouts;
    const act = async (name: 'take' | 'complete' | 'reject' | 'release', fields: object) =>
      on
        .outcomesOf(accepted(await actOnPayouts(app, OPERATOR, name, raw({ ...fields }))))
        .map(({ state, code }) => code ?? state);
    const receiving_account_id = shop.account;
    const taken = { payouts: [one, two, three], receiving_account_id };
    assert.deepEqual(await act('take', taken), ['processing', 'processing', 'processing']);
    assert.deepEqual(await act('take', { payouts: [one, four] }), [
      'act_not_allowed',
      'processing',
    ]);
    const paid = { payouts: [{ ...one, utr: 'HANDPAID0001' }, two] };
    assert.deepEqual(await act('complete', paid), ['completed', 'invalid_request']);
    assert.deepEqual(await act('reject', { payouts: [two], note: 'Closed' }), ['failed']);
    assert.deepEqual(await act('release', { payouts: [three] }), ['invalid_request']);
    assert.deepEqual(await act('release', { payouts: [three], note: 'Not sent' }), ['created']);
    const other = await scene.makeAccount(app, 'ALL');
    const wrong = { payouts: [three], receiving_account_id: other };
    assert.deepEqual(await act('take', wrong), ['act_not_allowed']);
  });
});

describe('a batch', () => {
  test('gives the same bytes for ever, whatever becomes of the account', async () => {
    const shop = await on.openShop(app, 'AMD');
    const payouts = [
      await on.newPayout(app, shop, 'AMD', 150),
      await on.newPayout(app, shop, 'AMD', 250),
    ];
    const { batch, ids } = await on.exported(app, shop, payouts);
    assert.equal(batch.state, 'exported');
    const first = await on.fileOf(app, batch.id);
    for (const id of [batch.message_id, ...ids]) assert.ok(first.content.includes(`>${id}<`));
    const name = 'Another Name';
    accepted(await changeReceivingAccount(app, OPERATOR, shop.account, raw({ name })));
    const again = accepted(
      await exportPayoutBatch(app, OPERATOR, batch.id, raw({ execution_on: null })),
    );
    assert.deepEqual({ ...again, handed_at: null }, batch);
    const csv = await on.fileOf(app, batch.id, 'csv');
    assert.deepEqual(await on.fileOf(app, batch.id), first);
    assert.deepEqual(await on.fileOf(app, batch.id, 'csv'), csv);
    assert.ok(!first.content.includes(name));
  });

  test('keeps the day of payment of its first export, and refuses another', async () => {
    const shop = await on.openShop(app, 'AMD');
    const { id } = await on.batchOf(app, shop, [await on.newPayout(app, shop, 'AMD', 350)]);
    const now = Date.now();
    const day = (ahead: number) => dayOf(now + ahead * DAY_MS);
    const ask = (execution_on: string | null) =>
      exportPayoutBatch(app, OPERATOR, id, raw({ execution_on }));
    const batch = accepted(await ask(day(2)));
    assert.equal(batch.execution_on, day(2));
    for (const same of [day(2), null]) assert.deepEqual(accepted(await ask(same)), batch);
    const refused = refusedWith(await ask(day(3)));
    assert.deepEqual(
      refused.errors?.map(({ field, code }) => [field, code]),
      [['execution_on', 'not_allowed']],
    );
    assert.deepEqual(accepted(await ask(day(2))), batch);
    assert.ok((await on.fileOf(app, id)).content.includes(`<Dt>${day(2)}</Dt>`));
  });

  test('takes each pay-out once, and a repeated request finds the same batch', async () => {
    const shop = await on.openShop(app, 'BND');
    for (let count = 0; count < 5; count += 1) await on.newPayout(app, shop, 'BND', 100 + count);
    const body = raw({ receiving_account_id: shop.account, count: 3 });
    const make = async () => accepted(await createPayoutBatch(app, OPERATOR, body, 'key-1'));
    const first = await make();
    assert.equal(first.payouts.length, 3);
    const again = await make();
    assert.equal(again.batch.id, first.batch.id);
    assert.deepEqual([again.payouts.length, again.batch.payout_count], [0, 3]);
    const other = raw({ receiving_account_id: shop.account, count: 10 });
    const rest = accepted(await createPayoutBatch(app, OPERATOR, other, undefined));
    assert.equal(rest.batch.payout_count, 2);
  });

  test('two that take at once share nothing', async () => {
    const shop = await on.openShop(app, 'AOA');
    const payouts = await on.newPayouts(app, shop, 'AOA', Array(12).fill(10));
    const another = await service.another();
    const batches = await Promise.all([
      on.batchOf(app, shop, payouts),
      on.batchOf(another, shop, payouts),
      on.batchOf(app, shop, payouts),
    ]);
    assert.equal(
      batches.reduce((sum, batch) => sum + batch.payout_count, 0),
      12,
    );
  });

  test('puts back before the export, and never after it', async () => {
    const shop = await on.openShop(app, 'ARS');
    const payouts = [
      await on.newPayout(app, shop, 'ARS', 100),
      await on.newPayout(app, shop, 'ARS', 200),
    ];
    const [first, second] = payouts;
    assert.ok(first && second);
    const { id } = await on.batchOf(app, shop, payouts);
    const [before_id] = await on.idsOf(app, [first]);
    const note = 'Not yet';
    const body = raw({ note, payouts: [on.itemOf(first)] });
    accepted(await releaseFromPayoutBatch(app, OPERATOR, id, body));
    assert.deepEqual(await on.stateOf(app, first), {
      trade: 'created',
      reason: null,
      attempt: 'released',
    });
    const batch = accepted(await exportPayoutBatch(app, OPERATOR, id, raw({})));
    assert.equal(batch.payout_count, 1);
    const after_export = accepted(await releaseFromPayoutBatch(app, OPERATOR, id, raw({ note })));
    assert.deepEqual(
      on.outcomesOf(after_export).map(({ code }) => code),
      ['act_not_allowed'],
    );
    const act = (name: 'release' | 'fail', fields: object) =>
      actOnTrade(app, OPERATOR, second.merchant_id, second.id, name, raw({ ...fields }));
    assert.equal(refusedWith(await act('release', { note })).code, 'act_not_allowed');
    assert.equal(refusedWith(await act('fail', {})).code, 'invalid_request');
    // The next attempt is another payment for the bank.
    const next = await on.exported(app, shop, [first]);
    assert.notEqual(next.ids[0], before_id);
    accepted(await act('fail', { note: 'The bank says that the file never came' }));
  });

  test('an export that meets a release sends only what stayed', async () => {
    const shop = await on.openShop(app, 'AWG');
    const payouts = await on.newPayouts(app, shop, 'AWG', Array(4).fill(50));
    const { id } = await on.batchOf(app, shop, payouts);
    const another = await service.another();
    const [kept] = payouts;
    assert.ok(kept);
    const released = payouts.slice(1).map(on.itemOf);
    const [, batch] = await Promise.all([
      releaseFromPayoutBatch(another, OPERATOR, id, raw({ note: 'Race', payouts: released })),
      exportPayoutBatch(app, OPERATOR, id, raw({})),
    ]);
    const { content } = await on.fileOf(app, id);
    const inside = (await on.attemptsIn(app, id)).filter(({ state }) => state === 'sent');
    assert.equal(accepted(batch).payout_count, inside.length);
    assert.equal(content.split('<CdtTrfTxInf>').length - 1, inside.length);
    for (const attempt of await on.attemptsIn(app, id)) {
      assert.equal(content.includes(attempt.end_to_end_id), attempt.state === 'sent');
    }
  });

  test('an empty draft has nothing to export, and no file', async () => {
    const shop = await on.openShop(app, 'AUD');
    const { id } = await on.batchOf(app, shop, [await on.newPayout(app, shop, 'AUD', 100)]);
    accepted(await releaseFromPayoutBatch(app, OPERATOR, id, raw({ note: 'None' })));
    const refused = refusedWith(await exportPayoutBatch(app, OPERATOR, id, raw({})));
    assert.equal(refused.code, 'act_not_allowed');
  });
});
