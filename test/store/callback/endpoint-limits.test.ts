// Endpoints whose limits leave no room take nothing of a claim's window, however much waits for
// them, and counting their attempts reads few rows.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, test } from 'node:test';
import { newId } from '../../../server/app/process/ids.ts';
import {
  type DueQuery,
  findDueDeliveries,
} from '../../../server/store/callback/claim-deliveries.ts';
import {
  countStarts,
  lockLimitedEndpoints,
} from '../../../server/store/callback/endpoint-limits.ts';
import type { Database } from '../../../server/store/connection/database.ts';
import { cleanup } from '../../support/cleanup.ts';
import { readingRows } from '../../support/rows-read.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

/** Each has one attempt at once, which is under way. */
const FULL = 200;
const WAITING = 100;
const SHOP = newId();
const LEASE_MS = 30_000;

const undo = cleanup();
let service: TestApp;
let db: Database;
before(async () => {
  service = await openTestApp();
  undo(() => service.stop());
  ({ db } = service.app.store);
  const run = (text: string, ...values: unknown[]) => db.query('', text, values);
  await run(
    `insert into callback_endpoints (merchant_id, number, url, secret, description, event_types,
       max_concurrent, created_at)
     select gen_random_uuid(), 1, '', '', '', '{}', 1, now() from generate_series(1, $1::integer)`,
    FULL,
  );
  // Neighbours of the endpoint that has room, of its own merchant.
  await run(
    `insert into callback_endpoints (merchant_id, number, url, secret, description, event_types,
       max_concurrent, created_at)
     select $1, number, '', '', '', '{}', 1, now() from generate_series(2, 19) number`,
    SHOP,
  );
  const delivery = (from: string, more: string) => `insert into deliveries (merchant_id, trade_id,
       sequence, number, url, endpoint, endpoint_number, status, is_next, attempts,
       attempts_before, due_at, is_limited, leased_until)
     select merchant_id, gen_random_uuid(), 1, n, '', number, number, 'waiting', true, 0, 0,
       now() - interval '1 minute', ${more} from ${from}, generate_series(1, $1::integer) n`;
  await run(delivery('callback_endpoints', 'false, null'), WAITING);
  await run(delivery('callback_endpoints', `true, now() + interval '10 seconds'`), 1);
  await run(delivery(`(select '${SHOP}'::uuid as merchant_id, 1 as number) k`, 'false, null'), 60);
});

const query = (more: Partial<DueQuery> = {}): DueQuery => ({
  queue: 0,
  from: { merchant_id: SHOP, endpoint: 5n },
  merchants_max: 256,
  endpoints_max: 32,
  per_endpoint: 64,
  rooms: [],
  per_merchant: 64,
  limit: 256,
  lease_ms: LEASE_MS,
  has_limits: true,
  ahead_ms: 0,
  ...more,
});

const FREE = { merchant_id: SHOP, endpoint: 1n };

test('a claim finds all of an endpoint with room among hundreds without', async () => {
  const found = await findDueDeliveries(db, query());
  equal(found.length, 60);
  ok(found.every((one) => one.merchant_id === SHOP && one.endpoint === 1n));
  ok(found.every((one) => one.limit_room === null));
});

/** One of the full endpoints, which then has room. */
async function withLimits(limits: { max_concurrent: number; max_per_second: number }) {
  const [row] = await db.query<{ merchant_id: string }>(
    '',
    `update callback_endpoints set max_concurrent = $2, max_per_second = $3
     where number = 1 and merchant_id = (
       select merchant_id from callback_endpoints where merchant_id <> $1
       order by merchant_id limit 1
     ) returning merchant_id`,
    [SHOP, limits.max_concurrent, limits.max_per_second],
  );
  ok(row !== undefined);
  return { merchant_id: row.merchant_id, endpoint: 1n };
}

test('an endpoint gets what its limits leave, and no more than its room in memory', async () => {
  const { merchant_id } = await withLimits({ max_concurrent: 4, max_per_second: 1_000 });
  const of = async (more: Partial<DueQuery>) =>
    (await findDueDeliveries(db, query(more))).filter((one) => one.merchant_id === merchant_id);
  const found = await of({});
  deepEqual(
    found.map(({ limit_room }) => limit_room),
    [3, 3, 3],
  );
  equal((await of({ rooms: [{ merchant_id, endpoint: 1n, room: 2 }] })).length, 2);
});

test('what was started in the present second counts, and no longer', async () => {
  const endpoint = await withLimits({ max_concurrent: 400, max_per_second: 1_000 });
  const setSecond = (second_at: string) =>
    db.query('', `update callback_endpoint_health set started = 5, second_at = ${second_at}`, []);
  const started = async () =>
    (await db.transaction((tx) => lockLimitedEndpoints(tx, [endpoint], LEASE_MS)))[0]?.started;
  equal(await started(), 0, 'before the first attempt');
  await setSecond(`clock_timestamp() - interval '1 second'`);
  equal(await started(), 0);
  await setSecond(`clock_timestamp() + interval '1 hour'`);
  equal(await started(), 0, 'the clock was set back');
  for (;;) {
    const since = performance.now();
    await setSecond('null');
    const counted = await db.transaction(async (tx) => {
      await countStarts(tx, [{ ...endpoint, count: 900 }]);
      await countStarts(tx, [{ ...endpoint, count: 90 }]);
      const [state] = await lockLimitedEndpoints(tx, [endpoint], LEASE_MS);
      return { state, found: await findDueDeliveries(tx, query()) };
    });
    // On a busy machine the second may have ended meanwhile: then once more.
    if (performance.now() - since >= 1_000) continue;
    deepEqual([counted.state?.leased, counted.state?.started], [1, 990]);
    const { merchant_id } = endpoint;
    equal(counted.found.filter((one) => one.merchant_id === merchant_id).length, 10);
    return;
  }
});

test('an endpoint that another claim has locked is left to it', async () => {
  const endpoints = [FREE, { merchant_id: SHOP, endpoint: 2n }];
  // The rows must be there for another transaction to meet the lock.
  await db.transaction((tx) => lockLimitedEndpoints(tx, endpoints, LEASE_MS));
  await db.transaction(async (tx) => {
    await lockLimitedEndpoints(tx, [FREE], LEASE_MS);
    const seen = await db.transaction((other) => lockLimitedEndpoints(other, endpoints, LEASE_MS));
    deepEqual(
      seen.map(({ endpoint, leased }) => [endpoint, leased]),
      [[2n, 1]],
    );
  });
});

test('few rows are read, however much waits', async () => {
  for (const has_statistics of [false, true]) {
    if (has_statistics) await service.asOwner('analyze deliveries, callback_endpoints');
    const reading = readingRows(db);
    await findDueDeliveries(reading, query());
    await lockLimitedEndpoints(reading, [{ merchant_id: SHOP, endpoint: 2n }], LEASE_MS);
    ok(reading.most() <= 400, `${reading.most()} rows were read`);
  }
});
