// Money in suspense: counted by account and age, listed, and reported in the metrics.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { measureBooks } from '../../../server/app/ledger/measure-books.ts';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import { listSuspense } from '../../../server/app/line/list-suspense.ts';
import type { App } from '../../../server/app/process/app.ts';
import { readSuspense } from '../../../server/store/line/suspense.ts';
import { accepted, openTestApp, type TestApp } from '../../support/test-app.ts';
import { feed, makeAccount } from '../scene.ts';

let opened: TestApp;
let app: App;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
});
after(() => opened.stop());

test('suspense is counted by account and age', async () => {
  const account = await makeAccount(app, 'MXN');
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
  await feed(app, account, [
    { amount_cents: 100, booked_at: days(0) },
    { amount_cents: 200, booked_at: days(2) },
    { amount_cents: -300, booked_at: days(2) },
    { amount_cents: 400, booked_at: days(3_650) },
  ]);
  const { data } = await listSuspense(app);
  const mine = data.filter((group) => group.receiving_account_id === account);
  assert.deepEqual(
    mine.map(({ age, lines, in_cents, out_cents }) => [age, lines, in_cents, out_cents]),
    [
      ['under_1_day', 1, 100, 0],
      ['1_to_3_days', 2, 200, 300],
      ['over_30_days', 1, 400, 0],
    ],
  );
  const filter = { receiving_account_id: account, status: 'suspense' };
  const old = accepted(await listBankLines(app, { ...filter, age: 'over_30_days' })).data;
  assert.deepEqual(
    old.map((line) => line.amount_cents),
    [400],
  );
  const young = accepted(await listBankLines(app, { ...filter, age: '1_to_3_days' })).data;
  assert.equal(young.length, 2);
  const told = new Map<string, number>();
  await measureBooks({ ...app, measure: (name, value) => void told.set(name, value) });
  assert.ok((told.get('suspense_lines_over_7_days') ?? 0) >= 1);
  assert.ok((told.get('suspense_oldest_age_seconds') ?? 0) > 3_600 * 86_400);
});

test('a line is as old as the hour in which it was booked', async () => {
  const account = await makeAccount(app, 'MXN');
  await feed(app, account, [{ amount_cents: 100, booked_at: '2026-03-01T10:30:00Z' }]);
  const ageAt = async (now: string) => {
    const sums = await readSuspense(app.store.db, Date.parse(now));
    const mine = sums.filter((sum) => sum.receiving_account_id === account);
    return mine.map(({ age, lines, oldest_hour }) => [age, lines, oldest_hour]);
  };
  const hour = Date.parse('2026-03-01T10:00:00Z');
  assert.deepEqual(await ageAt('2026-03-02T09:59:59.999Z'), [['under_1_day', 1, hour]]);
  assert.deepEqual(await ageAt('2026-03-02T10:00:00Z'), [['1_to_3_days', 1, hour]]);
});
