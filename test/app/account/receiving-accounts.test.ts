// Choosing receiving accounts in two processes at once: exclusive amounts, shares, shifts and daily
// limits.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cleanReservations } from '../../../server/app/account/clean-reservations.ts';
import {
  changeReceivingAccount,
  getReceivingAccount,
} from '../../../server/app/account/receiving-accounts.ts';
import { updateMerchant } from '../../../server/app/merchant/merchants.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { firstUuidAt } from '../../../server/lib/uuid.ts';
import { setToNoon } from '../../support/noon.ts';
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

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  other = await service.another();
  // The limits and counters are of one day.
  setToNoon(app, other);
});
after(async () => {
  await service.stop();
});

type Fields = Record<string, unknown>;

/** The only account in its currency, and forty pay-ins to it from two processes at once. */
async function newScene(currency: string, account: Fields = {}, settings: Fields = {}) {
  const merchant = await makeMerchant(app, {
    balance_currency: currency,
    settings: { max_account_day_percent: 100, ...settings },
  });
  const id = await scene.makeAccount(app, currency, account);
  await other.settings.refresh();
  const fields = (amount_cents: number, more: Fields = {}) => ({
    order_id: `order-${scene.newNumber()}`,
    amount_cents,
    amount_currency: currency,
    ...more,
  });
  const rush = (count: number, amount_cents: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        scene.payin(index % 2 === 0 ? app : other, merchant, fields(amount_cents)),
      ),
    );
  return { merchant, id, fields, rush };
}

type Slot = { amount_cents: bigint; exclusive: boolean };

const slotsOf = (account: string) =>
  scene.sql<Slot>(
    app,
    `select amount_cents, exclusive from reservations
     where receiving_account_id = '${account}' order by amount_cents, exclusive`,
  );

async function dayOf(account: string) {
  const [day] = await scene.sql<{ count: number; amount: number }>(
    app,
    `select coalesce(sum(payin_count), 0)::integer as count,
       coalesce(sum(amount_cents), 0)::integer as amount
     from account_days where receiving_account_id = '${account}'`,
  );
  return [day?.count, day?.amount];
}

test('one amount on one account is exclusive once, the others share it', async () => {
  const { id, rush } = await newScene('EUR');
  const answers = await rush(40, 1_000);
  assert.ok(answers.every(scene.isAccepted));
  const slots = await slotsOf(id);
  assert.equal(slots.length, 40);
  assert.equal(slots.filter(({ exclusive }) => exclusive).length, 1);
  assert.deepEqual(await dayOf(id), [40, 40_000]);
});

test('an account for exclusive amounts alone refuses the second of an amount', async () => {
  const { id, rush } = await newScene('USD', { exclusive_only: true });
  const kinds = scene.kinds(await rush(40, 1_000));
  assert.equal(scene.countOf(kinds, 'accepted'), 1);
  assert.equal(scene.countOf(kinds, 'no_receiving_account_available'), 39);
  assert.deepEqual(await dayOf(id), [1, 1_000]);
});

test('with the merchant’s consent amounts are shifted apart, each exclusive', async () => {
  const { id, rush } = await newScene('GBP', {}, { amount_shift: true });
  const answers = (await rush(40, 2_000)).map(accepted);
  const amounts = answers.map(({ trade }) => trade.amount_cents).toSorted((a, b) => a - b);
  assert.deepEqual(
    amounts,
    Array.from({ length: 40 }, (_, index) => 2_000 + index),
  );
  assert.ok(answers.every(({ trade }) => trade.requested_amount_cents === 2_000));
  assert.ok((await slotsOf(id)).every(({ exclusive }) => exclusive));
});

test('beyond 99 shifts the amount is shared again', async () => {
  const { id, rush } = await newScene('JPY', {}, { amount_shift: true });
  const answers = (await rush(104, 3_000)).map(accepted);
  assert.equal(Math.max(...answers.map(({ trade }) => trade.amount_cents)), 3_099);
  const slots = await slotsOf(id);
  assert.equal(slots.filter(({ exclusive }) => exclusive).length, 100);
});

test('a daily count is never passed', async () => {
  const { id, rush } = await newScene('CHF', { daily_count_limit: 7 });
  const answers = await rush(40, 1_000);
  const kinds = scene.kinds(answers);
  assert.equal(scene.countOf(kinds, 'accepted'), 7);
  assert.deepEqual(await dayOf(id), [7, 7_000]);
  const refused = refusedWith(answers.find((answer) => !scene.isAccepted(answer)));
  assert.equal(refused.extra?.reason, 'daily_count');
  assert.equal(refused.retry_after_s, 60);
});

test('a daily amount is never passed, and what still fits is taken', async () => {
  const { id, rush } = await newScene('SEK', { daily_amount_limit_cents: 10_000 });
  assert.equal(scene.countOf(scene.kinds(await rush(40, 3_000)), 'accepted'), 3);
  assert.equal(scene.countOf(scene.kinds(await rush(4, 1_000)), 'accepted'), 1);
  assert.deepEqual(await dayOf(id), [4, 10_000]);
});

/** One pay-in, then two at once: the second starts before the first is written. */
async function lastPlace(currency: string, account: Fields, settings: Fields): Promise<string[]> {
  const { merchant, fields } = await newScene(currency, account, settings);
  accepted(await scene.payin(app, merchant, fields(1_000)));
  const answers = await scene.meet(
    app,
    'insert-trades',
    () => scene.payin(app, merchant, fields(1_001)),
    () => scene.payin(other, merchant, fields(1_002)),
  );
  return scene.kinds(answers);
}

