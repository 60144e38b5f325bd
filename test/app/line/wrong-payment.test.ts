// A pay-in that a person confirmed with the wrong money, on a real database: its line goes to where
// it belongs while the pay-in keeps its credit, and a dispute about a credit can fail.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { bankLineDetail } from '../../../server/app/line/bank-line-detail.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
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
  type TestMerchant,
} from '../../support/test-app.ts';
import { feed, fund, makeAccount, newPayin, newPayout } from '../scene.ts';

let opened: TestApp;
let app: App;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
});
after(() => opened.stop());

const decide = (id: string, act: LineAct, fields: object = {}) =>
  reviewLine(app, OPERATOR, id, act, raw({ note: 'seen by a person', ...fields }), undefined);

const balance = async (merchant: TestMerchant) => {
  const { actual_amount_cents: actual, blocked_amount_cents: blocked } = await balanceOfMerchant(
    app,
    merchant.caller.merchant,
  );
  return { actual, blocked };
};

async function proved(): Promise<void> {
  assert.deepEqual((await verifyBooks(app)).problems, []);
}

/** A pay-in of 10,000 that a person confirmed with a line of 9,300. */
async function confirmed(currency: string) {
  const merchant = await makeMerchant(app, { balance_currency: currency });
  const account = await makeAccount(app, currency);
  const { merchant_id } = merchant;
  const pay = (amount_cents: number) =>
    newPayin(app, merchant, { amount_cents, amount_currency: currency });
  const act = (id: string, name: TradeAct, fields: object = {}) =>
    actOnTrade(app, OPERATOR, merchant_id, id, name, raw({ ...fields }));
  const read = async (id: string) => {
    const { trade } = accepted(await getTradeWithTimeline(app, merchant_id, id));
    const { state, state_reason, received_amount_cents: received } = trade;
    return { state, state_reason, received };
  };
  const { id } = await pay(10_000);
  const [fed] = await feed(app, account, [{ amount_cents: 9_300, text: 'gift' }]);
  const line = fed?.id ?? '';
  accepted(await decide(line, 'assign', { merchant_id, trade_id: id }));
  accepted(await act(id, 'confirm'));
  return { merchant, account, merchant_id, id, line, pay, act, read };
}

const COMPLETED = { state: 'completed', state_reason: null };

suite('a payment that was confirmed with the wrong money', () => {
  test('is refused an undo by itself, which names both ways', async () => {
    const { line } = await confirmed('AED');
    const { detail } = refusedWith(await decide(line, 'undo'));
    assert.match(detail, /`reverse`.*`keep`/);
    const { errors } = refusedWith(await decide(line, 'undo', { keep: true, reverse: true }));
    assert.deepEqual(
      errors?.map(({ field, message }) => `${field} ${message}`),
      ['keep contradicts reverse: the credit stays, or goes'],
    );
  });

  test('its line is given to the pay-in that it was for, and both are credited', async () => {
    const one = await confirmed('AUD');
    const { merchant_id, line } = one;
    accepted(await decide(line, 'undo', { keep: true }));
    assert.deepEqual(await one.read(one.id), { ...COMPLETED, received: 0 });
    assert.equal((await balance(one.merchant)).actual, 9_300);
    await proved();
    const other = await one.pay(9_300);
    accepted(await decide(line, 'assign', { merchant_id, trade_id: other.id }));
    assert.deepEqual(await one.read(other.id), { ...COMPLETED, received: 9_300 });
    assert.equal((await balance(one.merchant)).actual, 18_600);
    await proved();
    const [own] = await feed(app, one.account, [{ amount_cents: 9_300, text: 'late' }]);
    accepted(await decide(own?.id ?? '', 'assign', { merchant_id, trade_id: one.id }));
    assert.deepEqual(await one.read(one.id), { ...COMPLETED, received: 9_300 });
    await proved();
  });

  test('its line is split between two pay-ins', async () => {
    const one = await confirmed('BRL');
    accepted(await decide(one.line, 'undo', { keep: true }));
    const [first, second] = [await one.pay(5_000), await one.pay(4_300)];
    const { parts } = accepted(await decide(one.line, 'split', { parts: [5_000, 4_300] }));
    assert.deepEqual(
      parts.map(({ trade_id }) => trade_id),
      [first.id, second.id],
    );
    assert.equal((await balance(one.merchant)).actual, 18_600);
    await proved();
  });

  test('its line is sent back, and the credit is taken back afterwards', async () => {
    const one = await confirmed('CAD');
    accepted(await decide(one.line, 'undo', { keep: true }));
    accepted(await decide(one.line, 'return', { number: '50100087654321' }));
    accepted(await one.act(one.id, 'reverse', { reason: 'payment_not_found' }));
    assert.deepEqual(await balance(one.merchant), { actual: 0, blocked: 0 });
    const { line } = accepted(await bankLineDetail(app, one.line));
    assert.equal(line.status, 'returned');
    await proved();
  });

  test('of a pay-out, or of a line without a trade, there is no credit to keep', async () => {
    const merchant = await makeMerchant(app, { balance_currency: 'CHF' });
    await fund(app, merchant.merchant_id, 5_000);
    const account = await makeAccount(app, 'CHF');
    const { id } = await newPayout(app, merchant, 5_000, { amount_currency: 'CHF' });
    accepted(await actOnTrade(app, OPERATOR, merchant.merchant_id, id, 'take', raw({})));
    const lines = await feed(app, account, [{ amount_cents: -5_000 }, { amount_cents: -3 }]);
    const [debit = '', fee = ''] = lines.map((line) => line.id);
    const to = { merchant_id: merchant.merchant_id, trade_id: id };
    accepted(await decide(debit, 'assign', to));
    accepted(await decide(fee, 'fee'));
    for (const line of [debit, fee]) {
      const { errors } = refusedWith(await decide(line, 'undo', { keep: true }));
      assert.deepEqual(errors?.[0]?.message, 'is for a line that is matched with a pay-in');
    }
  });
});

