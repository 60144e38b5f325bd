// Transactions take the locks of locks.ts, in its order: batches of every kind of command, and all
// other changes of rows.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { LOCK_TESTS } from '../../../bench/torture/locks/lock-tests.ts';
import {
  LOCK_ORDER,
  LOCKED_ALONE,
  LOCKED_UNDER,
  OUT_OF_ORDER,
} from '../../../server/store/batch/locks.ts';
import * as scene from '../../app/scene.ts';
import { judgeLocks, ORDERED, type PrimaryKeys, watchedTables } from '../../support/judge-locks.ts';
import {
  type LockRecorder,
  openLockRecorder,
  type RecordedTransaction,
} from '../../support/lock-recorder.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { KINDS, scenesOf } from './lock-scenes.ts';
import { openStage, type Stage, together } from './lock-stage.ts';
import { OTHER_SCENES } from './other-lock-scenes.ts';

let service: TestApp;
let recorder: LockRecorder;
let stage: Stage;
let keys: PrimaryKeys;
const seen = new Set<string>();
/** Statements that locked rows. */
const locking = new Set<string>();

/** Of the tables whose rows the service's role may change, and so lock. */
async function readKeys(): Promise<PrimaryKeys> {
  const rows = await scene.sql<{ table: string; key: string[] }>(
    service.app,
    `select c.relname as table, array(
       select a.attname::text from unnest(i.indkey::int2[]) with ordinality as k(number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number order by k.place) as key
     from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = current_schema()::regnamespace
       and has_table_privilege(c.oid, 'update, delete')
     order by 1`,
  );
  return new Map(rows.map(({ table, key }) => [table, key] as const));
}

before(async () => {
  // Transactions wait for their turn with a connection each; nobody may wait for a connection.
  service = await openTestApp({ max_connections: 64 });
  keys = await readKeys();
  // Their rows are only deleted. Looking for locks takes the right to lock.
  await service.asOwner('grant update on settlement_lines, delivery_attempts to current_user');
  recorder = await openLockRecorder(service.app, service.database.connection, watchedTables(keys));
  stage = await openStage(service.app);
  // Counters of a day: a lock on a row that does not exist yet cannot be seen.
  for await (const { work } of scenesOf(stage, 'create_payin')) await work();
});
after(async () => {
  await recorder.stop();
  await service.stop();
});

function allowed(transactions: readonly RecordedTransaction[]): void {
  assert.deepEqual(transactions.flatMap(judgeLocks), []);
  for (const { statement, rows } of transactions.flat()) {
    seen.add(statement);
    locking.add(statement);
    for (const { name } of rows) seen.add(name);
  }
}

const rowsOf = (transaction: RecordedTransaction) => transaction.flatMap(({ rows }) => rows);

suite('batches', () => {
  for (const kind of KINDS) {
    test(`of ${kind} lock in the order of the table`, async () => {
      for await (const one of scenesOf(stage, kind)) {
        let kinds: readonly string[] = [];
        const recorded = await recorder.record(async () => {
          kinds = await together(service.app, one);
        });
        assert.deepEqual([...new Set(kinds)], [kind]);
        assert.equal(kinds.length, one.count);
        // Two rows of one table; with only one, the order would not be tested.
        const counts = recorded.flatMap((transaction) => [
          ...Map.groupBy(rowsOf(transaction), ({ name }) => name).values(),
        ]);
        assert.ok(counts.some((rows) => rows.length > 1));
        allowed(recorded);
      }
    });
  }
});

suite('other transactions', () => {
  for (const [name, work] of Object.entries(OTHER_SCENES)) {
    test(`${name} lock in the order of the table`, async () => {
      allowed(await recorder.record(() => work(stage)));
    });
  }
});

type Statements = readonly (readonly [name: string, text: string])[];

/** The judge's findings on a transaction with locks that no code of the service takes. */
async function judged(statements: Statements): Promise<string[]> {
  const { store } = service.app;
  const recorded = await recorder.record(() =>
    store.db.transaction(async (tx) => {
      for (const [name, text] of statements) await tx.query(name, text, []);
    }),
  );
  return recorded.flatMap(judgeLocks);
}

const TRADES = 'select 1 as locked from trades order by merchant_id, trade_id';
const BATCHES = 'select 1 as locked from payout_batches limit 1 for update';

suite('a planted breach is told:', () => {
  test('an earlier step of the order after a later one', async () => {
    const trades = ['planted-trades', `${TRADES} limit 1 for update`] as const;
    const batches = ['planted-batches', BATCHES] as const;
    assert.deepEqual(await judged([trades, batches]), [
      'planted-batches locks payout_batches after trades',
    ]);
    assert.deepEqual(await judged([batches, trades]), []);
  });

  test('rows of one table in another order than that of their keys', async () => {
    const backwards = TRADES.replaceAll('_id', '_id desc');
    assert.deepEqual(await judged([['planted-backwards', `${backwards} limit 3 for update`]]), [
      'planted-backwards locks trades out of key order',
    ]);
    assert.deepEqual(await judged([['planted-sorted', `${TRADES} limit 3 for update`]]), []);
  });

  test('a row without the row that it belongs to', async () => {
    const move = `update ledger_accounts set balance_cents = balance_cents
      where account = 'available'`;
    const books = 'select 1 as locked from ledger_books order by merchant_id for update';
    assert.deepEqual(await judged([['planted-move', move]]), [
      'planted-move locks ledger_accounts without its row of ledger_books',
    ]);
    assert.deepEqual(
      await judged([
        ['planted-books', books],
        ['planted-move', move],
      ]),
      [],
    );
  });

  test('a table that has no place in the order', async () => {
    const mode = ['planted-mode', 'select 1 as locked from database_mode for update'] as const;
    assert.deepEqual(await judged([mode]), [
      'planted-mode locks database_mode which has no place in the order',
    ]);
  });
});

test('every lock of the table was seen', () => {
  const named = [ORDERED, Object.keys(LOCKED_UNDER), Object.keys(OUT_OF_ORDER)].flat();
  assert.deepEqual(
    named.filter((name) => !seen.has(name)),
    [],
  );
});

test('every table whose rows can be locked has its place', () => {
  const lists = [
    [...new Set(LOCK_ORDER.flatMap(({ tables }) => tables))],
    Object.keys(LOCKED_UNDER),
    Object.keys(LOCKED_ALONE),
  ];
  assert.deepEqual(lists.flat().toSorted(), [...keys.keys()]);
});

test('every statement that this test answers for was seen to lock rows', () => {
  const answered = Object.entries(LOCK_TESTS).flatMap(([name, lock]) =>
    'tests' in lock && lock.tests.includes('test/store/batch/lock-order.test.ts') ? [name] : [],
  );
  // A statement may have a word behind its name, but not the name of another one.
  const others = new Set(Object.keys(LOCK_TESTS));
  const isOf = (name: string) => (one: string) =>
    one === name || (one.startsWith(`${name}-`) && !others.has(one));
  const unseen = answered.filter((name) => ![...locking].some(isOf(name)));
  assert.deepEqual(unseen, []);
});
