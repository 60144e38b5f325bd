// An endpoint that keeps failing: its deliveries wait and keep their attempts, one of them is sent
// as a probe from time to time, and all go on once one is accepted.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { ClaimedDelivery } from '../../../server/app/callback/deliver.ts';
import { followEndpoints } from '../../../server/app/callback/follow-endpoints.ts';
import {
  deleteCallbackEndpoint,
  updateCallbackEndpoint,
} from '../../../server/app/merchant/callback-endpoints.ts';
import { listCallbackEndpoints } from '../../../server/app/merchant/list-endpoints.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import {
  answered,
  claim,
  claimAll,
  newMerchant,
  newTrade,
  record,
  rowOf,
} from './delivery-scene.ts';
import { addEndpoint } from './endpoint-scene.ts';

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
  await scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`);
  await scene.sql(app, 'update callback_endpoint_health set has_held = false');
});

/** Five failures, the first an hour before the last: one event each, so that none is exhausted. */
async function makeFail(merchant: Awaited<ReturnType<typeof newMerchant>>, number = 0) {
  const trades: string[] = [];
  for (let made = 0; made < 5; made += 1) {
    trades.push(await newTrade(app, merchant, 1));
    if (made === 4) {
      await scene.sql(
        app,
        `update callback_endpoint_health set failures_since = failures_since - interval '1 hour'
         where merchant_id = '${merchant.merchant_id}' and number = ${number}`,
      );
    }
    for (const one of await claimAll(app)) {
      await record(app, one, answered(one.endpoint_number === number ? 500 : 200));
    }
  }
  return trades;
}

const stateOf = async (merchant_id: string, number = 0) => {
  const { data } = accepted(await listCallbackEndpoints(app, merchant_id));
  const found = data.find((one) => one.number === number);
  if (found === undefined) throw new Error('No such endpoint');
  return found;
};

const makeAllDue = (merchant_id: string) =>
  scene.sql(
    app,
    `update deliveries set due_at = now() - interval '1 hour' where status = 'waiting'
       and merchant_id = '${merchant_id}'`,
  );

const makeProbeDue = (merchant_id: string) =>
  scene.sql(
    app,
    `update callback_endpoint_health set next_probe_at = now() where merchant_id = '${merchant_id}'`,
  );

const queuesOf = async (merchant_id: string) => {
  const rows = await scene.sql<{ queue: number; count: number }>(
    app,
    `select queue, count(*)::int as count from deliveries
     where status = 'waiting' and merchant_id = '${merchant_id}' group by queue order by queue`,
  );
  return rows.map(({ queue, count }) => `${queue}: ${count}`);
};

async function theProbe(merchant_id: string): Promise<ClaimedDelivery> {
  await makeProbeDue(merchant_id);
  equal(await followEndpoints(app), 1);
  const [probe, ...others] = await claimAll(app);
  ok(probe !== undefined);
  deepEqual(others, []);
  equal(probe.queue, 'probe');
  return probe;
}

test('after five failures over an hour an endpoint is failing: its deliveries wait', async () => {
  const merchant = await newMerchant(app);
  const { merchant_id } = merchant;
  equal((await stateOf(merchant_id)).status, 'healthy');
  await makeFail(merchant);
  const state = await stateOf(merchant_id);
  equal(state.status, 'failing');
  equal(state.consecutive_failures, 5);
  equal(state.last_status, 500);
  ok(state.next_probe_at !== null && state.status_since !== null);
  await makeAllDue(merchant_id);
  deepEqual(await claimAll(app), []);
  deepEqual(await queuesOf(merchant_id), ['4: 5']);
  await newTrade(app, merchant, 1);
  deepEqual(await claimAll(app), []);
  deepEqual(await queuesOf(merchant_id), ['4: 6']);
});

test('a failed probe takes nothing from the schedule, and the next one comes later', async () => {
  const merchant = await newMerchant(app);
  const { merchant_id } = merchant;
  const [first = ''] = await makeFail(merchant);
  await makeAllDue(merchant_id);
  deepEqual(await claimAll(app), []);
  for (let probes = 1; probes <= 15; probes += 1) {
    await record(app, await theProbe(merchant_id), answered(500));
    deepEqual(await claimAll(app), []);
    const rows = await scene.sql<{ counted: number; status: string }>(
      app,
      `select attempts - attempts_before as counted, status from deliveries
       where merchant_id = '${merchant_id}'`,
    );
    deepEqual(rows, Array(5).fill({ counted: 1, status: 'waiting' }));
  }
  const [health] = await scene.sql<{ probes: number; wait_s: number }>(
    app,
    `select probes, extract(epoch from next_probe_at - now())::int as wait_s
     from callback_endpoint_health where merchant_id = '${merchant_id}'`,
  );
  equal(health?.probes, 15);
  ok((health?.wait_s ?? 0) > 3_000);
  equal((await rowOf(app, first)).status, 'waiting');
});

test('an endpoint that accepts a probe is healthy, and gets all that waited', async () => {
  const merchant = await newMerchant(app);
  const { merchant_id } = merchant;
  await makeFail(merchant);
  await makeAllDue(merchant_id);
  await claimAll(app);
  await record(app, await theProbe(merchant_id), answered(200));
  const state = await stateOf(merchant_id);
  equal(state.status, 'healthy');
  equal(state.consecutive_failures, 0);
  equal(await followEndpoints(app), 4);
  const sent = await claimAll(app);
  equal(sent.length, 4);
  for (const one of sent) await record(app, one, answered(200));
  deepEqual(await queuesOf(merchant_id), []);
});

test('only the failing endpoint waits: others of its merchant and of other merchants do not', async () => {
  const merchant = await newMerchant(app);
  const { merchant_id } = merchant;
  await addEndpoint(app, merchant_id);
  await makeFail(merchant, 1);
  equal((await stateOf(merchant_id, 1)).status, 'failing');
  equal((await stateOf(merchant_id, 0)).status, 'healthy');
  await newTrade(app, merchant, 1);
  await newTrade(app, await newMerchant(app), 1);
  const sent = await claimAll(app);
  deepEqual(
    sent.map(({ endpoint_number }) => endpoint_number),
    [0, 0],
  );
});

test('failures at the address of a trade say nothing about the default endpoint', async () => {
  const merchant = await newMerchant(app);
  for (let made = 0; made < 6; made += 1) {
    await newTrade(app, merchant, 1, { callback_url: 'https://till.example/hook' });
  }
  for (const one of await claimAll(app)) await record(app, one, answered(500));
  equal((await stateOf(merchant.merchant_id)).consecutive_failures, 0);
});

test('a corrected address is probed at once', async () => {
  const merchant = await newMerchant(app, null);
  const { merchant_id } = merchant;
  await addEndpoint(app, merchant_id);
  await makeFail(merchant, 1);
  await makeAllDue(merchant_id);
  await claimAll(app);
  equal(await followEndpoints(app), 0);
  const url = 'https://books.example/right';
  const named = { merchant: merchant_id, endpoint: '1' };
  accepted(await updateCallbackEndpoint(app, OPERATOR, named, raw({ url })));
  equal(await followEndpoints(app), 1);
  const [probe] = await claimAll(app);
  equal(probe?.url, url);
});

test('what waits for a disabled endpoint is kept, and sent once it is enabled', async () => {
  const merchant = await newMerchant(app, null);
  const { merchant_id } = merchant;
  await addEndpoint(app, merchant_id);
  const id = await newTrade(app, merchant, 1);
  const named = { merchant: merchant_id, endpoint: '1' };
  accepted(await updateCallbackEndpoint(app, OPERATOR, named, raw({ enabled: false })));
  equal((await stateOf(merchant_id, 1)).disabled_by, 'person');
  deepEqual(await claimAll(app), []);
  deepEqual(await queuesOf(merchant_id), ['4: 1']);
  await newTrade(app, merchant, 1);
  deepEqual(await queuesOf(merchant_id), ['4: 1'], 'an event of that time has no delivery');
  accepted(await updateCallbackEndpoint(app, OPERATOR, named, raw({ enabled: true })));
  equal(await followEndpoints(app), 1);
  deepEqual(
    (await claimAll(app)).map(({ trade_id, attempt }) => `${trade_id} ${attempt}`),
    [`${id} 1`],
  );
});

test('410 Gone disables the endpoint that answered it, and no other', async () => {
  const merchant = await newMerchant(app);
  const { merchant_id } = merchant;
  await addEndpoint(app, merchant_id);
  await newTrade(app, merchant, 1);
  for (const one of await claimAll(app)) {
    await record(app, one, answered(one.endpoint_number === 1 ? 410 : 200));
  }
  const state = await stateOf(merchant_id, 1);
  deepEqual([state.status, state.disabled_by], ['disabled', 'gone']);
  equal((await stateOf(merchant_id, 0)).status, 'healthy');
});

test('what waits for a removed endpoint is given up', async () => {
  const merchant = await newMerchant(app, null);
  const { merchant_id } = merchant;
  await addEndpoint(app, merchant_id);
  const [id = ''] = await makeFail(merchant, 1);
  await makeAllDue(merchant_id);
  await claimAll(app);
  const named = { merchant: merchant_id, endpoint: '1' };
  accepted(await deleteCallbackEndpoint(app, OPERATOR, named));
  equal(await followEndpoints(app), 5);
  const claimed = await claim(app);
  deepEqual([...new Set(claimed.map(({ url }) => url))], [null]);
  for (const one of claimed) await record(app, one, answered(null, { error: 'no_address' }));
  equal((await rowOf(app, id)).status, 'exhausted');
});
