// The limits of an endpoint hold over all processes, and what waits because of them delays nobody
// else.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimDeliveries } from '../../server/app/callback/claim-deliveries.ts';
import type { ClaimedDelivery } from '../../server/app/callback/deliver.ts';
import { resendDelivery } from '../../server/app/callback/list-deliveries.ts';
import { createAttemptRecorder } from '../../server/app/callback/record-attempts.ts';
import { updateCallbackEndpoint } from '../../server/app/merchant/callback-endpoints.ts';
import type { App } from '../../server/app/process/app.ts';
import { createDeliveryPool } from '../../server/jobs/delivery-pool.ts';
import { lockLimitedEndpoints } from '../../server/store/callback/endpoint-limits.ts';
import { answered, claim, newMerchant, newTrade, record } from '../app/callback/delivery-scene.ts';
import { addEndpoint } from '../app/callback/endpoint-scene.ts';
import * as scene from '../app/scene.ts';
import { cleanup } from '../support/cleanup.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../support/test-app.ts';

const undo = cleanup();
let service: TestApp;
let app: App;
let other: App;
before(async () => {
  service = await openTestApp();
  undo(() => service.stop());
  ({ app } = service);
  other = await service.another();
});
beforeEach(() =>
  scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`),
);

type Limits = { max_concurrent?: number; max_per_second?: number };

/** A merchant with one endpoint beside its default one, which gets nothing. */
async function limitedShop(limits: Limits, trades: number) {
  const shop = await newMerchant(app, null);
  const { merchant_id } = shop;
  await addEndpoint(app, merchant_id, limits);
  await other.settings.refresh();
  const ids: string[] = [];
  for (let made = 0; made < trades; made += 1) ids.push(await newTrade(app, shop, 1));
  return { merchant_id, ids };
}

const claimMany = (by: App) => claim(by, { per_endpoint: 64 });
const claimBoth = async () => (await Promise.all([claimMany(app), claimMany(other)])).flat();

const statesOf = async (merchant_id: string) =>
  await scene.sql<{ leased: boolean; is_limited: boolean }>(
    app,
    `select leased_until is not null as leased, is_limited from deliveries
     where merchant_id = '${merchant_id}'`,
  );

test('two processes together have as many attempts at once as the endpoint takes', async () => {
  const { merchant_id } = await limitedShop({ max_concurrent: 3 }, 12);
  const free = await newMerchant(app);
  for (let made = 0; made < 5; made += 1) await newTrade(app, free, 1);
  const under_way: ClaimedDelivery[] = [];
  const others: ClaimedDelivery[] = [];
  const keep = (claimed: readonly ClaimedDelivery[]): void => {
    for (const one of claimed) (one.merchant_id === merchant_id ? under_way : others).push(one);
  };
  for (let done = 0; done < 12; done += 1) {
    keep(await claimBoth());
    const rows = await statesOf(merchant_id);
    equal(rows.filter(({ leased }) => leased).length, under_way.length, 'the rest is due');
    equal(rows.filter(({ is_limited }) => is_limited).length, under_way.length);
    ok(under_way.length <= 3, `${under_way.length} at once`);
    // If each kept the other from some of it, one alone gets the rest.
    keep(await claimMany(app));
    equal(under_way.length, Math.min(3, 12 - done));
    const ended = under_way.shift();
    ok(ended !== undefined);
    await record(app, ended, answered(200));
  }
  equal(others.length, 5, 'an endpoint without limits is not held up');
});

test('two processes together start as many in a second as the endpoint takes', async () => {
  const MOST = 5;
  const { merchant_id } = await limitedShop({ max_per_second: MOST }, 17);
  const starts: { before: number; after: number }[] = [];
  while (starts.length < 17) {
    const before_ms = performance.now();
    for (const one of await claimBoth()) {
      equal(one.merchant_id, merchant_id);
      starts.push({ before: before_ms, after: performance.now() });
      await record(app, one, answered(200));
    }
  }
  // Between the first and the last of so many is at least one whole second of the endpoint.
  for (const [index, { before: from }] of starts.entries()) {
    const last = starts[index + 2 * MOST];
    if (last !== undefined) ok(last.after - from >= 1_000, `${last.after - from} ms`);
  }
});

/** A process whose claims hear what is due, and then wait. */
function lateApp(waits: Promise<void>, heard: () => void): App {
  const { db } = other.store;
  const transaction: typeof db.transaction = (work, options) =>
    db.transaction((tx) => {
      const query: typeof tx.query = async (name, text, values) => {
        const rows = await tx.query<never>(name, text, values);
        if (name === 'find-due-deliveries') {
          heard();
          await waits;
        }
        return rows;
      };
      return work({ ...tx, query });
    }, options);
  return { ...other, store: { ...other.store, db: { ...db, transaction } } };
}

/** Two at once; half of six deliveries wait for a later attempt. */
async function shopInTwoQueues(): Promise<string> {
  const { merchant_id } = await limitedShop({ max_concurrent: 2 }, 6);
  await scene.sql(
    app,
    `update deliveries set queue = 1 where (merchant_id, trade_id) in (
       select merchant_id, trade_id from deliveries where merchant_id = '${merchant_id}' limit 3
     )`,
  );
  return merchant_id;
}

test('no more is chosen from than there is room for, in all queues together', async () => {
  await shopInTwoQueues();
  const offered: string[] = [];
  const claimed = await claim(app, {
    choose: (candidates) => {
      offered.push(...candidates.map(({ queue }) => queue));
      return { chosen: [...candidates], slow: [] };
    },
  });
  deepEqual([offered, claimed.length], [['first', 'first'], 2]);
});

test('room that another process has used meanwhile is no room', async () => {
  const merchant_id = await shopInTwoQueues();
  const used = Promise.withResolvers<void>();
  const has_heard = Promise.withResolvers<void>();
  const late = claim(lateApp(used.promise, has_heard.resolve), { queues: ['first'] });
  await has_heard.promise;
  const early = await claim(app, { queues: ['again'] });
  used.resolve();
  deepEqual([early.length, (await late).length], [2, 0]);
  equal((await statesOf(merchant_id)).filter(({ leased }) => leased).length, 2);
});

test('while another claim counts, an endpoint is left to it, and nothing stays leased', async () => {
  const { merchant_id } = await limitedShop({ max_concurrent: 2 }, 4);
  const [first] = await claim(app, { per_endpoint: 1 });
  ok(first !== undefined);
  await record(app, first, answered(200));
  const of = { merchant_id, endpoint: first.endpoint };
  await app.store.db.transaction(async (tx) => {
    equal((await lockLimitedEndpoints(tx, [of], 30_000)).length, 1);
    deepEqual(await claimMany(other), []);
  });
  equal((await claimMany(other)).length, 2);
});

test('an attempt that was asked for again still counts until it has ended', async () => {
  const { ids } = await limitedShop({ max_concurrent: 1 }, 2);
  const [first] = await claimMany(app);
  ok(first !== undefined);
  const { merchant_id, trade_id, sequence, endpoint_number: endpoint } = first;
  const asked = raw({ merchant_id, trade_id, sequence, endpoint });
  accepted(await resendDelivery(app, OPERATOR, asked));
  deepEqual(await claimBoth(), []);
  await record(app, first, answered(200));
  const [second] = await claimMany(other);
  equal(
    second?.trade_id,
    ids.find((id) => id !== first.trade_id),
  );
});

test('a lease of a process that ended unnoticed counts no longer than it lasts', async () => {
  const { merchant_id } = await limitedShop({ max_concurrent: 2 }, 4);
  equal((await claimMany(app)).length, 2);
  deepEqual(await claimMany(other), []);
  const end = `now() - interval '1 second'`;
  await scene.sql(
    app,
    `update deliveries set leased_until = ${end} where merchant_id = '${merchant_id}'
     and leased_until is not null`,
  );
  equal((await claimMany(other)).length, 2);
});

test('a new limit is kept by claims from then on, and none is none', async () => {
  const { merchant_id } = await limitedShop({}, 6);
  equal((await claim(app, { per_endpoint: 2 })).length, 2);
  const named = { merchant: merchant_id, endpoint: '1' };
  accepted(await updateCallbackEndpoint(app, OPERATOR, named, raw({ max_concurrent: 1 })));
  equal((await claimMany(app)).length, 1);
  accepted(await updateCallbackEndpoint(app, OPERATOR, named, raw({ max_concurrent: null })));
  equal((await claimMany(app)).length, 3);
});

const DELIVERED = {
  status: 200,
  error: null,
  duration_ms: 1,
  reply_head: '',
  retry_after_ms: null,
} as const;

/** One process: its own memory of endpoints and places. */
async function deliver(
  by: App,
  post: (one: ClaimedDelivery) => Promise<void>,
  isDone: () => boolean,
) {
  const recordOne = createAttemptRecorder(by);
  const pool = createDeliveryPool<ClaimedDelivery>({
    claim: (wanted) => claimDeliveries(by, wanted),
    post: async (one) => {
      await post(one);
      return DELIVERED;
    },
    record: recordOne,
    failed: (error) => {
      throw error;
    },
  });
  while (!isDone()) {
    if (!(await pool.fill())) await Promise.race([pool.freed(), sleep(20)]);
  }
  await pool.drain();
}

test('the receiver never sees more at once, while others get theirs', async () => {
  const { merchant_id } = await limitedShop({ max_concurrent: 3 }, 40);
  const free = await newMerchant(app);
  for (let made = 0; made < 30; made += 1) await newTrade(app, free, 1);
  const done = { limited: 0, free: 0 };
  let running = 0;
  let most = 0;
  const all_free = Promise.withResolvers<void>();
  const post = async (one: ClaimedDelivery): Promise<void> => {
    if (one.merchant_id !== merchant_id) {
      done.free += 1;
      if (done.free === 30) all_free.resolve();
      return;
    }
    running += 1;
    most = Math.max(most, running);
    // The first ones hang until the other merchant has everything.
    await all_free.promise;
    await sleep(Math.random() * 5);
    running -= 1;
    done.limited += 1;
  };
  const isDone = () => done.limited === 40;
  await Promise.all([deliver(app, post, isDone), deliver(other, post, isDone)]);
  ok(most > 1 && most <= 3, `${most} at once`);
  equal(done.free, 30);
});
