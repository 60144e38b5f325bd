// Who is delivered when: silent receivers, caps, leases, order per trade, processes, the end.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { describe, mock, test } from 'node:test';
import type { Claim, Claimed } from '../../server/app/callback/claim-deliveries.ts';
import { endpointKey } from '../../server/domain/callback/delivery-places.ts';
import { createCallbackClient } from '../../server/jobs/callback-client.ts';
import { createDeliveryPool, type PoolLimits } from '../../server/jobs/delivery-pool.ts';
import type { JobWork } from '../../server/jobs/run-jobs.ts';
import { hang } from '../support/receiver.ts';
import { closing, receiver } from './callback-scene.ts';
import { createOutbox, type Delivery, quiet, start } from './outbox-scene.ts';

const limits = (some: Partial<PoolLimits>): PoolLimits => ({
  places: 256,
  claim_max: 64,
  lease_ms: 30_000,
  round_ms: 0,
  ...some,
});

describe('deliveries', () => {
  test('a silent endpoint with 1,000 waiting does not hold those of another', async () => {
    const [silent, shop] = [await receiver(hang), await receiver()];
    const outbox = createOutbox();
    outbox.add(silent.url, { count: 1_000 });
    const ids = new Set(outbox.add(shop.url, { count: 50 }));
    const runner = start(outbox);
    await outbox.until(() => outbox.outcomes.length === 50);
    assert.ok(outbox.outcomes.every(({ id, error }) => ids.has(id) && error === null));
    assert.equal(silent.received.length, 1);
    await silent.close();
    await runner.stop();
  });

  test('many silent endpoints with a backlog leave room for one that answers', async () => {
    const silent = await Promise.all(Array.from({ length: 12 }, () => receiver(hang)));
    const shop = await receiver();
    const outbox = createOutbox();
    for (const { url } of silent) outbox.add(url, { count: 40 });
    const runner = start(outbox, limits({ places: 16, claim_max: 8 }), 100);
    // Each has been silent once: from now on it gets one attempt at a time.
    await outbox.until(() => outbox.outcomes.length >= 12);
    const ids = outbox.add(shop.url, { merchant_id: 'other', count: 20 });
    // However each ended: on a busy machine one of them may miss so short a time-out.
    await outbox.until(() => outbox.outcomes.filter(({ id }) => ids.includes(id)).length === 20);
    assert.ok(outbox.due.size > 0, 'the backlog of the silent ones is still waiting');
    await runner.stop();
  });

  test('each attempt that ends makes room at once, whatever its neighbours do', async () => {
    const answered: (() => void)[] = [];
    const shop = await receiver(({ headers }) => {
      if (headers['webhook-id'] !== 'msg_1') return { status: 200 };
      return new Promise((resolve) => answered.push(() => resolve({ status: 200 })));
    });
    const outbox = createOutbox();
    outbox.add(shop.url, { count: 1 });
    outbox.add(shop.url, { merchant_id: 'other', count: 99 });
    const runner = start(outbox, limits({ places: 4, claim_max: 2 }));
    await outbox.until(() => outbox.outcomes.length === 99);
    assert.ok(!outbox.outcomes.some(({ id }) => id === 1));
    answered[0]?.();
    await outbox.until(() => outbox.outcomes.length === 100);
    await runner.stop();
  });

  test('an endpoint never gets more than its share, and the whole never more than its places', async () => {
    const peaks = new Map<string, number>();
    const flying = new Map<string, number>();
    const shops = await Promise.all(Array.from({ length: 3 }, () => receiver()));
    const outbox = createOutbox();
    for (const { url } of shops) outbox.add(url, { merchant_id: url, count: 60 });
    const client = createCallbackClient({ allow_local: true });
    closing.push(() => client.close());
    const change = (key: string, by: number): void => {
      const count = (flying.get(key) ?? 0) + by;
      flying.set(key, count);
      peaks.set(key, Math.max(peaks.get(key) ?? 0, count));
    };
    const post: JobWork<Delivery>['post'] = async (delivery) => {
      for (const key of [endpointKey(delivery), 'all']) change(key, 1);
      const result = await client.post(delivery);
      for (const key of [endpointKey(delivery), 'all']) change(key, -1);
      return result;
    };
    const runner = start({ ...outbox, post }, limits({ places: 24, claim_max: 10 }));
    await outbox.until(() => outbox.outcomes.length === 180);
    await runner.stop();
    assert.ok((peaks.get('all') ?? 0) <= 24);
    for (const [key, peak] of peaks) assert.ok(key === 'all' || peak <= 16, `${key} ${peak}`);
  });

  test('what a lease no longer covers is left to the next claim', async () => {
    const shop = await receiver();
    const outbox = createOutbox();
    outbox.add(shop.url, { count: 30 });
    // The lease is over before an attempt could end: nothing of it may be sent.
    const short = limits({ places: 8, claim_max: 8, lease_ms: 0 });
    const claims = new EventEmitter();
    const claim = async (wanted: Claim): Promise<Claimed<Delivery>> => {
      claims.emit('claim');
      return await outbox.claim(wanted);
    };
    const claimed = once(claims, 'claim');
    const runner = start({ ...outbox, claim }, short);
    await claimed;
    await runner.stop();
    assert.equal(shop.received.length, 0);
  });

  test('two processes deliver each once, and in order per trade', async () => {
    const shop = await receiver();
    const outbox = createOutbox();
    for (let trade = 1; trade <= 20; trade += 1) outbox.add(shop.url, { count: 5, trade });
    const runners = [start(outbox), start(outbox)];
    await outbox.until(() => outbox.outcomes.length === 100);
    await Promise.all(runners.map((runner) => runner.stop()));
    const ids = shop.received.map(({ headers }) => Number(`${headers['webhook-id']}`.slice(4)));
    assert.equal(new Set(ids).size, 100);
    for (let trade = 0; trade < 20; trade += 1) {
      const of_trade = ids.filter((id) => Math.floor((id - 1) / 5) === trade);
      assert.deepEqual(
        of_trade,
        of_trade.toSorted((left, right) => left - right),
      );
    }
  });

  test('an attempt that cannot be written down is left to its lease', async () => {
    const shop = await receiver();
    const outbox = createOutbox();
    outbox.add(shop.url, { count: 10 });
    const errors: string[] = [];
    const failures: string[] = [];
    const log = { ...quiet, error: (_: object, message = '') => errors.push(message) };
    const countFailure = (job: string) => void failures.push(job);
    const record: JobWork<Delivery>['record'] = async (delivery, attempt) => {
      if (delivery.id === 3) throw new Error('a bug');
      return await outbox.record(delivery, attempt);
    };
    const runner = start({ ...outbox, record, log, countFailure });
    await outbox.until(() => outbox.outcomes.length === 9);
    await runner.stop();
    assert.deepEqual([...outbox.leased.keys()], [3]);
    assert.deepEqual(errors, ['a job failed']);
    assert.deepEqual(failures, ['deliver']);
  });

  test('stopping ends the attempts under way and begins no other', async () => {
    const answers: (() => void)[] = [];
    const shop = await receiver(
      () => new Promise((resolve) => answers.push(() => resolve({ status: 200 }))),
    );
    const outbox = createOutbox();
    for (const name of ['a', 'b', 'c']) outbox.add(shop.url, { merchant_id: name, count: 5 });
    const runner = start(outbox, limits({ places: 4, claim_max: 4 }));
    await shop.until(2);
    const stopped = runner.stop();
    for (const answer of answers) answer();
    await stopped;
    assert.equal(shop.received.length, 2);
    assert.deepEqual(
      outbox.outcomes.map(({ error }) => error),
      [null, null],
    );
  });
});

