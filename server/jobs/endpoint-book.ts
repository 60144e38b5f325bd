// This process's attempts under way by merchant and endpoint, and how endpoints have answered.
import {
  aheadOf,
  type Endpoint,
  type EndpointRecord,
  endpointAfter,
  endpointKey,
  type Pace,
  type PlacesNow,
  paceFor,
  type QueuedEndpoint,
  UNKNOWN_ENDPOINT,
} from '../domain/callback/delivery-places.ts';
import { createTakenPlaces } from './taken-places.ts';

export type EndpointBook = {
  now(): PlacesNow;
  /**
   * Called after a claim: the delivery has a place until `leave`, which needs the returned pace.
   */
  take(delivery: QueuedEndpoint): Pace;
  leave(delivery: QueuedEndpoint, pace: Pace): void;
  /**
   * True if the endpoint may have one more attempt at once. If it has limits, the claim has
   * counted the attempt as started.
   */
  canStart(of: Endpoint): boolean;
  start(of: Endpoint): void;
  /** The delivery waited too long and was not started. */
  dropped(of: Endpoint): void;
  /** In milliseconds, or null if the endpoint did not answer. */
  ended(delivery: QueuedEndpoint, answered_ms: number | null): void;
  /** How many more to claim, for each endpoint with attempts under way. */
  rooms(): (Endpoint & { room: number })[];
  room(of: Endpoint): number;
  isSlow(of: Endpoint): boolean;
  /** Endpoints that were slow and have answered fast, until `emptied`. */
  recovered(): readonly Endpoint[];
  emptied(endpoints: readonly Endpoint[]): void;
};

type Entry = Endpoint & {
  record: EndpointRecord;
  running: number;
  waiting: number;
  is_limited: boolean;
};

/** A merchant can use any number of addresses for free, so the memory for them is bounded. */
const REMEMBERED_MAX = 10_000;

function roomOf({ record, running, waiting, is_limited }: Entry): number {
  // What waits in memory would count against the limits of its endpoint.
  const ahead = is_limited ? 0 : aheadOf(record);
  // Claims only once half of the waiting deliveries have started: claiming one by one costs too
  // much.
  return waiting * 2 > ahead ? 0 : record.share - running + ahead - waiting;
}

/** The known endpoints, and which of them have attempts under way. */
function createEntries() {
  const entries = new Map<string, Entry>();
  const busy = new Map<string, Entry>();

  const forgetSome = (): void => {
    for (const key of entries.keys()) {
      if (entries.size <= REMEMBERED_MAX) return;
      if (!busy.has(key)) entries.delete(key);
    }
  };

  return {
    busy: () => [...busy.values()],
    recall: ({ merchant_id, endpoint }: Endpoint): Entry => {
      const none = { record: UNKNOWN_ENDPOINT, running: 0, waiting: 0, is_limited: false };
      return (
        entries.get(endpointKey({ merchant_id, endpoint })) ?? { merchant_id, endpoint, ...none }
      );
    },
    keep: (entry: Entry): void => {
      const key = endpointKey(entry);
      // Moved to the end, so that the least recently used are dropped first.
      entries.delete(key);
      entries.set(key, entry);
      if (entry.running + entry.waiting > 0) busy.set(key, entry);
      else busy.delete(key);
      forgetSome();
    },
  };
}

export function createEndpointBook(places: number): EndpointBook {
  const { recall, keep, busy } = createEntries();
  const taken = createTakenPlaces();
  const recovered = new Map<string, Endpoint>();

  const change = (of: Endpoint, by: Partial<Record<'running' | 'waiting', number>>): Entry => {
    const entry = recall(of);
    entry.running += by.running ?? 0;
    entry.waiting += by.waiting ?? 0;
    keep(entry);
    return entry;
  };
  const room = (of: Endpoint): number => roomOf(recall(of));

  return {
    now: () => ({
      places,
      by_all: taken.byAll(),
      byMerchant: taken.byMerchant,
      byEndpoint: (of) => ({ ...recall(of).record, room: room(of) }),
    }),
    take: (delivery) => {
      const entry = change(delivery, { waiting: 1 });
      entry.is_limited = delivery.is_limited;
      const pace = paceFor(delivery.queue, entry.record);
      taken.count(delivery.merchant_id, pace, 1);
      return pace;
    },
    leave: ({ merchant_id }, pace) => taken.count(merchant_id, pace, -1),
    canStart: (of) => {
      const { running, record, is_limited } = recall(of);
      return is_limited || running < record.share;
    },
    start: (of) => {
      change(of, { waiting: -1, running: 1 });
    },
    dropped: (of) => {
      change(of, { waiting: -1 });
    },
    ended: (delivery, answered_ms) => {
      const entry = change(delivery, { running: -1 });
      const was_slow = paceFor(delivery.queue, entry.record) === 'slow';
      entry.record = endpointAfter(entry.record, answered_ms);
      const { merchant_id, endpoint, record } = entry;
      const key = endpointKey(entry);
      if (record.pace === 'slow') recovered.delete(key);
      else if (was_slow) recovered.set(key, { merchant_id, endpoint });
    },
    rooms: () =>
      busy().map((entry) => {
        const { merchant_id, endpoint } = entry;
        return { merchant_id, endpoint, room: Math.max(0, roomOf(entry)) };
      }),
    room,
    isSlow: (of) => recall(of).record.pace === 'slow',
    recovered: () => [...recovered.values()],
    emptied: (endpoints) => {
      for (const endpoint of endpoints) recovered.delete(endpointKey(endpoint));
    },
  };
}
