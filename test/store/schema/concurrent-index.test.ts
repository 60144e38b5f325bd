// A migration that builds an index while its table takes writes: once, whole, and whoever else
// starts meanwhile waits for it.
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Client } from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { tryBuilderLock } from '../../../server/store/schema/concurrent-index.ts';
import { migrate } from '../../../server/store/schema/migrate.ts';
import { writeMigrations } from '../../support/schema/write-migrations.ts';
import { scratchFolder, until, withClient } from '../embedded/scratch.ts';

const TABLE = `-- Why the table.
create table a (n integer not null);
insert into a select n from generate_series(1, 20000) n;`;
const INDEX = '-- Why the index.\ncreate unique index concurrently a_n on a (n);\n';
const FILES = { '0001-table.sql': TABLE, '0002-index.sql': INDEX };

let scratch: string;
let database: ScratchDatabase;
let spaces = 0;
before(async () => {
  scratch = await scratchFolder();
  database = await openScratchDatabase();
});
after(async () => {
  await database.stop();
  await rm(scratch, { recursive: true, force: true });
});

const folderOf = (files: Record<string, string>) => writeMigrations(scratch, files);

async function withSpace(work: (client: Client, space: string) => Promise<void>): Promise<void> {
  await withClient(database, async (client) => {
    spaces += 1;
    const space = `space_${spaces}`;
    await client.query(`create schema ${space}; set search_path to ${space}`);
    await work(client, space);
  });
}

async function indexesOf(client: Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select i.indexrelid::regclass::text as name, i.indisvalid as is_valid from pg_index i
     where i.indrelid = 'a'::regclass`,
  );
  return rows;
}

/** The process that asks for the lock asks again, or without it waits for the one that builds. */
const untilRefused = () =>
  withClient(database, (watching) =>
    until(async () => {
      const { rows } = await watching.query(
        `select from pg_stat_activity
         where datname = current_database() and (query = 'rollback' or wait_event_type = 'Lock')`,
      );
      return rows[0];
    }),
  );

const BUILT = [{ name: 'a_n', is_valid: true }];

test('the index is built, and dropped by a later file', () =>
  withSpace(async (client) => {
    const folder = await folderOf(FILES);
    deepEqual(await migrate(client, folder, database.connection), { applied: Object.keys(FILES) });
    deepEqual(await indexesOf(client), BUILT);
    deepEqual(await migrate(client, folder, database.connection), { applied: [] });
    const more = { ...FILES, '0003-drop.sql': '-- Why.\ndrop index concurrently a_n;' };
    deepEqual(await migrate(client, await folderOf(more), database.connection), {
      applied: ['0003-drop.sql'],
    });
    deepEqual(await indexesOf(client), []);
  }));

test('a build that failed says why, is not recorded, and is begun again', () =>
  withSpace(async (client) => {
    await migrate(client, await folderOf({ '0001-table.sql': TABLE }), database.connection);
    await client.query('insert into a values (7)');
    const folder = await folderOf(FILES);
    await rejects(migrate(client, folder, database.connection), (error: Error) => {
      match(
        error.message,
        /^Migration 0002-index\.sql failed: could not create unique index "a_n"/,
      );
      return true;
    });
    deepEqual(await indexesOf(client), [{ name: 'a_n', is_valid: false }]);
    await client.query('delete from a where n = 7');
    deepEqual(await migrate(client, folder, database.connection), { applied: ['0002-index.sql'] });
    deepEqual(await indexesOf(client), BUILT);
  }));

test('a build whose process ended before it could say so is recorded', () =>
  withSpace(async (client) => {
    await migrate(client, await folderOf({ '0001-table.sql': TABLE }), database.connection);
    await client.query(INDEX);
    deepEqual(await migrate(client, await folderOf(FILES), database.connection), {
      applied: ['0002-index.sql'],
    });
  }));

test('many processes at once build it once', () =>
  withSpace(async (client, space) => {
    const folder = await folderOf(FILES);
    const runs = Array.from({ length: 6 }, () =>
      withClient(database, async (other) => {
        await other.query(`set search_path to ${space}`);
        return (await migrate(other, folder, database.connection)).applied;
      }),
    );
    deepEqual((await Promise.all(runs)).flat().sort(), Object.keys(FILES));
    deepEqual(await indexesOf(client), BUILT);
  }));

/** Before its last commit a build looks like one that a killed process has left. */
test('an index whose build another process has yet to commit is not dropped', () =>
  withSpace(async (client, space) => {
    await migrate(client, await folderOf({ '0001-table.sql': TABLE }), database.connection);
    await client.query('insert into a values (7)');
    await rejects(client.query(INDEX), /could not create unique index/);
    await client.query('begin');
    await client.query(tryBuilderLock(space));
    await client.query('delete from a where n = 7');
    await client.query('reindex index a_n');
    const built = (await client.query(`select 'a_n'::regclass::oid as oid`)).rows;
    const folder = await folderOf(FILES);
    await withClient(database, async (other) => {
      await other.query(`set search_path to ${space}`);
      const later = migrate(other, folder, database.connection);
      await Promise.race([later, untilRefused()]);
      await client.query('commit');
      deepEqual(await later, { applied: ['0002-index.sql'] });
    });
    deepEqual((await client.query(`select 'a_n'::regclass::oid as oid`)).rows, built);
  }));

test('one that waits for an open transaction keeps nobody from starting', () =>
  withSpace(async (client, space) => {
    const first = await folderOf({ '0001-table.sql': TABLE });
    await migrate(client, first, database.connection);
    await client.query('begin; insert into a values (-1)');
    const folder = await folderOf(FILES);
    await withClient(database, async (builder) => {
      await builder.query(`set search_path to ${space}`);
      const built = migrate(builder, folder, database.connection);
      await withClient(database, async (other) => {
        await other.query(`set search_path to ${space}`);
        for (;;) {
          const { rows } = await other.query('select from pg_stat_progress_create_index');
          if (rows.length > 0) break;
        }
        deepEqual(
          await migrate(other, first, database.connection).catch((error: Error) => error.name),
          { applied: [] },
        );
        const waiting = migrate(other, folder, database.connection);
        await client.query('commit');
        const applied = [...(await built).applied, ...(await waiting).applied];
        equal(applied.join(), '0002-index.sql');
      });
    });
    deepEqual(await indexesOf(client), BUILT);
  }));