describe('an endpoint with limits', () => {
  /** A pool that finds one delivery, whose attempt ends as told. */
  function createPool() {
    const answer = Promise.withResolvers<void>();
    const outbox = createOutbox();
    const [delivery] = [...outbox.add('https://shop.example/', { count: 1 })].map((id) => {
      const found = outbox.due.get(id);
      assert.ok(found !== undefined);
      return { ...found, is_limited: true };
    });
    assert.ok(delivery !== undefined);
    const deliveries = [delivery];
    const ok = { status: 200, error: null, duration_ms: 1, reply_head: '', retry_after_ms: null };
    const pool = createDeliveryPool<Delivery>({
      claim: async () => ({ deliveries: deliveries.splice(0), has_more: false, emptied: [] }),
      post: () => answer.promise.then(() => ok),
      record: async () => false,
      failed: assert.ifError,
    });
    return { pool, answer: () => answer.resolve() };
  }

  test('is claimed for again once an attempt has been recorded', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { pool, answer } = createPool();
      await pool.fill();
      answer();
      await pool.freed();
      await pool.drain();
    } finally {
      mock.timers.reset();
    }
  });

  test('is claimed for again when its second is over, though nothing has ended', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { pool, answer } = createPool();
      await pool.fill();
      mock.timers.tick(1_000);
      await pool.freed();
      answer();
      await pool.drain();
    } finally {
      mock.timers.reset();
    }
  });
});
