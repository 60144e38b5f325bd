import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { StartupError } from '../../../server/lib/startup-error.ts';
import {
  LOCK_MIGRATIONS,
  migrate,
  pendingMigrations,
} from '../../../server/store/schema/migrate.ts';
import { laterMigrations } from '../../../server/store/schema/recorded-migrations.ts';
import { writeMigrations } from '../../support/schema/write-migrations.ts';
import { scratchFolder, withClient } from '../embedded/scratch.ts';

type Files = Record<string, string>;

const FIRST = '-- Why the first.\ncreate table a (n integer);\ninsert into a values (1);\n';
const SECOND = '-- Why the second.\ncreate table b (n integer);\n';
const TWO = { '0001-first.sql': FIRST, '0002-second.sql': SECOND };

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

const folderOf = (files: Files) => writeMigrations(scratch, files);

/** A schema of its own is an empty database to each test. */
async function newSpace(client: Client): Promise<string> {
  spaces += 1;
  const name = `space_${spaces}`;
  await client.query(`create schema ${name}; set search_path to ${name}`);
  return name;
}

async function withSpace(work: (client: Client, space: string) => Promise<void>): Promise<void> {
  await withClient(database, async (client) => work(client, await newSpace(client)));
}

async function refusal(client: Client, files: Files): Promise<string> {
  const error = await migrate(client, await folderOf(files), database.connection).catch(
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StartupError, String(error));
  return error.message;
}

async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  );
  return rows.map(({ name }) => name);
}

