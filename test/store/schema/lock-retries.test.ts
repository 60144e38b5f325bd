// A migration that needs a lock which somebody holds: requests go on meanwhile, and it is tried
// again until it gets the lock or gives up.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Client } from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { LOCK_PATIENCE, type LockPatience } from '../../../server/store/schema/lock-retries.ts';
import {
  LOCK_MIGRATIONS,
  type MigrationStep,
  migrate,
} from '../../../server/store/schema/migrate.ts';
import { writeMigrations } from '../../support/schema/write-migrations.ts';
import { scratchFolder, until, withClient } from '../embedded/scratch.ts';

const FILES = {
  '0001-table.sql': '-- Why the table.\ncreate table a (n integer);\n',
  '0002-column.sql':
    '-- Why the column.\ncreate table b (n integer);\nalter table a add m integer;',
};

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

type Held = {
  /** Holds a lock on the table `a` until its transaction ends. */
  holder: Client;
  request: Client;
  /** Runs what is missing, on a connection of its own. */
  run(patience: LockPatience): Promise<unknown>;
  steps: MigrationStep[];
};

/** One migration has run, the next one needs a table that a transaction reads. */
async function whileHeld(work: (held: Held) => Promise<void>): Promise<void> {
  spaces += 1;
  const space = `space_${spaces}`;
  const enter = `set search_path to ${space}`;
  const { '0001-table.sql': table } = FILES;
  const [first, all] = [await folderOf({ '0001-table.sql': table }), await folderOf(FILES)];
  await withClient(database, async (holder) => {
    await holder.query(`create schema ${space}; ${enter}`);
    await migrate(holder, first, database.connection);
    await holder.query('begin; select from a');
    await withClient(database, async (request) => {
      // A limit, here and below, so that what waits without end fails.
      await request.query(`${enter}; set lock_timeout = '10s'`);
      const steps: MigrationStep[] = [];
      const tell = (step: MigrationStep) => void steps.push(step);
      const run = (patience: LockPatience) =>
        withClient(database, async (client) => {
          await client.query(`${enter}; set statement_timeout = '10s'`);
          return await migrate(client, all, database.connection, { patience, tell });
        });
      await work({ holder, request, run, steps }).finally(() => holder.query('rollback'));
    });
  });
}

const failedTries = (steps: readonly MigrationStep[]) =>
  steps.map((step) => (step.kind === 'waits' ? step.failed_tries : step.file));

test('requests go on while it waits, and it runs once the table is free', () =>
  whileHeld(async ({ holder, request, run, steps }) => {
    const migrated = run({ lock_ms: 50, waits_ms: Array.from({ length: 1_000 }, () => 20) });
    let requests = 0;
    // Each one comes while the table is held; behind a migration that only waits none would return.
    while (failedTries(steps).length < 3) {
      await request.query('insert into a values (1)');
      requests += 1;
    }
    ok(requests > 0);
    const { rows } = await request.query("select to_regclass('b') as b");
    deepEqual(rows, [{ b: null }], 'a failed try leaves nothing of the file behind');
    await holder.query('commit');
    deepEqual(await migrated, { applied: ['0002-column.sql'] });
    equal(failedTries(steps).at(-1), '0002-column.sql');
    await request.query('select m from a');
  }));

test('it gives up after its tries with one sentence, and a later start runs it', () =>
  whileHeld(async ({ holder, run, steps }) => {
    const patience = { lock_ms: 20, waits_ms: [1, 2] };
    await rejects(run(patience), {
      name: 'StartupError',
      message:
        'Migration 0002-column.sql failed: in 3 tries it did not get a lock that another ' +
        'transaction holds; find that one as docs/operate/upgrade.md says, let it end, and start ' +
        'again.',
    });
    deepEqual(steps, [
      { kind: 'waits', file: '0002-column.sql', failed_tries: 1, tries: 3, wait_ms: 1 },
      { kind: 'waits', file: '0002-column.sql', failed_tries: 2, tries: 3, wait_ms: 2 },
    ]);
    await holder.query('rollback');
    deepEqual(await run(patience), { applied: ['0002-column.sql'] });
  }));

test('waiting for another process that migrates is no failed try', () =>
  whileHeld(async ({ holder, run, steps }) => {
    await holder.query('commit');
    await holder.query(`begin; ${LOCK_MIGRATIONS}`);
    const migrated = run({ lock_ms: 1, waits_ms: [] });
    await until(async () => {
      const { rows } = await holder.query(
        "select from pg_locks where locktype = 'advisory' and not granted",
      );
      return rows[0];
    });
    await holder.query('commit');
    deepEqual(await migrated, { applied: ['0002-column.sql'] });
    deepEqual(failedTries(steps), ['0002-column.sql']);
  }));

test('the waits grow, and a lock is waited for less long than a request waits', () => {
  const { lock_ms, waits_ms } = LOCK_PATIENCE;
  ok(lock_ms < 5_000);
  deepEqual(
    waits_ms,
    [...waits_ms].sort((one, other) => one - other),
  );
  ok(waits_ms.reduce((sum, wait_ms) => sum + wait_ms, 0) < 120_000);
});
