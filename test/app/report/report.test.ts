// Reports of a whole service: days of a time zone, parts of days, splits, totals, lost demand.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeReport } from '../../../server/app/report/make-report.ts';
import type { ReportQuery } from '../../../server/app/report/read-report-query.ts';
import { type ReportRow, reportBody } from '../../../server/app/report/report-body.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
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

const HOUR = 3_600_000;
const KOLKATA = 'Asia/Kolkata';

let service: TestApp;
let app: OpenApp;
let shop: TestMerchant;
let other: TestMerchant;
/** Midnight in UTC, of a day after today. */
let first: number;

async function moveTo(at: number): Promise<void> {
  app.store.clock_offset_ms = at - Date.now();
  await app.settings.refresh();
}

const confirm = async ({ merchant_id }: TestMerchant, id: string) =>
  accepted(await actOnTrade(app, OPERATOR, merchant_id, id, 'confirm', raw({})));

before(async () => {
  // In live mode, where no simulated bank lends an account.
  service = await openTestApp({ mode: 'live' });
  app = service.app;
  [shop, other] = await Promise.all([makeMerchant(app), makeMerchant(app)]);
  await scene.makeAccount(app, 'INR', { max_amount_cents: 5_000 });
  const account = await scene.makeAccount(app, 'INR', { type: 'upi', number: 'house@upi' });
  assert.ok(account !== '');
  first = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
  // 17:30 of the first day in India.
  await moveTo(first + 12 * HOUR);
  const early = await scene.newPayin(app, shop, { amount_cents: 1_000 });
  await moveTo(first + 12 * HOUR + 2 * 60_000);
  await confirm(shop, early.id);
  // 00:30 of the second day in India, still the first one in UTC.
  await moveTo(first + 19 * HOUR);
  const late = await scene.newPayin(app, shop, { amount_cents: 2_000 });
  await confirm(shop, late.id);
  await scene.newPayin(app, other, { amount_cents: 300, type: 'upi' });
  refusedWith(await scene.payin(app, shop, { order_id: 'too-much', amount_cents: 9_000 }));
  await app.misses.write();
  await scene.fund(app, shop.merchant_id, 5_000);
  await scene.newPayout(app, shop, 700);
  await moveTo(first + DAY_MS + 13 * HOUR);
  await scene.newPayin(app, shop, { amount_cents: 4_000 });
});
after(() => service.stop());

const day = (number: number) => dayOf(first + number * DAY_MS);
const days = (time_zone = 'UTC'): ReportQuery => ({ from: day(0), to: day(2), time_zone });
const body = async (query: ReportQuery) => reportBody(accepted(await makeReport(app, query)));

const shown = (row: ReportRow) => {
  const number = (Date.parse(row.from) - first) / DAY_MS;
  const { created, completed, missed } = row;
  const paid = `${completed.count} of ${completed.amount_cents}`;
  return `${number} ${row.direction}: ${created.count} created, ${paid}, ${missed.count} missed`;
};
const rows = async (query: ReportQuery) => (await body(query)).data.map(shown);

suite('periods', () => {
  test('are days in UTC by default', async () => {
    assert.deepEqual(await rows(days()), [
      '0 payin: 3 created, 2 of 3000, 1 missed',
      '0 payout: 1 created, 0 of 0, 0 missed',
      '1 payin: 1 created, 0 of 0, 0 missed',
    ]);
  });

  test('are days of a time zone, also with half an hour', async () => {
    assert.deepEqual(await rows(days(KOLKATA)), [
      '0 payin: 1 created, 1 of 1000, 0 missed',
      '1 payin: 3 created, 1 of 2000, 1 missed',
      '1 payout: 1 created, 0 of 0, 0 missed',
    ]);
  });

  test('are parts of days, to compare today with the same time of others', async () => {
    // 18:30 on both days in India: the order of the second day's 18:30 is after it.
    assert.deepEqual(await rows({ ...days(KOLKATA), until: '18:30', direction: 'payin' }), [
      '0 payin: 1 created, 1 of 1000, 0 missed',
      '1 payin: 2 created, 1 of 2000, 1 missed',
    ]);
    assert.deepEqual(await rows({ ...days(KOLKATA), until: '18:45', direction: 'payin' }), [
      '0 payin: 1 created, 1 of 1000, 0 missed',
      '1 payin: 3 created, 1 of 2000, 1 missed',
    ]);
    assert.deepEqual(await rows({ ...days(KOLKATA), until: '00:00' }), []);
  });

  test('are one, with the totals of every direction and currency', async () => {
    const { data, totals } = await body({ ...days(), by: 'all' });
    assert.deepEqual(data.map(shown), [
      '0 payin: 4 created, 2 of 3000, 1 missed',
      '0 payout: 1 created, 0 of 0, 0 missed',
    ]);
    assert.deepEqual(totals, data);
    assert.deepEqual((await body(days(KOLKATA))).totals, data);
  });

  test('are by default the last 30 days up to today in that zone', async () => {
    const { from, to } = await body({ time_zone: 'Pacific/Kiritimati' });
    assert.deepEqual([from, to], [day(-27), day(3)]);
  });
});

