// The schema as one file: the same whoever writes it, and what the migrations made is in it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openScratchDatabase, type ScratchDatabase } from '../../bench/harness/scratch-database.ts';
import { migrate } from '../../server/store/schema/migrate.ts';
import { dumpSchema } from '../../tools/dump-schema.ts';
import { withClient } from '../store/embedded/scratch.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

let database: ScratchDatabase;
let dump: string;
before(async () => {
  database = await openScratchDatabase();
  dump = await withClient(database, async (client) => {
    await migrate(client, MIGRATIONS, database.connection);
    return await dumpSchema(client);
  });
});
after(async () => {
  await database.stop();
});

test('another session, other settings: the same text', async () => {
  const again = await withClient(database, async (client) => {
    await client.query(
      `set search_path to pg_catalog; set datestyle to 'SQL'; set timezone to 'Asia/Tokyo'`,
    );
    return await dumpSchema(client);
  });
  assert.equal(again, dump);
});

test('every table, key, check, index, function and right that the migrations made is in it', async () => {
  const names = await withClient(database, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
         and relkind in ('r', 'i')
       union select conname from pg_constraint where connamespace = 'public'::regnamespace
         and contype in ('p', 'u', 'c', 'f')
       union select proname from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    return rows.map(({ name }) => name);
  });
  assert.ok(names.length > 80, `${names.length}`);
  for (const name of names) assert.ok(new RegExp(`\\b${name}\\b`).test(dump), name);
});

test('what the service’s own role gave up is in it', () => {
  for (const table of ['ledger_entries', 'bank_lines', 'audit_entries']) {
    assert.match(dump, new RegExp(`^revoke delete, truncate, update on public.${table} from`, 'm'));
  }
});

test('it is sorted, says that it is generated, and has no settings or rows', () => {
  assert.match(
    dump,
    /^-- The whole schema as the migrations leave it: generated, never edited\.\n/,
  );
  const tables = [...dump.matchAll(/^create table public\.(\w+)/gm)].map(([, name]) => name ?? '');
  assert.ok(tables.length > 20);
  assert.deepEqual(tables, tables.toSorted());
  assert.doesNotMatch(dump, /insert into|^set /m);
});

test('it can be loaded, and is then dumped the same', async () => {
  const again = await withClient(database, async (client) => {
    await client.query('drop schema public cascade; create schema public');
    await client.query(dump);
    return await dumpSchema(client);
  });
  assert.equal(again, dump);
});
