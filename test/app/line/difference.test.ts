// Bank lines of another amount than their trade, on a real database: assigned with the difference
// named and borne by the house, the merchant or the payer, and undone again.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { bankLineDetail } from '../../../server/app/line/bank-line-detail.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { putRates } from '../../../server/app/merchant/tariffs.ts';
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
import { feed, fund, makeAccount, newPayin, newPayout, sql } from '../scene.ts';

let opened: TestApp;
let app: App;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
});
after(() => opened.stop());

const FUNDS = 100_000;

const decide = (id: string, act: LineAct, fields: object = {}, key?: string) =>
  reviewLine(app, OPERATOR, id, act, raw({ note: 'seen by a person', ...fields }), key);

type Scene = { merchant: TestMerchant; account: string; currency: string };

async function scene(currency: string): Promise<Scene> {
  const merchant = await makeMerchant(app, { balance_currency: currency });
  await fund(app, merchant.merchant_id, FUNDS);
  return { merchant, account: await makeAccount(app, currency), currency };
}

const available = async ({ merchant }: Scene) =>
  (await balanceOfMerchant(app, merchant.caller.merchant)).actual_amount_cents - FUNDS;

const act = (on: Scene, id: string, name: TradeAct, fields: object = {}) =>
  actOnTrade(app, OPERATOR, on.merchant.merchant_id, id, name, raw({ ...fields }));

const tradeOf = async (on: Scene, id: string) =>
  accepted(await getTradeWithTimeline(app, on.merchant.merchant_id, id));

const stateOf = async (on: Scene, id: string) => (await tradeOf(on, id)).trade.state;

/** A pay-out of 45,001 that a person paid by hand; its line is still to come. */
async function paidByHand(on: Scene): Promise<string> {
  const { id } = await newPayout(app, on.merchant, 45_001, { amount_currency: on.currency });
  accepted(await act(on, id, 'take'));
  accepted(await act(on, id, 'complete', { utr: `HAND${id.slice(-8).toUpperCase()}` }));
  return id;
}

async function line(on: Scene, amount_cents: number, fields: object = {}): Promise<string> {
  const [fed] = await feed(app, on.account, [{ amount_cents, ...fields }]);
  return fed?.id ?? '';
}

const to = (on: Scene, trade_id: string, difference_cents?: number, difference_to?: string) => ({
  merchant_id: on.merchant.merchant_id,
  trade_id,
  ...(difference_cents === undefined ? {} : { difference_cents, difference_to }),
});

const houseOf = async ({ account, merchant, currency }: Scene) => {
  const rows = await sql<{ account: string; balance_cents: bigint }>(
    app,
    `select account, balance_cents from ledger_accounts
     where merchant_id = '00000000-0000-0000-0000-000000000000' and currency = '${currency}'`,
  );
  const of = (name: string) =>
    Number(rows.find((row) => row.account === name)?.balance_cents ?? 0n);
  return {
    bank: of(`bank:${account}`),
    suspense: of(`suspense:${account}`),
    costs: of(`costs:${account}`),
    due: of(`due:${merchant.merchant_id}:${account}`),
  };
};

async function proved(): Promise<void> {
  assert.deepEqual((await verifyBooks(app)).problems, []);
}

suite('a pay-out that came back less the bank’s charges', () => {
  for (const [bearer, currency, merchants, house] of [
    ['house', 'AUD', 0, { costs: -1_000, due: 0 }],
    ['merchant', 'CAD', -1_000, { costs: 0, due: -1_000 }],
  ] as const) {
    test(`the ${bearer} bears the 1,000; undone, nothing of it is left`, async () => {
      const on = await scene(currency);
      const id = await paidByHand(on);
      const debit = await line(on, -45_001);
      accepted(await decide(debit, 'assign', to(on, id)).then(otherwiseMatched(debit)));
      const before = await houseOf(on);
      const back = await line(on, 44_001);
      const found = accepted(await decide(back, 'assign', to(on, id, -1_000, bearer)));
      assert.equal(found.line.status, 'split');
      assert.deepEqual(
        found.parts.map((part) => [part.amount_cents, part.status, part.trade_id]).toSorted(),
        [
          [-1_000, 'difference', id],
          [45_001, 'matched', id],
        ],
      );
      assert.equal(await stateOf(on, id), 'reversed');
      assert.equal(await available(on), merchants);
      assert.deepEqual(await houseOf(on), { bank: 1_000, suspense: 0, ...house });
      const { timeline } = await tradeOf(on, id);
      assert.ok(timeline.lines.some(({ status }) => status === 'difference'));
      await proved();
      accepted(await decide(back, 'undo', { charge: true }));
      assert.equal(await available(on), -45_001);
      assert.deepEqual(await houseOf(on), { ...before, bank: 1_000, suspense: 44_001 });
      await proved();
    });
  }
});

/** If the rules matched the line already, that is as good. */
const otherwiseMatched = (id: string) => async (answer: unknown) => {
  const detail = accepted(await bankLineDetail(app, id));
  return detail.line.status === 'matched' ? detail : answer;
};

suite('a pay-out that was debited with a rounding', () => {
  for (const [amount, difference, currency] of [
    [-45_006, -5, 'CHF'],
    [-44_996, 5, 'DKK'],
  ] as const) {
    test(`${difference} for the merchant completes it, and the undo restores`, async () => {
      const on = await scene(currency);
      const { id } = await newPayout(app, on.merchant, 45_001, { amount_currency: currency });
      accepted(await act(on, id, 'take'));
      const debit = await line(on, amount);
      accepted(await decide(debit, 'assign', to(on, id, difference, 'merchant')));
      assert.equal(await stateOf(on, id), 'completed');
      assert.equal(await available(on), -45_001 + difference);
      await proved();
      accepted(await decide(debit, 'undo', { reverse: true }));
      assert.equal(await available(on), 0);
      assert.deepEqual(await houseOf(on), { bank: -amount, suspense: amount, costs: 0, due: 0 });
      await proved();
    });
  }
});

