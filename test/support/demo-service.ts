// A whole service in this process, with the demo data of the sandbox: its database is a copy of one
// that was seeded once for all files of the process. How a service starts and ends is tried with
// processes of their own, in test/e2e.
import pg from 'pg';
import {
  openPreparedDatabase,
  type ScratchDatabase,
} from '../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import type { ServiceEnvironment } from '../../bench/harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN } from '../../bench/harness/shop.ts';
import { type Service, startService } from '../../server/service.ts';
import { readConfig } from '../../server/settings/config.ts';
import { closeAll } from './cleanup.ts';

export type DemoService = {
  url: string;
  /** Runs a statement as the role that owns the tables. */
  asOwner(text: string): Promise<void>;
  stop(): Promise<void>;
};

/** Copies have the keys that it wraps. */
const ENCRYPTION_KEY = Buffer.alloc(32, 'a key for tests').toString('base64');

const silent = () => undefined;
const SILENT_LOG = { debug: silent, info: silent, warn: silent, error: silent };

function start(
  { url, serving_url }: Pick<ScratchDatabase, 'url' | 'serving_url'>,
  data_dir: string,
  settings: ServiceEnvironment,
): Promise<Service> {
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: data_dir,
    DATABASE_URL: serving_url,
    MIGRATION_DATABASE_URL: url,
    ENCRYPTION_KEY,
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    ...settings,
  });
  return startService(config, SILENT_LOG, new AbortController().signal);
}

async function seed(database: Pick<ScratchDatabase, 'url' | 'serving_url'>): Promise<void> {
  const folder = await scratchFolder();
  try {
    const service = await start(database, folder, {});
    await service.stop();
  } finally {
    await removeFolder(folder);
  }
}

export async function startDemoService(settings: ServiceEnvironment = {}): Promise<DemoService> {
  const closes: (() => unknown)[] = [];
  const stop = () => closeAll(closes);
  try {
    const database = await openPreparedDatabase('demo', seed);
    closes.push(() => database.stop());
    const folder = await scratchFolder();
    closes.push(() => removeFolder(folder));
    const service = await start(database, folder, settings);
    closes.push(() => service.stop());
    const asOwner = async (text: string) => {
      const client = new pg.Client(database.connection);
      await client.connect();
      try {
        await client.query(text);
      } finally {
        await client.end();
      }
    };
    return { url: service.url, asOwner, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
