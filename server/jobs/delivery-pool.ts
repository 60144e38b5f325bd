// Callbacks under way: each that ends makes room for the next; no host gets more than its share.
import { LIMITS } from '../domain/limits.ts';
import type { AttemptResult, Callback } from './callback-client.ts';
import { createHostSlots } from './host-slots.ts';

/** What the pool has to know of a delivery; the rest belongs to those who claim and record. */
export type PooledDelivery = Callback & { readonly host: string };

export type Claim = { limit: number; busy_hosts: string[]; lease_ms: number };

export type DeliveryWork<Delivery extends PooledDelivery> = {
  claim(wanted: Claim): Promise<readonly Delivery[]>;
  post(delivery: Delivery): Promise<AttemptResult>;
  record(delivery: Delivery, attempt: AttemptResult): Promise<void>;
  /** An attempt that could not be made or written down: its lease ends and it is made again. */
  failed(error: unknown): void;
};

export type PoolLimits = {
  readonly in_flight_max: number;
  readonly per_host_max: number;
  readonly claim_max: number;
  readonly lease_ms: number;
};

const POOL_LIMITS: PoolLimits = {
  in_flight_max: 256,
  per_host_max: 16,
  claim_max: 64,
  lease_ms: 30_000,
};

/** What an attempt takes at most, and as long again to write it down. */
const ATTEMPT_MAX_MS = 2 * LIMITS.callback_timeout_ms;

export type DeliveryPool = {
  /** Claims and starts what there is room for; true when asking again at once may bring more. */
  fill(): Promise<boolean>;
  /** Resolves when an attempt ends; at once when one has ended since the last `fill` began. */
  freed(): Promise<void>;
  /** Starts nothing more and waits for the attempts under way. */
  drain(): Promise<void>;
};

type Waiting<Delivery> = { delivery: Delivery; start_before_ms: number };

export function createDeliveryPool<Delivery extends PooledDelivery>(
  work: DeliveryWork<Delivery>,
  limits: PoolLimits = POOL_LIMITS,
): DeliveryPool {
  const slots = createHostSlots(limits.per_host_max);
  // A claim may bring more for a host than its share: they wait here, and only for so long that
  // their lease still covers the attempt. The others are claimed again when it has ended.
  const waiting = new Map<string, Waiting<Delivery>[]>();
  const running = new Set<Promise<void>>();
  let freed = Promise.withResolvers<void>();
  let is_draining = false;

  const run = async (delivery: Delivery): Promise<void> => {
    let answered = false;
    try {
      const attempt = await work.post(delivery);
      answered = attempt.status !== null && attempt.error !== 'timeout';
      await work.record(delivery, attempt);
    } catch (error) {
      work.failed(error);
    } finally {
      slots.free(delivery.host, answered);
    }
  };

  const start = (delivery: Delivery): void => {
    slots.take(delivery.host);
    const attempt = run(delivery).then(() => {
      running.delete(attempt);
      startWaiting(delivery.host);
      freed.resolve();
    });
    running.add(attempt);
  };

  const startWaiting = (host: string): void => {
    const queue = waiting.get(host) ?? [];
    while (!is_draining && slots.has(host) && running.size < limits.in_flight_max) {
      const next = queue.shift();
      if (next === undefined) break;
      if (performance.now() < next.start_before_ms) start(next.delivery);
    }
    if (queue.length === 0) waiting.delete(host);
  };

  return {
    fill: async () => {
      freed = Promise.withResolvers();
      for (const host of [...waiting.keys()]) startWaiting(host);
      const limit = Math.min(limits.claim_max, limits.in_flight_max - running.size);
      if (is_draining || limit === 0) return false;
      const start_before_ms = performance.now() + limits.lease_ms - ATTEMPT_MAX_MS;
      const busy_hosts = [...new Set([...slots.full(), ...waiting.keys()])];
      const claimed = await work.claim({ limit, busy_hosts, lease_ms: limits.lease_ms });
      for (const [host, deliveries] of Map.groupBy(claimed, (delivery) => delivery.host)) {
        const queued = deliveries.map((delivery) => ({ delivery, start_before_ms }));
        waiting.set(host, [...(waiting.get(host) ?? []), ...queued]);
        startWaiting(host);
      }
      return claimed.length > 0;
    },
    freed: () => freed.promise,
    drain: async () => {
      is_draining = true;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
