// The database's clock is set an hour ahead and back again: postponed timers still run in time, and
// nothing permanent is decided by the wrong hour.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createSignatureCleaner } from '../../../server/app/access/clean-signatures.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createClockFollower } from '../../../server/app/process/follow-clock.ts';
import { createOverlongExpiry } from '../../../server/app/trade/expire-overlong.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import { type DatabaseClock, takeOverClock } from '../../support/database-clock.ts';
import { makeMerchant, openTestApp, type TestApp } from '../../support/test-app.ts';
import * as callbacks from '../callback/delivery-scene.ts';
import * as scene from '../scene.ts';

const HOUR_MS = 3_600_000;
const MINUTES_MS = 300_000;
const LEASE_MS = 30_000;

let service: TestApp;
let app: OpenApp;
let clock: DatabaseClock;
before(async () => {
  service = await openTestApp();
  clock = await takeOverClock(service);
  app = await service.another();
});
after(async () => {
  await service.stop();
});
beforeEach(async () => {
  await clock.setAhead(0);
  await app.settings.refresh();
  await scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`);
});

const set = async (ms: number) => {
  await clock.setAhead(ms);
  await app.settings.refresh();
};

const claimed = async () => callbacks.named(await callbacks.claim(app, { lease_ms: LEASE_MS }));

test('a callback that was made while the clock was ahead is sent when it is back', async () => {
  let ran_ms = 0;
  const follow = createClockFollower(app, () => performance.now() + ran_ms);
  await follow();
  // Some minutes after the start, which looks at everything.
  ran_ms = MINUTES_MS;
  await set(MINUTES_MS);
  const merchant = await callbacks.newMerchant(app);
  await follow();
  await set(MINUTES_MS + HOUR_MS);
  await follow();
  await callbacks.newTrade(app, merchant, 1);
  await set(MINUTES_MS);
  assert.equal(await follow(), 1);
  assert.deepEqual(await claimed(), ['1/1']);
});

test('so is a second try, and what waits behind a callback in its trade', async () => {
  const follow = createClockFollower(app);
  await follow();
  const merchant = await callbacks.newMerchant(app);
  await set(HOUR_MS);
  await callbacks.newTrade(app, merchant, 2);
  await callbacks.record(app, await callbacks.only(app), callbacks.answered(500));
  await set(0);
  assert.equal(await follow(), 1);
  const again = await callbacks.only(app);
  assert.deepEqual(callbacks.named([again]), ['1/2']);
  await callbacks.record(app, again, callbacks.answered(200));
  assert.deepEqual(await claimed(), ['2/1']);
});

test('a process that starts after the clock was set back finds them as well', async () => {
  const merchant = await callbacks.newMerchant(app);
  await set(HOUR_MS);
  await callbacks.newTrade(app, merchant, 1);
  await set(0);
  assert.deepEqual(await claimed(), []);
  assert.equal(await createClockFollower(app)(), 1);
  assert.deepEqual(await claimed(), ['1/1']);
});

test('a wait that a receiver asked for by the right clock stays', async () => {
  const follow = createClockFollower(app);
  const merchant = await callbacks.newMerchant(app);
  await callbacks.newTrade(app, merchant, 1);
  const busy = callbacks.answered(503, { retry_after_ms: 2 * HOUR_MS });
  await callbacks.record(app, await callbacks.only(app), busy);
  assert.equal(await follow(), 0);
  await set(HOUR_MS);
  assert.equal(await follow(), 0);
  await set(0);
  assert.equal(await follow(), 0);
  assert.deepEqual(await claimed(), []);
});

test('waiting callbacks are not looked through while the clock only runs', async () => {
  let steady_ms = performance.now();
  const asked: string[] = [];
  const { db } = app.store;
  const noted: typeof db.query = (name, text, values) => {
    asked.push(name);
    return db.query(name, text, values);
  };
  const watched = { ...app, store: { ...app.store, db: { ...db, query: noted } } };
  const follow = createClockFollower(watched, () => steady_ms);
  await follow();
  // Time passes for both clocks.
  steady_ms += HOUR_MS;
  await set(HOUR_MS);
  asked.length = 0;
  await follow();
  assert.deepEqual(asked, ['read-clock']);
});

test('a lease from the hour ahead ends, one of the right hour is kept', async () => {
  const merchant = await callbacks.newMerchant(app);
  await callbacks.newTrade(app, merchant, 1);
  await set(HOUR_MS);
  assert.deepEqual(await claimed(), ['1/1']);
  assert.deepEqual(await claimed(), []);
  await set(0);
  assert.deepEqual(await claimed(), ['1/1']);
  assert.deepEqual(await claimed(), []);
});

test("setting the machine's clock changes no time that the service compares", async (context) => {
  await app.settings.refresh();
  const at = app.settings.now();
  const real = Date.now();
  context.mock.method(Date, 'now', () => real + HOUR_MS);
  const passed_ms = app.settings.now() - at;
  assert.ok(passed_ms >= 0 && passed_ms < HOUR_MS / 2, `${passed_ms}`);
});

test('a pay-in from the hour ahead ends when any pay-in would have ended', async () => {
  let ran_ms = 0;
  const life_max_ms = LIMITS.payin_life_max_ms;
  const expireOverlong = createOverlongExpiry(app, life_max_ms, () => ran_ms);
  const merchant = await makeMerchant(app);
  await scene.makeAccount(app, 'INR');
  const right = await scene.newPayin(app, merchant, { amount_cents: 500 });
  await set(10 * HOUR_MS);
  const { id } = await scene.newPayin(app, merchant, { amount_cents: 501 });
  await set(0);
  assert.equal(await expireOverlong(), 0);
  ran_ms = life_max_ms - 1;
  assert.equal(await expireOverlong(), 0);
  ran_ms = life_max_ms;
  assert.equal(await expireOverlong(), 1);
  assert.equal(await expireOverlong(), 0);
  const states = await app.store.db.query<{ trade_id: string; state: string }>(
    '',
    `select trade_id, state from trades where direction = 'payin' order by trade_id`,
    [],
  );
  const stateOf = (of: string) => states.find(({ trade_id }) => trade_id === of)?.state;
  assert.deepEqual([stateOf(right.id), stateOf(id)], ['pending', 'expired']);
});

test('a signature that was used opens nothing again when the clock is back', async () => {
  let ran_ms = 0;
  const clean = createSignatureCleaner(app, () => ran_ms);
  const signature = {
    merchant_id: (await makeMerchant(app)).merchant_id,
    token_id: '00000000-0000-8000-8000-000000000002',
    signature: 'ab'.repeat(32),
  };
  const use = () => app.useSignature({ ...signature, signed_at: app.settings.now() });
  assert.equal(await use(), true);
  await clean();
  ran_ms += 60_000;
  await set(HOUR_MS);
  assert.equal(await clean(), 0);
  // What was seen before the step is old enough now.
  ran_ms += LIMITS.signature_tolerance_ms - 1;
  assert.equal(await clean(), 0);
  await set(0);
  assert.equal(await use(), false);
  await set(HOUR_MS);
  ran_ms += LIMITS.signature_tolerance_ms;
  assert.equal(await clean(), 1);
});
