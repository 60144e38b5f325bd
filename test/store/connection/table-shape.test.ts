// The columns in which rows are written: after another process has migrated they are read again,
// and the batch that failed on the change is decided again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { isConflict, isStoreOutage } from '../../../server/store/connection/outage.ts';
import { insertRows, type RowColumn } from '../../../server/store/connection/rows.ts';
import { createTableShape, hasOldShape } from '../../../server/store/connection/table-shape.ts';
import * as scene from '../../app/scene.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  other = await service.another();
});
after(async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await service.stop();
});

async function tablesOf(process: OpenApp): Promise<string[]> {
  const rows = await scene.sql<{ name: string }>(
    process,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind = 'r' order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** Writes rows of nearly every kind. */
async function useEverything(process: OpenApp, merchant: TestMerchant, account: string) {
  const { merchant_id } = merchant;
  const act = (id: string, name: 'confirm' | 'take') =>
    actOnTrade(process, OPERATOR, merchant_id, id, name, raw({}));
  await scene.fund(process, merchant_id, 1_000);
  const [one, two] = [scene.newNumber() * 10, scene.newNumber() * 10];
  const claimed = await scene.newPayin(process, merchant, { amount_cents: one });
  accepted(await scene.claim(process, merchant, claimed.id, `SHAPE${100_000 + one}`));
  accepted(await act(claimed.id, 'confirm'));
  await scene.newPayin(process, merchant, { amount_cents: two });
  const [line] = await scene.feed(process, account, [{ amount_cents: two }]);
  assert.equal(line?.status, 'matched');
  accepted(await act((await scene.newPayout(process, merchant, 10)).id, 'take'));
}

test('columns that others add or remove stop nobody: the same batch is decided again', async () => {
  const settings = { client_max_count_per_day: 100 };
  const merchant = await makeMerchant(app, { settings });
  const account = await scene.makeAccount(app, 'INR');
  await other.settings.refresh();
  const useBoth = async () => {
    for (const process of [app, other]) await useEverything(process, merchant, account);
  };
  await useBoth();
  const tables = await tablesOf(app);
  for (const change of ['add column came_later text', 'drop column came_later']) {
    for (const table of tables) await service.asOwner(`alter table ${table} ${change}`);
    await useBoth();
  }
});

test('the first to meet the change is told a conflict, the next sees the new columns', async () => {
  const { db } = other.store;
  await service.asOwner('alter table settings_versions add column shake text');
  const version: RowColumn<string>[] = [
    { name: 'name', value: (name) => name },
    { name: 'version', value: () => 1 },
  ];
  const write = (name: string) =>
    db.transaction((tx) => insertRows(tx, 'settings_versions', version, [name]));
  await assert.rejects(write('one'), (error) => hasOldShape(error) && isConflict(error));
  await write('two');
  const rows = await scene.sql(
    app,
    `select name from settings_versions where name in ('one', 'two')`,
  );
  assert.deepEqual(rows, [{ name: 'two' }]);
});

test('a table that a restore has made anew stops nobody for longer than one write', async () => {
  const { db } = other.store;
  const version: RowColumn<string>[] = [
    { name: 'name', value: (name) => name },
    { name: 'version', value: () => 1 },
  ];
  const write = (name: string) =>
    db.transaction((tx) => insertRows(tx, 'settings_versions', version, [name]));
  await write('before');
  await service.asOwner('alter table settings_versions rename to gone_versions');
  await service.asOwner('create table settings_versions (like gone_versions including all)');
  await service.asOwner('insert into settings_versions select * from gone_versions');
  await service.asOwner(
    `do $$ declare grantee text; begin
       for grantee in select distinct g.grantee from information_schema.role_table_grants g
         where g.table_name = 'gone_versions' and g.grantee <> current_user
       loop execute format('grant all on settings_versions to %I', grantee); end loop;
     end $$`,
  );
  await service.asOwner('drop table gone_versions');
  // The statement that the connection has prepared takes rows of a type that is gone. PostgreSQL 15
  // looks the type up again, and writes the row.
  const first = await write('three').then(
    () => [{ name: 'three' }],
    (error) => {
      assert.ok(hasOldShape(error) && isConflict(error), String(error));
      return [];
    },
  );
  await write('then');
  const found = await scene.sql(
    app,
    `select name from settings_versions where name in ('three', 'then') order by name desc`,
  );
  assert.deepEqual(found, [...first, { name: 'then' }]);
});

test('a value that a column cannot take is no conflict, whatever its text says', () => {
  const words = 'wrong number of columns: 2, expected 3';
  const quoted = new pg.DatabaseError(`invalid input syntax: "${words}"`, 1, 'error');
  assert.equal(hasOldShape(quoted), false);
  assert.equal(hasOldShape(new Error(words)), false);
});

test('one question for all who ask; an outage is asked again', async () => {
  let asked = 0;
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const shape = createTableShape(() => {
    asked += 1;
    if (asked === 1) return Promise.reject(gone);
    const table = { table_name: 't', row_type: 1, names: [`read-${asked}`], types: [25] };
    return Promise.resolve([table]);
  });
  const first = await Promise.allSettled([shape.read(), shape.read()]);
  assert.ok(first.every((end) => end.status === 'rejected' && isStoreOutage(end.reason)));
  assert.equal(asked, 1);
  const [one, two] = await Promise.all([shape.read(), shape.read()]);
  const shapeOf = (name: string) => ({ row_type: 1, columns: [{ name, type: 25 }] });
  assert.deepEqual([one('t'), two('t')], [shapeOf('read-2'), shapeOf('read-2')]);
  shape.doubt(gone);
  assert.deepEqual((await shape.read())('t'), shapeOf('read-2'));
  shape.doubt(new pg.DatabaseError('wrong number of columns: 1, expected 2', 1, 'error'));
  assert.deepEqual((await shape.read())('t'), shapeOf('read-3'));
  const other_type = 'binary data has type 25 (text) instead of expected 20 (bigint)';
  shape.doubt(new pg.DatabaseError(`${other_type} in record column 1`, 1, 'error'));
  assert.deepEqual((await shape.read())('t'), shapeOf('read-4'));
});
