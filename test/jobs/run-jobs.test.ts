// The clock: what wakes a job, what stops it, and a database that goes away and comes back.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { describe, test } from 'node:test';
import { receiver } from './callback-scene.ts';
import { createOutbox, type Delivery, quiet, start } from './outbox-scene.ts';

describe('the clock', () => {
  test('events that are numbered are delivered without waiting for the poll', async () => {
    const shop = await receiver();
    const outbox = createOutbox([shop]);
    let wake = Promise.withResolvers<void>();
    let waiting = Promise.withResolvers<void>();
    const events = {
      wait: () => {
        waiting.resolve();
        return wake.promise;
      },
    };
    let unnumbered = 0;
    const number = (): Promise<number> => {
      const count = unnumbered;
      unnumbered = 0;
      outbox.add(0, count);
      return Promise.resolve(count);
    };
    const runner = start({ ...outbox, number, events });
    for (let round = 1; round <= 50; round += 1) {
      await waiting.promise;
      waiting = Promise.withResolvers();
      unnumbered = 1;
      const notify = wake.resolve;
      wake = Promise.withResolvers();
      notify();
      await outbox.until(() => outbox.outcomes.length === round);
    }
    await runner.stop();
    assert.equal(shop.received.length, 50);
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
    const claim = async (): Promise<Delivery[]> => {
      await touch();
      return [];
    };
    const runner = start({ log, expire: touch, number: touch, clean: touch, claim });
    for (let tries = 0; tries < 4; tries += 1) await once(failures, 'try');
    is_away = false;
    while (lines.length < 2) await once(failures, 'try');
    await runner.stop();
    assert.deepEqual(lines, [
      'the database is away; jobs wait for it',
      'the database is back; jobs go on',
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
