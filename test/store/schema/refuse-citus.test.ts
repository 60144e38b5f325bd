// A start refuses a Citus that loses rows without an error, before it migrates anything. A schema
// whose pg_extension has Citus stands in for it.
import { deepEqual, match, ok, rejects } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { MIGRATIONS } from '../../../bench/harness/template-directory.ts';
import { StartupError } from '../../../server/lib/startup-error.ts';
import { migrate } from '../../../server/store/schema/migrate.ts';
import { refuseOldCitus } from '../../../server/store/schema/refuse-citus.ts';

let database: ScratchDatabase;
let client: pg.Client;
before(async () => {
  database = await openScratchDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  await client.query('create schema standing_in');
  await client.query('create table standing_in.pg_extension (extname text)');
  await client.query('create table standing_in.told (told text)');
  await client.query(`create function standing_in.citus_version() returns text
    language sql as 'select told from standing_in.told'`);
});
after(async () => {
  await client.end();
  await database.stop();
});

async function has(told: string | null): Promise<void> {
  await client.query('reset search_path');
  await client.query('truncate standing_in.pg_extension, standing_in.told');
  if (told === null) return;
  await client.query(`insert into standing_in.pg_extension values ('citus')`);
  await client.query('insert into standing_in.told values ($1)', [told]);
  await client.query('set search_path = public, standing_in, pg_catalog');
}

const tail = 'on x86_64-pc-linux-gnu, compiled by gcc';

for (const version of ['12.1.12', '13.0.5', '13.1.1', '13.2.0', '13.2', '9.5.12', 'devel']) {
  test(`Citus ${version} is refused`, async () => {
    await has(`Citus ${version} ${tail}`);
    await rejects(refuseOldCitus(client), (error) => {
      ok(error instanceof StartupError);
      match(error.message, /at least Citus 13\.2\.1 is needed/);
      return true;
    });
  });
}

for (const version of ['13.2.1', '13.2.2', '13.3.0', '14.0.0', '14.0.1devel']) {
  test(`Citus ${version} is not`, async () => {
    await has(`Citus ${version} ${tail}`);
    await refuseOldCitus(client);
  });
}

test('a start refuses it before it migrates anything; one without Citus goes on', async () => {
  await has(`Citus 13.2.0 ${tail}`);
  await rejects(migrate(client, MIGRATIONS, database.connection), /Citus 13\.2\.0/);
  const { rows } = await client.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace`,
  );
  deepEqual(rows, []);
  await has(null);
  ok((await migrate(client, MIGRATIONS, database.connection)).applied.length > 30);
});
