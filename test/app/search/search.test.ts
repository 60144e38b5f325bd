// One search over a whole service: everything that people have in their hands finds its thing, and
// a merchant's search finds only what is theirs.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { updateBranding } from '../../../server/app/merchant/branding.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { search } from '../../../server/app/search/search.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
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
import * as scene from '../scene.ts';
import { settling } from '../settlement/settlement-scene.ts';

let service: TestApp;
let app: OpenApp;
let shop: TestMerchant;
let other: TestMerchant;
let account: string;
let payin: string;
let payout: string;
let line: string;
let settlement: { id: string; number: number };

before(async () => {
  service = await openTestApp();
  app = service.app;
  shop = await makeMerchant(app, { name: 'Corner Shop' });
  other = await makeMerchant(app, { name: 'Other Shop', balance_currency: 'JPY' });
  account = await scene.makeAccount(app, 'INR', { number: '998877665544', name: 'House One' });
  const fields = { amount_cents: 149_900, order_id: 'Order #7', client_id: 'customer-77' };
  payin = (await scene.newPayin(app, shop, fields)).id;
  accepted(await scene.claim(app, shop, payin, '412345678901'));
  await scene.fund(app, shop.merchant_id, 100_000);
  payout = (await scene.newPayout(app, shop, 4_321, { number: '000111222333' })).id;
  const told = {
    amount_cents: 777,
    utr: 'HDFCN52026030512',
    text: 'RENT for March',
    counterparty_name: 'Asha Rao',
    counterparty_number: '123456789012',
  };
  line = (await scene.feed(app, account, [told]))[0]?.id ?? '';
  // The same amount, order and customer of another merchant, in another currency.
  await scene.makeAccount(app, 'JPY');
  const yen = { amount_cents: 149_900, amount_currency: 'JPY', order_id: 'Order #7' };
  await scene.newPayin(app, other, { ...yen, client_id: 'customer-77' });
  const settle = settling(app);
  const { id, number } = accepted(await settle.draft(shop));
  settlement = { id, number };
});
after(() => service.stop());

type Query = { merchant_id?: string };
type Shown = Record<string, string[]>;

/** Ids with the readings by which they were found, without empty lists. */
async function found(q: string, query: Query = {}): Promise<Shown> {
  const { readings: _, ...lists } = accepted(await search(app, { q, ...query }));
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, items]) =>
      items.length === 0
        ? []
        : [[name, items.map(({ matched, item }) => `${item.id} ${matched.join('+')}`)]],
    ),
  );
}