suite('a credit that is disputed', () => {
  const DISPUTED = { state: 'disputed', state_reason: null };

  test('fails: it is reversed, its credit taken, and its line waits for a person', async () => {
    const one = await confirmed('CZK');
    accepted(await one.act(one.id, 'dispute'));
    assert.deepEqual(await balance(one.merchant), { actual: 0, blocked: 9_300 });
    accepted(await one.act(one.id, 'resolve', { outcome: 'failed', reason: 'fake_proof' }));
    const reversed = { state: 'reversed', state_reason: 'fake_proof', received: 0 };
    assert.deepEqual(await one.read(one.id), reversed);
    assert.deepEqual(await balance(one.merchant), { actual: 0, blocked: 0 });
    const { line } = accepted(await bankLineDetail(app, one.line));
    assert.equal(line.status, 'suspense');
    await proved();
  });

  test('loses its wrong line while the dispute goes on, and is won without it', async () => {
    const one = await confirmed('DKK');
    accepted(await one.act(one.id, 'dispute'));
    assert.match(refusedWith(await decide(one.line, 'undo')).detail, /`keep`/);
    accepted(await decide(one.line, 'undo', { keep: true }));
    assert.deepEqual(await one.read(one.id), { ...DISPUTED, received: 0 });
    assert.deepEqual(await balance(one.merchant), { actual: 0, blocked: 9_300 });
    await proved();
    accepted(await one.act(one.id, 'resolve', { outcome: 'completed' }));
    assert.deepEqual(await balance(one.merchant), { actual: 9_300, blocked: 0 });
    await proved();
  });

  test('is reversed together with its line', async () => {
    const one = await confirmed('EUR');
    accepted(await one.act(one.id, 'dispute'));
    accepted(await decide(one.line, 'undo', { reverse: true }));
    assert.equal((await one.read(one.id)).state, 'reversed');
    assert.deepEqual(await balance(one.merchant), { actual: 0, blocked: 0 });
    await proved();
  });

  test('a paid pay-out cannot fail: the refusal names the way', async () => {
    const merchant = await makeMerchant(app, { balance_currency: 'GBP' });
    await fund(app, merchant.merchant_id, 5_000);
    const { id } = await newPayout(app, merchant, 5_000, { amount_currency: 'GBP' });
    const act = (name: TradeAct, fields: object = {}) =>
      actOnTrade(app, OPERATOR, merchant.merchant_id, id, name, raw({ ...fields }));
    accepted(await act('take'));
    accepted(await act('complete', { utr: 'PAID00000001' }));
    accepted(await act('dispute'));
    const { detail } = refusedWith(await act('resolve', { outcome: 'failed' }));
    assert.equal(
      detail,
      'A pay-out that was paid cannot fail. If its money came back, reverse it.',
    );
  });
});
