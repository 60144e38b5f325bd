// The clock: what wakes a job, what stops it, and a database that goes away and comes back.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { describe, test } from 'node:test';
import type { Claim, Claimed } from '../../server/app/callback/claim-deliveries.ts';
import { createWake } from '../../server/app/process/wake.ts';
import { receiver } from './callback-scene.ts';
import { createOutbox, type Delivery, quiet, start } from './outbox-scene.ts';

describe('the clock', () => {
  test('what was written is delivered without waiting for the poll', async () => {
    const shop = await receiver();
    const outbox = createOutbox();
    const events = createWake();
    const runner = start({ ...outbox, events });
    for (let round = 1; round <= 50; round += 1) {
      outbox.add(shop.url, { count: 1 });
      events.notify();
      await outbox.until(() => outbox.outcomes.length === round);
    }
    await runner.stop();
    assert.equal(shop.received.length, 50);
  });

  test('what is written while a claim is under way is claimed next, and then no more', async () => {
    const [outbox, { url }] = [createOutbox(), await receiver()];
    const events = createWake();
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claims = new EventEmitter();
    let count = 0;
    const claim = async (wanted: Claim): Promise<Claimed<Delivery>> => {
      count += 1;
      claims.emit('claim');
      const claimed = await outbox.claim(wanted);
      await gates[count - 1]?.promise;
      return claimed;
    };
    const first = once(claims, 'claim');
    const runner = start({ ...outbox, claim, events });
    await first;
    outbox.add(url, { count: 1 });
    events.notify();
    const second = once(claims, 'claim');
    gates[0]?.resolve();
    await second;
    gates[1]?.resolve();
    await outbox.until(() => outbox.outcomes.length === 1);
    await new Promise(setImmediate);
    assert.equal(count, 2);
    await runner.stop();
  });

  test('a job never overlaps itself and goes on at once while there is more', async () => {
    let [running, peak, left] = [0, 0, 200];
    const done = Promise.withResolvers<void>();
    const expire = async (): Promise<number> => {
      running += 1;
      peak = Math.max(peak, running);
      await new Promise(setImmediate);
      running -= 1;
      left -= 1;
      if (left === 0) done.resolve();
      return left > 0 ? 1 : 0;
    };
    const runner = start({ expire });
    await done.promise;
    await runner.stop();
    assert.equal(peak, 1);
  });

  test('a database that goes away is told of once, and once when it is back', async () => {
    const lines: string[] = [];
    const log = {
      info: (_: object, message = '') => lines.push(message),
      warn: (_: object, message = '') => lines.push(message),
      error: (_: object, message = '') => lines.push(message),
    };
    let is_away = true;
    const failures = new EventEmitter();
    const touch = (): Promise<number> => {
      failures.emit('try');
      return is_away ? Promise.reject(new Error('away')) : Promise.resolve(0);
    };
    const claim = async (): Promise<Claimed<Delivery>> => {
      await touch();
      return { deliveries: [], has_more: false, emptied: [] };
    };
    const runner = start({ log, expire: touch, rematch: touch, clean: touch, claim });
    for (let tries = 0; tries < 4; tries += 1) await once(failures, 'try');
    is_away = false;
    while (lines.length < 2) await once(failures, 'try');
    await runner.stop();
    assert.deepEqual(lines, [
      'the database is unreachable; jobs wait for it',
      'the database is reachable again; jobs continue',
    ]);
  });

  test('a bug in one job is logged, stops no other, and the job is tried again', async () => {
    const errors: object[] = [];
    const twice = Promise.withResolvers<void>();
    const log = {
      ...quiet,
      error: (facts: object) => {
        errors.push(facts);
        if (errors.length === 2) twice.resolve();
      },
    };
    let cleaned = 0;
    const clean = (): Promise<number> => {
      cleaned += 1;
      return Promise.resolve(0);
    };
    const expire = () => Promise.reject(new TypeError('a bug'));
    const runner = start({ log, expire, clean });
    await twice.promise;
    await runner.stop();
    assert.equal(cleaned, 1);
    assert.ok(errors.every((facts) => 'job' in facts && facts.job === 'expire'));
  });

  test('stopping does not wait for a poll', async () => {
    const runner = start({});
    await new Promise(setImmediate);
    await runner.stop();
    await runner.stop();
  });
});
