// Refunds whose pay-in is taken back, on a real database: those that were not sent are never paid,
// whoever acts at the same moment, and a settlement that is not covered any more ends as well.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { listEvents } from '../../../server/app/callback/list-events.ts';
import { listOwed } from '../../../server/app/line/list-owed.ts';
import { refundTrade } from '../../../server/app/payout/create-refund.ts';
import { createPayoutBatch } from '../../../server/app/payout/make-payout-batch.ts';
import { actOnPayouts } from '../../../server/app/payout/payout-queue.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import type { Transaction } from '../../../server/store/connection/database.ts';
import { ENTRY_LEGS } from '../../../server/store/ledger/entry-postings.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import { failuresOf, feed, fund, kinds, makeAccount, meet, newPayin, sql } from '../scene.ts';
import { settling } from '../settlement/settlement-scene.ts';

let opened: TestApp;
let app: App;
let other: App;
let account: string;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
  other = await opened.another();
  account = await makeAccount(app, 'INR');
});
after(() => opened.stop());

type Made = { merchant_id: string; id: string };

const sound = async () => assert.deepEqual((await verifyBooks(app)).problems, []);

const act = (process: App, { merchant_id, id }: Made, name: 'reverse' | 'take' | 'cancel') =>
  actOnTrade(process, OPERATOR, merchant_id, id, name, raw({}));

const standing = async ({ merchant_id, id }: Made) => {
  const { trade } = accepted(await getTradeWithTimeline(app, merchant_id, id));
  return [trade.state, trade.state_reason];
};

const ENDED = ['failed', 'payin_taken_back'];

let utrs = 0;
/** A pay-in that a bank line credited. */
async function credited(merchant: TestMerchant, amount_cents: number): Promise<Made> {
  const made = await newPayin(app, merchant, { amount_cents });
  utrs += 1;
  await feed(app, account, [{ amount_cents, utr: `BACK${String(utrs).padStart(8, '0')}` }]);
  return made;
}

async function refunded(process: App, payin: Made, amount_cents: number): Promise<Made> {
  const fields = { amount_cents, number: '50100087654321', type: 'account', note: 'test' };
  const key = `refund ${amount_cents}`;
  const made = accepted(await refundTrade(process, OPERATOR, payin, raw(fields), key));
  return { merchant_id: made.merchant_id, id: made.id };
}

/** Does something once a batch has looked for refunds, before it locks its trades. */
function beforeLock(process: App, work: () => Promise<Made>) {
  const { db } = process.store;
  const made: Promise<Made>[] = [];
  const watched = (tx: Transaction): Transaction => {
    let has_looked = false;
    let gate: Promise<unknown> | null = null;
    return {
      ...tx,
      commitWithThese: () => undefined,
      query(name, text, values) {
        if (name === 'lock-trades' && has_looked && made.length === 0) {
          made.push(work());
          gate = Promise.all(made);
        }
        has_looked ||= name === 'read-funded-payouts';
        if (gate === null) return tx.query(name, text, values);
        return gate.then(() => tx.query(name, text, values));
      },
    };
  };
  process.store.db = { ...db, transaction: (job) => db.transaction((tx) => job(watched(tx))) };
  return {
    async made(): Promise<Made> {
      process.store.db = db;
      return (await made[0]) ?? assert.fail('No batch looked for refunds');
    },
  };
}

