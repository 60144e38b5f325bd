// What is counted of each day: every way a trade can go, by the events of a whole service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { putTariffs } from '../../../server/app/merchant/tariffs.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { finishCounting } from '../../../server/app/trade/count-events.ts';
import { expireDue } from '../../../server/app/trade/expire-due.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let service: TestApp;
let app: OpenApp;
let account: string;

before(async () => {
  service = await openTestApp();
  app = service.app;
  account = await scene.makeAccount(app, 'INR');
  // Noon, so that no test crosses midnight unless it wants to.
  app.store.clock_offset_ms = Math.ceil(Date.now() / DAY) * DAY + 12 * HOUR - Date.now();
});
after(() => service.stop());

async function newShop(): Promise<TestMerchant> {
  const shop = await makeMerchant(app);
  const tariff = { type: null, currency: null, percent: 1.5 };
  const tariffs = ['payin', 'payout'].map((direction) => ({ ...tariff, direction }));
  accepted(await putTariffs(app, OPERATOR, shop.merchant_id, raw({ tariffs })));
  return shop;
}

const wait = (ms: number) => {
  app.store.clock_offset_ms += ms;
};

type Fields = Record<string, unknown>;
type Act = Parameters<typeof actOnTrade>[4];
const act = async (shop: TestMerchant, id: string, name: Act, fields: Fields = {}) =>
  accepted(await actOnTrade(app, OPERATOR, shop.merchant_id, id, name, raw(fields)));

/** Each measure of a merchant's rows; the same of quarter hours and of days, so named once. */
const measuresOf = (table: string, day: string, merchant_id: string) => `
  select ${day} as day, left(c.key, -6) as measure, sum(c.value::bigint) as trade_count,
    sum((row ->> (left(c.key, -6) || '_total'))::numeric) as total
  from (select *, to_jsonb(t) as row from ${table} t where merchant_id = '${merchant_id}') t
  cross join lateral jsonb_each_text(row) c where c.key like '%\\_count' and c.value is not null
  group by 1, 2`;

/** `created 1 10000`, with the days since the first one; the times only roughly. */
async function measured({ merchant_id }: TestMerchant): Promise<string[]> {
  assert.equal(await finishCounting(app), null);
  const rows = await scene.sql<{ text: string }>(
    app,
    `select format('%s %s %s %s', day - min(day) over (), measure, trade_count,
       case measure when 'duration' then round(total / ${MINUTE}) else total end) as text
     from (${measuresOf('trade_days', 'day', merchant_id)}
       union ${measuresOf('trade_slots', 'slot / 96', merchant_id)}) both_agree order by text`,
  );
  return rows.map((row) => row.text);
}

const within = (day: number, speeds: readonly string[], count: number, sum: number) =>
  speeds.map((speed) => `${day} within_${speed} ${count} ${sum}`);
const AT_ONCE = ['15m', '1d', '1h', '1m', '5m'];

const booked = (before_ms = 1_000) =>
  new Date(Date.now() + app.store.clock_offset_ms - before_ms).toISOString();
const pay = (amount_cents: number, booked_at = booked()) =>
  scene.feed(app, account, [{ amount_cents, booked_at }]);

test('a pay-in that a rule matches within five minutes', async () => {
  const shop = await newShop();
  await scene.newPayin(app, shop, { amount_cents: 10_000 });
  wait(3 * MINUTE);
  await pay(10_000);
  assert.deepEqual(await measured(shop), [
    '0 completed 1 10000',
    '0 created 1 10000',
    '0 duration 1 3',
    '0 fees 1 150',
    '0 matched 1 10000',
    ...within(0, ['15m', '1d', '1h', '5m'], 1, 10_000),
  ]);
});

test('a UTR whose line is there already is a match as well', async () => {
  const shop = await newShop();
  const { id } = await scene.newPayin(app, shop, { amount_cents: 10_100 });
  wait(3_000);
  const utr = '412345678901';
  await scene.feed(app, account, [{ amount_cents: 10_100, utr, booked_at: booked() }]);
  accepted(await scene.claim(app, shop, id, utr));
  assert.ok((await measured(shop)).includes('0 matched 1 10100'));
});

