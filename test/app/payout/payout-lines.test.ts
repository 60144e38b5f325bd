// Lines of pay-outs taken away, given back and charged for on a real database: the proof of the
// books holds after each step, whichever process is faster.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { rematchLines } from '../../../server/app/line/rematch-lines.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { accepted, openTestApp, raw, refusedWith, type TestApp } from '../../support/test-app.ts';
import { problemsAfter } from '../proof/damage.ts';
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

suite('undo', () => {
  test('of the only evidence: disputed, matched again, and reversed where that is said', async () => {
    const { payout, seen, balance } = await lines.sent('AED');
    const debit = await seen(-1_000);
    assert.equal(debit.status, 'matched');
    accepted(await lines.decide(debit.id, 'undo'));
    assert.deepEqual(await on.stateOf(app, payout), {
      trade: 'disputed',
      reason: 'insufficient_evidence',
      attempt: 'paid',
    });
    assert.deepEqual(await balance(), PAID);
    await proved();
    assert.equal(refusedWith(await lines.act(payout, 'resolve')).errors?.[0]?.field, 'utr');
    const { line } = accepted(await lines.decide(debit.id, 'assign', to(payout)));
    assert.deepEqual([line.status, line.reason], ['matched', 'assigned']);
    assert.equal((await on.stateOf(app, payout)).trade, 'disputed');
    await proved();
    accepted(await lines.act(payout, 'resolve'));
    accepted(await lines.decide(debit.id, 'undo', { reverse: true }));
    assert.deepEqual(await on.stateOf(app, payout), {
      trade: 'reversed',
      reason: 'insufficient_evidence',
      attempt: 'rejected',
    });
    assert.deepEqual(await balance(), FULL);
    // The job leaves it to people.
    await rematchLines(app);
    assert.equal((await lines.attemptOf(payout)).debit_line_id, null);
    assert.equal(
      (await seen(-1_000, `${(await lines.attemptOf(payout)).end_to_end_id} 2`)).reason,
      'payout_not_paid',
    );
    await proved();
  });

  test('of what came back: only with `charge`, which its merchant is told of', async () => {
    const { shop, payout, seen, balance } = await lines.sent('AFN');
    await seen(-1_000);
    const back = await seen(1_000);
    assert.deepEqual(await balance(), FULL);
    assert.equal(refusedWith(await lines.decide(back.id, 'undo')).code, 'act_not_allowed');
    accepted(await lines.decide(back.id, 'undo', { charge: true }));
    assert.deepEqual(await balance(), PAID);
    const attempt = await lines.attemptOf(payout);
    assert.deepEqual(
      [attempt.state, attempt.charged_cents, attempt.return_line_id],
      ['paid', 1_000, null],
    );
    await proved();
    const events = await scene.sql<{ type: string; act: string }>(
      app,
      `select type, act from events where trade_id = '${payout.id}' order by sequence desc limit 2`,
    );
    assert.deepEqual(events, [
      { type: 'withdrawal.reversed', act: 'charge' },
      { type: 'withdrawal.reversed', act: 'reverse' },
    ]);
    const trail = await scene.sql<{ detail: { charge?: boolean } }>(
      app,
      `select detail from audit_entries where action = 'bank_line_undo'
       and target = 'bank_lines/${back.id}'`,
    );
    assert.equal(trail[0]?.detail.charge, true);
    accepted(await lines.decide(back.id, 'assign', to(payout)));
    assert.deepEqual(await balance(), FULL);
    assert.equal((await lines.attemptOf(payout)).charged_cents, null);
    assert.equal(shop.merchant.merchant_id, payout.merchant_id);
    await proved();
  });
});

