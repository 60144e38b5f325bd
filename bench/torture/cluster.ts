// The services under test: one with its embedded PostgreSQL, or several on one database, which are
// killed and restarted.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ScratchServer, startDatabase } from '../harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../harness/scratch-folder.ts';
import {
  freePort,
  type ServiceEnvironment,
  type ServiceProcess,
  spawnService,
} from '../harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN } from '../harness/shop.ts';

export const TARGETS = ['service', 'postgres', 'both'] as const;
export type Target = (typeof TARGETS)[number];

export type Cluster = {
  /** Stays the same after every restart. */
  readonly urls: readonly string[];
  kill(target: Target): Promise<void>;
  /** Restarts the killed processes; resolves when every service is ready. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export type ClusterOptions = { readonly services: number; readonly project?: string };

type Member = { settings: ServiceEnvironment; process: ServiceProcess | null };

const KEY = 'a'.repeat(64);

function settingsOf(data_dir: string, database: ScratchServer | null): ServiceEnvironment {
  return {
    DATA_DIR: data_dir,
    ENCRYPTION_KEY: KEY,
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    SEED: 'false',
    SANDBOX_BANK: 'off',
    RATE_LIMIT_PER_SECOND: '0',
    LOG_LEVEL: 'info',
    ...(database === null ? {} : { DATABASE_URL: database.url }),
  };
}

async function killEmbedded(data_dir: string): Promise<void> {
  const text = await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8');
  process.kill(Number(text.split('\n')[0]), 'SIGKILL');
}

async function start(member: Member, project: string | undefined): Promise<void> {
  member.process = spawnService(member.settings, project);
  await member.process.ready;
}

/** Skips services that ended by themselves, which none should. */
async function startAgain(members: readonly Member[], project: string | undefined) {
  const down = members.filter((member) => member.process === null);
  await Promise.all(down.map((member) => start(member, project)));
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch (error) {
    if (error instanceof TypeError) return false; // fetch throws this if nobody listens.
    throw error;
  }
}

async function untilReady(urls: readonly string[]): Promise<void> {
  for (const url of urls) while (!(await answers(url))) await sleep(20);
}

export async function startCluster({ services, project }: ClusterOptions): Promise<Cluster> {
  const folder = await scratchFolder();
  const database = services > 1 ? await startDatabase(join(folder, 'shared')) : null;
  const ports: number[] = [];
  while (ports.length < services) ports.push(await freePort());
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const members: Member[] = ports.map((port, index) => ({
    settings: {
      ...settingsOf(join(folder, `service-${index}`), database),
      PORT: String(port),
      // Together they are one service to customers, so its pages have one address.
      PUBLIC_URL: urls[0] ?? '',
    },
    process: null,
  }));
  const stop = async () => {
    await Promise.all(members.map((member) => member.process?.stop()));
    await database?.stop();
    await removeFolder(folder);
  };
  try {
    await startAgain(members, project);
  } catch (error) {
    // The others of them would go on, and the process that asked for them would not end.
    await stop();
    throw error;
  }
  const killService = async (member: Member) => {
    await member.process?.kill();
    member.process = null;
  };
  const killPostgres = async () => {
    if (database !== null) database.kill();
    else await killEmbedded(join(folder, 'service-0'));
  };
  return {
    urls,
    async kill(target) {
      // Half of the service kills hit only the first service, so that the others go on.
      const some = target === 'service' && Math.random() < 0.5 ? members.slice(0, 1) : members;
      const victims = target === 'postgres' ? [] : some;
      await Promise.all([
        ...victims.map(killService),
        ...(target === 'service' ? [] : [killPostgres()]),
      ]);
    },
    async restart() {
      await startAgain(members, project);
      await untilReady(urls);
    },
    stop,
  };
}
