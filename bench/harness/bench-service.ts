// Starts the product's service on the benchmark's database, as a separate process with a known
// process id.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RunningService } from '../scenario/scenario.ts';
import { BENCH_ENCRYPTION_KEY } from './bench-app.ts';
import { machineEnvironment } from './machine-environment.ts';
import { freePort } from './service-process.ts';
import { BENCH_OPERATOR_TOKEN } from './shop.ts';

/** This checkout. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = join('server', 'main.ts');
/** Ends the service when this process ends, even if it is killed. */
const END_WITH_US = new URL('../../bin/end-with-launcher.mjs', import.meta.url).href;
/** As the launcher starts it. */
const MEMORY = ['--max-semi-space-size=32'];
/** A machine that does much else needs long. */
const LONGEST_START_MS = 300_000;
const LOOK_EVERY_MS = 5;

export type BenchServiceOptions = {
  readonly database_url: string;
  readonly folder: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** The checkout whose service is started; default: this one. */
  readonly project?: string;
};

async function environment(options: BenchServiceOptions): Promise<Record<string, string>> {
  const port = String(await freePort());
  const data_dir = join(options.folder, `service-${port}`);
  await mkdir(data_dir, { recursive: true });
  return {
    ...machineEnvironment(),
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: data_dir,
    DATABASE_URL: options.database_url,
    ENCRYPTION_KEY: BENCH_ENCRYPTION_KEY,
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    SEED: 'false',
    SANDBOX_BANK: 'off',
    RATE_LIMIT_PER_SECOND: '0',
    // The yardsticks write no log line per request either.
    LOG_LEVEL: 'warn',
    ...options.settings,
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch (error) {
    if (error instanceof TypeError) return false; // fetch throws this if nobody listens.
    throw error;
  }
}

/** Resolves when the service answers that it is ready. */
export async function startBenchService(options: BenchServiceOptions): Promise<RunningService> {
  const env = await environment(options);
  const main = join(options.project ?? PROJECT_ROOT, MAIN);
  const child = spawn(process.execPath, ['--import', END_WITH_US, ...MEMORY, main], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let told = '';
  child.stderr?.on('data', (chunk) => {
    told += String(chunk);
  });
  const ended = once(child, 'close');
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (!isOver()) child.kill('SIGTERM');
    await ended;
  };
  const url = `http://${env.HOST}:${env.PORT}`;
  const end_ms = performance.now() + LONGEST_START_MS;
  while (!(await answers(url))) {
    if (isOver() || performance.now() > end_ms) {
      await stop();
      throw new Error(`The service did not get ready: ${told}`);
    }
    await sleep(LOOK_EVERY_MS);
  }
  const { pid: process_id } = child;
  if (process_id === undefined) throw new Error('The service has no process');
  return { url, process_id, stop };
}
