// Measures what a finished pay-in leaves on disk and in the write-ahead log: by table and index, so
// that one sees what is large.
import { settingsFor } from '../callbacks/delivered-rate.ts';
import { startReceiverProcess } from '../callbacks/receiver.ts';
import { type OwnDatabase, withOwnDatabase } from '../fill/own-database.ts';
import { withClient } from '../fill/with-client.ts';
import { makeAccounts } from '../harness/make-accounts.ts';
import { makeMerchants } from '../harness/make-merchants.ts';
import type { Bench, Figure, Scenario } from '../scenario/scenario.ts';
import { finishPayins, type Place } from './finish-payins.ts';
import {
  growthOf,
  readSizes,
  type StoredThing,
  type WrittenLog,
  writtenLog,
} from './table-bytes.ts';

const TARGET_DISK = 3_500;
const TARGET_LOG = 6_000;
const SHOPS = 10;
const ACCOUNTS = 5;
/** Smaller things are in the sum only. */
const LEAST_SHOWN = 8;
/** The space of these rows is used again for later pay-ins: a job removes them after two weeks. */
const REMOVED_LATER = new Set(['reservations']);

const scenario = 'storage';
const unit = 'B';

/** Leaves no dead rows, whose space the next pay-ins would use. */
const sizesOf = (own: OwnDatabase) =>
  withClient(own.url(), async (client) => {
    await client.query('vacuum (analyze)');
    return await readSizes(client);
  });

const logOf = (own: OwnDatabase) => withClient(own.url(), writtenLog);

function figuresOf(grown: readonly StoredThing[], written: WrittenLog, count: number): Figure[] {
  const sumOf = (things: readonly StoredThing[]) =>
    things.reduce((sum, { bytes }) => sum + bytes, 0) / count;
  const kept = grown.filter(({ table }) => !REMOVED_LATER.has(table));
  const each = grown
    .map((thing) => ({ ...thing, bytes: thing.bytes / count }))
    .filter(({ bytes }) => bytes >= LEAST_SHOWN);
  const of = 'finished pay-in (two callbacks, one bank line)';
  const log = written.bytes / count;
  return [
    { scenario, name: `disk for each ${of}`, unit, value: sumOf(grown) },
    {
      scenario,
      name: 'of it without reservations, which are removed after two weeks',
      unit,
      value: sumOf(kept),
      at_most: TARGET_DISK,
    },
    { scenario, name: `write-ahead log for each ${of}`, unit, value: log, at_most: TARGET_LOG },
    // None, unless a checkpoint came between: then the log is larger, and no measure of the rows.
    {
      scenario,
      name: 'images of whole pages in this log, for each',
      unit: '',
      value: written.images / count,
    },
    ...each.map(({ table, name, is_index, bytes }) => ({
      scenario,
      name: is_index ? `${table}: index ${name}` : `${table}: rows`,
      unit,
      value: bytes,
    })),
  ];
}

/**
 * As many pay-ins as are measured come before: then pages that are half empty at first have filled
 * up, and the space of rows that were changed or removed is used again, as in a service that runs.
 */
async function measureAt(bench: Bench, own: OwnDatabase, place: Place, count: number) {
  bench.say(`storage: ${count} pay-ins before, then ${count} that count`);
  await finishPayins(place, 0, count);
  const sizes_before = await sizesOf(own);
  const log_before = await logOf(own);
  await finishPayins(place, count, count);
  const log_after = await logOf(own);
  const written = {
    bytes: log_after.bytes - log_before.bytes,
    images: log_after.images - log_before.images,
  };
  return figuresOf(growthOf(sizes_before, await sizesOf(own)), written, count);
}

/** Finishes `count` pay-ins; a test passes a small number. */
export async function measureStorage(bench: Bench, count: number): Promise<Figure[]> {
  const receiver = await startReceiverProcess({ answer_after_ms: 0 });
  try {
    return await withOwnDatabase(bench.folder, async (own) => {
      const accounts = await makeAccounts(own.url(), ACCOUNTS);
      const callbackUrl = () => receiver.url;
      const shops = await makeMerchants(own.url(), { count: SHOPS, callbackUrl });
      const service = await bench.startService(settingsFor(own));
      try {
        const place = { url: service.url, database_url: own.url(), shops, accounts, receiver };
        return await measureAt(bench, own, place, count);
      } finally {
        await service.stop();
      }
    });
  } finally {
    await receiver.stop();
  }
}

const PAYINS = 10_000;

export const STORAGE: Scenario = {
  name: scenario,
  what: 'bytes on disk and in the log for each finished pay-in, by table and index',
  run: (bench) => measureStorage(bench, PAYINS),
};
