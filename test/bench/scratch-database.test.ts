// Databases of tests: whole, apart from each other, and gone afterwards, whoever was killed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { addressWith, createForeignDatabase } from '../../bench/harness/foreign-server.ts';
import {
  openScratchServer,
  type ScratchServer,
  startDatabase,
} from '../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { findBinaries } from '../../server/store/embedded/binaries.ts';
import { postgresUser } from '../../server/store/embedded/postgres-user.ts';
import { isAlive, readPostmaster } from '../../server/store/embedded/postmaster-file.ts';
import { HERE, runProgram } from '../../server/store/embedded/run-program.ts';
import { stopOrphan } from '../../server/store/embedded/stop-postgres.ts';
import { until } from '../store/embedded/scratch.ts';

/** Test files run at the same time: this one has scratch folders of its own. */
let folder: string;
before(async () => {
  folder = await scratchFolder();
});
after(async () => {
  await removeFolder(folder);
});

const HOLD = fileURLToPath(import.meta.resolve('./hold-scratch.ts'));

async function holdUntilKilled(settings: Record<string, string>): Promise<void> {
  const env = { ...process.env, TEST_DATABASE_URL: '', ...settings };
  const child = spawn(process.execPath, [HOLD], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function rowsOf<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const MIGRATED = 'select max(version) as version from schema_migrations';

suite('a server of its own', () => {
  test('is migrated or empty, as was asked', async () => {
    const [empty, migrated] = [await openScratchServer(), await openScratchServer(true)];
    await assert.rejects(rowsOf(empty.url, MIGRATED), /schema_migrations/);
    const [row] = await rowsOf<{ version: number }>(migrated.url, MIGRATED);
    assert.ok((row?.version ?? 0) > 10);
    await empty.stop();
    await migrated.stop();
  });

  test('is in the folder that is named, and after a kill removed by the next one', async () => {
    const place = join(folder, 'named');
    await mkdir(place);
    await holdUntilKilled({ TEST_SCRATCH_DIR: place });
    const left = (await readdir(place)).filter((name) => name.includes('-scratch-'));
    assert.equal(left.length, 1);
    const orphan = await readPostmaster(join(place, left[0] ?? '', 'postgres'));
    assert.ok(orphan !== undefined && isAlive(orphan.process_id));
    await holdUntilKilled({ TEST_SCRATCH_DIR: place });
    await until(() => (isAlive(orphan.process_id) ? undefined : true));
    const names = await readdir(place);
    assert.ok(!names.includes(left[0] ?? ''));
    for (const name of names) await stopOrphan(join(place, name, 'postgres'));
  });
});

/** No role of an embedded server may do more than use its database; here the named one may. */
async function startServerForAll(attribute: 'superuser' | 'createdb'): Promise<ScratchServer> {
  const data_dir = join(folder, attribute);
  const young = await startDatabase(data_dir);
  await young.stop();
  const place = join(data_dir, 'postgres');
  const user = await postgresUser(place);
  const { postgres } = await findBinaries(user, data_dir);
  const { username } = new URL(young.url.replace('@/', '@localhost/'));
  const statement = `alter role ${username} ${attribute}\n`;
  const single = ['--single', '-D', HERE ?? place, 'postgres'];
  const { code, output } = await runProgram(postgres, single, { folder: place, user }, statement);
  assert.equal(code, 0, output);
  const server = await startDatabase(data_dir);
  // Each start writes the rules of access anew, so they are opened while it runs.
  await writeFile(join(place, 'pg_hba.conf'), 'local all all scram-sha-256\n');
  const running = await readPostmaster(place);
  assert.ok(running !== undefined);
  process.kill(running.process_id, 'SIGHUP');
  const elsewhere = addressWith(server.url, 'postgres', null);
  await until(() => rowsOf(elsewhere, 'select 1').catch(() => undefined));
  return server;
}

const NAMES = `select datname as name from pg_database where datname like 'payment_orders_test_%'
  union all select rolname from pg_roles where rolname like 'payment_orders_test_%'`;
const OWNER = `select rolname = datname as is_own, rolsuper from pg_database
  join pg_roles on pg_roles.oid = datdba where datname = current_database()`;

for (const attribute of ['superuser', 'createdb'] as const) {
  suite(`on a server that is there already, with the rights of ${attribute}`, () => {
    let server: ScratchServer;
    before(async () => {
      server = await startServerForAll(attribute);
    });
    after(async () => {
      await server.stop();
    });

    test('each has a database of its own, which its owner drops', async () => {
      const [first, second] = [
        await createForeignDatabase(server.url),
        await createForeignDatabase(server.url),
      ];
      await rowsOf(first.url, 'create table a (n integer)');
      await assert.rejects(rowsOf(second.url, 'select n from a'), /"a" does not exist/);
      const [owner] = await rowsOf<{ is_own: boolean; rolsuper: boolean }>(first.url, OWNER);
      assert.deepEqual(owner, { is_own: attribute === 'superuser', rolsuper: false });
      await first.stop();
      await second.stop();
      assert.deepEqual(await rowsOf(server.url, NAMES), []);
    });

    test('that of a killed process is dropped by the next one, none that is in use', async () => {
      await holdUntilKilled({ TEST_DATABASE_URL: server.url });
      const left = await rowsOf<{ name: string }>(server.url, NAMES);
      assert.equal(left.length, attribute === 'superuser' ? 3 : 1);
      const used = await createForeignDatabase(server.url);
      await holdUntilKilled({ TEST_DATABASE_URL: server.url });
      const names = (await rowsOf<{ name: string }>(server.url, NAMES)).map(({ name }) => name);
      assert.ok(!names.includes(left[0]?.name ?? ''));
      assert.deepEqual(await rowsOf(used.url, 'select 1 as one'), [{ one: 1 }]);
      await used.stop();
    });
  });
}

test('an address keeps its host, port and options for another database', () => {
  const login = { user: 'a', password: 'b' };
  const cases: readonly [string, string][] = [
    [
      'postgres://root:x@db.example:6000/postgres?sslmode=require',
      'postgres://a:b@db.example:6000/new?sslmode=require',
    ],
    [
      'postgres://root@/postgres?host=%2Ftmp&port=5433',
      'postgres://a:b@localhost/new?host=%2Ftmp&port=5433',
    ],
    ['postgres:///postgres?host=/tmp', 'postgres://a:b@localhost/new?host=/tmp'],
  ];
  for (const [given, expected] of cases) {
    assert.equal(addressWith(given, 'new', login), expected);
  }
  assert.equal(addressWith('postgres://root:x@h/p', 'new', null), 'postgres://root:x@h/new');
});
