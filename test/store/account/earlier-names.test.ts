// The names that receiving accounts had earlier: however many there are, only those that are asked
// for are read.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { namesAt } from '../../../server/domain/record/receiving-account.ts';
import {
  readEarlierNames,
  readReceivingAccounts,
} from '../../../server/store/account/receiving-accounts.ts';
import * as scene from '../../app/scene.ts';
import { readingRows } from '../../support/rows-read.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

const RENAMINGS = 2_000;
const FIRST = Date.UTC(2026, 0, 1);
const APART_MS = 60_000;

let service: TestApp;
let renamed: string;
let other: string;
before(async () => {
  service = await openTestApp();
  const { app } = service;
  [renamed, other] = [await scene.makeAccount(app, 'CHF'), await scene.makeAccount(app, 'CHF')];
  // Each half a millisecond late, as a clock with microseconds may say.
  await scene.sql(
    app,
    `insert into receiving_account_names (receiving_account_id, renamed_at, name, bank_name)
     select '${renamed}', timestamptz '2026-01-01' + n * interval '1 minute'
       + interval '500 microseconds', 'Name ' || n, null
     from generate_series(0, ${RENAMINGS - 1}) n`,
  );
});
after(() => service.stop());

const accountsRead = async () => {
  const { db, cipher } = service.app.store;
  const reading = readingRows(db);
  return { accounts: await readReceivingAccounts(reading, cipher), rows: reading.most() };
};

test('the settings read one moment of each account, not its history', async () => {
  const { accounts, rows } = await accountsRead();
  ok(rows <= accounts.length, `${rows} rows were read for ${accounts.length} accounts`);
  const renamedAt = (id: string) =>
    accounts.find(({ receiving_account_id }) => receiving_account_id === id)?.renamed_at;
  deepEqual(
    [renamedAt(renamed), renamedAt(other)],
    [FIRST + (RENAMINGS - 1) * APART_MS, undefined],
  );
});

test('an old event reads the one name that its account had then', async () => {
  const reading = readingRows(service.app.store.db);
  const { accounts } = await accountsRead();
  const account = accounts.find(({ receiving_account_id: id }) => id === renamed);
  ok(account !== undefined);
  const moments = [
    { at: FIRST - 1, name: 'Name 0' },
    { at: FIRST, name: 'Name 1' },
    { at: FIRST + 700 * APART_MS - 1, name: 'Name 700' },
    { at: FIRST + 700 * APART_MS, name: 'Name 701' },
    { at: FIRST + (RENAMINGS - 1) * APART_MS, name: 'House' },
  ];
  const asked = moments.map(({ at }) => ({ receiving_account_id: renamed, at }));
  const earlier_names = await readEarlierNames(reading, [
    ...asked,
    ...asked,
    { receiving_account_id: other, at: FIRST },
  ]);
  ok(reading.most() <= 2 * asked.length + 1, `${reading.most()} rows were read`);
  deepEqual(
    earlier_names.map(({ name }) => name),
    ['Name 0', 'Name 1', 'Name 700', 'Name 701'],
  );
  deepEqual(
    moments.map(({ at }) => ({ at, name: namesAt({ ...account, earlier_names }, at).name })),
    moments,
  );
});
