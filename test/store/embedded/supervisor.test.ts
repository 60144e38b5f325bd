import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../../server/lib/startup-error.ts';
import { isAlive } from '../../../server/store/embedded/postmaster-file.ts';
import { startEmbedded } from '../../../server/store/embedded/supervisor.ts';
import { listener, until, withClient, withFolder, withServer } from './scratch.ts';

const PROGRAM = fileURLToPath(new URL('./serve-until-killed.ts', import.meta.url));

async function refusal(data_dir: string): Promise<string> {
  const error = await startEmbedded({ data_dir, log: listener() }).then(
    async (embedded) => {
      await embedded.stop();
      throw new Error('it started');
    },
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StartupError, String(error));
  return error.message;
}

test('a first start makes a durable, closed database and a role that is no superuser', () =>
  withFolder((data_dir) =>
    withServer(data_dir, async (embedded) => {
      const expected = {
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        data_checksums: 'on',
        server_encoding: 'UTF8',
        listen_addresses: '',
        jit: 'off',
        TimeZone: 'UTC',
        wal_compression: 'pglz',
        max_wal_size: '4GB',
        checkpoint_timeout: '15min',
        is_superuser: 'off',
      };
      await withClient(embedded, async (client) => {
        for (const [name, value] of Object.entries(expected)) {
          const { rows } = await client.query('select current_setting($1) as value', [name]);
          assert.equal(rows[0].value, value, name);
        }
        const { rows } = await client.query(
          `select pg_get_userbyid(datdba) as owner, datlocprovider as provider, datlocale as locale
             from pg_database where datname = current_database()`,
        );
        assert.deepEqual(rows, [
          { owner: 'payment_orders_owner', provider: 'b', locale: 'C.UTF-8' },
        ]);
      });
      assert.equal((await stat(join(data_dir, 'postgres'))).mode & 0o777, 0o700);
      for (const file of ['postgres-password', 'postgres-owner-password']) {
        assert.equal((await stat(join(data_dir, file))).mode & 0o777, 0o600);
      }
    }),
  ));

test('nobody else gets in, not even the superuser, and not without the password', () =>
  withFolder((data_dir) =>
    withServer(data_dir, async ({ connection }) => {
      for (const change of [
        { password: 'wrong' },
        { user: 'postgres' },
        { database: 'postgres' },
      ]) {
        const open = withClient({ connection: { ...connection, ...change } }, () =>
          Promise.resolve(),
        );
        await assert.rejects(open, /password authentication failed|no pg_hba.conf entry/);
      }
    }),
  ));

test('data survive a stop and a start, and a lost password is replaced', () =>
  withFolder(async (data_dir) => {
    await withServer(data_dir, (embedded) =>
      withClient(embedded, (client) => client.query('create table kept as select 7 as n')),
    );
    await rm(join(data_dir, 'postgres-password'));
    await withServer(data_dir, (embedded) =>
      withClient(embedded, async (client) => {
        assert.deepEqual((await client.query('select n from kept')).rows, [{ n: 7 }]);
      }),
    );
  }));

test('killed PostgreSQL comes back by itself, with everything that was committed', () =>
  withFolder((data_dir) =>
    withServer(data_dir, async (embedded, told) => {
      await withClient(embedded, async (client) => {
        await client.query('create table kept as select 7 as n');
        const killed = embedded.processId() ?? assert.fail('it does not run');
        process.kill(killed, 'SIGKILL');
        await until(() => told.messages.find((message) => message === 'PostgreSQL is back'));
        assert.notEqual(embedded.processId(), killed);
      });
      await withClient(embedded, async (client) => {
        assert.deepEqual((await client.query('select n from kept')).rows, [{ n: 7 }]);
      });
    }),
  ));

test('a stop while PostgreSQL restarts leaves nothing running', () =>
  withFolder(async (data_dir) => {
    const told = listener();
    const embedded = await startEmbedded({ data_dir, log: told });
    process.kill(embedded.processId() ?? assert.fail('it does not run'), 'SIGKILL');
    await until(() => told.messages.find((message) => message.includes('has ended')));
    await embedded.stop();
    assert.equal(embedded.processId(), undefined);
    await withServer(data_dir, async () => undefined);
  }));

