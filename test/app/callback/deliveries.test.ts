// Callbacks in delivery: in order per trade, leased to one process, merchants in rotation.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { RETRY_DELAYS_MS } from '../../../server/domain/callback/retry.ts';
import { openTestApp, setDefaultEndpoint, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import * as callbacks from './delivery-scene.ts';

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  other = await service.another();
});
after(async () => {
  await service.stop();
});
beforeEach(async () => {
  await scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`);
});

test('per trade in order: the next waits until the earlier is delivered', async () => {
  const merchant = await callbacks.newMerchant(app);
  const id = await callbacks.newTrade(app, merchant, 3);
  for (const sequence of [1, 2, 3]) {
    const delivery = await callbacks.only(app);
    assert.equal(delivery.sequence, sequence);
    assert.deepEqual(await callbacks.claim(other), []);
    await callbacks.record(app, delivery, callbacks.answered(200));
  }
  assert.deepEqual(await callbacks.claim(app), []);
  assert.equal((await callbacks.rowOf(app, id, 3)).status, 'delivered');
});

test('while the earlier is retried the next waits, until the schedule is exhausted', async () => {
  const merchant = await callbacks.newMerchant(app);
  const id = await callbacks.newTrade(app, merchant, 2);
  for (const [index, delay_ms] of RETRY_DELAYS_MS.entries()) {
    const delivery = await callbacks.only(app);
    assert.deepEqual(callbacks.named([delivery]), [`1/${index + 1}`]);
    await callbacks.record(app, delivery, callbacks.answered(500));
    const { next_attempt_at, status } = await callbacks.rowOf(app, id);
    assert.equal(status, 'waiting');
    const wait_ms = Date.parse(next_attempt_at ?? '') - Date.now();
    assert.ok(
      wait_ms <= delay_ms * 1.1 + 1_000 && wait_ms >= delay_ms * 0.9 - 30_000,
      `${wait_ms}`,
    );
    assert.deepEqual(await callbacks.claim(app), []);
    await callbacks.makeDue(app, id);
  }
  const last = await callbacks.only(app);
  await callbacks.record(app, last, callbacks.answered(null, { error: 'timeout' }));
  const { status, attempts, last_error } = await callbacks.rowOf(app, id);
  assert.deepEqual(
    [status, attempts, last_error],
    ['exhausted', RETRY_DELAYS_MS.length + 1, 'timeout'],
  );
  assert.deepEqual(callbacks.named([await callbacks.only(app)]), ['2/1']);
});

test('what comes after the earlier has ended, or while it ends, is not left behind', async () => {
  const merchant = await callbacks.newMerchant(app);
  const id = await callbacks.newTrade(app, merchant, 1);
  const first = await callbacks.only(app);
  // The attempt is recorded while the next delivery is being made.
  const pause = scene.pauseAt(app, 'insert-deliveries');
  const making = callbacks.moreEvents(app, merchant, id, 1);
  await pause.reached;
  const recording = callbacks.record(other, first, callbacks.answered(200));
  await scene.waitsOrEnds(app, recording);
  pause.release();
  await Promise.all([making, recording]);
  const second = await callbacks.only(app);
  assert.equal(second.sequence, 2);
  const ending = scene.pauseAt(other, 'mark-next-delivery');
  const ended = callbacks.record(other, second, callbacks.answered(200));
  await ending.reached;
  const made = callbacks.moreEvents(app, merchant, id, 1, 1);
  await scene.waitsOrEnds(app, made);
  ending.release();
  await Promise.all([ended, made]);
  assert.equal((await callbacks.only(app)).sequence, 3);
});

test('two processes never claim the same; a lost lease comes again with the same attempt', async () => {
  const merchant = await callbacks.newMerchant(app);
  for (let made = 0; made < 20; made += 1)
    await callbacks.newTrade(app, merchant, 1, { callback_url: `https://h${made}.example/` });
  const rounds = await Promise.all([
    callbacks.claim(app),
    callbacks.claim(other),
    callbacks.claim(app),
    callbacks.claim(other),
  ]);
  const ids = rounds.flat().map(({ trade_id }) => trade_id);
  assert.equal(new Set(ids).size, ids.length);
  const rest = await callbacks.claim(app);
  assert.equal(ids.length + rest.length, 20);
  await scene.sql(app, `update deliveries set leased_until = now() where status = 'waiting'`);
  const again = await callbacks.claim(other);
  assert.equal(again.length, 20);
  assert.ok(again.every(({ attempt }) => attempt === 1));
});

test('an answer to a lease that was lost changes nothing twice', async () => {
  const merchant = await callbacks.newMerchant(app);
  const id = await callbacks.newTrade(app, merchant, 1);
  const lost = await callbacks.only(app);
  await scene.sql(app, `update deliveries set leased_until = now() where trade_id = '${id}'`);
  const held = await callbacks.only(other);
  await callbacks.record(other, held, callbacks.answered(200));
  await callbacks.record(app, lost, callbacks.answered(500));
  const { status, attempts, last_status } = await callbacks.rowOf(app, id);
  assert.deepEqual([status, attempts, last_status], ['delivered', 1, 200]);
});

const toHost = (name: string) => ({ callback_url: `https://${name}.example/` });

