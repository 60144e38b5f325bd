// Runs the use cases on the benchmark's database without a service, for the data that a scenario
// needs before its load starts.

import { type OpenApp, openApp } from '../../server/app/open-app.ts';
import { NO_SURROUNDINGS } from '../../server/domain/service/installation.ts';
import { openServiceDatabase } from '../../server/store/open/open-database.ts';
import { BENCH_OPERATOR_TOKEN } from './shop.ts';

/** Only protects the benchmark's throw-away data. */
export const BENCH_ENCRYPTION_KEY = 'b'.repeat(64);

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function open(database_url: string): Promise<OpenApp> {
  const never = new AbortController().signal;
  const master_key = Buffer.from(BENCH_ENCRYPTION_KEY, 'hex');
  const options = { database_url, data_dir: '', master_key, mode: 'sandbox' } as const;
  const { db } = await openServiceDatabase(options, silent, never);
  return await openApp({
    mode: 'sandbox',
    public_url: 'http://127.0.0.1:8080',
    allow_local_callbacks: true,
    around: NO_SURROUNDINGS,
    rate_limit_per_second: 0,
    log: silent,
    count: () => undefined,
    db,
    master_key,
    operator_token: BENCH_OPERATOR_TOKEN,
  });
}

/**
 * Migrates if necessary and leaves no connection open, because the loads need nearly all
 * connections.
 */
export async function withApp<Value>(
  database_url: string,
  work: (app: OpenApp) => Promise<Value>,
): Promise<Value> {
  const app = await open(database_url);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
