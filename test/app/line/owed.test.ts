// Everything that is owed to somebody, on a real database: one list with age and ways out, in the
// day's closing and in the metrics, and its sums are the ledger's.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { measureBooks } from '../../../server/app/ledger/measure-books.ts';
import { listOwed } from '../../../server/app/line/list-owed.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import type { App } from '../../../server/app/process/app.ts';
import { getAccountDay } from '../../../server/app/proof/close-account-day.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { TradeAct } from '../../../server/domain/batch/command.ts';
import type { LineAct } from '../../../server/domain/record/bank-line.ts';
import { NOON, noonDay, setToNoon } from '../../support/noon.ts';
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
import { claim, feed, makeAccount, newPayin, sql } from '../scene.ts';

const DAY_MS = 86_400_000;

let opened: TestApp;
let app: App;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
  setToNoon(app);
});
after(() => opened.stop());

const decide = (id: string, act: LineAct, fields: Record<string, unknown> = {}) =>
  reviewLine(app, OPERATOR, id, act, raw({ note: 'seen by a person', ...fields }), undefined);

async function scene(currency: string) {
  const merchant = await makeMerchant(app, { balance_currency: currency });
  const account = await makeAccount(app, currency);
  return { merchant, account };
}

const act = (of: TestMerchant, id: string, name: TradeAct, fields: Record<string, unknown> = {}) =>
  actOnTrade(app, OPERATOR, of.merchant_id, id, name, raw(fields));

const owedOf = async (account: string) =>
  accepted(await listOwed(app, { receiving_account_id: account }));

const shown = async (account: string) =>
  (await owedOf(account)).data.map(({ line }) => `${line.reason} ${line.amount_cents}`);

/** The list's sum is the ledger's, and the proof finds nothing. */
async function checkSums(account: string, owed_cents: number) {
  const { totals } = await owedOf(account);
  assert.deepEqual(
    totals.map((total) => [total.owed_cents, total.ledger_cents]),
    owed_cents === 0 && totals.length === 0 ? [] : [[owed_cents, owed_cents]],
  );
  assert.deepEqual((await verifyBooks(app)).problems, []);
}

/** 260,000 came for 250,000, and a person confirms the requested amount. */
async function overpaid(currency: string) {
  const { merchant, account } = await scene(currency);
  const utr = `OVERPAID${currency}0`;
  const made = await newPayin(app, merchant, { amount_cents: 250_000, amount_currency: currency });
  accepted(await claim(app, merchant, made.id, utr));
  await feed(app, account, [{ amount_cents: 260_000, utr }]);
  accepted(await act(merchant, made.id, 'confirm', { amount_cents: 250_000 }));
  return { merchant, account, made, utr };
}

