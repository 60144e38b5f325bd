// Due deliveries are found without reading those that wait for others, however many deliveries a
// merchant has waiting, and for however many addresses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../../server/app/process/ids.ts';
import {
  type DueQuery,
  findDueDeliveries,
  moveDeliveries,
} from '../../../server/store/callback/claim-deliveries.ts';
import type { Database } from '../../../server/store/connection/database.ts';
import { readingRows } from '../../support/rows-read.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

const ROWS = 30_000;
/** In the order of their ids: the two that have much waiting are between the others. */
const [FIRST, ONE_ADDRESS, MANY_ADDRESSES, LAST] = [newId(), newId(), newId(), newId()];

let service: TestApp;
let db: Database;
before(async () => {
  service = await openTestApp();
  ({ db } = service.app.store);
  const add = (
    merchant_id: string,
    count: number,
    more: { endpoint?: string; due?: string } = {},
  ) =>
    db.query(
      '',
      `insert into deliveries (merchant_id, trade_id, sequence, number, url, endpoint, status,
         is_next, attempts, attempts_before, due_at)
       select $1, gen_random_uuid(), 1, n, 'https://shop.example/', ${more.endpoint ?? '0'},
         'waiting', true, 0, 0, ${more.due ?? "now() - interval '1 second'"}
       from generate_series(1, $2::integer) n`,
      [merchant_id, count],
    );
  await add(FIRST, 1);
  await add(ONE_ADDRESS, ROWS);
  await add(MANY_ADDRESSES, ROWS, { endpoint: 'hashint8extended(n, 0)' });
  await add(LAST, 1);
  await add(newId(), 100, { due: "now() + interval '1 hour'" });
});
after(async () => {
  await service.stop();
});

const query = (more: Partial<DueQuery> = {}): DueQuery => ({
  queue: 0,
  ahead_ms: 0,
  from: { merchant_id: MANY_ADDRESSES, endpoint: 0n },
  merchants_max: 256,
  endpoints_max: 32,
  per_endpoint: 4,
  rooms: [],
  per_merchant: 64,
  limit: 256,
  lease_ms: 30_000,
  has_limits: true,
  ...more,
});

test('everybody’s first is found beside tens of thousands, and few rows are read', async () => {
  for (const has_statistics of [false, true]) {
    if (has_statistics) await service.asOwner('analyze deliveries');
    const reading = readingRows(db);
    const found = await findDueDeliveries(reading, query());
    const counts = new Map<string, number>();
    for (const { merchant_id } of found) {
      counts.set(merchant_id, (counts.get(merchant_id) ?? 0) + 1);
    }
    assert.deepEqual(Object.fromEntries(counts), {
      [FIRST]: 1,
      [ONE_ADDRESS]: 4,
      [MANY_ADDRESSES]: 32,
      [LAST]: 1,
    });
    assert.equal(new Set(found.slice(0, 4).map((one) => one.merchant_id)).size, 4);
    assert.ok(reading.most() <= 100, `${reading.most()} rows were read`);
  }
});

test('wherever it begins, all merchants and endpoints are met once', async () => {
  for (const merchant_id of [FIRST, ONE_ADDRESS, MANY_ADDRESSES, LAST, newId()]) {
    const found = await findDueDeliveries(
      db,
      query({ from: { merchant_id, endpoint: 1n }, endpoints_max: 3, per_endpoint: 1 }),
    );
    assert.equal(found.length, 1 + 1 + 3 + 1, 'each endpoint once, of one merchant three');
    assert.equal(new Set(found.map((one) => one.trade_id)).size, found.length);
  }
  const few = await findDueDeliveries(
    db,
    query({ from: { merchant_id: ONE_ADDRESS, endpoint: 0n }, merchants_max: 2, per_endpoint: 1 }),
  );
  assert.deepEqual(new Set(few.map((one) => one.merchant_id)), new Set([MANY_ADDRESSES, LAST]));
});

test('as many of an endpoint as it has room for, and none of one that is full', async () => {
  const of = (room: number) => ({ merchant_id: ONE_ADDRESS, endpoint: 0n, room });
  for (const room of [0, 7, 50]) {
    const found = await findDueDeliveries(db, query({ rooms: [of(room)] }));
    assert.equal(found.filter((one) => one.merchant_id === ONE_ADDRESS).length, room);
  }
});

test('what moves to another queue is found by its endpoint alone', async () => {
  const reading = readingRows(db);
  const endpoint = { merchant_id: ONE_ADDRESS, endpoint: 0n };
  const before = await findDueDeliveries(db, query({ queue: 2 }));
  assert.deepEqual(before, []);
  // Twice: once to see its plan.
  const moved = await moveDeliveries(reading, [endpoint], { from: [0, 1], to: 2 }, 64);
  assert.deepEqual(moved, [{ ...endpoint, moved: 64 }]);
  assert.ok(reading.most() <= 200, `${reading.most()} rows were read`);
  const slow = await findDueDeliveries(db, query({ queue: 2, per_endpoint: 1 }));
  assert.equal(slow.length, 1);
});