suite('forward', () => {
  test('each file runs once, in order, and is written down', () =>
    withSpace(async (client) => {
      const folder = await folderOf({ ...TWO, 'schema.sql': 'the generated whole' });
      assert.deepEqual(await migrate(client, folder, database.connection), {
        applied: Object.keys(TWO),
      });
      assert.deepEqual(await migrate(client, folder, database.connection), { applied: [] });
      const { rows } = await client.query('select version, name from schema_migrations order by 1');
      assert.deepEqual(rows, [
        { version: 1, name: 'first' },
        { version: 2, name: 'second' },
      ]);
    }));

  test('only what is new runs on a later start', () =>
    withSpace(async (client) => {
      await migrate(client, await folderOf({ '0001-first.sql': FIRST }), database.connection);
      assert.deepEqual(await migrate(client, await folderOf(TWO), database.connection), {
        applied: ['0002-second.sql'],
      });
    }));

  test('line ends of another system are no change', () =>
    withSpace(async (client) => {
      await migrate(client, await folderOf({ '0001-first.sql': FIRST }), database.connection);
      const files = { '0001-first.sql': FIRST.replaceAll('\n', '\r\n') };
      assert.deepEqual(await migrate(client, await folderOf(files), database.connection), {
        applied: [],
      });
    }));

  test('each statement is sent alone', () =>
    withSpace(async (client) => {
      const sent: unknown[] = [];
      const query = client.query.bind(client);
      const spy = Object.assign(Object.create(client), {
        query: (...given: Parameters<typeof query>) => {
          sent.push(given[0]);
          return query(...given);
        },
      });
      await migrate(spy, await folderOf({ '0001-first.sql': FIRST }), database.connection);
      const texts = sent.filter((text) => /create table a|insert into a/.test(String(text)));
      assert.deepEqual(texts, [
        '-- Why the first.\ncreate table a (n integer)',
        'insert into a values (1)',
      ]);
    }));

  test('many processes at once run each file once', () =>
    withSpace(async (_, space) => {
      const folder = await folderOf(TWO);
      const runs = Array.from({ length: 8 }, () =>
        withClient(database, async (client) => {
          await client.query(`set search_path to ${space}`);
          return (await migrate(client, folder, database.connection)).applied;
        }),
      );
      const applied = (await Promise.all(runs)).flat();
      assert.deepEqual(applied.sort(), Object.keys(TWO));
    }));

  test('what another process made while this one waited is seen', () =>
    withSpace(async (holder, space) => {
      const folder = await folderOf(TWO);
      await holder.query(`begin; ${LOCK_MIGRATIONS}`);
      const runs = [1, 2].map(() =>
        withClient(database, async (client) => {
          await client.query(`set search_path to ${space}`);
          // A session of PostgreSQL remembers which names it has not found.
          await pendingMigrations(client, folder);
          return (await migrate(client, folder, database.connection)).applied;
        }),
      );
      const waiting = `
        select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      while ((await holder.query(waiting)).rowCount !== runs.length) await sleep(10);
      await holder.query('commit');
      assert.deepEqual((await Promise.all(runs)).flat().sort(), Object.keys(TWO));
    }));
});

suite('whole or not at all', () => {
  test('a file that fails leaves nothing of itself and all before it', () =>
    withSpace(async (client) => {
      const bad = `${SECOND}select 1 / 0;\n`;
      const files = { ...TWO, '0002-second.sql': bad };
      assert.match(await refusal(client, files), /^Migration 0002-second.sql failed: division/);
      assert.deepEqual(await tablesOf(client), ['a', 'schema_migrations']);
      assert.deepEqual(await migrate(client, await folderOf(TWO), database.connection), {
        applied: ['0002-second.sql'],
      });
    }));

  test('a file that ends the transaction around it is refused', () =>
    withSpace(async (client) => {
      const files = { '0001-first.sql': '-- Why.\ncommit;\nselect 1;\n' };
      assert.match(await refusal(client, files), /0001-first.sql failed: it ends the transaction/);
    }));
});

suite('refused with a sentence', () => {
  test('a file changed after it ran', () =>
    withSpace(async (client) => {
      await migrate(client, await folderOf(TWO), database.connection);
      const files = { ...TWO, '0001-first.sql': `${FIRST}select 1;\n` };
      assert.match(await refusal(client, files), /0001-first.sql was changed after this database/);
    }));

  test('a database newer than the code', () =>
    withSpace(async (client) => {
      await migrate(client, await folderOf(TWO), database.connection);
      const files = { '0001-first.sql': FIRST };
      assert.match(await refusal(client, files), /0002-second.sql, which this version does not/);
    }));

  test('but not if each later file says that processes which know as much go on', () =>
    withSpace(async (client) => {
      const goesOn = (number: string) => `-- Why.\n-- Processes that know ${number} go on.\n`;
      const newer = {
        ...TWO,
        '0003-third.sql': `${goesOn('0002')}create table c (n integer);`,
        '0004-fourth.sql': `${goesOn('0002')}create table d (n integer);`,
      };
      const folder = await folderOf(newer);
      await migrate(client, await folderOf(TWO), database.connection);
      const pending = await pendingMigrations(client, folder);
      assert.deepEqual(
        pending.map(({ others_go_on }) => others_go_on),
        [true, true],
      );
      await migrate(client, folder, database.connection);
      const older = await folderOf(TWO);
      assert.deepEqual(await migrate(client, older, database.connection), { applied: [] });
      assert.deepEqual(await laterMigrations(client, older), ['0003-third.sql', '0004-fourth.sql']);
      assert.deepEqual(await laterMigrations(client, folder), []);
      assert.match(await refusal(client, { '0001-first.sql': FIRST }), /0002-second.sql, which/);
      const oldest = { '0001-first.sql': FIRST, '0003-third.sql': newer['0003-third.sql'] };
      assert.match(await refusal(client, oldest), /0002-second.sql, which this version does not/);
      const wrong = { '0001-first.sql': `${goesOn('0002')}select 1;` };
      assert.match(await refusal(client, wrong), /names a later migration as known/);
    }));

  test('a database whose processes do not go on after a file', () =>
    withSpace(async (client) => {
      await migrate(client, await folderOf({ '0001-first.sql': FIRST }), database.connection);
      const [second] = await pendingMigrations(client, await folderOf(TWO));
      assert.equal(second?.others_go_on, false);
    }));

  test('a table of migrations that no release made', () =>
    withSpace(async (client) => {
      await migrate(client, await folderOf(TWO), database.connection);
      await client.query('alter table schema_migrations drop column needs');
      assert.match(await refusal(client, TWO), /^The database was made by a checkout from before/);
    }));

  test('a database of an earlier checkout, and nothing in it is changed', () =>
    withSpace(async (client) => {
      await migrate(
        client,
        await folderOf({ '0001-core.sql': FIRST, '0002-second.sql': SECOND }),
        database.connection,
      );
      const folder = await folderOf({ '0001-first.sql': FIRST });
      for (const refusing of [migrate, pendingMigrations]) {
        await assert.rejects(refusing(client, folder, database.connection), {
          name: 'StartupError',
          message: /^The database was made by a checkout from before release 0\.1\.0, which no .+/,
        });
      }
      assert.deepEqual(await tablesOf(client), ['a', 'b', 'schema_migrations']);
    }));

  test('nothing, and nothing is made, if a database is new or has some of the files', () =>
    withSpace(async (client) => {
      const folder = await folderOf(TWO);
      const pending = async () => (await pendingMigrations(client, folder)).map(({ name }) => name);
      assert.deepEqual(await pending(), ['first', 'second']);
      assert.deepEqual(await tablesOf(client), []);
      await migrate(client, await folderOf({ '0001-first.sql': FIRST }), database.connection);
      assert.deepEqual(await pending(), ['second']);
      assert.deepEqual(await tablesOf(client), ['a', 'schema_migrations']);
    }));

  test('a new file before ones that have run', () =>
    withSpace(async (client) => {
      await migrate(client, await folderOf({ '0002-second.sql': SECOND }), database.connection);
      assert.match(await refusal(client, TWO), /0001-first.sql is new, but .+ later ones/);
    }));

  test('files without a right name, a number of their own or a reason', () =>
    withSpace(async (client) => {
      assert.match(await refusal(client, { '1-first.sql': FIRST }), /is not named like/);
      assert.match(await refusal(client, { '0001-first.sql': 'select 1' }), /does not say why/);
      const twice = { '0001-first.sql': FIRST, '0001-second.sql': SECOND };
      assert.match(await refusal(client, twice), /Two migrations have the number 0001/);
      assert.deepEqual(await tablesOf(client), []);
    }));

  const reasonOf = async (server: object): Promise<string> => {
    const client = Object.assign(new Client(), {
      query: () => Promise.resolve({ rows: [server] }),
    });
    const error = await migrate(client, scratch, database.connection).catch(
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof StartupError);
    return error.message;
  };

  test('a PostgreSQL that is too old', async () => {
    const said = await reasonOf({ version: '14.9', number: 140_009, encoding: 'UTF8' });
    assert.match(said, /The database is PostgreSQL 14.9, but at least 15 is needed/);
  });

  test('a database that does not keep Unicode', async () => {
    const said = await reasonOf({ version: '18.1', number: 180_001, encoding: 'SQL_ASCII' });
    assert.match(said, /has the encoding SQL_ASCII, but UTF8 is needed: make one with encoding/);
  });
});
