// How statements are planned depends on the engine, which each pool finds out by itself. A schema
// whose pg_extension has Citus stands in for it; test:cells uses a real one.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { type Database, openDatabase } from '../../../server/store/connection/database.ts';
import { createEngine, planOnce } from '../../../server/store/connection/engine.ts';
import { isConflict } from '../../../server/store/connection/outage.ts';
import { withClient } from '../embedded/scratch.ts';

let database: ScratchDatabase;
before(async () => {
  database = await openScratchDatabase();
  await withClient(database, async (client) => {
    await client.query('create schema standing_in');
    await client.query('create table standing_in.pg_extension (extname text)');
    await client.query(`insert into standing_in.pg_extension values ('citus')`);
  });
});
after(async () => {
  await database.stop();
});

const PATHS = { postgresql: 'public', citus: 'public,standing_in,pg_catalog' } as const;

/** One connection, so that what was prepared can be looked at. */
async function onEngine(name: keyof typeof PATHS, use: (db: Database) => Promise<void>) {
  const db = openDatabase({
    connection: { ...database.connection, options: `-c search_path=${PATHS[name]}` },
    max_connections: 1,
    onIdleError: () => undefined,
  });
  try {
    await use(db);
  } finally {
    await db.close();
  }
}

const preparedIn = async (db: Pick<Database, 'query'>): Promise<string[]> => {
  const text = 'select name from pg_prepared_statements order by name';
  return (await db.query<{ name: string }>('', text, [])).map(({ name }) => name);
};

const planModeOf = async (db: Pick<Database, 'query'>) =>
  (await db.query<{ plan_cache_mode: string }>('', 'show plan_cache_mode', []))[0]?.plan_cache_mode;

suite('an engine that keeps plans', () => {
  test('prepares a statement once, in a transaction and outside of one', async () => {
    await onEngine('postgresql', async (db) => {
      await db.query('one', 'select $1::integer as n', [1]);
      await db.transaction((tx) => tx.query('two', 'select $1::integer as n', [2]));
      const prepared = await preparedIn(db);
      assert.ok(prepared.includes('one') && prepared.includes('two'), prepared.join());
    });
  });

  test('makes one plan for orders if it is asked to, for one transaction', async () => {
    await onEngine('postgresql', async (db) => {
      await db.transaction(async (tx) => {
        assert.equal(tx.engine.name, 'postgresql');
        planOnce(tx, tx.engine);
        assert.equal(await planModeOf(tx), 'force_generic_plan');
      });
      assert.equal(await planModeOf(db), 'auto');
    });
  });
});

suite('Citus', () => {
  test('gets each statement with its values: nothing is prepared', async () => {
    await onEngine('citus', async (db) => {
      const seen: number[] = [];
      for (const n of [1, 2, 3, 4, 5, 6, 7]) {
        const [row] = await db.query<{ n: number }>('one', 'select $1::integer as n', [n]);
        const [same] = await db.transaction((tx) =>
          tx.query<{ n: number }>('two', 'select $1::integer as n', [n]),
        );
        assert.deepEqual(row, same);
        seen.push(row?.n ?? 0);
      }
      assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7]);
      assert.deepEqual(await preparedIn(db), []);
    });
  });

  test('is asked for no plan that serves any values', async () => {
    await onEngine('citus', async (db) => {
      await db.transaction(async (tx) => {
        assert.equal(tx.engine.name, 'citus');
        planOnce(tx, tx.engine);
        assert.equal(await planModeOf(tx), 'auto');
      });
    });
  });
});

test('a server that did not answer is asked again, and one that did is not', async () => {
  let asked = 0;
  const engine = createEngine(<Row>() => {
    asked += 1;
    if (asked === 1) return Promise.reject(new Error('away'));
    return Promise.resolve([{ is_citus: true }] as Row[]);
  });
  await assert.rejects(engine.read(), /away/);
  assert.equal((await engine.read()).name, 'citus');
  assert.equal((await engine.read()).name, 'citus');
  assert.equal(asked, 2);
});

test('an insert that failed where Citus hides the reason is decided again', () => {
  const failedWith = (code: string, routine: string) =>
    Object.assign(new pg.DatabaseError('duplicate key value', 1, 'error'), { code, routine });
  assert.ok(isConflict(failedWith('23505', '_bt_check_unique')));
  assert.ok(isConflict(failedWith('XX000', 'ReportCopyError')));
  assert.ok(!isConflict(failedWith('XX000', 'elog_node_display')));
  assert.ok(!isConflict(failedWith('23514', 'ExecConstraints')));
});
