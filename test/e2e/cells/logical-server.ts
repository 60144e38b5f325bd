// A PostgreSQL whose log can be read by another one, and whose owner may read and follow logs: what
// an operator prepares before a cell moves.
import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ScratchServer, startDatabase } from '../../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../../bench/harness/scratch-folder.ts';
import { fillFromTemplate } from '../../../bench/harness/template-directory.ts';
import { OWNER_ROLE, ROLE } from '../../../server/store/embedded/data-directory.ts';

/** As in the harness's shared server: only a superuser gives these rights. */
const ACCESS_RULES = `local all ${ROLE},${OWNER_ROLE} scram-sha-256\nlocal all postgres trust\n`;

const hostOf = (url: string): string =>
  new URL(url.replace('@/', '@h/')).searchParams.get('host') ?? '';

async function asSuperuser(server: ScratchServer, folder: string, texts: readonly string[]) {
  await writeFile(join(folder, 'postgres', 'pg_hba.conf'), ACCESS_RULES);
  const process_id = server.processId();
  if (process_id === undefined) throw new Error('PostgreSQL has ended at once');
  process.kill(process_id, 'SIGHUP');
  for (;;) {
    const admin = new pg.Client({
      host: hostOf(server.url),
      user: 'postgres',
      database: 'postgres',
    });
    try {
      await admin.connect();
      for (const text of texts) await admin.query(text);
      return await admin.end();
    } catch (error) {
      // Refused until the server has read the rules.
      if (!(error instanceof pg.DatabaseError && error.code === '28000')) throw error;
      await sleep(5);
    }
  }
}

/**
 * Another server runs under a user that may not enter this one's folder, so it comes by a port.
 * `cut` ends what goes through it; nothing comes through from then on.
 */
async function openPort(socket: string) {
  const open = new Set<Socket>();
  const server = createServer((here) => {
    const there = connect(socket);
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      server.close();
      for (const one of open) one.destroy();
    },
  };
}

export type LogicalServer = ScratchServer & {
  /** With the role that owns the database, by TCP. */
  readonly tcp_url: string;
  cut(): void;
};

export async function openLogicalServer(is_migrated: boolean): Promise<LogicalServer> {
  const folder = await scratchFolder();
  await fillFromTemplate(folder, is_migrated);
  await appendFile(join(folder, 'postgres', 'postgresql.auto.conf'), 'wal_level = logical\n');
  const server = await startDatabase(folder);
  await asSuperuser(server, folder, [
    `alter role ${OWNER_ROLE} replication`,
    `grant pg_create_subscription to ${OWNER_ROLE}`,
  ]);
  const { port, cut } = await openPort(join(hostOf(server.url), '.s.PGSQL.5432'));
  const { username, password, pathname } = new URL(server.url.replace('@/', '@h/'));
  const tcp_url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
  return {
    ...server,
    ...{ tcp_url, cut },
    async stop() {
      cut();
      await server.stop();
      await removeFolder(folder);
    },
  };
}
