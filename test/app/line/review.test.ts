// The review queue and recalls on a real database: people's decisions are written completely, can
// be read again, and are covered by the proof.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { measureBooks } from '../../../server/app/ledger/measure-books.ts';
import { bankLineDetail } from '../../../server/app/line/bank-line-detail.ts';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import { rematchLines } from '../../../server/app/line/rematch-lines.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import { listMerchants } from '../../../server/app/merchant/merchants.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
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
import { claim, feed, isAccepted, makeAccount, newPayin, newPayout, sql } from '../scene.ts';

let opened: TestApp;
let app: App;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
});
after(() => opened.stop());

const UTR = '412345678901';
let utrs = 0;
const newUtr = () => {
  utrs += 1;
  return `UTR${String(utrs).padStart(9, '0')}`;
};

const decide = (id: string, act: LineAct, fields: object = {}, key?: string) =>
  reviewLine(app, OPERATOR, id, act, raw({ note: 'seen by a person', ...fields }), key);

const balance = (merchant: TestMerchant) => balanceOfMerchant(app, merchant.caller.merchant);

const trade = async (merchant_id: string, id: string) =>
  accepted(await getTradeWithTimeline(app, merchant_id, id));

async function proved(): Promise<void> {
  assert.deepEqual((await verifyBooks(app)).problems, []);
}

async function scene(currency = 'INR') {
  const merchant = await makeMerchant(app, { balance_currency: currency });
  const account = await makeAccount(app, currency);
  const pay = (amount_cents: number) =>
    newPayin(app, merchant, { amount_cents, amount_currency: currency });
  return { merchant, account, pay };
}

async function waits(account: string, fields: object) {
  const [line] = await feed(app, account, [{ ...fields }]);
  assert.equal(line?.status, 'suspense');
  return line?.id ?? '';
}

suite('decisions about lines', () => {
  test('assign, undo with its credit, split, and the story of the line', async () => {
    const { merchant, account, pay } = await scene('CHF');
    const one = await pay(700);
    const id = await waits(account, { amount_cents: 650, utr: newUtr() });
    const to = { merchant_id: merchant.merchant_id, trade_id: one.id };
    const assigned = accepted(await decide(id, 'assign', to));
    assert.deepEqual([assigned.line.status, assigned.line.reason], ['matched', 'assigned']);
    assert.equal(assigned.line.explanation, 'A person said whose it is.');
    assert.equal((await trade(merchant.merchant_id, one.id)).trade.state_reason, 'amount_mismatch');
    accepted(await actOnTrade(app, OPERATOR, merchant.merchant_id, one.id, 'confirm', raw({})));
    assert.equal((await balance(merchant)).actual_amount_cents, 650);
    const refusal = refusedWith(await decide(id, 'undo'));
    assert.equal(refusal.code, 'act_not_allowed');
    accepted(await decide(id, 'undo', { reverse: true }));
    assert.equal((await balance(merchant)).actual_amount_cents, 0);
    const [two, three] = [await pay(400), await pay(250)];
    const split = accepted(await decide(id, 'split', { parts: [400, 250] }));
    assert.deepEqual(
      split.parts.map((part) => [part.status, part.trade_id]),
      [
        ['matched', two.id],
        ['matched', three.id],
      ],
    );
    assert.equal((await balance(merchant)).actual_amount_cents, 650);
    const detail = accepted(await bankLineDetail(app, id));
    assert.deepEqual(
      detail.acts.map(({ act, from_status, to_status, note }) => [
        act,
        from_status,
        to_status,
        note,
      ]),
      [
        ['assign', 'suspense', 'matched', 'seen by a person'],
        ['undo', 'matched', 'suspense', 'seen by a person'],
        ['split', 'suspense', 'split', 'seen by a person'],
      ],
    );
    await proved();
  });

  test('fee and own transfer leave suspense, with the reason in the audit trail', async () => {
    const { account } = await scene('SEK');
    const fee = await waits(account, { amount_cents: -50 });
    const own = await waits(account, { amount_cents: -90 });
    accepted(await decide(fee, 'fee', { note: 'Monthly fee' }));
    accepted(await decide(own, 'own_transfer'));
    const trail = await sql<{ action: string; note: string }>(
      app,
      `select action, detail ->> 'note' as note from audit_entries
       where target = 'bank_lines/${fee}'`,
    );
    assert.deepEqual(trail, [{ action: 'bank_line_fee', note: 'Monthly fee' }]);
    const accounts = await sql<{ account: string; balance_cents: bigint }>(
      app,
      `select account, balance_cents from ledger_accounts
       where account in ('costs:${account}', 'transit') and currency = 'SEK' order by account`,
    );
    assert.deepEqual(
      accounts.map((row) => row.balance_cents),
      [-50n, -90n],
    );
    await proved();
  });

  test('the same idempotency key decides once; without a reason nothing is decided', async () => {
    const { account } = await scene('NOK');
    const id = await waits(account, { amount_cents: 1_000 });
    for (let time = 0; time < 2; time += 1) {
      const split = accepted(await decide(id, 'split', { parts: [600, 400] }, 'key-1'));
      assert.equal(split.parts.length, 2);
      assert.equal(split.acts.length, 1);
    }
    const refusal = refusedWith(await decide(id, 'undo', { note: null }));
    assert.deepEqual(
      refusal.errors?.map((error) => error.field),
      ['note'],
    );
    assert.equal(refusedWith(await decide('nonsense', 'undo')).code, 'not_found');
    assert.equal(refusedWith(await decide(account, 'undo')).code, 'not_found');
  });

  test('two who decide at once: one does', async () => {
    const { account } = await scene('DKK');
    const id = await waits(account, { amount_cents: 1_000 });
    const number = '50100087654321';
    const answers = await Promise.all([
      decide(id, 'fee'),
      decide(id, 'own_transfer'),
      decide(id, 'return', { number }),
      decide(id, 'split', { parts: [500, 500] }),
    ]);
    assert.equal(answers.filter(isAccepted).length, 1);
    assert.equal(accepted(await bankLineDetail(app, id)).acts.length, 1);
    await proved();
  });
});

