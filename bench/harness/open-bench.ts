// Opens the benchmark's own PostgreSQL, with full durability, in a temporary folder; or a database
// on the server that TEST_DATABASE_URL names, with that server's settings and write-ahead log.
import { join } from 'node:path';
import type { Bench, BenchOptions, RunningService } from '../scenario/scenario.ts';
import { withApp } from './bench-app.ts';
import { startBenchService } from './bench-service.ts';
import {
  openScratchDatabase,
  type ScratchDatabase,
  startDatabase,
  stopDatabases,
  testServerUrl,
} from './scratch-database.ts';
import { removeFolder, scratchFolder } from './scratch-folder.ts';
import { fillLog } from './season-log.ts';

export type OpenBench = Bench & {
  /** Stops the services that a failed scenario has left running. */
  stopServices(): Promise<void>;
  /** Closes everything once; may be called in the middle of a scenario. */
  close(): Promise<void>;
};

/** Stopping makes a checkpoint, after which PostgreSQL recycles the files of its log. */
export async function startSeasoned(data_dir: string): Promise<ScratchDatabase> {
  if (testServerUrl() !== undefined) return await openScratchDatabase();
  const young = await startDatabase(data_dir);
  await fillLog(young.url);
  await young.stop();
  return await startDatabase(data_dir);
}

/** For tests, which look at no rate: a new database on the server that a process's tests share. */
export function openYoungBench(options: BenchOptions): Promise<OpenBench> {
  return open(options, { say: () => undefined, start: () => openScratchDatabase(true) });
}

export function openBench(options: BenchOptions, say: (text: string) => void): Promise<OpenBench> {
  return open(options, { say, start: startSeasoned });
}

type Parts = {
  say(text: string): void;
  start(data_dir: string): Promise<ScratchDatabase>;
};

async function open(options: BenchOptions, { say, start }: Parts): Promise<OpenBench> {
  const folder = await scratchFolder();
  const database = await start(join(folder, 'database'));
  const database_url = database.url;
  const running = new Set<RunningService>();

  const stopServices = async () => {
    await Promise.all([...running].map((service) => service.stop()));
  };
  const closeAll = async () => {
    await stopServices();
    // Includes the databases that scenarios have created themselves.
    await stopDatabases();
    await removeFolder(folder);
  };
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= closeAll();
    return closed;
  };

  try {
    await withApp(database_url, async (app) => {
      await app.settings.refresh();
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...options,
    database_url,
    folder,
    say,
    async startService(settings = {}) {
      const started = await startBenchService({ database_url, folder, settings });
      const service = {
        ...started,
        async stop() {
          running.delete(service);
          await started.stop();
        },
      };
      running.add(service);
      return service;
    },
    stopServices,
    close,
  };
}
