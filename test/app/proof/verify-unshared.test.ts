// The check of the books on an engine that cannot share a snapshot between connections: everything
// is read in one transaction. A schema whose pg_extension has Citus, and whose snapshots cannot be
// exported, stands in for it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { type Database, openDatabase } from '../../../server/store/connection/database.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const NO_EXPORT = `create function standing_in.pg_export_snapshot() returns text
  language plpgsql as $$ begin raise 'this snapshot says nothing of other machines'; end $$`;

let service: TestApp;
let app: App;
let db: Database;
before(async () => {
  service = await openTestApp();
  await service.asOwner('create schema standing_in');
  await service.asOwner('create table standing_in.pg_extension (extname text)');
  await service.asOwner(`insert into standing_in.pg_extension values ('citus')`);
  await service.asOwner('grant usage on schema standing_in to public');
  await service.asOwner('grant select on standing_in.pg_extension to public');
  await service.asOwner(NO_EXPORT);
  const connectionString = service.database.serving_url;
  db = openDatabase({
    connection: { connectionString, options: '-c search_path=public,standing_in,pg_catalog' },
    max_connections: 4,
    onIdleError: () => undefined,
  });
  app = { ...service.app, store: { ...service.app.store, db } };
});
after(async () => {
  await db.close();
  await service.stop();
});

test('no snapshot is exported, and the books are checked all the same', async () => {
  const [found] = await db.query('', `select from pg_extension where extname = 'citus'`, []);
  assert.ok(found);
  const merchant = await makeMerchant(service.app);
  await scene.fund(service.app, merchant.merchant_id, 10_000);
  await scene.newPayout(service.app, merchant, 700);
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await service.asOwner(
    `update ledger_accounts set balance_cents = balance_cents + 1 where account = 'blocked'`,
  );
  assert.ok((await verifyBooks(app)).problems.length > 0);
});
