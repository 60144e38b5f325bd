// Connections to a server that takes no writes any more, as after a failover: none is kept.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { type Database, openDatabase } from '../../../server/store/connection/database.ts';

let database: ScratchDatabase;
let one: Database;
let two: Database;

before(async () => {
  database = await openScratchDatabase();
  const { connection } = database;
  const onIdleError = () => undefined;
  one = openDatabase({ connection, max_connections: 1, onIdleError });
  two = openDatabase({ connection, max_connections: 2, onIdleError });
  await one.query('', 'create table kept (n integer constraint kept_pk primary key)', []);
});
beforeEach(async () => {
  await one.query('', 'truncate kept', []);
});
after(async () => {
  await one.close();
  await two.close();
  await database.stop();
});

const READ_ONLY = { code: '25006' };
const insert = (n: number) => `insert into kept values (${n})`;

const write = (db: Database, n: number) =>
  db.transaction(async (tx) => {
    await tx.query('', insert(n), []);
  });

async function kept(): Promise<number[]> {
  const rows = await one.query<{ n: number }>('read-kept', 'select n from kept order by n', []);
  return rows.map(({ n }) => n);
}

/** Every connection of the pool at once. */
async function makeReadOnly(db: Database): Promise<void> {
  const { promise: all_there, resolve } = Promise.withResolvers<void>();
  let there = 0;
  const each = () =>
    db.transaction(async (tx) => {
      await tx.query('', 'set session characteristics as transaction read only', []);
      there += 1;
      if (there === db.max_connections) resolve();
      await all_there;
    });
  await Promise.all(Array.from({ length: db.max_connections }, each));
}

suite('a server that takes no writes any more', () => {
  test('a connection on which a transaction was refused is not used again', async () => {
    await makeReadOnly(one);
    await assert.rejects(write(one, 1), READ_ONLY);
    await write(one, 2);
    assert.deepEqual(await kept(), [2]);
  });

  test('nor one on which a single statement was', async () => {
    await makeReadOnly(one);
    await assert.rejects(one.query('', insert(1), []), READ_ONLY);
    await write(one, 2);
    assert.deepEqual(await kept(), [2]);
  });

  test('nor those that were idle then', async () => {
    await makeReadOnly(two);
    await assert.rejects(write(two, 1), READ_ONLY);
    await Promise.all([write(two, 2), write(two, 3)]);
    assert.deepEqual(await kept(), [2, 3]);
  });
});
