// The callback attempts under way: each one that ends makes room for the next, and no merchant or
// endpoint can use up the places (attempts at once) of others.
import type { Claim, Claimed } from '../app/callback/claim-deliveries.ts';
import {
  answeredMs,
  DELIVERY_QUEUES,
  type DeliveryQueue,
  type Endpoint,
  endpointKey,
  type Pace,
  type QueuedEndpoint,
} from '../domain/callback/delivery-places.ts';
import { LIMITS } from '../domain/service/limits.ts';
import { CALLBACK_LEASE_MS } from '../domain/service/timers.ts';
import type { CallbackResult } from './callback-client.ts';
import { createClaimShortage } from './claim-shortage.ts';
import { createEndpointBook, type EndpointBook } from './endpoint-book.ts';
import { createWaitingDeliveries } from './waiting-deliveries.ts';

export type DeliveryWork<Delivery extends QueuedEndpoint> = {
  claim(wanted: Claim): Promise<Claimed<Delivery>>;
  post(delivery: Delivery): Promise<CallbackResult>;
  /** True if another delivery may now be due. */
  record(delivery: Delivery, attempt: CallbackResult): Promise<boolean>;
  /** Called if an attempt could not be made or recorded: its lease ends and it is made again. */
  failed(error: unknown): void;
};

export type PoolLimits = {
  readonly places: number;
  readonly claim_max: number;
  readonly lease_ms: number;
  /** How often queues other than that of first attempts are searched, if no signal asks for it. */
  readonly round_ms: number;
};

const POOL_LIMITS: PoolLimits = {
  places: 256,
  claim_max: 64,
  lease_ms: CALLBACK_LEASE_MS,
  round_ms: 250,
};

/** The longest attempt, and as long again to record it. */
const ATTEMPT_MAX_MS = 2 * LIMITS.callback_timeout_ms;

export type DeliveryPool = {
  /** Claims and starts what there is room for; true if calling again at once may bring more. */
  fill(): Promise<boolean>;
  /** Resolves when a claim may bring more than when the last `fill` began. */
  freed(): Promise<void>;
  /** Starts nothing more and waits for the attempts under way. */
  drain(): Promise<void>;
};

/** Enough to empty most endpoints with one claim, few enough to be read in vain. */
const PER_ENDPOINT = 4;

const FIRST: readonly DeliveryQueue[] = ['first'];

/** After it, an endpoint with a limit for each second has room again. */
const LIMIT_WINDOW_MS = 1_000;

