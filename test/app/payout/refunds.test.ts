// Refunds on a real database: two processes together never refund more than the remaining amount.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { putTariffs } from '../../../server/app/merchant/tariffs.ts';
import { createRefund, refundTrade } from '../../../server/app/payout/create-refund.ts';
import { actOnPayouts } from '../../../server/app/payout/payout-queue.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { maskHalf } from '../../../server/domain/values/masking.ts';
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
import { countOf, feed, isAccepted, makeAccount, meet, newPayin } from '../scene.ts';

let opened: TestApp;
let app: App;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
});
after(() => opened.stop());

let utrs = 0;
const newUtr = () => {
  utrs += 1;
  return `UTR${String(utrs).padStart(9, '0')}`;
};

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

suite('refunds', () => {
  async function paid(currency: string, amount_cents: number) {
    const { merchant, account, pay } = await scene(currency);
    const made = await pay(amount_cents);
    await feed(app, account, [{ amount_cents, utr: newUtr() }]);
    const { merchant_id } = merchant;
    const ask = (fields: Record<string, unknown>) =>
      createRefund(
        app,
        merchant.caller,
        raw({ merchant_id, id: made.id, number: '50100087654321', ...fields }),
      );
    return { merchant, account, made, ask };
  }

  test('whatever comes at once, no more is refunded than there is', async () => {
    const { merchant, made, ask } = await paid('CZK', 1_000);
    const other = await opened.another();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0
          ? ask({ order_id: `refund-${index}`, amount_cents: 300 })
          : createRefund(
              other,
              merchant.caller,
              raw({
                merchant_id: merchant.merchant_id,
                id: made.id,
                number: '50100087654321',
                order_id: `refund-${index}`,
                amount_cents: 300,
              }),
            ),
      ),
    );
    assert.equal(answers.filter(isAccepted).length, 3);
    const codes = answers.map((answer) => (isAccepted(answer) ? 'accepted' : answer.code));
    assert.equal(countOf(codes, 'refund_too_large') + countOf(codes, 'insufficient_funds'), 9);
    const after = await trade(merchant.merchant_id, made.id);
    assert.equal(after.trade.refunded_amount_cents, 900);
    assert.deepEqual(
      after.refunds.map((one) => one.amount_cents),
      [300, 300, 300],
    );
    assert.ok(after.refunds.every((one) => one.refund_of === made.id));
    await proved();
  });

  test('the fee is that of the merchant’s pay-outs', async () => {
    const { merchant, ask } = await paid('SEK', 10_000);
    const rows = [
      { direction: 'payin', percent: 7 },
      { direction: 'payout', percent: 2 },
    ].map((row) => ({ type: null, currency: null, ...row }));
    accepted(await putTariffs(app, OPERATOR, merchant.merchant_id, raw({ tariffs: rows })));
    const { trade: refund } = accepted(await ask({ order_id: 'r-fee', amount_cents: 5_000 }));
    assert.equal(refund.fee_cents, 100);
    const { actual_amount_cents, blocked_amount_cents } = await balance(merchant);
    assert.deepEqual([actual_amount_cents, blocked_amount_cents], [4_900, 5_100]);
    await proved();
  });

  test('asked for again it is the same; canceled and failed ones give their amount back', async () => {
    const { merchant, made, ask } = await paid('HUF', 1_000);
    const first = accepted(await ask({ order_id: 'r-1', amount_cents: 1_000 }));
    const again = accepted(await ask({ order_id: 'r-1', amount_cents: 1_000 }));
    assert.deepEqual([again.replayed, again.trade.id], [true, first.trade.id]);
    const spelled = { order_id: 'r-1', amount_cents: 1_000, number: '5010 0087 6543 21' };
    assert.equal(accepted(await ask(spelled)).trade.id, first.trade.id);
    const code = refusedWith(await ask({ order_id: 'r-1', amount_cents: 999 })).code;
    assert.equal(code, 'order_id_taken');
    const { merchant_id } = merchant;
    accepted(await actOnTrade(app, OPERATOR, merchant_id, first.trade.id, 'cancel', raw({})));
    assert.equal((await trade(merchant_id, made.id)).trade.refunded_amount_cents, 0);
    const second = accepted(await ask({ order_id: 'r-2' }));
    assert.equal(second.trade.amount_cents, 1_000);
    accepted(await actOnTrade(app, OPERATOR, merchant_id, second.trade.id, 'fail', raw({})));
    assert.equal((await trade(merchant_id, made.id)).trade.refunded_amount_cents, 0);
    assert.equal((await balance(merchant)).actual_amount_cents, 1_000);
  });

  test('asked for twice at once in two processes it is the same, though nothing is left', async () => {
    const { merchant, made, ask } = await paid('BHD', 1_000);
    const other = await opened.another();
    const { merchant_id } = merchant;
    const fields = { merchant_id, id: made.id, number: '50100087654321', order_id: 'twice' };
    const [one, two] = await meet(
      app,
      'insert-trades',
      () => ask({ order_id: 'twice' }),
      () => createRefund(other, merchant.caller, raw(fields)),
    );
    assert.equal(accepted(two).trade.id, accepted(one).trade.id);
    assert.equal(accepted(two).replayed, true);
    await proved();
  });

  test('a person says which line brought a refund back', async () => {
    const { merchant, account, made, ask } = await paid('OMR', 1_000);
    const { merchant_id } = merchant;
    const { trade: refund } = accepted(await ask({ order_id: 'r', amount_cents: 400 }));
    const payouts = [{ merchant_id, id: refund.id }];
    const how = raw({ receiving_account_id: account, payouts });
    accepted(await actOnPayouts(app, OPERATOR, 'take', how));
    const utr = raw({ utr: newUtr() });
    accepted(await actOnTrade(app, OPERATOR, merchant_id, refund.id, 'complete', utr));
    const [line] = await feed(app, account, [{ amount_cents: 400, text: 'came back' }]);
    const to = raw({ merchant_id, trade_id: refund.id, note: 'the payee closed the account' });
    accepted(await reviewLine(app, OPERATOR, line?.id ?? '', 'assign', to, undefined));
    assert.equal((await trade(merchant_id, refund.id)).trade.state, 'reversed');
    assert.equal((await trade(merchant_id, made.id)).trade.refunded_amount_cents, 0);
    assert.equal((await balance(merchant)).actual_amount_cents, 1_000);
    await proved();
  });

  test('an operator refunds with a reason, and by the same key once', async () => {
    const { merchant, made } = await paid('RON', 1_000);
    const path = { merchant_id: merchant.merchant_id, id: made.id };
    const body = raw({ amount_cents: 400, number: '50100087654321', note: 'Goods came back' });
    const refund = () => refundTrade(app, OPERATOR, path, body, 'key');
    const [first, second] = [accepted(await refund()), accepted(await refund())];
    assert.equal(first.id, second.id);
    assert.equal(first.refund_of, made.id);
    const unsaid = refusedWith(await refundTrade(app, OPERATOR, path, raw({}), undefined));
    assert.deepEqual(
      unsaid.errors?.map((error) => error.field),
      ['note'],
    );
    const { timeline } = await trade(merchant.merchant_id, made.id);
    assert.equal(timeline.acts.at(-1)?.note, 'Goods came back');
  });

  test('is paid to whom the bank says paid, where the request names nobody', async () => {
    const { merchant, account, pay } = await scene('AED');
    const made = await pay(500);
    await feed(app, account, [
      { amount_cents: 500, counterparty_name: 'Asha Rao', counterparty_number: '50100012340000' },
    ]);
    const { merchant_id } = merchant;
    const body = raw({ merchant_id, id: made.id, order_id: 'r' });
    const { trade: refund } = accepted(await createRefund(app, merchant.caller, body));
    const { number, name } = refund.payment_data;
    assert.deepEqual([number, name], ['50100012340000', 'Asha Rao']);
  });

  test('asks for the payee if the bank reported no sender, and knows them afterwards', async () => {
    const { merchant, account, pay } = await scene('INR');
    const made = await pay(900);
    await feed(app, account, [{ amount_cents: 900, utr: newUtr() }]);
    const { merchant_id } = merchant;
    const path = { merchant_id, id: made.id };
    const ask = (fields: Record<string, unknown>) =>
      refundTrade(app, OPERATOR, path, raw(fields), undefined);
    const known = async () => (await trade(merchant_id, made.id)).refund_payee;
    const note = 'The goods came back';
    assert.equal(await known(), null);
    const refused = refusedWith(await ask({ note, amount_cents: 100 }));
    assert.deepEqual(
      refused.errors?.map(({ field }) => field),
      ['number'],
    );
    const typed = { number: '50100012345678', name: 'Asha Rao' };
    const first = accepted(await ask({ note, amount_cents: 100, ...typed }));
    assert.deepEqual(await known(), {
      source: 'earlier',
      name: 'Asha Rao',
      number: maskHalf(typed.number),
    });
    const second = accepted(await ask({ note, amount_cents: 200 }));
    assert.equal(second.payment_data.number, first.payment_data.number);
    const trail = await app.store.db.query<{ payee_from: string }>(
      '',
      `select detail->>'payee_from' as payee_from from audit_entries
       where action = 'payin_refunded' and target = $1 order by number`,
      [`trades/${merchant_id}/${made.id}`],
    );
    assert.deepEqual(
      trail.map(({ payee_from }) => payee_from),
      ['typed', 'earlier'],
    );
  });

  test('of a merchant go to the payer that the bank names, and to nobody from before', async () => {
    const { merchant, account, pay } = await scene('INR');
    const made = await pay(900);
    await feed(app, account, [{ amount_cents: 900, utr: newUtr() }]);
    const { merchant_id } = merchant;
    const ask = (order_id: string, fields: Record<string, unknown>) =>
      createRefund(
        app,
        merchant.caller,
        raw({ merchant_id, id: made.id, order_id, amount_cents: 100, ...fields }),
      );
    accepted(await ask('first', { number: '50100012345678' }));
    const refused = refusedWith(await ask('second', {}));
    assert.deepEqual(
      refused.errors?.map(({ field, code }) => [field, code]),
      [['number', 'required']],
    );
  });

  test('does not follow an earlier refund whose money came back', async () => {
    const { merchant, account, pay } = await scene('INR');
    const made = await pay(900);
    await feed(app, account, [{ amount_cents: 900, utr: newUtr() }]);
    const { merchant_id } = merchant;
    const path = { merchant_id, id: made.id };
    const note = 'The goods came back';
    const fields = raw({ note, amount_cents: 100, number: '50100012345678' });
    const first = accepted(await refundTrade(app, OPERATOR, path, fields, undefined));
    accepted(await actOnTrade(app, OPERATOR, merchant_id, first.id, 'cancel', raw({ note })));
    assert.equal((await trade(merchant_id, made.id)).refund_payee, null);
    const again = raw({ note, amount_cents: 100 });
    refusedWith(await refundTrade(app, OPERATOR, path, again, undefined));
  });
});
