// A transaction that only reads: it sees one moment, waits for no lock, and a write in it is a bug.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { type Database, openDatabase } from '../../../server/store/connection/database.ts';
import { isStoreOutage } from '../../../server/store/connection/outage.ts';
import { withoutLocks } from '../../../server/store/connection/read-only.ts';

let database: ScratchDatabase;
let one: Database;
let other: Database;
before(async () => {
  database = await openScratchDatabase();
  const { connection } = database;
  one = openDatabase({ connection, max_connections: 1, onIdleError: () => undefined });
  other = openDatabase({ connection, max_connections: 1, onIdleError: () => undefined });
  await one.query('', 'create table kept (n integer constraint kept_pk primary key)', []);
});
beforeEach(async () => {
  await one.query('', 'truncate kept', []);
  await one.query('', 'insert into kept values (1)', []);
});
after(async () => {
  await one.close();
  await other.close();
  await database.stop();
});

const READING = { is_read_only: true } as const;
const LOCKING = 'select n from kept order by n for update';

const pidOf = async (db: Pick<Database, 'query'>) =>
  (await db.query<{ pid: number }>('', 'select pg_backend_pid() as pid', []))[0]?.pid;

test('it reads a row that another transaction has locked, and leaves it unlocked', async () => {
  await other.transaction(async (tx) => {
    await tx.query('', LOCKING, []);
    const read = await one.transaction((reading) => reading.query('lock-kept', LOCKING, []), {
      ...READING,
      query_timeout_ms: 4_000,
    });
    assert.deepEqual(read, [{ n: 1 }]);
  });
  await one.transaction(async (reading) => {
    await reading.query('lock-kept', LOCKING, []);
    const locked = await other.query('', `${LOCKING} nowait`, []);
    assert.deepEqual(locked, [{ n: 1 }]);
  }, READING);
  // The same statement locks in a transaction that may write.
  await one.transaction(async (tx) => {
    assert.equal(tx.is_read_only, false);
    await tx.query('lock-kept', LOCKING, []);
    await assert.rejects(other.query('', `${LOCKING} nowait`, []), { code: '55P03' });
  });
});

test('all its statements see one moment', async () => {
  const read = await one.transaction(async (reading) => {
    const first = await reading.query('', 'select n from kept', []);
    await other.query('', 'insert into kept values (2)', []);
    return [first, await reading.query('', 'select n from kept', [])];
  }, READING);
  assert.deepEqual(read, [[{ n: 1 }], [{ n: 1 }]]);
});

test('a write in it is a bug, not an outage, and its connection is kept', async () => {
  const pid = await pidOf(one);
  const write = one.transaction(async (reading) => {
    assert.equal(reading.is_read_only, true);
    await reading.query('', 'insert into kept values (3)', []);
  }, READING);
  await assert.rejects(write, (error) => {
    assert.match(String(error), /A transaction that only reads tried to write/);
    return !isStoreOutage(error);
  });
  assert.deepEqual(await one.query('', 'select n from kept', []), [{ n: 1 }]);
  assert.equal(await pidOf(one), pid);
});

test('every kind of row lock is left out, and the statement has a name of its own', () => {
  for (const lock of [
    'for update',
    'for update of k',
    'for no key update of k',
    'for share',
    'for update skip locked',
  ]) {
    const text = `select k.* from (select 1 from kept k ${lock}) k`;
    assert.deepEqual(withoutLocks('lock-kept', text), {
      name: 'lock-kept-unlocked',
      text: 'select k.* from (select 1 from kept k ) k',
    });
  }
  const plain = `select 'updates for everybody' as told`;
  assert.deepEqual(withoutLocks('tell', plain), { name: 'tell', text: plain });
});