suite('search', () => {
  test('by id: of trades, lines, settlements, merchants, receiving accounts', async () => {
    assert.deepEqual(await found(payin.toUpperCase()), { trades: [`${payin} id`] });
    assert.deepEqual(await found(line), { lines: [`${line} id`] });
    assert.deepEqual(await found(settlement.id), { settlements: [`${settlement.id} id`] });
    assert.deepEqual(await found(shop.merchant_id), { merchants: [`${shop.merchant_id} id`] });
    assert.deepEqual(await found(account), { receiving_accounts: [`${account} id`] });
  });

  test('by reference, UTR and customer', async () => {
    assert.deepEqual(await found(referenceOf(payin).toLowerCase()), {
      trades: [`${payin} reference`],
    });
    assert.deepEqual(await found('4123-4567-8901'), { trades: [`${payin} utr`] });
    assert.deepEqual(await found('HDFCN52026030512'), { lines: [`${line} utr`] });
    const message = 'Rs.1499.00 sent to shop@okbank. UPI Ref No: 412345678901. Not you? Call 1800.';
    assert.deepEqual(await found(message), { trades: [`${payin} utr`] });
    const { trades } = await found('customer-77');
    assert.equal(trades?.length, 2);
  });

  test('by order id, of every merchant that has it', async () => {
    const { trades } = await found('Order #7');
    assert.equal(trades?.length, 2);
    assert.ok(trades?.includes(`${payin} order_id`));
  });

  test('by amount, in the decimals of its currency', async () => {
    assert.deepEqual(await found('INR 1,499.00'), { trades: [`${payin} amount`] });
    const { trades } = await found('149900');
    assert.equal(trades?.length, 2, 'minor units of INR, and yen');
    assert.deepEqual(await found('7.77'), { lines: [`${line} amount`] });
    assert.deepEqual(await found('43.21'), { trades: [`${payout} amount`] });
  });

  test('by account number: of payees, payers and the house', async () => {
    assert.deepEqual(await found('0001 1122 2333'), { trades: [`${payout} account_number`] });
    assert.deepEqual(await found('123456789012'), { lines: [`${line} account_number`] });
    assert.deepEqual(await found('998877665544'), {
      receiving_accounts: [`${account} account_number`],
    });
  });

  test('by the last digits of a number: of payees, payers, the house and UTRs', async () => {
    const of_payout = { trades: [`${payout} number_ending`] };
    for (const q of ['2333', 'XXXX2333', '**** 22333', '··222333', 'the one ending 2333']) {
      assert.deepEqual(await found(q), of_payout, q);
    }
    assert.deepEqual(await found('XXXX9012'), { lines: [`${line} number_ending`] });
    assert.deepEqual(await found('XX5544'), { receiving_accounts: [`${account} number_ending`] });
    assert.deepEqual(await found('8901'), { trades: [`${payin} utr_ending`] });
    assert.deepEqual(await found('678901'), { trades: [`${payin} utr_ending`] });
    assert.deepEqual(await found('XX0512'), { lines: [`${line} utr_ending`] });
    assert.deepEqual(await found('968901'), {}, 'the same last four, not the same last six');
  });

  test('by the name of a payee, and by that of a payer with the trade', async () => {
    const fields = {
      number: '500011122244',
      name: 'Vikram Seth',
      customer_phone_number: '+919876500001',
    };
    const { id } = await scene.newPayout(app, shop, 1_234, fields);
    assert.deepEqual(await found('SETH vikram'), { trades: [`${id} payee_name`] });
    assert.deepEqual(await found('vik'), {}, 'whole words');
    assert.deepEqual(await found('+919876500001'), { trades: [`${id} contact`] });
    assert.deepEqual(await found('XX500001'), { trades: [`${id} number_ending`] });
    assert.deepEqual(await found('vikram', { merchant_id: other.merchant_id }), {});
    const paid = await scene.newPayin(app, shop, { amount_cents: 88_800 });
    const told = { amount_cents: paid.amount_cents, utr: '512345678977' };
    accepted(await scene.claim(app, shop, paid.id, told.utr));
    const [came] = await scene.feed(app, account, [{ ...told, counterparty_name: 'Meena Iyer' }]);
    assert.deepEqual(await found('meena'), {
      trades: [`${paid.id} counterparty_name`],
      lines: [`${came?.id} counterparty_name`],
    });
  });

  test('by an e-mail address or a telephone number', async () => {
    const fields = { contact_email: 'help@corner.example', contact_phone: '+14155550123' };
    accepted(await updateBranding(app, OPERATOR, shop.merchant_id, raw(fields)));
    for (const q of ['Help@Corner.example', '+1 415 555-0123']) {
      assert.deepEqual(await found(q), { merchants: [`${shop.merchant_id} contact`] }, q);
    }
    const customer = { amount_cents: 41_000, client_id: 'asha@mail.example' };
    const { id } = await scene.newPayin(app, shop, customer);
    assert.deepEqual(await found('Asha@Mail.example'), { trades: [`${id} contact`] });
  });

  test('by an amount as people write it', async () => {
    const { id } = await scene.newPayin(app, shop, { amount_cents: 10_000_000 });
    for (const q of ['1,00,000', '100000.00', '₹1,00,000', 'Rs. 1,00,000/-', 'INR 100,000.00']) {
      assert.deepEqual(await found(q), { trades: [`${id} amount`] }, q);
    }
  });

  test('by words of lines, names of merchants, numbers of settlements', async () => {
    assert.deepEqual(await found('rao ASHA'), { lines: [`${line} counterparty_name`] });
    assert.deepEqual(await found('march rent'), { lines: [`${line} words`] });
    assert.deepEqual(await found('corner'), { merchants: [`${shop.merchant_id} merchant_name`] });
    assert.deepEqual((await found(`#${settlement.number}`)).settlements, [
      `${settlement.id} settlement_number`,
    ]);
  });

  test('says what the text was taken for, also if nothing was found', async () => {
    const { readings } = accepted(await search(app, { q: '999999999999' }));
    assert.deepEqual(
      readings.map(({ as, found, more, complete }) => [as, found, more, complete]),
      [
        ['utr', 0, false, true],
        ['order_id', 0, false, true],
        ['client_id', 0, false, true],
        ['end_to_end_id', 0, false, true],
        ['account_number', 0, false, true],
        ['amount', 0, false, true],
      ],
    );
  });

  test('shows numbers masked, and at most twenty of a kind', async () => {
    const masked = accepted(await search(app, { q: payout })).trades[0]?.item;
    assert.doesNotMatch(JSON.stringify(masked), /000111222333/);
    for (let made = 0; made < 22; made += 1) {
      await scene.newPayin(app, shop, { amount_cents: 50_000 + made, client_id: 'crowd' });
    }
    const { trades, readings } = accepted(await search(app, { q: 'crowd' }));
    const of = readings.find(({ as }) => as === 'client_id');
    assert.deepEqual([trades.length, of?.found, of?.more], [20, 20, true]);
  });

  test('a disputed and an ended trade are found by their customer, too', async () => {
    const ids: string[] = [];
    for (const [index, acts] of [['cancel'], ['confirm', 'dispute'], ['confirm']].entries()) {
      const amount_cents = 90_000 + index;
      const { id } = await scene.newPayin(app, shop, { amount_cents, client_id: 'regular' });
      for (const act of acts) {
        const name = act as 'cancel' | 'confirm' | 'dispute';
        accepted(await actOnTrade(app, OPERATOR, shop.merchant_id, id, name, raw({})));
      }
      ids.push(`${id} client_id`);
    }
    assert.deepEqual((await found('regular')).trades, ids.toReversed());
  });
});

