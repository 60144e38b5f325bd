// Daily series for charts: days, filters and metrics as asked; and the pay-ins that no receiving
// account took.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { listSeries, type SeriesQuery } from '../../../server/app/trade/trade-series.ts';
import { dayOf } from '../../../server/domain/values/day.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
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
let today: number;

before(async () => {
  // In live mode, where no simulated bank lends an account.
  service = await openTestApp({ mode: 'live' });
  app = service.app;
  [shop, other] = await Promise.all([makeMerchant(app), makeMerchant(app)]);
  await scene.makeAccount(app, 'INR', { max_amount_cents: 5_000 });
  // Noon of tomorrow, so that no test crosses midnight unless it wants to.
  today = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  app.store.clock_offset_ms = today + DAY_MS / 2 - Date.now();
  await app.settings.refresh();
  const paid = await scene.newPayin(app, shop, { amount_cents: 1_000 });
  const { merchant_id } = shop;
  accepted(await actOnTrade(app, OPERATOR, merchant_id, paid.id, 'confirm', raw({})));
  await scene.newPayin(app, other, { amount_cents: 200 });
  await scene.fund(app, merchant_id, 5_000);
  await scene.newPayout(app, shop, 700);
  app.store.clock_offset_ms += DAY_MS;
  await app.settings.refresh();
  await scene.newPayin(app, shop, { amount_cents: 3_000 });
});
after(() => service.stop());

const day = (number: number) => dayOf(today + number * DAY_MS);

/** Like `0 payin INR created 1 of 1000`, without what is zero. */
async function series(query: SeriesQuery): Promise<string[]> {
  const { data } = accepted(await listSeries(app, query));
  return data.flatMap((row) =>
    Object.entries(row.metrics)
      .filter(([, { count }]) => count !== 0)
      .map(([metric, { count, sum }]) => {
        const number = (Date.parse(row.day) - today) / DAY_MS;
        return `${number} ${row.direction} ${row.currency} ${metric} ${count} of ${sum}`;
      }),
  );
}

suite('series', () => {
  test('have a row for each day, direction and currency, in this order', async () => {
    assert.deepEqual(await series({ metrics: 'created,completed' }), [
      '0 payin INR created 2 of 1200',
      '0 payin INR completed 1 of 1000',
      '0 payout INR created 1 of 700',
      '1 payin INR created 1 of 3000',
    ]);
  });

  test('filter by merchant, direction, currency and days; `to` is not included', async () => {
    const { merchant_id } = other;
    const metrics = 'created';
    assert.deepEqual(await series({ merchant_id, metrics }), ['0 payin INR created 1 of 200']);
    assert.deepEqual(await series({ direction: 'payout', metrics }), [
      '0 payout INR created 1 of 700',
    ]);
    assert.deepEqual(await series({ currency: 'EUR' }), []);
    assert.deepEqual(await series({ from: day(1), metrics }), ['1 payin INR created 1 of 3000']);
    assert.deepEqual(await series({ from: day(-1), to: day(0) }), []);
  });

  test('say which days they cover, by default the last 30', async () => {
    const { from, to } = accepted(await listSeries(app, {}));
    assert.deepEqual([from, to], [day(-28), day(2)]);
  });

  test('have every metric that was asked for, also at zero', async () => {
    const { data } = accepted(await listSeries(app, { metrics: ' failed, expired' }));
    assert.deepEqual(data[0]?.metrics, {
      expired: { count: 0, sum: 0 },
      failed: { count: 0, sum: 0 },
    });
  });

  const WRONG: readonly (readonly [SeriesQuery, string])[] = [
    [{ from: '2026-01-01', to: '2026-01-01' }, 'to range'],
    [{ from: '2025-01-01', to: '2026-01-03' }, 'to range'],
    [{ from: '2026-01-01T10:00:00Z', to: '2026-01-03' }, 'from format'],
    [{ from: 'yesterday' }, 'from format'],
    [{ metrics: 'created,profit' }, 'metrics unknown_value'],
    [{ metrics: 'created,'.repeat(200) }, 'metrics length'],
    [{ direction: 'sideways' }, 'direction unknown_value'],
  ];
  for (const [query, expected] of WRONG) {
    test(`refuse ${JSON.stringify(query).slice(0, 60)}`, async () => {
      const { errors } = refusedWith(await listSeries(app, query));
      assert.deepEqual(
        errors?.map(({ field, code }) => `${field} ${code}`),
        [expected],
      );
    });
  }
});

suite('pay-ins that no receiving account took', () => {
  const missed = () => series({ metrics: 'missed,missed_above_maximum,missed_no_account' });
  const order = (amount_cents: number, fields = {}) =>
    scene.payin(app, shop, { order_id: `missed-${scene.newNumber()}`, amount_cents, ...fields });

  test('are counted by reason, with their amounts, once they are written', async () => {
    for (const amount of [6_000, 7_000]) {
      assert.equal(refusedWith(await order(amount)).code, 'no_receiving_account_available');
    }
    const card = refusedWith(await order(500, { type: 'card' }));
    assert.equal(card.code, 'no_receiving_account_available');
    assert.equal(refusedWith(await order(0)).code, 'invalid_request');
    assert.deepEqual(await missed(), []);
    assert.equal(await app.misses.write(), 2);
    assert.equal(await app.misses.write(), 0);
    assert.deepEqual(await missed(), [
      '1 payin INR missed 3 of 13500',
      '1 payin INR missed_no_account 1 of 500',
      '1 payin INR missed_above_maximum 2 of 13000',
    ]);
    assert.deepEqual(await series({ metrics: 'missed', direction: 'payout' }), []);
    assert.deepEqual(await series({ metrics: 'missed', merchant_id: other.merchant_id }), []);
  });

  test('are kept if the database cannot be reached, and written later', async () => {
    refusedWith(await order(8_000));
    await service.asOwner('alter table payin_miss_slots rename to away');
    await assert.rejects(app.misses.write());
    refusedWith(await order(8_000));
    await service.asOwner('alter table away rename to payin_miss_slots');
    assert.equal(await app.misses.write(), 1);
    assert.equal((await missed())[0], '1 payin INR missed 5 of 29500');
  });
});
