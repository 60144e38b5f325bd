// Banks' answers that contradict each other, or are about somebody else's payments: no money moves.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { accepted, openTestApp, refusedWith, type TestApp } from '../../support/test-app.ts';
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

describe('what the bank answers', () => {
  for (const { said, status, why } of [
    { said: 'that it has paid', status: 'ACSC', why: '' },
    { said: 'that it is a copy', status: 'RJCT', why: on.reason('AM05') },
  ]) {
    test(`a rejection after the bank said ${said} waits for a person`, async () => {
      const shop = await on.openShop(app, 'BWP');
      const payout = await on.newPayout(app, shop, 'BWP', 100);
      const { batch, ids } = await on.exported(app, shop, [payout]);
      const [name = ''] = ids;
      const say = async (code: string, more = '') =>
        accepted(await on.answer(app, on.report(batch.message_id, [on.tx(name, code, more)])));
      await say(status, why);
      // A step of the way that arrives late takes nothing back.
      await say('ACSP');
      const second = await say('RJCT', on.reason('AC04', 'Closed account'));
      assert.deepEqual([second.conflict, second.rejected], [1, 0]);
      const others = [on.reason('AM09'), '', on.reason('AM05'), on.reason('AC04')];
      for (const more of others) assert.equal((await say('RJCT', more)).rejected, 0);
      assert.deepEqual(await on.stateOf(app, payout), {
        trade: 'processing',
        reason: null,
        attempt: 'unknown',
      });
      const [attempt] = await on.attemptsIn(app, batch.id);
      assert.match(attempt?.bank_text ?? '', /^Bank: RJCT AC04$/);
      assert.equal((await on.balanceOf(app, shop.merchant.merchant_id)).blocked, 100);
    });
  }

  test('both that it is rejected and that it is paid: no money comes back', async () => {
    const shop = await on.openShop(app, 'BZD');
    const payout = await on.newPayout(app, shop, 'BZD', 100);
    const { batch, ids } = await on.exported(app, shop, [payout]);
    const [name = ''] = ids;
    const both = [on.tx(name, 'RJCT', on.reason('AC04')), on.tx(name, 'ACSC')];
    const { rejected, conflict } = accepted(
      await on.answer(app, on.report(batch.message_id, both)),
    );
    assert.deepEqual([rejected, conflict], [0, 1]);
    assert.equal((await on.stateOf(app, payout)).trade, 'processing');
  });

  test('about a message of others, or payments of another message, is refused', async () => {
    const shop = await on.openShop(app, 'CDF');
    const payouts = await on.newPayouts(app, shop, 'CDF', [100, 200]);
    const [mine, other] = [
      await on.exported(app, shop, payouts.slice(0, 1)),
      await on.exported(app, shop, payouts.slice(1)),
    ];
    const draft = await on.batchOf(app, shop, [await on.newPayout(app, shop, 'CDF', 300)]);
    const rejected = on.tx(other.ids[0] ?? '', 'RJCT', on.reason('AC04'));
    const whole = (named: string) =>
      on
        .report(mine.batch.message_id, [], 'PART')
        .replace(
          /(<OrgnlPmtInfId>).*(<\/OrgnlPmtInfId>)/,
          `$1${named}$2<PmtInfSts>RJCT</PmtInfSts>`,
        );
    for (const [text, words] of [
      [on.report('THEIRS', [rejected]), /Line 7: .* THEIRS, which this service has not sent/],
      [on.report(draft.message_id, [rejected]), /which this service has not sent/],
      [on.report('THEIRS', [], 'RJCT'), /THEIRS, which this service has not sent/],
      [on.report(mine.batch.message_id, [rejected]), /is not in the message B0\w+ that/],
      [whole(other.batch.message_id), /names the batch B0\w+, but the file answers B0/],
      [on.report('', [rejected]), /does not say which message it answers \(OrgnlMsgId\)/],
    ] as const) {
      const { code, detail } = refusedWith(await on.answer(app, text));
      assert.equal(code, 'statement_invalid');
      assert.match(detail, words);
    }
    for (const payout of payouts) {
      assert.equal((await on.stateOf(app, payout)).attempt, 'sent');
    }
    assert.equal(
      accepted(await on.answer(app, on.report(other.batch.message_id, [rejected]))).rejected,
      1,
    );
  });
});