suite('a refund whose pay-in is taken back', () => {
  test('is never paid, is told, and its hold is released', async () => {
    const merchant = await makeMerchant(app);
    const payin = await credited(merchant, 7_376_244);
    const refund = await refunded(app, payin, 7_376_244);
    accepted(await act(app, payin, 'reverse'));
    assert.deepEqual(await standing(refund), ENDED);
    assert.deepEqual(kinds([await act(app, refund, 'take')]), ['act_not_allowed']);
    const { balanceOf } = settling(app);
    const { actual_amount_cents, blocked_amount_cents } = await balanceOf(merchant);
    assert.deepEqual([actual_amount_cents, blocked_amount_cents], [0, 0]);
    const { data } = accepted(await listEvents(app, merchant.caller, {}));
    const told = data.filter(({ type }) => type === 'withdrawal.failed');
    assert.deepEqual(
      told.map((event) => [event.data.id, 'state_reason' in event.data && event.data.state_reason]),
      [[refund.id, 'payin_taken_back']],
    );
    await sound();
  });

  test('ends also in a batch of which no file was made', async () => {
    const merchant = await makeMerchant(app);
    const payin = await credited(merchant, 5_000);
    const refund = await refunded(app, payin, 2_000);
    const fields = { receiving_account_id: account, payouts: [refund] };
    accepted(await createPayoutBatch(app, OPERATOR, raw(fields), undefined));
    assert.deepEqual(await standing(refund), ['processing', null]);
    accepted(await act(app, payin, 'reverse'));
    assert.deepEqual(await standing(refund), ENDED);
    await sound();
  });

  test('stays if it was taken by hand, and is the merchant’s debt', async () => {
    const merchant = await makeMerchant(app);
    const payin = await credited(merchant, 5_001);
    const refund = await refunded(app, payin, 2_000);
    const taken = { payouts: [refund], receiving_account_id: account };
    accepted(await actOnPayouts(app, OPERATOR, 'take', raw(taken)));
    accepted(await act(app, payin, 'reverse'));
    assert.deepEqual(await standing(refund), ['processing', null]);
    const { actual_amount_cents, blocked_amount_cents } = await settling(app).balanceOf(merchant);
    assert.deepEqual([actual_amount_cents, blocked_amount_cents], [-2_000, 2_000]);
    await sound();
  });

  test('that is taken at the same moment is either ended or taken, in both orders', async () => {
    const merchant = await makeMerchant(app);
    await fund(app, merchant.merchant_id, 50_000);
    const failures = await failuresOf(app, async () => {
      const one = await credited(merchant, 6_001);
      const early = await refunded(app, one, 3_000);
      const first = await meet(
        app,
        'update-trades',
        () => act(app, one, 'reverse'),
        () => act(other, early, 'take'),
      );
      assert.deepEqual(kinds(first), ['accepted', 'act_not_allowed']);
      assert.deepEqual(await standing(early), ENDED);
      const two = await credited(merchant, 6_002);
      const late = await refunded(app, two, 3_000);
      const second = await meet(
        other,
        'read-payout-attempts',
        () => act(other, late, 'take'),
        () => act(app, two, 'reverse'),
      );
      assert.deepEqual(kinds(second), ['accepted', 'accepted']);
      assert.deepEqual(await standing(late), ['processing', null]);
    });
    assert.deepEqual(
      failures.filter((code) => code === '40P01'),
      [],
      'no deadlock',
    );
    await sound();
  });

  test('that is made between the search for refunds and the lock is found again', async () => {
    const merchant = await makeMerchant(app);
    await fund(app, merchant.merchant_id, 50_000);
    const payin = await credited(merchant, 6_003);
    await refunded(app, payin, 1_000);
    const between = beforeLock(app, () => refunded(other, payin, 2_000));
    accepted(await act(app, payin, 'reverse'));
    const [made, again] = [await between.made(), await act(other, payin, 'reverse')];
    assert.deepEqual(kinds([again]), ['act_not_allowed']);
    assert.deepEqual(await standing(made), ENDED);
    await sound();
  });

  test('ends in any number of pay-ins at once, and beside people who cancel it', async () => {
    const merchant = await makeMerchant(app);
    const made: { payin: Made; refunds: Made[] }[] = [];
    for (const amount of [7_001, 7_002, 7_003, 7_004]) {
      const payin = await credited(merchant, amount);
      made.push({
        payin,
        refunds: [await refunded(app, payin, 10), await refunded(app, payin, 20)],
      });
    }
    await Promise.all([
      ...made.map(({ payin }, index) => act(index % 2 === 0 ? app : other, payin, 'reverse')),
      ...made.flatMap(({ refunds }) => refunds.map((refund) => act(other, refund, 'cancel'))),
    ]);
    for (const { payin, refunds } of made) {
      assert.equal((await standing(payin))[0], 'reversed');
      for (const refund of refunds) {
        assert.ok(['failed', 'canceled'].includes(String((await standing(refund))[0])));
      }
    }
    const { actual_amount_cents, blocked_amount_cents } = await settling(app).balanceOf(merchant);
    assert.deepEqual([actual_amount_cents, blocked_amount_cents], [0, 0]);
    await sound();
  });
});

suite('the payment of a settlement', () => {
  test('ends if the balance no longer covers it, and stays if it does', async () => {
    const { withAccount, credit, draft, approve, now } = settling(app);
    for (const [spare, state] of [
      [0, 'returned'],
      [20_000, 'approved'],
    ] as const) {
      const merchant = await withAccount();
      const payin = await credit(merchant, 12_345);
      const settlement = accepted(await draft(merchant));
      accepted(await approve(settlement));
      if (spare > 0) await fund(app, merchant.merchant_id, spare);
      accepted(await act(app, payin, 'reverse'));
      assert.equal((await now(settlement)).state, state);
      const body = await settling(app).balanceOf(merchant);
      assert.equal(body.actual_amount_cents, spare > 0 ? spare - 12_345 : 0);
      await sound();
    }
  });
});

test('what was sent is in the list of what is owed, and its sum is the ledger’s', async () => {
  const merchant = await makeMerchant(app, { name: 'Owing' });
  const payin = await credited(merchant, 7_376_245);
  const refund = await refunded(app, payin, 7_376_245);
  const taken = { payouts: [refund], receiving_account_id: account };
  accepted(await actOnPayouts(app, OPERATOR, 'take', raw(taken)));
  app.store.clock_offset_ms += 86_400_000;
  accepted(await act(app, payin, 'reverse'));
  app.store.clock_offset_ms += 2 * 86_400_000;
  const { debts, debt_totals } = accepted(await listOwed(app, {}));
  const own = debts.find(({ merchant_id }) => merchant_id === merchant.merchant_id);
  assert.deepEqual(
    [own?.owed_cents, own?.merchant_name, own?.age, own?.ways_out],
    [7_376_245, 'Owing', '1_to_3_days', ['new_credits', 'adjustment', 'refund_returned']],
  );
  assert.deepEqual(
    own?.refunds.map(({ id, payin_id, state }) => [id, payin_id, state]),
    [[refund.id, payin.id, 'processing']],
  );
  const [ledger] = await sql<{ owed: string }>(
    app,
    `select (-sum(least(balance, 0)))::text as owed from (
       select sum(leg.amount) as balance from ledger_entries e
       ${ENTRY_LEGS}
       where leg.account = 'available' group by e.merchant_id
     ) b`,
  );
  const sum = debts.reduce((total, { owed_cents }) => total + Number(owed_cents), 0);
  assert.deepEqual(
    [String(sum), debt_totals],
    [ledger?.owed, [{ currency: 'INR', merchants: debts.length, owed_cents: sum }]],
  );
  await fund(app, merchant.merchant_id, 7_376_245);
  const { debts: left } = accepted(await listOwed(app, {}));
  assert.ok(!left.some(({ merchant_id }) => merchant_id === merchant.merchant_id));
});
