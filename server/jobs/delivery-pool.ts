// Callbacks under way: each that ends makes room for the next, and no merchant or endpoint takes
// the places that others need.
import type { Claim, Claimed } from '../app/claim-deliveries.ts';
import {
  answeredMs,
  type Candidate,
  chooseDeliveries,
  DELIVERY_QUEUES,
  type DeliveryQueue,
  endpointKey,
  type Pace,
} from '../domain/delivery-places.ts';
import { LIMITS } from '../domain/limits.ts';
import type { AttemptResult } from './callback-client.ts';
import { createEndpointBook, type Endpoint, type Placed } from './endpoint-book.ts';
import { createWaitingRoom } from './waiting-room.ts';

export type DeliveryWork<Delivery extends Placed> = {
  claim(wanted: Claim): Promise<Claimed<Delivery>>;
  post(delivery: Delivery): Promise<AttemptResult>;
  /** True where another delivery may be due by that. */
  record(delivery: Delivery, attempt: AttemptResult): Promise<boolean>;
  /** An attempt that could not be made or written down: its lease ends and it is made again. */
  failed(error: unknown): void;
};

export type PoolLimits = {
  readonly places: number;
  readonly claim_max: number;
  readonly lease_ms: number;
  /** How often other queues than that of first attempts are looked at, if nothing calls for it. */
  readonly round_ms: number;
};

const POOL_LIMITS: PoolLimits = { places: 256, claim_max: 64, lease_ms: 30_000, round_ms: 250 };

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

/** Enough for most to be gone with one claim, few enough to be read in vain. */
const PER_ENDPOINT = 4;

const FIRST: readonly DeliveryQueue[] = ['first'];

/** Which queues a claim looks at: that of first attempts always, the others now and then. */
function createRounds(round_ms: number) {
  let next_ms = Number.NEGATIVE_INFINITY;
  return {
    queues(): readonly DeliveryQueue[] {
      const now_ms = performance.now();
      if (now_ms < next_ms) return FIRST;
      next_ms = now_ms + round_ms;
      return DELIVERY_QUEUES;
    },
    /** The next claim looks at all of them. */
    hurry(): void {
      next_ms = Number.NEGATIVE_INFINITY;
    },
  };
}

export function createDeliveryPool<Delivery extends Placed>(
  work: DeliveryWork<Delivery>,
  limits: PoolLimits = POOL_LIMITS,
): DeliveryPool {
  type Item = { readonly delivery: Delivery; readonly pace: Pace };
  const { places, claim_max, lease_ms } = limits;
  const book = createEndpointBook(places);
  const rounds = createRounds(limits.round_ms);
  const running = new Set<Promise<void>>();
  let held = 0;
  let freed = Promise.withResolvers<void>();
  // What the last claim may have left for want of room: of these endpoints, or in all.
  let short = new Set<string>();
  let is_short = false;
  /** How many of each endpoint the last claim looked for: of one that was full, none. */
  let asked: ReadonlyMap<string, number> = new Map();
  let is_draining = false;

  const leave = ({ delivery, pace }: Item): void => {
    held -= 1;
    book.leave(delivery, pace);
    if (is_short) freed.resolve();
  };
  const waiting = createWaitingRoom<Item>((item) => {
    book.dropped(item.delivery);
    leave(item);
  });

  /** Tells how long the endpoint took to answer, null where it did not, whatever went wrong. */
  const post = async (delivery: Delivery): Promise<AttemptResult> => {
    let answered_ms: number | null = null;
    try {
      const attempt = await work.post(delivery);
      answered_ms = answeredMs(attempt);
      return attempt;
    } finally {
      book.ended(delivery, answered_ms);
      // What follows need not wait until this one is written down.
      startWaiting(endpointKey(delivery), delivery);
      if (short.has(endpointKey(delivery)) && book.room(delivery) > 0) freed.resolve();
    }
  };

  const run = async (delivery: Delivery): Promise<void> => {
    const attempt = await post(delivery);
    if (await work.record(delivery, attempt)) freed.resolve();
  };

  const start = (item: Item): void => {
    book.start(item.delivery);
    const attempt = run(item.delivery)
      .catch(work.failed)
      .then(() => {
        running.delete(attempt);
        leave(item);
      });
    running.add(attempt);
  };

  const startWaiting = (key: string, of: Endpoint): void => {
    while (!is_draining && book.canStart(of)) {
      const next = waiting.take(key);
      if (next === undefined) return;
      start(next);
    }
  };

  const choose: Claim['choose'] = <Found extends Candidate>(candidates: readonly Found[]) => {
    const chosen = chooseDeliveries(candidates, book.now());
    const taken = new Set(chosen);
    const quick = candidates.filter((one) => !book.isSlow(one));
    const counts = new Map<string, number>();
    for (const one of candidates) {
      counts.set(endpointKey(one), (counts.get(endpointKey(one)) ?? 0) + 1);
    }
    short = new Set(
      [...asked.keys(), ...counts.keys()].filter(
        (key) => (counts.get(key) ?? 0) >= (asked.get(key) ?? PER_ENDPOINT),
      ),
    );
    // An endpoint that is full frees itself; for want of places anybody's end counts.
    is_short = quick.some((one) => !taken.has(one) && book.room(one) > 0);
    const slow = new Map(
      candidates
        .filter((one) => one.queue !== 'slow' && book.isSlow(one))
        .map(({ merchant_id, endpoint }) => {
          const of = { merchant_id, endpoint };
          return [endpointKey(of), of] as const;
        }),
    );
    return { chosen, slow: [...slow.values()] };
  };

  const place = (deliveries: readonly Delivery[], start_before_ms: number): void => {
    for (const delivery of deliveries) {
      held += 1;
      const item = { delivery, pace: book.take(delivery) };
      waiting.add(endpointKey(delivery), [item], start_before_ms);
    }
    for (const delivery of deliveries) startWaiting(endpointKey(delivery), delivery);
  };

  return {
    fill: async () => {
      freed = Promise.withResolvers();
      const limit = Math.min(claim_max, places - held);
      is_short = limit <= 0;
      if (is_draining || is_short) return false;
      const start_before_ms = performance.now() + lease_ms - ATTEMPT_MAX_MS;
      const queues = rounds.queues();
      const [rooms, recovered] = [book.rooms(), book.recovered()];
      asked = new Map(rooms.map((of) => [endpointKey(of), of.room]));
      const per_endpoint = PER_ENDPOINT;
      const wanted = { limit, lease_ms, queues, per_endpoint, rooms, recovered, choose };
      const claimed = await work.claim(wanted);
      book.emptied(claimed.emptied);
      place(claimed.deliveries, start_before_ms);
      if (!claimed.has_more) return false;
      is_short = true;
      // What was full may be in a queue that is looked at now and then only.
      if (queues.length > 1) rounds.hurry();
      return places > held;
    },
    freed: () => freed.promise,
    drain: async () => {
      is_draining = true;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
