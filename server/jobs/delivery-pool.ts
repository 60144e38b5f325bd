// Callbacks under way: each that ends makes room for the next; no host gets more than its share.
import { LIMITS } from '../domain/limits.ts';
import type { AttemptResult, Callback } from './callback-client.ts';
import { createHostRooms } from './host-rooms.ts';
import { createHostSlots } from './host-slots.ts';
import { createWaitingRoom } from './waiting-room.ts';

/** What the pool has to know of a delivery; the rest belongs to those who claim and record. */
export type PooledDelivery = Callback & { readonly host: string };

export type Claim = {
  limit: number;
  /** How many of a host that `rooms` does not name. */
  per_host: number;
  rooms: ReadonlyMap<string, number>;
  lease_ms: number;
};

export type DeliveryWork<Delivery extends PooledDelivery> = {
  claim(wanted: Claim): Promise<readonly Delivery[]>;
  post(delivery: Delivery): Promise<AttemptResult>;
  /** True where another delivery may be due by that. */
  record(delivery: Delivery, attempt: AttemptResult): Promise<boolean>;
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
  /** Resolves when a claim may bring more than when the last `fill` began. */
  freed(): Promise<void>;
  /** Starts nothing more and waits for the attempts under way. */
  drain(): Promise<void>;
};

/** Tells how long the host took to answer, null where it did not, whatever else went wrong. */
async function post<Delivery extends PooledDelivery>(
  work: DeliveryWork<Delivery>,
  delivery: Delivery,
  ended: (answered_ms: number | null) => void,
): Promise<AttemptResult> {
  let answered_ms: number | null = null;
  try {
    const attempt = await work.post(delivery);
    const { status, error, duration_ms } = attempt;
    if (status !== null && error !== 'timeout') answered_ms = duration_ms;
    return attempt;
  } finally {
    ended(answered_ms);
  }
}

export function createDeliveryPool<Delivery extends PooledDelivery>(
  work: DeliveryWork<Delivery>,
  limits: PoolLimits = POOL_LIMITS,
): DeliveryPool {
  const { in_flight_max, per_host_max: per_host, claim_max, lease_ms } = limits;
  const slots = createHostSlots(per_host);
  const waiting = createWaitingRoom<Delivery>();
  const rooms = createHostRooms(slots, waiting, per_host);
  const running = new Set<Promise<void>>();
  let freed = Promise.withResolvers<void>();
  // The last claim brought as many as it might.
  let is_full = false;
  let is_draining = false;

  const capacity = (): number => in_flight_max - running.size - waiting.total();

  const run = async (delivery: Delivery): Promise<void> => {
    const { host } = delivery;
    const attempt = await post(work, delivery, (answered_ms) => {
      // What follows need not wait until this one is written down.
      slots.free(host, answered_ms);
      startWaiting(host);
      if (rooms.hasOpened(host)) freed.resolve();
    });
    if (await work.record(delivery, attempt)) freed.resolve();
  };

  const start = (delivery: Delivery): void => {
    slots.take(delivery.host);
    const end = (): void => {
      running.delete(attempt);
      if (is_full) freed.resolve();
    };
    const attempt = run(delivery).catch(work.failed).then(end);
    running.add(attempt);
  };

  const startWaiting = (host: string): void => {
    while (!is_draining && slots.has(host)) {
      const next = waiting.take(host);
      if (next === undefined) return;
      start(next);
    }
  };

  return {
    fill: async () => {
      freed = Promise.withResolvers();
      const limit = Math.min(claim_max, capacity());
      is_full = limit <= 0;
      if (is_draining || is_full) return false;
      const start_before_ms = performance.now() + lease_ms - ATTEMPT_MAX_MS;
      const asked = rooms.all();
      const claimed = await work.claim({ limit, per_host, rooms: asked, lease_ms });
      waiting.add(claimed, start_before_ms);
      const hosts = claimed.map((delivery) => delivery.host);
      for (const host of new Set(hosts)) startWaiting(host);
      is_full = claimed.length >= limit;
      // Room that was made during the claim has woken nobody.
      return rooms.claimed(asked, hosts) || (is_full && capacity() > 0);
    },
    freed: () => freed.promise,
    drain: async () => {
      is_draining = true;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
