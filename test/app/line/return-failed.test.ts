// Returns to senders on a real database whose pay-out fails: by an act, by the bank's answer, by a
// bank line, and by two of them at once.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { bankLineDetail } from '../../../server/app/line/bank-line-detail.ts';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import { listSuspense } from '../../../server/app/line/list-suspense.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { TradeAct } from '../../../server/domain/batch/command.ts';
import type { LineAct } from '../../../server/domain/record/bank-line.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import * as payouts from '../payout/payout-scene.ts';
import * as scene from '../scene.ts';

let opened: TestApp;
let app: App;
let other: App;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
  other = await opened.another();
});
after(() => opened.stop());

const NUMBER = '50100087654321';
const DAYS_MS = 40 * 86_400_000;

const decide = (id: string, act: LineAct, fields: object = {}, by = app) =>
  reviewLine(by, OPERATOR, id, act, raw({ note: 'seen by a person', ...fields }), undefined);

async function proved(): Promise<void> {
  assert.deepEqual((await verifyBooks(app)).problems, []);
}

type Return = { line: string; account: string; merchant_id: string; id: string };

/** An unexpected line that is being returned to its sender. */
async function returned(currency: string, amount_cents = 1_000): Promise<Return> {
  const account = await scene.makeAccount(app, currency);
  const booked_at = new Date(Date.now() - DAYS_MS).toISOString();
  const [line] = await scene.feed(app, account, [{ amount_cents, booked_at }]);
  return await sendBack(account, line?.id ?? '');
}

async function sendBack(account: string, line: string): Promise<Return> {
  const { line: now } = accepted(await decide(line, 'return', { number: NUMBER }));
  return { line, account, merchant_id: now.merchant_id ?? '', id: now.trade_id ?? '' };
}

const act = (one: Return, name: TradeAct, fields: object = {}, by = app) =>
  actOnTrade(by, OPERATOR, one.merchant_id, one.id, name, raw({ ...fields }));

async function exported(one: Return): Promise<string> {
  const { ids } = await payouts.exported(app, { account: one.account } as payouts.Shop, [one]);
  return ids[0] ?? '';
}

const told = (one: Return, amount_cents: number, id: string) =>
  scene.feed(app, one.account, [{ amount_cents, text: id }]);

async function placeOf(one: Return): Promise<string> {
  const { line } = accepted(await bankLineDetail(app, one.line));
  return `${line.status} ${line.reason}`;
}

const ENDS: Readonly<Record<string, (one: Return) => Promise<unknown>>> = {
  'canceled from the queue': async (one) => accepted(await act(one, 'cancel')),
  'rejected by a person': async (one) => {
    accepted(await act(one, 'take'));
    accepted(await act(one, 'fail', { note: 'The account is closed' }));
  },
  'rejected by the bank': async (one) => {
    const id = await exported(one);
    accepted(await payouts.answer(app, `end_to_end_id,status,reason\n${id},RJCT,AC04\n`));
  },
  'reversed by a person': async (one) => {
    accepted(await act(one, 'take'));
    accepted(await act(one, 'complete', { utr: 'HANDPAID0001' }));
    accepted(await act(one, 'reverse', { note: 'It came back' }));
  },
  'shown to have come back': async (one) => {
    const id = await exported(one);
    await told(one, -1_000, id);
    await told(one, 1_000, id);
  },
};

suite('a return whose pay-out is', () => {
  const currencies = ['AED', 'AMD', 'AOA', 'ARS', 'AUD'];
  for (const [index, [name, end]] of Object.entries(ENDS).entries()) {
    test(`${name}: the line waits again, can be returned again, and the books prove`, async () => {
      const one = await returned(currencies[index] ?? '');
      assert.equal(await placeOf(one), 'returned returned_to_sender');
      await end(one);
      assert.equal(await placeOf(one), 'suspense return_failed');
      await proved();
      const again = await sendBack(one.account, one.line);
      assert.notEqual(again.id, one.id);
      await end(again);
      assert.equal(await placeOf(one), 'suspense return_failed');
      await proved();
      accepted(await decide(one.line, 'own_transfer'));
      await proved();
    });
  }
});

test('it is in the queue with its reason in words, as old as its booking', async () => {
  const one = await returned('BAM');
  accepted(await act(one, 'cancel'));
  const { data } = accepted(
    await listBankLines(app, { status: 'suspense', age: 'over_30_days', limit: '200' }),
  );
  assert.ok(data.some(({ id }) => id === one.line));
  const detail = accepted(await bankLineDetail(app, one.line));
  assert.match(detail.line.explanation, /pay-out that was to send it back came to nothing/);
  assert.deepEqual(
    detail.acts.map(({ act: name, trade_id }) => [name, trade_id]),
    [['return', one.id]],
  );
  const report = await listSuspense(app);
  assert.ok(JSON.stringify(report).includes(one.account));
});

