// A round looks at a few endpoints only: those without work must not keep the others from theirs.
import { equal } from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { HELD_QUEUE, queueNumber } from '../../../server/app/callback/delivery-queue.ts';
import { followEndpoints } from '../../../server/app/callback/follow-endpoints.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { newMerchant, newTrade } from './delivery-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(async () => {
  await service.stop();
});
beforeEach(async () => {
  for (const table of ['callback_endpoints', 'callback_endpoint_health', 'deliveries']) {
    await scene.sql(app, `delete from ${table}`);
  }
});

/** More than a round takes. Their merchant's id is the lowest of all. */
const OTHERS = '00000000-0000-4000-8000-000000000000';
const MANY = 'generate_series(1, 100)';

const disableOthers = () =>
  scene.sql(
    app,
    `insert into callback_endpoints (merchant_id, number, url, secret, description, event_types,
       disabled_at, disabled_by, created_at)
     select '${OTHERS}', number, '', '', '', '{}', now(), 'person', now() from ${MANY} number`,
  );

const addHealth = (merchant_id: string, numbers: string, values: Record<string, string>) =>
  scene.sql(
    app,
    `insert into callback_endpoint_health (merchant_id, number, ${Object.keys(values).join(', ')})
     select '${merchant_id}', number, ${Object.values(values).join(', ')} from ${numbers} number`,
  );

const failing = (due: string) => ({
  failing_since: 'now()',
  next_probe_at: `now() - interval '${due}'`,
});

const RECOVERED = { has_held: 'true', recovered_at: 'now()' };

/** A delivery that is held back behind a default endpoint, whose health is for the test to say. */
async function holdOne(): Promise<string> {
  const merchant = await newMerchant(app);
  await newTrade(app, merchant, 1);
  const { merchant_id } = merchant;
  await scene.sql(app, `delete from callback_endpoint_health where merchant_id = '${merchant_id}'`);
  await scene.sql(app, `update deliveries set queue = ${HELD_QUEUE} where status = 'waiting'`);
  return merchant_id;
}

const waitingIn = async (queue: number) =>
  (await scene.sql(app, `select from deliveries where status = 'waiting' and queue = ${queue}`))
    .length;

test('failing endpoints for which nothing waits keep no other from its probe', async () => {
  await addHealth(OTHERS, MANY, failing('1 day'));
  await addHealth(await holdOne(), 'generate_series(0, 0)', failing('1 minute'));
  for (let round = 1; round <= 2; round += 1) await followEndpoints(app);
  equal(await waitingIn(queueNumber('probe')), 1);
});

test('failing endpoints that are disabled keep no other from its probe', async () => {
  await disableOthers();
  await addHealth(OTHERS, MANY, failing('1 day'));
  await addHealth(await holdOne(), 'generate_series(0, 0)', failing('1 minute'));
  await followEndpoints(app);
  equal(await waitingIn(queueNumber('probe')), 1);
});

test('disabled endpoints keep no other from what was held back behind it', async () => {
  await disableOthers();
  await addHealth(OTHERS, MANY, RECOVERED);
  await addHealth(await holdOne(), 'generate_series(0, 0)', RECOVERED);
  await followEndpoints(app);
  equal(await waitingIn(queueNumber('again')), 1);
});
