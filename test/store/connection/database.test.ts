// Transactions on a real PostgreSQL: abandoned statements, errors, a server that goes away.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import {
  type Database,
  openDatabase,
  type Transaction,
} from '../../../server/store/connection/database.ts';
import { isStoreOutage } from '../../../server/store/connection/outage.ts';

let database: ScratchDatabase;
/** One connection, so that every transaction gets the one that failed before. */
let db: Database;
let other: Database;
const unhandled: unknown[] = [];
const note = (error: unknown) => {
  unhandled.push(error);
};

const open = (max_connections: number) =>
  openDatabase({
    connection: database.connection,
    max_connections,
    onIdleError: () => undefined,
  });

before(async () => {
  process.on('unhandledRejection', note);
  database = await openScratchDatabase();
  db = open(1);
  other = open(2);
  await db.query('', 'create table kept (n integer constraint kept_pk primary key)', []);
});
beforeEach(async () => {
  await other.query('', 'truncate kept', []);
});
after(async () => {
  process.off('unhandledRejection', note);
  await db.close();
  await other.close();
  await database.stop();
});

const insert = (tx: Transaction, n: number) =>
  tx.query(`insert-${n}`, `insert into kept values (${n})`, []);
const read = (from: Pick<Database, 'query'>) =>
  from.query<{ n: number }>('read-kept', 'select n from kept order by n', []);