test('the last place is given once, though both saw it free', async () => {
  const no_account = ['accepted', 'no_receiving_account_available'];
  assert.deepEqual(await lastPlace('MXN', { daily_count_limit: 2 }, {}), no_account);
  assert.deepEqual(await lastPlace('ISK', { daily_amount_limit_cents: 2_500 }, {}), no_account);
  const limited = await lastPlace('TRY', {}, { client_max_open_payins: 2 });
  assert.deepEqual(limited, ['accepted', 'client_limit']);
});

test('where none fits nothing is stored, and the order_id stays free', async () => {
  const { merchant, id, fields } = await newScene('NOK', { max_amount_cents: 100 });
  const order = fields(101);
  const refused = refusedWith(await scene.payin(app, merchant, order));
  assert.equal(refused.extra?.reason, 'above_maximum');
  assert.deepEqual(await slotsOf(id), []);
  const { trade } = accepted(await scene.payin(other, merchant, { ...order, amount_cents: 100 }));
  assert.equal(trade.amount_cents, 100);
});

async function cancel(merchant: TestMerchant, id: string): Promise<void> {
  const { caller, merchant_id } = merchant;
  accepted(await cancelTrade(app, caller, raw({ merchant_id, id })));
}

test('an amount is held for an hour after its pay-in, then exclusive again, to one alone', async () => {
  const { merchant, id, fields, rush } = await newScene('PLN');
  const first = accepted(await scene.payin(app, merchant, fields(1_000)));
  await cancel(merchant, first.trade.id);
  const soon = accepted(await scene.payin(app, merchant, fields(1_000)));
  await cancel(merchant, soon.trade.id);
  assert.equal((await slotsOf(id)).filter(({ exclusive }) => exclusive).length, 1);
  await scene.sql(
    app,
    `update reservations set free_at = now() where receiving_account_id = '${id}'`,
  );
  await rush(10, 1_000);
  const taken = await scene.sql<{ trade_id: string }>(
    app,
    `select trade_id from reservations where receiving_account_id = '${id}' and exclusive`,
  );
  assert.equal(taken.length, 1);
  assert.notEqual(taken[0]?.trade_id, first.trade.id);
});

test('reservations that have ended are removed, open ones never', async () => {
  const { merchant, id, fields } = await newScene('DKK');
  const ended = accepted(await scene.payin(app, merchant, fields(1_000)));
  accepted(await scene.payin(app, merchant, fields(1_100)));
  await cancel(merchant, ended.trade.id);
  // As if its trade was made long ago.
  await scene.sql(
    app,
    `update reservations set until = now(), trade_id = '${firstUuidAt(0)}' where until is not null`,
  );
  const counts = await Promise.all([cleanReservations(app), cleanReservations(other)]);
  assert.ok(counts[0] + counts[1] >= 1);
  assert.deepEqual(
    (await slotsOf(id)).map(({ amount_cents }) => amount_cents),
    [1_100n],
  );
});

test('the simulated bank lends one account, however many ask at once', async () => {
  const merchant = await makeMerchant(app, { balance_currency: 'KWD' });
  await other.settings.refresh();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      scene.payin(index % 2 === 0 ? app : other, merchant, {
        order_id: `lent-${index}`,
        amount_cents: 1_000 + index,
        amount_currency: 'KWD',
        type: 'card',
      }),
    ),
  );
  assert.ok(answers.every(scene.isAccepted));
  const lent = `select count(*)::int as n from receiving_accounts where currency = 'KWD'`;
  assert.deepEqual(await scene.sql(app, lent), [{ n: 1 }]);
});

test('what one process made is there for operators of another at once', async () => {
  const merchant = await makeMerchant(app);
  accepted(await updateMerchant(other, OPERATOR, merchant.merchant_id, raw({ name: 'New' })));
  const id = await scene.makeAccount(app, 'MYR');
  accepted(await getReceivingAccount(other, id));
  const next = await scene.makeAccount(app, 'MYR');
  assert.equal((await scene.feed(other, next, [{ amount_cents: 1 }]))[0]?.status, 'suspense');
});

test('two people who change different things at once both succeed', async () => {
  const { id } = await newScene('CZK');
  // Each process still has its last reading in memory; the change must not restore that.
  const [one, two] = await Promise.all([
    changeReceivingAccount(app, OPERATOR, id, raw({ enabled: false })),
    changeReceivingAccount(other, OPERATOR, id, raw({ weight: 5 })),
  ]);
  assert.ok(scene.isAccepted(one) && scene.isAccepted(two));
  await app.settings.refresh();
  const account = accepted(await getReceivingAccount(app, id));
  assert.deepEqual([account.enabled, account.weight], [false, 5]);
});

test('limits of one customer hold while two processes create', async () => {
  const { rush } = await newScene('HUF', {}, { client_max_open_payins: 3 });
  const kinds = scene.kinds(await rush(20, 1_000));
  assert.equal(scene.countOf(kinds, 'accepted'), 3);
  assert.equal(scene.countOf(kinds, 'client_limit'), 17);
});

test('a merchant’s settings change one by one', async () => {
  const { merchant } = await newScene('RON');
  const { merchant_id } = merchant;
  const answers = await Promise.all([
    updateMerchant(app, OPERATOR, merchant_id, raw({ settings: { amount_shift: true } })),
    updateMerchant(other, OPERATOR, merchant_id, raw({ settings: { payin_life_minutes: 20 } })),
    updateMerchant(app, OPERATOR, merchant_id, raw({ name: 'Renamed' })),
  ]);
  assert.ok(answers.every(scene.isAccepted));
  const { merchants } = await app.settings.refresh();
  const { name, settings } = merchants.get(merchant_id) ?? {};
  const changed = [name, settings?.amount_shift, settings?.payin_life_minutes];
  assert.deepEqual(changed, ['Renamed', true, 20]);
});