test('the server that a killed service left behind is stopped, and its data are used', () =>
  withFolder(async (data_dir) => {
    const service = spawn(process.execPath, [PROGRAM, data_dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(service.stdout, 'data');
    const orphan = Number(String(line));
    service.kill('SIGKILL');
    await once(service, 'exit');
    assert.ok(isAlive(orphan));
    await withServer(data_dir, async (embedded, told) => {
      assert.ok(told.messages.some((message) => message.includes(`process ${orphan} `)));
      await withClient(embedded, async (client) => {
        assert.deepEqual((await client.query('select n from kept')).rows, [{ n: 7 }]);
      });
    });
  }));

test('a process number that a stranger has by now does not stop a start', (context) =>
  withFolder(async (data_dir) => {
    await withServer(data_dir, async () => undefined);
    const postgres_dir = join(data_dir, 'postgres');
    // PostgreSQL minds only processes of its own user, and not its parent.
    const { uid, gid } = await stat(postgres_dir);
    const stranger = spawn('sleep', ['600'], { uid, gid, stdio: 'ignore' });
    context.after(() => stranger.kill('SIGKILL'));
    // A server killed together with its service leaves these files.
    await writeFile(
      join(postgres_dir, 'postmaster.pid'),
      `${stranger.pid}\n/nowhere\n1\n5432\n.\n\n        1         1\nready   \n`,
    );
    await writeFile(
      join(postgres_dir, '.s.PGSQL.5432.lock'),
      `${stranger.pid}\n/nowhere\n1\n5432\n.\n`,
    );
    await withServer(data_dir, async () => undefined);
  }));

test('a second service on one data directory is refused, naming the first', () =>
  withFolder((data_dir) =>
    withServer(data_dir, async (embedded) => {
      assert.match(await refusal(data_dir), new RegExp(`in use by process ${process.pid}:`));
      assert.ok(isAlive(embedded.processId() ?? 0));
    }),
  ));

test('the lock follows the folder, not its name', () =>
  withFolder((data_dir) =>
    withServer(data_dir, async () => {
      const other_name = `${data_dir}-link`;
      await symlink(data_dir, other_name);
      assert.match(await refusal(other_name), /in use by process/);
    }),
  ));

test('a path too long for a socket gets a short name', () =>
  withFolder(async (data_dir) => {
    const long = join(data_dir, 'x'.repeat(120));
    await withServer(long, async (embedded) => {
      assert.ok(embedded.connection.host.length < 90);
      await withClient(embedded, (client) => client.query('select 1'));
    });
  }));

test('data of another major are refused with what to do, and stay as they are', () =>
  withFolder(async (data_dir) => {
    const postgres_dir = join(data_dir, 'postgres');
    await mkdir(postgres_dir);
    await writeFile(join(postgres_dir, 'PG_VERSION'), '17\n');
    assert.match(await refusal(data_dir), /PostgreSQL 17, .* brings 18: make a backup .*restore/);
    assert.equal(await readFile(join(postgres_dir, 'PG_VERSION'), 'utf8'), '17\n');
  }));

test('a folder that is no data directory is refused', () =>
  withFolder(async (data_dir) => {
    await mkdir(join(data_dir, 'postgres'));
    assert.match(await refusal(data_dir), /is not a PostgreSQL data directory/);
  }));

test('a data directory that is a file, or below one, is refused', () =>
  withFolder(async (data_dir) => {
    const file = join(data_dir, 'file');
    await writeFile(file, '');
    assert.match(await refusal(file), /a file of this name is in the way/);
    assert.match(await refusal(join(file, 'below')), /a part of this path is a file/);
  }));

test('an interrupted first start leaves nothing that the next one takes for data', () =>
  withFolder(async (data_dir) => {
    const unfinished = join(data_dir, 'postgres.unfinished');
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'PG_VERSION'), '18\n');
    await withServer(data_dir, (embedded) =>
      withClient(embedded, (client) => client.query('select 1')),
    );
    await assert.rejects(stat(unfinished), /ENOENT/);
  }));