suite('a pay-in that a correspondent’s fee reduced', () => {
  const FEE = 700;
  for (const [bearer, currency, credited, costs] of [
    ['house', 'NOK', 10_000, -FEE],
    ['merchant', 'SEK', 10_000 - FEE, 0],
    ['payer', 'SGD', 10_000 - FEE, 0],
  ] as const) {
    test(`the ${bearer} bears it`, async () => {
      const on = await scene(currency);
      const fields = { amount_cents: 10_000, amount_currency: currency };
      const { id } = await newPayin(app, on.merchant, fields);
      const came = await line(on, 10_000 - FEE);
      accepted(await decide(came, 'assign', to(on, id, -FEE, bearer)));
      const { trade } = await tradeOf(on, id);
      assert.equal(trade.state, 'completed');
      assert.equal(trade.amount_cents, bearer === 'payer' ? 10_000 - FEE : 10_000);
      assert.equal(await available(on), credited);
      assert.deepEqual(await houseOf(on), {
        bank: FEE - 10_000,
        suspense: 0,
        costs,
        due: bearer === 'house' ? 10_000 : 10_000 - FEE,
      });
      await proved();
      accepted(await decide(came, 'undo', { reverse: true }));
      assert.equal(await available(on), 0);
      assert.equal((await houseOf(on)).suspense, 10_000 - FEE);
      await proved();
    });
  }

  test('in the currency of the balance, the merchant bears it rounded against it', async () => {
    const rate = { trade_currency: 'THB', balance_currency: 'USD', rate: 33.3333 };
    accepted(await putRates(app, OPERATOR, raw({ rates: [rate] })));
    const on = await scene('THB');
    const merchant = await makeMerchant(app, { balance_currency: 'USD' });
    await fund(app, merchant.merchant_id, FUNDS);
    const abroad = { ...on, merchant };
    const fields = { amount_cents: 1_000_000, amount_currency: 'THB' };
    const { id } = await newPayin(app, merchant, fields);
    const came = await line(abroad, 999_300);
    accepted(await decide(came, 'assign', to(abroad, id, -700, 'merchant')));
    const { trade } = await tradeOf(abroad, id);
    const charged = Math.ceil(700 / trade.exchange_rate);
    assert.equal(await available(abroad), Math.floor(1_000_000 / trade.exchange_rate) - charged);
    await proved();
    accepted(await decide(came, 'undo', { reverse: true }));
    assert.equal(await available(abroad), 0);
    await proved();
  });
});

suite('what a difference must say', () => {
  const messageOf = (value: unknown) => {
    const [error] = refusedWith(value).errors ?? [];
    return `${error?.field} ${error?.message}`;
  };

  test('its amount, who bears it, and only if there is one', async () => {
    const on = await scene('NZD');
    const id = await paidByHand(on);
    const exact = await line(on, 45_001);
    const back = await line(on, 44_001);
    const ask = async (line_id: string, fields: object) =>
      messageOf(await decide(line_id, 'assign', { ...to(on, id), ...fields }));
    assert.equal(
      await ask(back, {}),
      'trade_id is a pay-out of 45001, and the line has 44001: name `difference_cents` -1000, and in `difference_to` who bears it',
    );
    assert.equal(
      await ask(back, { difference_cents: -999, difference_to: 'house' }),
      'difference_cents must be -1000: the line has 44001, and the trade waits for 45001',
    );
    assert.equal(
      await ask(back, { difference_cents: -1_000 }),
      'difference_to is required: house, merchant or payer bears the difference',
    );
    assert.equal(
      await ask(back, { difference_to: 'house' }),
      'difference_cents is required: the line’s amount less the trade’s',
    );
    assert.equal(
      await ask(back, { difference_cents: -1_000, difference_to: 'payer' }),
      'difference_to must be house or merchant: a pay-out has no payer',
    );
    assert.equal(
      await ask(exact, { difference_cents: -1, difference_to: 'house' }),
      'difference_cents must be left out: the line has exactly the amount that the trade waits for',
    );
  });

  test('a part is undone with its whole line', async () => {
    const on = await scene('HKD');
    const id = await paidByHand(on);
    const back = await line(on, 44_001);
    const { parts } = accepted(await decide(back, 'assign', to(on, id, -1_000, 'house')));
    assert.equal(parts.length, 2);
    for (const part of parts) {
      assert.match(
        refusedWith(await decide(part.id, 'undo', { charge: true })).detail,
        new RegExp(`assigned with a difference: undo line ${back}`),
      );
    }
  });

  test('the same request again changes nothing', async () => {
    const on = await scene('PLN');
    const id = await paidByHand(on);
    const back = await line(on, 44_001);
    const once = () => decide(back, 'assign', to(on, id, -1_000, 'merchant'), 'key-1');
    accepted(await once());
    accepted(await once());
    assert.equal(await available(on), -1_000);
    await proved();
  });

  test('a pay-in that fails afterwards leaves the whole line to be undone', async () => {
    const on = await scene('CZK');
    const fields = { amount_cents: 10_000, amount_currency: 'CZK' };
    const { id } = await newPayin(app, on.merchant, fields);
    const came = await line(on, 9_300);
    accepted(await decide(came, 'assign', to(on, id, -700, 'merchant')));
    accepted(await act(on, id, 'reverse'));
    accepted(await decide(came, 'undo'));
    assert.equal(await available(on), 0);
    assert.equal((await houseOf(on)).suspense, 9_300);
    await proved();
  });
});
