// With WORKERS each process knows that it has siblings, and gathers larger batches.
import { deepEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { plainAct } from '../../server/app/trade/plain-act.ts';
import { createMetrics } from '../../server/programs/metrics.ts';
import { readConfig } from '../../server/settings/config.ts';
import { openDatabase } from '../../server/store/connection/database.ts';
import { openUseCases } from '../../server/use-cases.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let opened: TestApp;
let folder: string;
before(async () => {
  folder = await scratchFolder();
  opened = await openTestApp();
});
after(async () => {
  await opened.stop();
  await removeFolder(folder);
});

const silent = () => undefined;

/** The commands of each batch if twenty, of as many merchants, come at the same moment. */
async function batchesOfTwenty(workers: string): Promise<number[]> {
  const { database, master_key } = opened;
  const config = readConfig({
    WORKERS: workers,
    ENCRYPTION_KEY: Buffer.from(master_key).toString('hex'),
    DATA_DIR: folder,
  });
  const sizes: number[] = [];
  const metrics = createMetrics();
  const observe = (name: string, value: number) => {
    if (name === 'writer_batch_commands') sizes.push(value);
  };
  const connection = { connectionString: database.serving_url };
  const db = openDatabase({ connection, max_connections: 4, onIdleError: silent });
  const log = { info: silent, warn: silent, error: silent };
  const url = 'http://pay.test';
  const parts = { config, log, tracer: null, metrics: { ...metrics, observe }, url, stops: [] };
  const { writer, close } = await openUseCases(parts, db, false);
  const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
  const acts = ids.map((merchant_id) =>
    plainAct('take', {
      command_id: merchant_id,
      actor: { role: 'service', id: null },
      merchant_id,
      trade_id: merchant_id,
    }),
  );
  await Promise.all(acts.map(writer.submit));
  await close();
  return sizes;
}

test('one process writes twenty orders in two batches, a worker in one', async () => {
  deepEqual(await batchesOfTwenty('1'), [10, 10]);
  deepEqual(await batchesOfTwenty('2'), [20]);
});