test('every merchant’s first comes before the second of any, and every endpoint’s likewise', async () => {
  const busy = await callbacks.newMerchant(app);
  for (let made = 0; made < 20; made += 1) await callbacks.newTrade(app, busy, 1, toHost('dead'));
  for (const name of ['a', 'b']) await callbacks.newTrade(app, busy, 1, toHost(name));
  const small = await callbacks.newMerchant(app);
  await callbacks.newTrade(app, small, 1, toHost('dead'));
  const claimed = await callbacks.claim(app, { limit: 4 });
  assert.deepEqual(
    claimed
      .slice(0, 2)
      .map(({ merchant_id }) => merchant_id)
      .toSorted(),
    [busy.merchant_id, small.merchant_id].toSorted(),
  );
  assert.deepEqual(claimed.map(({ url }) => url).toSorted(), [
    'https://a.example/',
    'https://b.example/',
    'https://dead.example/',
    'https://dead.example/',
  ]);
});

test('of an endpoint no more is looked at than it has room for', async () => {
  const merchant = await callbacks.newMerchant(app);
  const { merchant_id } = merchant;
  const add = (name: string) => callbacks.newTrade(app, merchant, 1, toHost(name));
  for (let made = 0; made < 8; made += 1) await add('busy');
  await add('other');
  const choice = { chosen: [], slow: [] };
  let endpoint: bigint | undefined;
  await callbacks.claim(app, {
    choose: (candidates) => {
      endpoint = candidates[0]?.endpoint;
      assert.equal(candidates.filter((one) => one.endpoint === endpoint).length, 4);
      return choice;
    },
  });
  assert.ok(endpoint !== undefined);
  const rooms = (room: number) => ({ rooms: [{ merchant_id, endpoint: endpoint ?? 0n, room }] });
  for (const room of [0, 1, 6]) {
    await callbacks.claim(app, {
      ...rooms(room),
      choose: (candidates) => {
        assert.equal(candidates.filter((one) => one.endpoint === endpoint).length, room);
        return choice;
      },
    });
  }
});

test('what waits behind a slow endpoint is got out of the way, and comes back with it', async () => {
  const merchant = await callbacks.newMerchant(app);
  const { merchant_id } = merchant;
  for (let made = 0; made < 3; made += 1) await callbacks.newTrade(app, merchant, 1);
  const slow = [{ merchant_id, endpoint: 0n }];
  const queues = () =>
    scene.sql<{ queue: number }>(
      app,
      `select queue from deliveries where merchant_id = '${merchant_id}'`,
    );
  assert.deepEqual(await callbacks.claim(app, { choose: () => ({ chosen: [], slow }) }), []);
  assert.deepEqual(await queues(), [{ queue: 2 }, { queue: 2 }, { queue: 2 }]);
  assert.deepEqual(await callbacks.claim(app, { queues: ['first', 'again'] }), []);
  // One at a time, because this endpoint is not known to answer.
  assert.equal((await callbacks.claim(app, { queues: ['slow'] })).length, 1);
  assert.equal((await callbacks.claim(app, { queues: ['again'], recovered: slow })).length, 2);
});

test('an attempt tells where the next one waits', async () => {
  const merchant = await callbacks.newMerchant(app);
  const cases = [
    [callbacks.answered(500), 1],
    [callbacks.answered(500, { duration_ms: 5_000 }), 2],
    [callbacks.answered(null, { error: 'timeout', duration_ms: 10_000 }), 2],
  ] as const;
  for (const [result, queue] of cases) {
    const id = await callbacks.newTrade(app, merchant, 1);
    await callbacks.record(app, await callbacks.only(app), result);
    const rows = await scene.sql(app, `select queue from deliveries where trade_id = '${id}'`);
    assert.deepEqual(rows, [{ queue }]);
  }
});

test('where a delivery goes is decided at each attempt', async () => {
  const merchant = await callbacks.newMerchant(app);
  const { merchant_id } = merchant;
  const set = async (url: string | null) => {
    await setDefaultEndpoint(app, merchant_id, url);
  };
  const id = await callbacks.newTrade(app, merchant, 1);
  const own = await callbacks.newTrade(app, merchant, 1, toHost('own'));
  const [first, other] = await callbacks.claim(app);
  assert.deepEqual([first?.url, other?.url].toSorted(), ['https://own.example/', callbacks.HOOK]);
  const again = async () => {
    await scene.sql(app, 'update deliveries set leased_until = null');
    const claimed = await callbacks.claim(app);
    const of = (trade_id: string) => claimed.find((one) => one.trade_id === trade_id);
    assert.equal(of(own)?.url, 'https://own.example/');
    return of(id) ?? assert.fail();
  };
  await set(null);
  const nowhere = await again();
  assert.equal(nowhere.url, null);
  await callbacks.record(app, nowhere, callbacks.answered(null, { error: 'no_address' }));
  assert.equal((await callbacks.rowOf(app, id)).url, callbacks.HOST, 'where it was to go before');
  await callbacks.makeDue(app, id);
  await set('https://corrected.example/hook');
  const healed = await again();
  assert.equal(healed.url, 'https://corrected.example/hook');
  await callbacks.record(app, healed, callbacks.answered(200));
  const { status, url } = await callbacks.rowOf(app, id);
  assert.deepEqual([status, url], ['delivered', 'https://corrected.example']);
});