const DIVIDE = 'select 1 / (count(*) - 1) as x from kept where n = 1';

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.then(
    () => assert.fail('It did not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof pg.DatabaseError, String(error));
  return error.code;
}

/** The one connection serves the next transaction, the names of its statements included. */
async function worksAfterwards(): Promise<void> {
  assert.deepEqual(await read(other), []);
  await db.transaction(async (tx) => {
    await insert(tx, 1);
    assert.deepEqual(await read(tx), [{ n: 1 }]);
  });
  assert.deepEqual(await read(other), [{ n: 1 }]);
}

/** Node reports unhandled rejections at the end of the tick in which they happened. */
async function nothingUnhandled(): Promise<void> {
  await setImmediate();
  await setImmediate();
  assert.deepEqual(unhandled, []);
}

suite('statements that are sent at once', () => {
  test('are done in the order of their calls, whoever awaits which', async () => {
    const rows = await db.transaction(async (tx) => {
      void insert(tx, 2);
      const between = read(tx);
      void insert(tx, 1);
      assert.deepEqual(await read(tx), [{ n: 1 }, { n: 2 }]);
      return await between;
    });
    assert.deepEqual(rows, [{ n: 2 }]);
    assert.deepEqual(await read(other), [{ n: 1 }, { n: 2 }]);
  });

  test('are all done when the transaction is, also those that nobody awaits', async () => {
    await db.transaction((tx) => {
      void tx.query('', 'select pg_sleep(0.05)', []);
      void insert(tx, 7);
      return Promise.resolve();
    });
    assert.deepEqual(await read(other), [{ n: 7 }]);
  });
});

suite('a statement that fails', () => {
  test('fails the transaction though nobody awaits it, and nothing is committed', async () => {
    const failed = db.transaction(async (tx) => {
      await insert(tx, 1);
      void insert(tx, 1);
    });
    assert.equal(await codeOf(failed), '23505');
    await worksAfterwards();
    await nothingUnhandled();
  });

  test('is the error that is told, not those that only follow from it', async () => {
    const together = db.transaction(async (tx) => {
      await Promise.all([insert(tx, 1), tx.query('', DIVIDE, []), insert(tx, 2), read(tx)]);
    });
    assert.equal(await codeOf(together), '22012');
    await worksAfterwards();
    await other.query('', 'truncate kept', []);
    const later_awaited = db.transaction(async (tx) => {
      void insert(tx, 1);
      void tx.query('', DIVIDE, []);
      await read(tx);
    });
    assert.equal(await codeOf(later_awaited), '22012');
    await worksAfterwards();
    await nothingUnhandled();
  });

  test('cannot be forgotten by the work: there is no half a transaction', async () => {
    const failed = db.transaction(async (tx) => {
      await insert(tx, 1);
      await tx.query('', DIVIDE, []).catch(() => undefined);
    });
    assert.equal(await codeOf(failed), '22012');
    await worksAfterwards();
  });

  test('under a name that was used before, or by it for the first time, spoils neither', async () => {
    const text = 'select 10 / $1::integer as x';
    const divide = (tx: Transaction, by: number) =>
      tx.query<{ x: number }>('divide', text, [String(by)]);
    assert.equal(await codeOf(db.transaction((tx) => divide(tx, 0))), '22012');
    assert.deepEqual(await db.transaction((tx) => divide(tx, 5)), [{ x: 2 }]);
    assert.equal(await codeOf(db.transaction((tx) => divide(tx, 0))), '22012');
    const broken = (tx: Transaction) => tx.query('later-made', 'select n from made_later', []);
    assert.equal(await codeOf(db.transaction(broken)), '42P01');
    await other.query('', 'create table made_later (n integer)', []);
    assert.deepEqual(await db.transaction(broken), []);
  });

  test('at the commit itself is told, and nothing is committed', async () => {
    await other.query(
      '',
      'create table at_end (n integer constraint at_end_n unique deferrable initially deferred)',
      [],
    );
    const failed = db.transaction(async (tx) => {
      await tx.query('', 'insert into at_end values (1), (1)', []);
    });
    assert.equal(await codeOf(failed), '23505');
    assert.deepEqual(await other.query('', 'select n from at_end', []), []);
    await worksAfterwards();
  });
});

suite('a commit that goes with the statements before it', () => {
  test('keeps them, and nothing may follow it', async () => {
    await db.transaction(async (tx) => {
      const written = [insert(tx, 1), insert(tx, 2)];
      tx.commitWithThese();
      await Promise.all(written);
      assert.deepEqual(await read(other), [{ n: 1 }, { n: 2 }]);
    });
    await assert.rejects(
      db.transaction(async (tx) => {
        tx.commitWithThese();
        await insert(tx, 3);
      }),
      /insert-3 was sent after the commit/,
    );
    assert.deepEqual(await read(other), [{ n: 1 }, { n: 2 }]);
  });

  test('is not carried out where one of them fails', async () => {
    const code = await codeOf(
      db.transaction(async (tx) => {
        const written = [insert(tx, 1), insert(tx, 1)];
        tx.commitWithThese();
        await Promise.all(written);
      }),
    );
    assert.equal(code, '23505');
    assert.deepEqual(await read(other), []);
    await db.transaction((tx) => insert(tx, 4));
    assert.deepEqual(await read(other), [{ n: 4 }]);
  });
});

suite('work that throws', () => {
  test('undoes what was sent, also what it did not await, and its error is told', async () => {
    const reason = new Error('a bug');
    const failed = db.transaction(async (tx) => {
      await insert(tx, 1);
      void insert(tx, 2);
      throw reason;
    });
    await assert.rejects(failed, (error) => error === reason);
    await worksAfterwards();
  });

  test('before anything is sent leaves nothing open', async () => {
    await assert.rejects(
      db.transaction(() => Promise.reject(new Error('at once'))),
      /at once/,
    );
    await worksAfterwards();
  });
});

const pidOf = async (tx: Transaction) => {
  const [row] = await tx.query<{ pid: number }>('', 'select pg_backend_pid() as pid', []);
  return row?.pid ?? 0;
};
const THERE = 'select 1 from pg_stat_activity where pid = $1';
const ended = async (pid: number) => {
  while ((await other.query('', THERE, [pid])).length > 0);
};
const terminate = (pid: number) =>
  other.query('', 'select pg_terminate_backend($1)', [pid]).then(() => ended(pid));

suite('an answer that does not come', () => {
  test('is an outage after a while, and what waits behind it is told so too', async () => {
    let pid = 0;
    const failed = db.transaction(
      async (tx) => {
        await insert(tx, 1);
        pid = await pidOf(tx);
        const behind = assert.rejects(tx.query('', 'select pg_sleep(3600)', []), isStoreOutage);
        await setImmediate();
        await Promise.all([behind, assert.rejects(insert(tx, 2), isStoreOutage)]);
        await read(tx);
      },
      { query_timeout_ms: 300 },
    );
    await assert.rejects(failed, isStoreOutage);
    // Its server process would wait on and hold its locks, so it is canceled.
    await ended(pid);
    await nothingUnhandled();
    await worksAfterwards();
  });

  test('is waited for as long as it may take', async () => {
    const sleep = (tx: Transaction) => tx.query('', 'select pg_sleep(0.8)', []);
    assert.equal((await db.transaction(sleep, { query_timeout_ms: 30_000 })).length, 1);
  });
});

suite('a server process that is ended in the middle', () => {
  test('between two statements is an outage to whoever awaits, and to nobody else', async () => {
    const failed = db.transaction(async (tx) => {
      await insert(tx, 1);
      await terminate(await pidOf(tx));
      void insert(tx, 2);
      void insert(tx, 3);
      await read(tx);
    });
    await assert.rejects(failed, isStoreOutage);
    await nothingUnhandled();
    await worksAfterwards();
  });

  test('while statements are on their way is an outage, and all of them are undone', async () => {
    const failed = db.transaction(async (tx) => {
      await insert(tx, 1);
      const pid = await pidOf(tx);
      void tx.query('', 'select pg_sleep(3600)', []);
      void insert(tx, 2);
      void read(tx);
      await terminate(pid);
    });
    await assert.rejects(failed, isStoreOutage);
    await nothingUnhandled();
    await worksAfterwards();
  });

  test('after the last statement is an outage at the commit', async () => {
    const failed = db.transaction(async (tx) => {
      await insert(tx, 1);
      await terminate(await pidOf(tx));
    });
    await assert.rejects(failed, isStoreOutage);
    await nothingUnhandled();
    await worksAfterwards();
  });
});
