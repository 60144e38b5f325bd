// Measures the memory of the service and its embedded PostgreSQL after many creates.
import { join } from 'node:path';
import { makeAccounts } from '../harness/make-accounts.ts';
import { makeMerchants } from '../harness/make-merchants.ts';
import { startDatabase } from '../harness/scratch-database.ts';
import { payins } from './bench-shops.ts';
import { CLIENTS, loadService } from './load-service.ts';
import type { Bench, Figure, Scenario } from './scenario.ts';
import { HAS_SHARED_MEMORY, type Memory, memoryOf } from './shared-memory.ts';

const TARGET_MB = 600;
const MANY = 1_000;
const MOST_CREATES = 1_000_000;
const LEAST_CREATES = 20_000;
/** Creates take longer than filling, so there are fewer of them unless --full is given. */
const CREATES_SHARE = 0.2;
const STEP_SECONDS = 10;

/** The size of the measurement; a test uses small numbers. */
export type MemoryAsked = {
  readonly creates: number;
  readonly merchants: number;
  readonly accounts: number;
  readonly step_seconds: number;
  readonly connections: number;
};

/** Runs before the service starts, because only one process may use the data directory. */
async function prepare(data_dir: string, { accounts, merchants }: MemoryAsked) {
  const database = await startDatabase(data_dir, true);
  try {
    await makeAccounts(database.url, accounts);
    return await makeMerchants(database.url, { count: merchants });
  } finally {
    await database.stop();
  }
}

const totalMb = ({ service_mb, postgres_mb }: Memory) => service_mb + postgres_mb;

export async function measureMemory(bench: Bench, asked: MemoryAsked): Promise<Figure[]> {
  const data_dir = join(bench.folder, 'memory');
  const shops = await prepare(data_dir, asked);
  const service = await bench.startService({ DATABASE_URL: '', DATA_DIR: data_dir });
  try {
    const { url, process_id } = service;
    const at_start = await memoryOf(process_id);
    const { creates, step_seconds: seconds, connections } = asked;
    const load = { url, requests: payins(shops), connections, seconds };
    let done = 0;
    while (done < creates) {
      const { statuses } = await loadService(load);
      done += statuses['201'] ?? 0;
      const mb = totalMb(await memoryOf(process_id)).toFixed(0);
      bench.say(`memory: ${mb} MB after ${done} of ${creates} creates`);
    }
    return figuresOf(done, at_start, await memoryOf(process_id));
  } finally {
    await service.stop();
  }
}

function figuresOf(done: number, at_start: Memory, at_end: Memory): Figure[] {
  const scenario = 'memory';
  const unit = 'MB';
  const name = `service and PostgreSQL after ${done.toLocaleString('en')} creates`;
  return [
    { scenario, name, unit, value: totalMb(at_end), at_most: TARGET_MB },
    { scenario, name: 'of it the service', unit, value: at_end.service_mb },
    { scenario, name: 'of it PostgreSQL', unit, value: at_end.postgres_mb },
    { scenario, name: 'both before the first create', unit, value: totalMb(at_start) },
  ];
}

export const MEMORY: Scenario = {
  name: 'memory',
  what: 'resident memory of service and PostgreSQL after many creates; 10^6 with --full',
  async run(bench) {
    if (!HAS_SHARED_MEMORY) {
      bench.say('memory: skipped, because only Linux reports shared memory');
      return [];
    }
    const wanted = CREATES_SHARE * Math.max(...bench.trades);
    const creates = Math.min(MOST_CREATES, Math.max(LEAST_CREATES, wanted));
    const sizes = { creates, merchants: MANY, accounts: MANY, connections: CLIENTS };
    return await measureMemory(bench, { ...sizes, step_seconds: STEP_SECONDS });
  },
};