test('a line given to the merchant it was for, after the return failed', async () => {
  const merchant = await makeMerchant(app, { balance_currency: 'BBD' });
  const one = await returned('BBD');
  const fields = { amount_cents: 1_000, amount_currency: 'BBD' };
  const payin = await scene.newPayin(app, merchant, fields);
  const to = { merchant_id: merchant.merchant_id, trade_id: payin.id };
  assert.equal(refusedWith(await decide(one.line, 'assign', to)).code, 'act_not_allowed');
  accepted(await act(one, 'cancel'));
  accepted(await decide(one.line, 'assign', to));
  const { available } = await payouts.balanceOf(app, merchant.merchant_id);
  assert.equal(available, 1_000);
  await proved();
});

/** A return that the bank rejects but pays all the same. */
async function paidAfterAll(currency: string) {
  const one = await returned(currency);
  const id = await exported(one);
  accepted(await payouts.answer(app, `end_to_end_id,status,reason\n${id},RJCT,AC04\n`));
  const [debit] = await told(one, -1_000, id);
  const to = { merchant_id: one.merchant_id, trade_id: one.id, charge: true };
  return { one, id, to, debit: debit?.id ?? '' };
}

suite('a return that came to nothing, and whose money left', () => {
  test('is charged, and its line goes with it until the money comes back', async () => {
    const { one, id, to, debit } = await paidAfterAll('BRL');
    accepted(await decide(debit, 'assign', to));
    assert.equal(await placeOf(one), 'returned returned_to_sender');
    assert.deepEqual(await payouts.balanceOf(app, one.merchant_id), { available: 0, blocked: 0 });
    await proved();
    assert.equal(refusedWith(await decide(one.line, 'undo')).code, 'act_not_allowed');
    accepted(await decide(debit, 'undo'));
    assert.equal(await placeOf(one), 'suspense return_failed');
    await proved();
    accepted(await decide(debit, 'assign', to));
    const [back] = await told(one, 1_000, id);
    assert.equal(await placeOf(one), 'suspense return_failed');
    await proved();
    accepted(await decide(back?.id ?? '', 'undo', { charge: true }));
    assert.equal(await placeOf(one), 'returned returned_to_sender');
    await proved();
  });

  test('is not charged while its line is elsewhere', async () => {
    const { one, to, debit } = await paidAfterAll('BSD');
    accepted(await decide(one.line, 'own_transfer'));
    const { detail } = refusedWith(await decide(debit, 'assign', to));
    assert.match(detail, new RegExp(`bank line ${one.line}, which is own_transfer by now`));
    accepted(await decide(one.line, 'undo'));
    accepted(await decide(debit, 'assign', to));
    await proved();
  });

  test('at once: a person charges it, and the bank sends the money back', async () => {
    const { one, id, to, debit } = await paidAfterAll('BTN');
    const process = await opened.another();
    const back = { amount_cents: 1_000, text: id };
    await scene.meet<unknown>(
      app,
      'move-line-outcomes',
      () => decide(debit, 'assign', to),
      () => scene.feed(process, one.account, [back]),
    );
    assert.equal(await placeOf(one), 'suspense return_failed');
    await proved();
  });

  test('at once: one charges it, and one puts its line to the costs', async () => {
    const { one, to, debit } = await paidAfterAll('BWP');
    const answers = await scene.meet<unknown>(
      app,
      'move-line-outcomes',
      () => decide(one.line, 'fee'),
      () => decide(debit, 'assign', to, other),
    );
    assert.deepEqual(scene.kinds(answers), ['accepted', 'act_not_allowed']);
    await proved();
  });
});

suite('at once in two processes', () => {
  test('an undo and a cancel of its pay-out: one of them ends it, the line waits once', async () => {
    const one = await returned('BDT');
    const answers = await scene.meet<unknown>(
      app,
      'move-line-outcomes',
      () => decide(one.line, 'undo'),
      () => act(one, 'cancel', {}, other),
    );
    // The pay-out was canceled by the undo: the cancel finds it so.
    assert.deepEqual(scene.kinds(answers), ['accepted', 'accepted']);
    assert.equal(await placeOf(one), 'suspense undone');
    await proved();
  });

  test('a cancel and an undo', async () => {
    const one = await returned('BMD');
    const answers = await scene.meet<unknown>(
      app,
      'move-line-outcomes',
      () => act(one, 'cancel'),
      () => decide(one.line, 'undo', {}, other),
    );
    assert.deepEqual(scene.kinds(answers), ['accepted', 'act_not_allowed']);
    assert.equal(await placeOf(one), 'suspense return_failed');
    await proved();
  });

  test('a person who reverses it, and the bank line that shows it', async () => {
    const one = await returned('BND');
    const id = await exported(one);
    await told(one, -1_000, id);
    const back = { amount_cents: 1_000, text: id };
    await scene.meet<unknown>(
      app,
      'move-line-outcomes',
      () => scene.feed(app, one.account, [back]),
      () => act(one, 'reverse', { note: 'It came back' }, other),
    );
    assert.equal(await placeOf(one), 'suspense return_failed');
    await proved();
  });

  test('a return made by one, and failed by the other, which does not know its merchant yet', async () => {
    const one = await returned('BOB');
    accepted(await act(one, 'fail', {}, other));
    assert.equal(await placeOf(one), 'suspense return_failed');
    await proved();
  });
});