suite('rows', () => {
  test('have rates, times, fees and the reasons of lost demand', async () => {
    const [row] = (await body({ ...days(), by: 'all', direction: 'payin' })).data;
    assert.equal(row?.success_percent, 100);
    assert.deepEqual(row?.by_hand, { count: 2, amount_cents: 3_000 });
    assert.deepEqual([row?.matched_percent, row?.fees_cents], [0, 0]);
    // Two minutes and none, but for the time that the test itself took.
    assert.equal(Math.round(Number(row?.mean_ms) / 60_000), 1);
    assert.deepEqual([row?.half_within_ms, row?.most_within_ms], [60_000, 300_000]);
    assert.deepEqual(row?.missed, {
      count: 1,
      amount_cents: 9_000,
      reasons: [{ reason: 'above_maximum', count: 1, amount_cents: 9_000 }],
    });
  });

  test('are split by type, and filtered by it', async () => {
    const { data } = await body({ ...days(), split: 'type', direction: 'payin' });
    assert.deepEqual(
      data.map((row) => `${row.type} ${row.created.count} ${row.missed.count}`),
      ['account 2 1', 'upi 1 0', 'account 1 0'],
    );
    assert.deepEqual(await rows({ ...days(), type: 'upi' }), [
      '0 payin: 1 created, 0 of 0, 0 missed',
    ]);
  });

  test('are split by merchant, the largest volume first', async () => {
    const query: ReportQuery = { ...days(KOLKATA), by: 'all', split: 'merchant', currency: 'INR' };
    const { data, has_more } = await body({ ...query, direction: 'payin' });
    assert.deepEqual(
      data.map((row) => [row.merchant_id, row.created.count, row.missed.count]),
      [
        [shop.merchant_id, 3, 1],
        [other.merchant_id, 1, 0],
      ],
    );
    assert.equal(has_more, false);
    const own = await body({ ...query, merchant_id: other.merchant_id });
    assert.deepEqual(own.data.map(shown), ['0 payin: 1 created, 0 of 0, 0 missed']);
  });

  test('are of one merchant', async () => {
    const { merchant_id } = other;
    assert.deepEqual(await rows({ ...days(), merchant_id }), [
      '0 payin: 1 created, 0 of 0, 0 missed',
    ]);
  });
});

const WRONG: readonly (readonly [query: ReportQuery, expected: string])[] = [
  [{ from: '2026-01-01', to: '2026-01-01' }, 'to range'],
  [{ from: '2025-01-01', to: '2026-01-03' }, 'to range'],
  [{ from: '2026-02-30', to: '2026-03-03' }, 'from format'],
  [{ from: '1969-12-31', to: '1970-01-03' }, 'from format'],
  [{ from: '1960-01-01T10:00' }, 'from length'],
  [{ time_zone: 'Mars/Olympus' }, 'time_zone unknown_value'],
  [{ time_zone: 'x'.repeat(65) }, 'time_zone length'],
  [{ time_zone: '+05:37' }, 'time_zone unknown_value'],
  [{ by: 'hour' }, 'by unknown_value'],
  [{ until: '14:10' }, 'until format'],
  [{ until: '24:00' }, 'until format'],
  [{ until: '12:00', by: 'week' }, 'until not_allowed'],
  [{ split: 'day' }, 'split unknown_value'],
  [{ split: 'merchant' }, 'split not_allowed'],
  [{ type: 'cash' }, 'type unknown_value'],
  [{ merchant_id: 'x' }, 'merchant_id format'],
];
for (const [query, expected] of WRONG) {
  test(`a report is refused: ${JSON.stringify(query).slice(0, 70)}`, async () => {
    const { errors } = refusedWith(await makeReport(app, query));
    assert.deepEqual(
      errors?.map(({ field, code }) => `${field} ${code}`),
      [expected],
    );
  });
}
