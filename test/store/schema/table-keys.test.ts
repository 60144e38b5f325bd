// Every table has a primary key, which begins with merchant_id unless the table is a global one,
// and whatever the database may name in an error is named after its table.
import { deepEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { GLOBAL_KEYS, GLOBAL_TABLES } from '../../support/schema/global-tables.ts';
import { withClient } from '../embedded/scratch.ts';

const IS_MIGRATED = true;

type Found = { table: string; name: string };

let database: ScratchDatabase;
before(async () => {
  database = await openScratchDatabase(IS_MIGRATED);
});
after(async () => {
  await database.stop();
});

async function ask<Row>(text: string): Promise<Row[]> {
  return await withClient(database, async (client) => {
    const { rows } = await client.query(text);
    return rows;
  });
}

const tables = () =>
  ask<Found & { key: string[] | null }>(
    `select c.relname as table, k.conname as name,
       (select array_agg(a.attname::text order by o.place) from unnest(k.conkey)
          with ordinality as o(attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = o.attnum) as key
     from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     order by 1`,
  );

const uniqueIndexes = () =>
  ask<Found & { columns: string[] }>(
    `select t.relname as table, i.relname as name,
       (select array_agg(a.attname::text) from pg_attribute a
        where a.attrelid = t.oid and a.attnum = any(x.indkey)) as columns
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where t.relnamespace = current_schema()::regnamespace and x.indisunique order by 1, 2`,
  );

test('the primary key of a table begins with merchant_id, unless the table is global', async () => {
  const found = await tables();
  const global = found.filter(({ key }) => key?.[0] !== 'merchant_id').map(({ table }) => table);
  deepEqual(global.toSorted(), GLOBAL_TABLES.toSorted());
  deepEqual(
    found.filter(({ key }) => key === null).map(({ table }) => table),
    [],
  );
});

test('merchant_id is in every unique index of a merchant’s table', async () => {
  const found = await uniqueIndexes();
  const wide = found.filter(
    ({ table, columns }) => !GLOBAL_TABLES.includes(table) && !columns.includes('merchant_id'),
  );
  deepEqual(
    wide.map(({ name }) => name),
    GLOBAL_KEYS,
  );
});

test('constraints and indexes are named after their table', async () => {
  const found = await ask<Found>(
    `select t.relname as table, n.name from pg_class t join (
       select conrelid as id, conname::text as name from pg_constraint where contype <> 'n'
       union select x.indrelid, i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
     ) n on n.id = t.oid
     where t.relnamespace = current_schema()::regnamespace order by 1, 2`,
  );
  deepEqual(
    found.filter(({ table, name }) => !name.startsWith(`${table}_`)),
    [],
  );
});