suite('a search for one merchant', () => {
  const own = () => ({ merchant_id: shop.merchant_id });
  const others = () => ({ merchant_id: other.merchant_id });

  test('finds only its trades and settlements', async () => {
    assert.deepEqual(await found('Order #7', own()), { trades: [`${payin} order_id`] });
    for (const q of [payin, payout, referenceOf(payin), '412345678901', '000111222333', '43.21']) {
      assert.notDeepEqual(await found(q, own()), {}, q);
      assert.deepEqual(await found(q, others()), {}, q);
    }
    assert.deepEqual(await found(settlement.id, others()), {});
    assert.notDeepEqual(await found(settlement.id, own()), {});
  });

  test('finds no line, no account of the house and no other merchant', async () => {
    for (const q of [line, 'HDFCN52026030512', '7.77', '123456789012', 'rent', account]) {
      assert.deepEqual(await found(q, own()), {}, q);
    }
    for (const q of ['998877665544', 'XX5544', 'house', 'asha rao', other.merchant_id, 'other']) {
      assert.deepEqual(await found(q, own()), {}, q);
    }
  });
});

test('a text that cannot be looked for is refused', async () => {
  for (const [q, code] of [
    [undefined, 'required'],
    ['  ', 'format'],
    ['x'.repeat(501), 'length'],
  ] as const) {
    const query = q === undefined ? {} : { q };
    const { errors } = refusedWith(await search(app, query));
    assert.deepEqual(
      errors?.map((error) => `${error.field} ${error.code}`),
      [`q ${code}`],
    );
  }
});
