// Callbacks beside receivers that never answer: their attempts do not end in these tests, so
// whatever is delivered has waited for none of them.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { describe, test } from 'node:test';
import type { CallbackResult } from '../../server/jobs/callback-client.ts';
import type { PoolLimits } from '../../server/jobs/delivery-pool.ts';
import { createOutbox, type Delivery, start } from './outbox-scene.ts';

const LIMITS: PoolLimits = { places: 256, claim_max: 64, lease_ms: 30_000, round_ms: 0 };

const ANSWER: CallbackResult = {
  status: 200,
  error: null,
  duration_ms: 1,
  reply_head: '',
  retry_after_ms: null,
};
const TIMEOUT: CallbackResult = { ...ANSWER, status: null, error: 'timeout', duration_ms: 10_000 };

/** Addresses with `silent` in them answer only when the test says how. */
function createNetwork() {
  const hanging = new Map<number, (result: CallbackResult) => void>();
  const starts = new EventEmitter();
  let most_hanging = 0;
  let is_healed = false;
  return {
    mostHanging: () => most_hanging,
    async untilHanging(count: number): Promise<void> {
      while (hanging.size < count) await once(starts, 'start');
    },
    /** From now on all addresses answer. */
    heal: () => {
      is_healed = true;
    },
    post: ({ id, url }: Delivery): Promise<CallbackResult> => {
      if (is_healed || !url.includes('silent')) return Promise.resolve(ANSWER);
      return new Promise((resolve) => {
        hanging.set(id, (result) => {
          hanging.delete(id);
          resolve(result);
        });
        most_hanging = Math.max(most_hanging, hanging.size);
        starts.emit('start');
      });
    },
    /** All that hang now end like this. */
    endAll: (result: CallbackResult) => {
      for (const end of [...hanging.values()]) end(result);
    },
  };
}

function scene(limits = LIMITS) {
  const outbox = createOutbox();
  const network = createNetwork();
  const runner = start({ ...outbox, post: network.post }, limits);
  const delivered = (ids: readonly number[]) => () =>
    ids.every((id) => outbox.outcomes.some((one) => one.id === id));
  const stop = async () => {
    const stopped = runner.stop();
    network.endAll(ANSWER);
    await stopped;
  };
  return { outbox, network, delivered, stop };
}

describe('the callbacks of a merchant', () => {
  test('do not wait for another’s 1,500 silent hosts', async () => {
    const { outbox, network, delivered, stop } = scene();
    for (let host = 0; host < 1_500; host += 1) {
      outbox.add(`https://silent-${host}.example/`, { merchant_id: 'hostile', count: 1 });
    }
    const first = outbox.add('https://shop.example/', { merchant_id: 'shop', count: 1 });
    await outbox.until(delivered(first));
    const rest = outbox.add('https://shop.example/', { merchant_id: 'shop', count: 100 });
    await outbox.until(delivered(rest));
    assert.ok(network.mostHanging() <= 32, `${network.mostHanging()} places are taken`);
    await stop();
  });

  test('do not wait for sixty merchants whose hosts are all silent', async () => {
    const { outbox, network, delivered, stop } = scene();
    for (let made = 0; made < 60 * 20; made += 1) {
      const merchant_id = `hostile ${made % 60}`;
      outbox.add(`https://silent-${made}.example/`, { merchant_id, count: 1 });
    }
    const shop = outbox.add('https://shop.example/', { merchant_id: 'shop', count: 30 });
    await outbox.until(delivered(shop));
    assert.ok(network.mostHanging() < 128, `${network.mostHanging()} places are taken`);
    await stop();
  });

  test('do not wait for twenty silent addresses on the same host, its own or another’s', async () => {
    const { outbox, delivered, stop } = scene();
    const good = 'https://platform.example/good';
    await outbox.until(delivered(outbox.add(good, { merchant_id: 'hostile', count: 1 })));
    for (let path = 0; path < 20; path += 1) {
      outbox.add(`https://platform.example/silent/${path}`, { merchant_id: 'hostile', count: 1 });
    }
    const own = outbox.add(good, { merchant_id: 'hostile', count: 10 });
    const other = outbox.add(good, { merchant_id: 'shop', count: 10 });
    await outbox.until(delivered([...own, ...other]));
    await stop();
  });

  test('do not wait until another’s 2,000 are delivered', async () => {
    const { outbox, delivered, stop } = scene();
    outbox.add('https://busy.example/', { merchant_id: 'busy', count: 2_000 });
    await outbox.until(() => outbox.outcomes.length > 100);
    const shop = outbox.add('https://shop.example/', { merchant_id: 'shop', count: 1 });
    await outbox.until(delivered(shop));
    assert.ok(outbox.outcomes.length < 1_000, `${outbox.outcomes.length} came before`);
    await stop();
  });
});

describe('an endpoint that is silent', () => {
  test('is probed once at a time, and gets what waits when it answers again', async () => {
    const { outbox, network, delivered, stop } = scene();
    const waiting = outbox.add('https://silent.example/', { count: 50 });
    for (let probe = 1; probe <= 4; probe += 1) {
      await network.untilHanging(1);
      network.endAll(TIMEOUT);
      await outbox.until(() => outbox.outcomes.length === probe);
    }
    assert.equal(network.mostHanging(), 1);
    await network.untilHanging(1);
    network.heal();
    network.endAll(ANSWER);
    await outbox.until(delivered(waiting));
    assert.equal(outbox.outcomes.filter(({ error }) => error === null).length, 46);
    await stop();
  });
});