suite('return to sender', () => {
  test('makes the house’s merchant once per currency, a pay-out and its hold', async () => {
    const { account } = await scene('PLN');
    const lines = [
      await waits(account, { amount_cents: 1_000 }),
      await waits(account, { amount_cents: 2_000 }),
    ];
    const refusal = refusedWith(await decide(lines[0] ?? '', 'return'));
    assert.deepEqual(
      refusal.errors?.map((error) => error.field),
      ['number'],
    );
    const houses = async () =>
      accepted(await listMerchants(app, { limit: '200' })).data.filter(
        (one) => one.is_house && one.balance_currency === 'PLN',
      );
    assert.deepEqual(await houses(), []);
    const number = '50100087654321';
    const made = await Promise.all(lines.map((id) => decide(id, 'return', { number })));
    const [first] = made.map((one) => accepted(one).line);
    const [house, ...more] = await houses();
    assert.ok(house);
    assert.deepEqual(more, []);
    assert.equal(house.balance.blocked_amount_cents, 3_000);
    assert.equal(house.balance.actual_amount_cents, 0);
    assert.deepEqual([first?.status, first?.merchant_id], ['returned', house.id]);
    const { trade: payout, timeline } = await trade(house.id, first?.trade_id ?? '');
    assert.deepEqual(
      [payout.direction, payout.state, payout.amount_cents, payout.fee_cents],
      ['payout', 'created', 1_000, 0],
    );
    assert.deepEqual(
      timeline.lines.map((line) => line.id),
      [first?.id],
    );
    accepted(await decide(lines[0] ?? '', 'undo'));
    assert.equal((await trade(house.id, payout.id)).trade.state, 'canceled');
    await proved();
  });
});

suite('recalls and negative balances', () => {
  test('credited money that the bank takes back leaves the balance below zero, and it shows', async () => {
    const { merchant, account, pay } = await scene('ISK');
    const made = await pay(1_000);
    const utr = newUtr();
    await feed(app, account, [{ amount_cents: 1_000, utr }]);
    await newPayoutIn(merchant, 'ISK', 800);
    const [back] = await feed(app, account, [{ amount_cents: -1_000, utr }]);
    assert.deepEqual([back?.status, back?.reason], ['matched', 'recall']);
    assert.equal((await trade(merchant.merchant_id, made.id)).trade.state, 'reversed');
    assert.equal((await balance(merchant)).actual_amount_cents, -800);
    const below = accepted(await listMerchants(app, { balance: 'negative' })).data;
    assert.deepEqual(
      below.map((one) => one.id),
      [merchant.merchant_id],
    );
    assert.equal(below[0]?.balance.actual_amount_cents, -800);
    await assert.rejects(newPayoutIn(merchant, 'ISK', 1), /insufficient_funds/);
    const told = new Map<string, number>();
    await measureBooks({ ...app, measure: (name, value) => void told.set(name, value) });
    assert.equal(told.get('negative_balances'), 1);
    await proved();
  });

  test('a recall that came before its line, and lines that crossed in two processes', async () => {
    const { account } = await scene('THB');
    const [first, second] = [newUtr(), newUtr()];
    await feed(app, account, [{ amount_cents: -1_000, utr: first }]);
    const [late] = await feed(app, account, [{ amount_cents: 1_000, utr: first }]);
    assert.deepEqual([late?.status, late?.reason], ['returned', 'recalled']);
    const other = await opened.another();
    await Promise.all(
      [-2_000, 2_000].map((amount_cents) =>
        takeBankLines(
          amount_cents > 0 ? app : other,
          OPERATOR,
          raw({
            receiving_account_id: account,
            lines: [{ amount_cents, utr: second, booked_at: new Date().toISOString() }],
          }),
        ),
      ),
    );
    await rematchLines(app);
    const { data } = accepted(await listBankLines(app, { receiving_account_id: account }));
    assert.deepEqual(
      data.map((line) => line.status),
      Array(4).fill('returned'),
    );
    await proved();
  });
});

test('a part of a split transfer is free for the next claim of its UTR', async () => {
  const { merchant, account, pay } = await scene('ZAR');
  const [one, two] = [await pay(600), await pay(400)];
  accepted(await claim(app, merchant, one.id, UTR));
  const id = await waits(account, { amount_cents: 1_500, utr: 'OTHER9999999' });
  accepted(await decide(id, 'split', { parts: [1_100, 400] }));
  assert.equal((await trade(merchant.merchant_id, two.id)).trade.state, 'completed');
});

async function newPayoutIn(merchant: TestMerchant, amount_currency: string, amount_cents: number) {
  return await newPayout(app, merchant, amount_cents, { amount_currency });
}