test('a person’s word or assignment completes, and is no match', async () => {
  const shop = await newShop();
  const [confirmed, assigned] = [
    await scene.newPayin(app, shop, { amount_cents: 10_200 }),
    await scene.newPayin(app, shop, { amount_cents: 10_300 }),
  ];
  await act(shop, confirmed.id, 'confirm');
  const [line] = await pay(10_300, booked(2 * HOUR));
  assert.equal(line?.status, 'suspense');
  const fields = { merchant_id: shop.merchant_id, trade_id: assigned.id, note: 'It is theirs' };
  accepted(await reviewLine(app, OPERATOR, line?.id ?? '', 'assign', raw(fields), undefined));
  assert.deepEqual(await measured(shop), [
    '0 completed 2 20500',
    '0 created 2 20500',
    '0 duration 2 0',
    '0 fees 2 308',
    ...within(0, AT_ONCE, 2, 20_500),
  ]);
});

test('what ends on a later day counts there, with what it stands for then', async () => {
  const shop = await newShop();
  const [late, expired] = [
    await scene.newPayin(app, shop, { amount_cents: 10_400 }),
    await scene.newPayin(app, shop, { amount_cents: 10_500 }),
  ];
  await scene.claim(app, shop, late.id, '412345678902');
  wait(DAY + HOUR);
  await act(shop, late.id, 'confirm', { amount_cents: 10_000 });
  while ((await expireDue(app)) > 0);
  assert.equal(expired.state, 'pending');
  assert.deepEqual(await measured(shop), [
    '0 created 2 20900',
    '1 completed 1 10000',
    `1 duration 1 ${25 * 60}`,
    '1 expired 1 10500',
    '1 fees 1 150',
  ]);
});

test('a dispute that is won completes nothing again; one that is lost is a reversal', async () => {
  const shop = await newShop();
  const { id } = await scene.newPayin(app, shop, { amount_cents: 10_600 });
  await act(shop, id, 'confirm');
  await act(shop, id, 'dispute');
  await act(shop, id, 'resolve');
  await act(shop, id, 'dispute');
  await act(shop, id, 'resolve', { outcome: 'failed' });
  assert.deepEqual(await measured(shop), [
    '0 completed 1 10600',
    '0 created 1 10600',
    '0 disputed 2 21200',
    '0 duration 1 0',
    '0 fees 1 159',
    '0 reversed 1 10600',
    ...within(0, AT_ONCE, 1, 10_600),
  ]);
});

test('a dispute that ends where it began is no second end', async () => {
  const shop = await newShop();
  const { id } = await scene.newPayin(app, shop, { amount_cents: 10_700 });
  await act(shop, id, 'cancel');
  await act(shop, id, 'dispute');
  await act(shop, id, 'resolve');
  assert.deepEqual(await measured(shop), [
    '0 canceled 1 10700',
    '0 created 1 10700',
    '0 disputed 1 10700',
  ]);
});

test('a pay-out that is paid, one that is rejected, and one that is canceled', async () => {
  const shop = await newShop();
  await scene.fund(app, shop.merchant_id, 50_000);
  const [paid, rejected, canceled] = [
    await scene.newPayout(app, shop, 10_000),
    await scene.newPayout(app, shop, 300),
    await scene.newPayout(app, shop, 400),
  ];
  wait(2 * HOUR);
  await act(shop, paid.id, 'take');
  await act(shop, paid.id, 'complete', { utr: 'PAIDOUT12345' });
  await act(shop, rejected.id, 'fail');
  await act(shop, canceled.id, 'cancel');
  assert.deepEqual(await measured(shop), [
    '0 canceled 1 400',
    '0 completed 1 10000',
    '0 created 3 10700',
    '0 duration 1 120',
    '0 failed 1 300',
    '0 fees 1 150',
    '0 within_1d 1 10000',
  ]);
});

test('the counters agree with the proof', async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
});