suite('charging', () => {
  test('for a rejected pay-out whose money left, once per key, and undone', async () => {
    const { payout, rejected, seen, balance } = await lines.sent('ALL');
    accepted(await rejected());
    const debit = await seen(-1_000);
    assert.deepEqual([debit.status, debit.reason], ['suspense', 'payout_not_paid']);
    const refusal = refusedWith(await lines.decide(debit.id, 'assign', to(payout)));
    assert.match(refusal.detail, /say `charge`/);
    const charge = { ...to(payout), charge: true };
    const once = () => lines.decide(debit.id, 'assign', charge, app, 'key');
    const [first, again] = [accepted(await once()), accepted(await once())];
    assert.deepEqual([first.line.status, first.line.reason], ['matched', 'charged']);
    assert.equal(again.acts.length, 1);
    assert.deepEqual(await balance(), PAID);
    assert.equal((await on.stateOf(app, payout)).trade, 'failed');
    await proved();
    accepted(await lines.decide(debit.id, 'undo'));
    assert.deepEqual(await balance(), FULL);
    assert.deepEqual((await lines.attemptOf(payout)).state, 'rejected');
    await proved();
  });

  test('for one that was canceled before anybody took it, down below zero', async () => {
    const shop = await on.openShop(app, 'AMD');
    const payout = await on.newPayout(app, shop, 'AMD', 1_000);
    accepted(await lines.act(payout, 'cancel'));
    await on.newPayout(app, shop, 'AMD', 999_500);
    const [debit] = await scene.feed(app, shop.account, [{ amount_cents: -1_000 }]);
    const id = debit?.id ?? '';
    accepted(await lines.decide(id, 'assign', { ...to(payout), charge: true }));
    assert.equal((await on.balanceOf(app, payout.merchant_id)).available, -500);
    await proved();
    const [back] = await scene.feed(app, shop.account, [
      { amount_cents: 1_000, text: (await lines.attemptOf(payout)).end_to_end_id },
    ]);
    assert.equal(back?.reason, 'payout_returned');
    assert.equal((await on.balanceOf(app, payout.merchant_id)).available, 500);
    await proved();
  });

  test('for a refund counts it on its pay-in again, with what was kept back for it', async () => {
    const shop = await on.openShop(app, 'AOA');
    const { merchant, account } = shop;
    const fields = { amount_cents: 700, amount_currency: 'AOA' };
    const credit = await scene.newPayin(app, merchant, fields);
    await scene.feed(app, account, [{ amount_cents: 700 }]);
    const body = {
      merchant_id: merchant.merchant_id,
      id: credit.id,
      order_id: 'refund-1',
      number: '000111222333',
      type: 'account',
    };
    const refund = accepted(await createRefund(app, merchant.caller, raw(body))).trade;
    accepted(await lines.act(refund, 'take'));
    const key = { merchant_id: merchant.merchant_id, trade_id: credit.id };
    const refunded = async () => (await app.store.reads.trade(key))?.refunded_amount_cents;
    const [debit] = await scene.feed(app, account, [
      { amount_cents: -700, text: (await lines.attemptOf(refund)).end_to_end_id },
    ]);
    const id = debit?.id ?? '';
    assert.equal(await refunded(), 700n);
    accepted(await lines.decide(id, 'undo', { reverse: true }));
    assert.equal(await refunded(), 0n);
    await proved();
    accepted(await lines.decide(id, 'assign', { ...to(refund), charge: true }));
    assert.equal(await refunded(), 700n);
    await proved();
    accepted(await lines.decide(id, 'undo'));
    const second = { ...body, order_id: 'refund-2', amount_cents: 1 };
    accepted(await createRefund(app, merchant.caller, raw(second)));
    const refusal = refusedWith(await lines.decide(id, 'assign', { ...to(refund), charge: true }));
    assert.equal(refusal.code, 'refund_too_large');
    await proved();
  });
});

suite('the proof', () => {
  test('names what was charged, told or kept otherwise than the books say', async () => {
    const failed = await lines.sent('BSD');
    const { payout, rejected, seen } = failed;
    accepted(await rejected());
    const debit = await seen(-1_000);
    accepted(await lines.decide(debit.id, 'assign', { ...to(payout), charge: true }));
    const stray = (await scene.feed(app, failed.shop.account, [{ amount_cents: -5 }]))[0];
    const mine = `where trade_id = '${payout.id}'`;
    const set = (text: string) => `update payout_attempts set ${text} ${mine}`;
    const lies: [string, RegExp][] = [
      [set('charged_cents = 999'), /it is failed, and 999 is charged/],
      [set('charged_cents = null'), /it is failed, and nothing is charged/],
      [set('charged_cents = 999'), /its entries moved -1000, its state says -999/],
      [set('debit_line_id = null'), /no attempt of pay-out .* has it/],
      [set(`return_line_id = '${stray?.id}'`), /names bank line .* which is not with/],
      [
        `update trades set state = 'processing', final_at = null ${mine}`,
        /it is processing, and 1000 is charged/,
      ],
    ];
    for (const [lie, named] of lies) {
      const problems = await problemsAfter(app, lie);
      assert.ok(
        problems.some((problem) => named.test(problem)),
        `${lie}: ${problems.join('; ')}`,
      );
    }
    await proved();
  });
});