suite('what is owed', () => {
  test('an over-payment confirmed at the requested amount', async () => {
    const { account, made, merchant } = await overpaid('INR');
    const { data } = await owedOf(account);
    const [one] = data;
    assert.deepEqual(
      [data.length, one?.line.reason, one?.line.amount_cents],
      [1, 'overpaid', 10_000],
    );
    assert.equal(one?.line.candidates[0]?.trade_id, made.id);
    assert.deepEqual([one?.age, one?.ways_out[0]], ['under_1_day', 'assign']);
    assert.ok(one?.ways_out.includes('return') && one.ways_out.includes('credit'));
    const closing = accepted(await getAccountDay(app, { id: account, day: noonDay() }, {}));
    const waiting = closing.differences.filter(({ kind }) => kind === 'unmatched_line');
    assert.equal(waiting.length, 1);
    assert.match(waiting[0]?.explanation ?? '', /more came than its pay-in/i);
    const told = new Map<string, number>();
    await measureBooks({ ...app, measure: (name, value) => void told.set(name, value) });
    assert.ok((told.get('owed_lines') ?? 0) >= 1);
    assert.equal(told.get('owed_accounts_unequal'), 0);
    await checkSums(account, 10_000);
    accepted(await decide(one?.line.id ?? '', 'credit', { merchant_id: merchant.merchant_id }));
    assert.deepEqual(await shown(account), []);
    const { amount_cents } = await balanceOfMerchant(app, merchant.caller.merchant);
    assert.equal(amount_cents, 260_000);
    await checkSums(account, 0);
    accepted(await decide(one?.line.id ?? '', 'undo'));
    await checkSums(account, 10_000);
  });

  test('a pay-in that is reversed by word, after the bank took a part', async () => {
    const { merchant, account } = await scene('KES');
    const made = await newPayin(app, merchant, { amount_cents: 900, amount_currency: 'KES' });
    const [, back] = await feed(app, account, [{ amount_cents: 900 }, { amount_cents: -77 }]);
    const to = { merchant_id: merchant.merchant_id, trade_id: made.id };
    accepted(await decide(back?.id ?? '', 'assign', to));
    accepted(await act(merchant, made.id, 'reverse'));
    assert.deepEqual(await shown(account), ['credit_reversed 823']);
    await checkSums(account, 823);
  });

  test('a recall beyond the credit; undone, what came is owed again', async () => {
    const { merchant, account } = await scene('PLN');
    const made = await newPayin(app, merchant, { amount_cents: 1_000, amount_currency: 'PLN' });
    const [, back] = await feed(app, account, [{ amount_cents: 1_000 }, { amount_cents: -1_200 }]);
    const to = { merchant_id: merchant.merchant_id, trade_id: made.id };
    const { parts } = accepted(await decide(back?.id ?? '', 'assign', to));
    assert.deepEqual(await shown(account), ['beyond_credit -200']);
    await checkSums(account, -200);
    const [rest] = (await owedOf(account)).data;
    const charge = { merchant_id: merchant.merchant_id };
    const refused = refusedWith(await decide(rest?.line.id ?? '', 'credit', charge));
    assert.equal(refused.code, 'insufficient_funds');
    const taken = parts.find((part) => part.status === 'matched');
    accepted(await decide(taken?.id ?? '', 'undo'));
    const after = await shown(account);
    assert.deepEqual(after.toSorted(), [
      'beyond_credit -200',
      'credit_reversed 1000',
      'undone -1000',
    ]);
    await checkSums(account, -200);
  });

  test('a whole transfer is recalled of which a part was credited', async () => {
    const { account, utr } = await overpaid('CZK');
    await feed(app, account, [{ amount_cents: -260_000, utr }]);
    assert.deepEqual(await shown(account), []);
    await checkSums(account, 0);
  });

  test('a part that is kept is cancelled out by the next line', async () => {
    const { account, utr } = await overpaid('HUF');
    const [rest] = (await owedOf(account)).data;
    accepted(await decide(rest?.line.id ?? '', 'keep'));
    assert.deepEqual(await shown(account), ['kept 10000']);
    await feed(app, account, [{ amount_cents: -10_000, utr }]);
    assert.deepEqual(await shown(account), []);
    await checkSums(account, 0);
  });

  test('is listed longest waiting first, page by page', async () => {
    const account = await makeAccount(app, 'NOK');
    const ago = [3, 40, 0, 8, 3];
    await feed(
      app,
      account,
      ago.map((days, index) => ({
        amount_cents: 100 + index,
        booked_at: new Date(NOON - days * DAY_MS).toISOString(),
      })),
    );
    const amounts: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { receiving_account_id: account, limit: '2' };
      const page = accepted(
        await listOwed(app, cursor === undefined ? query : { ...query, cursor }),
      );
      amounts.push(...page.data.map(({ line }) => line.amount_cents));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    assert.deepEqual(amounts.slice(0, 2), [101, 103]);
    assert.deepEqual(amounts.slice(2, 4).toSorted(), [100, 104]);
    assert.deepEqual(amounts.slice(4), [102]);
  });
});

test('verify names a pay-in that has money which it is not credited with', async () => {
  const { merchant } = await scene('SEK');
  const made = await newPayin(app, merchant, { amount_cents: 700, amount_currency: 'SEK' });
  accepted(await act(merchant, made.id, 'confirm'));
  await sql(app, `update trades set received_amount_cents = 900 where trade_id = '${made.id}'`);
  const { problems } = await verifyBooks(app);
  assert.ok(problems.some((problem) => /received 900, of which 700 is credited/.test(problem)));
  await sql(app, `update trades set received_amount_cents = 0 where trade_id = '${made.id}'`);
});
