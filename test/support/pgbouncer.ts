// A real PgBouncer in transaction mode: the one named by TEST_PGBOUNCER, otherwise the machine's
// own.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { freePort } from '../../bench/harness/service-process.ts';
import { postgresUser } from '../../server/store/embedded/postgres-user.ts';

export type Pgbouncer = { url: string; stop(): Promise<void> };

const PGBOUNCER = process.env.TEST_PGBOUNCER ?? '/usr/sbin/pgbouncer';
export const HAS_PGBOUNCER = existsSync(PGBOUNCER);

/** Version 1.18 is 118; prepared statements are supported from 121 on. */
export function pgbouncerVersion(): number {
  const text = execFileSync(PGBOUNCER, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(text) ?? [];
  return Number(major) * 100 + Number(minor);
}

async function untilThere(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    const is_there = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (is_there) return;
    await sleep(20);
  }
}

/** Serves one database with a few sessions; its clients need no password. */
export async function startPgbouncer(
  database_url: string,
  settings: readonly string[],
): Promise<Pgbouncer> {
  const folder = await scratchFolder();
  const user = await postgresUser(folder);
  const port = await freePort();
  const to = new pg.Client({ connectionString: database_url });
  const target = `host=${to.host} port=${to.port} user=${to.user} password=${to.password}`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    [
      '[databases]',
      `any = ${target} dbname=${to.database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'default_pool_size = 4',
      ...settings,
    ].join('\n'),
  );
  if (user !== undefined) {
    await chown(folder, user.uid, user.gid);
    await chmod(file, 0o644);
  }
  const child = spawn(PGBOUNCER, ['-q', file], { ...user, cwd: '/', stdio: 'ignore' });
  const url = `postgres://anybody@127.0.0.1:${port}/any`;
  await untilThere(url);
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await removeFolder(folder);
    },
  };
}
