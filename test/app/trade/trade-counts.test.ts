// The counters of trades in a whole service: they follow the events, and include everything that
// was committed before they are read.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { countEvents } from '../../../server/app/trade/count-events.ts';
import { countTrades } from '../../../server/app/trade/count-trades.ts';
import { countNewEvents } from '../../../server/store/trade/count-events.ts';
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
let shop: TestMerchant;
let other: TestMerchant;

const act = async (id: string, name: 'confirm' | 'dispute' | 'resolve' | 'reverse' | 'cancel') =>
  accepted(await actOnTrade(app, OPERATOR, shop.merchant_id, id, name, raw({})));

before(async () => {
  service = await openTestApp();
  app = service.app;
  [shop, other] = await Promise.all([makeMerchant(app), makeMerchant(app)]);
  await scene.fund(app, shop.merchant_id, 100_000);
  const account = await scene.makeAccount(app, 'INR');
  const payins = await Promise.all(
    [1_000, 2_000, 3_000, 4_000, 5_000].map((amount_cents) =>
      scene.newPayin(app, shop, { amount_cents }),
    ),
  );
  const [confirmed, disputed, reversed, canceled] = payins;
  for (const { id } of [confirmed, disputed, reversed].flatMap((one) => one ?? [])) {
    await act(id, 'confirm');
  }
  await act(disputed?.id ?? '', 'dispute');
  await act(disputed?.id ?? '', 'resolve');
  await act(disputed?.id ?? '', 'dispute');
  await act(reversed?.id ?? '', 'reverse');
  await act(canceled?.id ?? '', 'cancel');
  await scene.feed(app, account, [{ amount_cents: 5_000 }, { amount_cents: 77 }]);
  await scene.newPayout(app, shop, 700);
  await scene.newPayin(app, other, { amount_cents: 123 });
});
after(() => service.stop());

const counts = async (query: Record<string, string> = {}) => {
  const { data } = accepted(await countTrades(app, query));
  return Object.fromEntries(
    data.flatMap(({ state, count, parts }) =>
      count === 0 ? [] : [[state, parts.map((part) => `${part.count} of ${part.amount_cents}`)]],
    ),
  );
};

const ALL = {
  created: ['1 of 700'],
  pending: ['1 of 123'],
  completed: ['2 of 6000'],
  canceled: ['1 of 4000'],
  disputed: ['1 of 2000'],
  reversed: ['1 of 3000'],
};

suite('counts', () => {
  test('of all merchants, of one, of a direction, of a currency', async () => {
    assert.deepEqual(await counts(), ALL);
    assert.deepEqual(await counts({ merchant_id: other.merchant_id }), { pending: ['1 of 123'] });
    assert.deepEqual(await counts({ direction: 'payout' }), { created: ['1 of 700'] });
    assert.deepEqual(await counts({ currency: 'EUR' }), {});
  });

  test('an empty state is listed, too', async () => {
    const { data } = accepted(await countTrades(app, { currency: 'EUR' }));
    assert.deepEqual(data.at(0), { state: 'created', count: 0, parts: [] });
    assert.equal(data.length, 10);
  });

  test('wrong filters are named', async () => {
    const query = { merchant_id: 'x', direction: 'up', currency: 'inr' };
    const { errors } = refusedWith(await countTrades(app, query));
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['merchant_id', 'direction', 'currency'],
    );
  });
});

suite('counting', () => {
  const counters = () =>
    scene.sql(
      app,
      `select to_jsonb(c) as row from trade_counts c where trade_count <> 0
       union all select to_jsonb(d) from trade_days d
       union all select to_jsonb(s) from trade_slots s order by 1`,
    );
  const forget = () =>
    scene.sql(
      app,
      `with c as (delete from trade_counts), d as (delete from trade_days),
         s as (delete from trade_slots)
       delete from trade_count_heads`,
    );
  const problems = async () => (await verifyBooks(app)).problems;

  test('begins with the first event of a database whose counters are gone', async () => {
    await countTrades(app, {});
    const expected = await counters();
    await forget();
    assert.deepEqual(await problems(), [], 'what is not counted yet is no lie');
    assert.deepEqual(await counts(), ALL);
    assert.deepEqual(await counters(), expected);
    assert.deepEqual(await problems(), []);
  });

  test('counts each event once, whoever counts and whatever arrives meanwhile', async () => {
    await forget();
    const orders = Array.from({ length: 40 }, async (_, index) => {
      const { id } = await scene.newPayin(app, shop, { amount_cents: 10_000 + index });
      if (index % 2 === 0) await act(id, 'cancel');
    });
    const counting = Array.from({ length: 8 }, () => countEvents(app));
    await Promise.all([...orders, ...counting]);
    assert.deepEqual(await problems(), []);
    assert.deepEqual((await counts()).pending, ['21 of 200523']);
    assert.deepEqual(await problems(), []);
  });

  test('goes on where it was if there are many', async () => {
    const events = await scene.sql<{ events: number }>(
      app,
      'select count(*)::integer as events from events',
    );
    assert.ok(Number(events[0]?.events) > 50);
    await forget();
    const { db } = app.store;
    let rounds = 0;
    while (await countNewEvents(db, { events: 7, merchants: 1 })) rounds += 1;
    assert.ok(rounds > 7);
    assert.deepEqual(await problems(), []);
    assert.deepEqual((await counts()).pending, ['21 of 200523']);
  });

  test('is refused while more is left than an operator can wait for', async () => {
    const endless = { ...app.store.db, transaction: () => Promise.resolve(true as never) };
    const busy = { ...app, store: { ...app.store, db: endless } };
    const { code, retry_after_s } = refusedWith(await countTrades(busy, {}));
    assert.deepEqual([code, retry_after_s], ['unavailable', 10]);
  });
});
