// Callbacks on their way: per trade in order, leased to one process, no host at another's cost.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { OpenApp } from '../../server/app/open-app.ts';
import { RETRY_DELAYS_MS } from '../../server/domain/retry.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import * as callbacks from './delivery-scene.ts';
import * as scene from './scene.ts';

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
  // The attempt is written down while the next delivery is being made.
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

test('no host gets more than its share, busy ones get none, and every host gets its first', async () => {
  const merchant = await callbacks.newMerchant(app);
  const host = (name: string) => `https://${name}.example/`;
  for (let made = 0; made < 20; made += 1)
    await callbacks.newTrade(app, merchant, 1, { callback_url: host('dead') });
  for (const name of ['a', 'b', 'c'])
    await callbacks.newTrade(app, merchant, 1, { callback_url: host(name) });
  const few = await callbacks.claim(app, { limit: 4 });
  assert.equal(new Set(few.map((delivery) => delivery.host)).size, 4);
  await scene.sql(app, 'update deliveries set leased_until = null');
  const busy = await callbacks.claim(app, { rooms: new Map([['dead.example:', 0]]) });
  assert.deepEqual(busy.map((delivery) => delivery.host).toSorted(), [
    'a.example:',
    'b.example:',
    'c.example:',
  ]);
  const rooms = new Map([['dead.example:', 3]]);
  assert.equal((await callbacks.claim(app, { rooms })).length, 3);
  assert.equal((await callbacks.claim(app)).length, 16);
  assert.equal((await callbacks.claim(app)).length, 1);
});
