// Every timer that obeys the sandbox's clock: it is not over a minute before its time, and is over
// once the clock was advanced past it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { advanceSandboxClock } from '../../../server/app/sandbox/advance-clock.ts';
import { TIMERS } from '../../../server/domain/service/timers.ts';
import { now } from '../../../server/store/batch/store.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { STORIES } from './timer-stories.ts';

/** How long before its time a story looks for the last time. */
const EARLY_MS = 120_000;
const BANK_MS = 600_000;

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp({ bank_answers: { answers: 'magic', delay_ms: BANK_MS } });
  app = service.app;
  await scene.makeAccount(app, 'INR');
});
after(() => service.stop());

async function advanceTo(at: number): Promise<void> {
  const seconds = Math.ceil((at - (await now(app.store))) / 1_000);
  accepted(await advanceSandboxClock(app, OPERATOR, raw({ seconds }), 0));
}

test('every timer that obeys has a story, and no other', () => {
  const obeying = TIMERS.filter(({ sandbox_clock }) => sandbox_clock === 'obeys');
  assert.deepEqual(Object.keys(STORIES).toSorted(), obeying.map(({ name }) => name).toSorted());
});

for (const [name, begin] of Object.entries(STORIES)) {
  test(`${name}: it obeys the sandbox's clock`, async () => {
    const { at, hasHappened } = await begin(app);
    assert.ok(at - (await now(app.store)) > 2 * EARLY_MS, 'there is nothing to wait for');
    assert.equal(await hasHappened(), false, 'at once');
    await advanceTo(at - EARLY_MS);
    assert.equal(await hasHappened(), false, 'early');
    await advanceTo(at + 1_000);
    assert.equal(await hasHappened(), true, 'in time');
  });
}

test('the books prove after all of it', async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
});
