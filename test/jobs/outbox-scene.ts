// An outbox in memory and the jobs over it; they are stopped when a file's tests have ended.
import { EventEmitter, once } from 'node:events';
import type { Claim, Claimed } from '../../server/app/callback/claim-deliveries.ts';
import { type DeliveryQueue, endpointKey } from '../../server/domain/callback/delivery-places.ts';
import { createCallbackClient } from '../../server/jobs/callback-client.ts';
import type { PoolLimits } from '../../server/jobs/delivery-pool.ts';
import { type JobRunner, type JobWork, runJobs } from '../../server/jobs/run-jobs.ts';
import { closing } from './callback-scene.ts';

export type Delivery = {
  id: number;
  trade: number;
  merchant_id: string;
  endpoint: bigint;
  queue: DeliveryQueue;
  is_limited: boolean;
  due_at: number;
  url: string;
  body: string;
  headers: Record<string, string>;
};
type Outcome = { id: number; status: number | null; error: string | null };

/** Who makes deliveries, where they go, and how many. */
type Added = { merchant_id?: string; count: number; trade?: number };

export type Outbox = {
  readonly outcomes: readonly Outcome[];
  readonly due: ReadonlyMap<number, Delivery>;
  readonly leased: ReadonlyMap<number, Delivery>;
  /** The ids of what was added. */
  add(url: string, added: Added): number[];
  claim(wanted: Claim): Promise<Claimed<Delivery>>;
  record(delivery: Delivery, attempt: Omit<Outcome, 'id'>): Promise<boolean>;
  until(holds: () => boolean): Promise<void>;
};

const CANDIDATES = 4;

type Deliveries = ReadonlyMap<number, Delivery>;

/** One per trade, as many of an endpoint as there is room, merchants in turns. */
function candidatesOf(
  due: Deliveries,
  leased: Deliveries,
  { limit, queues, rooms, per_endpoint }: Claim,
): Delivery[] {
  const left = new Map(rooms.map((room) => [endpointKey(room), room.room]));
  const trades = new Set([...leased.values()].map((one) => one.trade));
  const of_merchants = new Map<string, number>();
  const ranked = [...due.values()]
    .filter((delivery) => {
      if (!queues.includes(delivery.queue) || trades.has(delivery.trade)) return false;
      const room = left.get(endpointKey(delivery)) ?? per_endpoint;
      if (room === 0) return false;
      left.set(endpointKey(delivery), room - 1);
      trades.add(delivery.trade);
      return true;
    })
    .map((delivery) => {
      const rank = of_merchants.get(delivery.merchant_id) ?? 0;
      of_merchants.set(delivery.merchant_id, rank + 1);
      return { delivery, rank };
    });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, CANDIDATES * limit)
    .map(({ delivery }) => delivery);
}

/** Claims as the contract says. */
export function createOutbox(): Outbox {
  const due = new Map<number, Delivery>();
  const leased = new Map<number, Delivery>();
  const outcomes: Outcome[] = [];
  const changes = new EventEmitter();
  const endpoints = new Map<string, bigint>();
  let next_id = 1;

  const endpointOf = (url: string): bigint => {
    const endpoint = endpoints.get(url) ?? BigInt(endpoints.size + 1);
    endpoints.set(url, endpoint);
    return endpoint;
  };

  const move = (keys: ReadonlySet<string>, queue: DeliveryQueue): void => {
    for (const delivery of due.values()) {
      if (keys.has(endpointKey(delivery))) delivery.queue = queue;
    }
  };

  return {
    outcomes,
    due,
    leased,
    add(url, { merchant_id = 'shop', count, trade }) {
      return Array.from({ length: count }, () => {
        const id = next_id;
        next_id += 1;
        const headers = { 'content-type': 'application/json', 'webhook-id': `msg_${id}` };
        const to = { merchant_id, endpoint: endpointOf(url), url };
        const sent = { id, trade: trade ?? id, body: '{}', headers };
        due.set(id, { ...sent, ...to, queue: 'first', is_limited: false, due_at: id });
        return id;
      });
    },
    claim(wanted) {
      move(new Set(wanted.recovered.map(endpointKey)), 'again');
      const { chosen, slow } = wanted.choose(candidatesOf(due, leased, wanted));
      const deliveries = chosen.slice(0, wanted.limit);
      for (const delivery of deliveries) {
        due.delete(delivery.id);
        leased.set(delivery.id, delivery);
      }
      move(new Set(slow.map(endpointKey)), 'slow');
      const has_more = deliveries.length === wanted.limit;
      return Promise.resolve({ deliveries, has_more, emptied: wanted.recovered });
    },
    record({ id, trade }: Delivery, { status, error }: Omit<Outcome, 'id'>): Promise<boolean> {
      leased.delete(id);
      outcomes.push({ id, status, error });
      changes.emit('outcome');
      return Promise.resolve([...due.values()].some((one) => one.trade === trade));
    },
    async until(holds: () => boolean): Promise<void> {
      while (!holds()) await once(changes, 'outcome');
    },
  };
}

export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const never = { wait: () => new Promise<void>(() => undefined) };

export function start(
  work: Partial<JobWork<Delivery>>,
  limits?: PoolLimits,
  timeout_ms = 10_000,
): JobRunner {
  const client = createCallbackClient({ allow_local: true, timeout_ms });
  const runner = runJobs<Delivery>(
    {
      log: quiet,
      events: never,
      isOutage: (error) => error instanceof Error && error.message === 'away',
      rests: async () => false,
      countFailure: () => undefined,
      expire: async () => 0,
      rematch: async () => 0,
      clean: async () => 0,
      endByAge: async () => 0,
      endCallbacks: async () => 0,
      releaseHolds: async () => 0,
      expireProposals: async () => 0,
      followErasures: async () => 0,
      followDeadlines: async () => 0,
      workRails: async () => 0,
      answerSandboxOrders: async () => 0,
      prove: async () => 0,
      countEvents: async () => false,
      writeMisses: async () => 0,
      makeWords: async () => 0,
      makePayeeWords: async () => false,
      watchAlerts: async () => 0,
      sendNotices: async () => 0,
      sendReports: async () => 0,
      applyRules: async () => 0,
      followClock: async () => 0,
      followEndpoints: async () => 0,
      reseal: async () => 0,
      measure: async () => 0,
      claim: async () => ({ deliveries: [], has_more: false, emptied: [] }),
      post: client.post,
      record: async () => false,
      ...work,
    },
    limits,
  );
  closing.unshift(async () => {
    await runner.stop();
    await client.close();
  });
  return runner;
}