/** Rings once after a time, however often it was set meanwhile. */
function createAlarm(ring: () => void) {
  let timer: NodeJS.Timeout | null = null;
  return {
    set(ms: number): void {
      timer ??= setTimeout(() => {
        timer = null;
        ring();
      }, ms);
    },
    clear(): void {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

/** Which queues a claim searches: that of first attempts always, the others at intervals. */
function createRounds(round_ms: number) {
  let next_ms = Number.NEGATIVE_INFINITY;
  return {
    queues(): readonly DeliveryQueue[] {
      const now_ms = performance.now();
      if (now_ms < next_ms) return FIRST;
      next_ms = now_ms + round_ms;
      return DELIVERY_QUEUES;
    },
    /** Makes the next claim search all queues. */
    hurry(): void {
      next_ms = Number.NEGATIVE_INFINITY;
    },
  };
}

type Item<Delivery> = { readonly delivery: Delivery; readonly pace: Pace };

/** The attempts under way, and the deliveries that wait in memory for their endpoint. */
function createAttempts<Delivery extends QueuedEndpoint>(
  work: DeliveryWork<Delivery>,
  book: EndpointBook,
  told: { ended(delivery: Delivery): void; left(delivery: Delivery): void; hasNext(): void },
) {
  const running = new Set<Promise<void>>();
  let held = 0;
  let is_draining = false;

  const leave = ({ delivery, pace }: Item<Delivery>): void => {
    held -= 1;
    book.leave(delivery, pace);
    told.left(delivery);
  };
  const waiting = createWaitingDeliveries<Item<Delivery>>((item) => {
    book.dropped(item.delivery);
    leave(item);
  });

  /** The endpoint's next delivery can start before this attempt is recorded. */
  const post = async (delivery: Delivery): Promise<CallbackResult> => {
    let answered_ms: number | null = null;
    try {
      const attempt = await work.post(delivery);
      answered_ms = answeredMs(attempt);
      return attempt;
    } finally {
      book.ended(delivery, answered_ms);
      startWaiting(delivery);
      told.ended(delivery);
    }
  };

  const run = async (delivery: Delivery): Promise<void> => {
    const attempt = await post(delivery);
    if (await work.record(delivery, attempt)) told.hasNext();
  };

  const startWaiting = (of: Endpoint): void => {
    while (!is_draining && book.canStart(of)) {
      const item = waiting.take(endpointKey(of));
      if (item === undefined) return;
      book.start(of);
      const attempt = run(item.delivery)
        .catch(work.failed)
        .then(() => {
          running.delete(attempt);
          leave(item);
        });
      running.add(attempt);
    }
  };

  return {
    held: () => held,
    isDraining: () => is_draining,
    add: (deliveries: readonly Delivery[], start_before_ms: number): void => {
      for (const delivery of deliveries) {
        held += 1;
        const item = { delivery, pace: book.take(delivery) };
        waiting.add(endpointKey(delivery), [item], start_before_ms);
      }
      for (const delivery of deliveries) startWaiting(delivery);
    },
    drain: async (): Promise<void> => {
      is_draining = true;
      while (running.size > 0) await Promise.all(running);
    },
  };
}

export function createDeliveryPool<Delivery extends QueuedEndpoint>(
  work: DeliveryWork<Delivery>,
  limits: PoolLimits = POOL_LIMITS,
): DeliveryPool {
  const { places, claim_max, lease_ms } = limits;
  const book = createEndpointBook(places);
  const rounds = createRounds(limits.round_ms);
  const shortage = createClaimShortage(book);
  let freed = Promise.withResolvers<void>();
  const attempts = createAttempts(work, book, {
    ended: (delivery) => {
      if (shortage.isOf(endpointKey(delivery)) && book.room(delivery) > 0) freed.resolve();
    },
    left: ({ is_limited }) => {
      // Recorded: it does not count any more against the limits of its endpoint.
      if (shortage.isOfPlaces() || is_limited) freed.resolve();
    },
    hasNext: () => freed.resolve(),
  });

  const alarm = createAlarm(() => {
    rounds.hurry();
    freed.resolve();
  });

  const claim = async (limit: number, queues: readonly DeliveryQueue[]) => {
    const asked = { rooms: book.rooms(), per_endpoint: PER_ENDPOINT };
    const recovered = book.recovered();
    const choose = shortage.chooser(asked);
    return await work.claim({ ...asked, limit, lease_ms, queues, recovered, choose });
  };

  return {
    fill: async () => {
      freed = Promise.withResolvers();
      const limit = Math.min(claim_max, places - attempts.held());
      shortage.ofPlaces(limit <= 0);
      if (attempts.isDraining() || limit <= 0) return false;
      const start_before_ms = performance.now() + lease_ms - ATTEMPT_MAX_MS;
      const queues = rounds.queues();
      const claimed = await claim(limit, queues);
      book.emptied(claimed.emptied);
      attempts.add(claimed.deliveries, start_before_ms);
      if (claimed.deliveries.some(({ is_limited }) => is_limited)) alarm.set(LIMIT_WINDOW_MS);
      if (!claimed.has_more) return false;
      shortage.ofPlaces(true);
      // More may be due in a queue that is searched only at intervals.
      if (queues.length > 1) rounds.hurry();
      return places > attempts.held();
    },
    freed: () => freed.promise,
    drain: async () => {
      alarm.clear();
      await attempts.drain();
    },
  };
}
