// Daily proofs while a clock is set: signatures are final, so no day is signed before it is over by
// every clock.
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createDailyProof } from '../../../server/app/proof/daily-proof.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { type DatabaseClock, takeOverClock } from '../../support/database-clock.ts';
import { NOON, noonDay } from '../../support/noon.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let service: TestApp;
let app: OpenApp;
let clock: DatabaseClock;
/** Both clocks begin at noon, so that no day ends while a test runs. */
const TO_NOON = NOON - Date.now();
let machine_ahead_ms = 0;
before(async () => {
  const real = Date.now;
  mock.method(Date, 'now', () => real() + TO_NOON + machine_ahead_ms);
  service = await openTestApp();
  clock = await takeOverClock(service);
  await set(0);
  app = await service.another();
});
after(async () => {
  await service.stop();
  mock.restoreAll();
});

/** The database's clock alone. */
const set = (ms: number) => clock.setAhead(TO_NOON + ms);

const proofDays = async () =>
  (
    await app.store.db.query<{ day: string }>('', 'select day::text from proofs order by 1', [])
  ).map(({ day }) => day);

test('no day is signed by one clock alone, nor soon after a clock was set', async () => {
  let steady_ms = performance.now();
  const counted: string[] = [];
  const count = (name: string, labels = {}) =>
    void counted.push(`${name} ${JSON.stringify(labels)}`);
  const prove = createDailyProof({ ...app, count }, () => steady_ms);
  assert.equal(await prove(), 1);
  assert.deepEqual(await proofDays(), [noonDay(-1)]);
  // The database's clock alone: never.
  await set(DAY_MS);
  assert.equal(await prove(), 0);
  steady_ms += HOUR_MS + 1;
  await set(DAY_MS + HOUR_MS);
  assert.equal(await prove(), 0);
  const asked = await makeProof(app, { role: 'service', id: null });
  assert.match(JSON.stringify(asked), /refused.*is not over by this machine's clock/);
  await set(0);
  assert.equal(await prove(), 0);
  // Both clocks of one machine: not within the hour.
  steady_ms += HOUR_MS + 1;
  machine_ahead_ms = 2 * DAY_MS;
  await set(2 * DAY_MS);
  assert.equal(await prove(), 0);
  machine_ahead_ms = 0;
  assert.deepEqual(await proofDays(), [noonDay(-1)]);
  assert.deepEqual(counted, ['proofs {"outcome":"signed"}']);
});

test('a day that was signed too early stops no other', async () => {
  await set(0);
  const tomorrow = createDailyProof({
    ...app,
    store: { ...app.store, clock_offset_ms: 3 * DAY_MS },
  });
  assert.equal(await tomorrow(), 1);
  const next = createDailyProof({ ...app, store: { ...app.store, clock_offset_ms: DAY_MS } });
  assert.equal(await next(), 1);
  assert.deepEqual(await proofDays(), [noonDay(-1), noonDay(0), noonDay(2)]);
});
