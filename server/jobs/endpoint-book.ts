// What this process has under way for each merchant and endpoint, and how the endpoints answered.
import {
  aheadOf,
  type Candidate,
  type EndpointRecord,
  endpointAfter,
  endpointKey,
  NONE_TAKEN,
  type Pace,
  type PlacesNow,
  paceFor,
  type Taken,
  UNKNOWN_ENDPOINT,
} from '../domain/delivery-places.ts';

export type Endpoint = Pick<Candidate, 'merchant_id' | 'endpoint'>;
export type Placed = Pick<Candidate, 'merchant_id' | 'endpoint' | 'queue'>;

export type EndpointBook = {
  now(): PlacesNow;
  /** Claimed: it has a place until `leave`, given what `take` returned. */
  take(delivery: Placed): Pace;
  leave(delivery: Placed, pace: Pace): void;
  /** True if the endpoint may have one more attempt at once. */
  canStart(of: Endpoint): boolean;
  start(of: Endpoint): void;
  /** In milliseconds, or null if the endpoint did not answer. */
  ended(delivery: Placed, answered_ms: number | null): void;
  /** Never started: it came too late. */
  dropped(of: Endpoint): void;
  /** How many more are worth claiming, of each endpoint that has any under way. */
  rooms(): (Endpoint & { room: number })[];
  room(of: Endpoint): number;
  isSlow(of: Endpoint): boolean;
  /** Endpoints that were slow and have answered quickly, until `emptied`. */
  recovered(): readonly Endpoint[];
  emptied(endpoints: readonly Endpoint[]): void;
};

type Entry = Endpoint & { record: EndpointRecord; running: number; waiting: number };

/** Addresses cost a merchant nothing, so they must not cost us memory: beyond that some are lost. */
const REMEMBERED_MAX = 10_000;

const changed = (taken: Taken, pace: Pace, by: number): Taken => ({
  ...taken,
  [pace]: taken[pace] + by,
});

function roomOf({ record, running, waiting }: Entry): number {
  const ahead = aheadOf(record);
  // Half of what may wait is worth a claim; one by one is not.
  return waiting * 2 > ahead ? 0 : record.share - running + ahead - waiting;
}

export function createEndpointBook(places: number): EndpointBook {
  const entries = new Map<string, Entry>();
  const busy = new Map<string, Entry>();
  const recovered = new Map<string, Endpoint>();
  const by_merchant = new Map<string, Taken>();
  let by_all = NONE_TAKEN;

  const recall = ({ merchant_id, endpoint }: Endpoint): Entry =>
    entries.get(endpointKey({ merchant_id, endpoint })) ?? {
      merchant_id,
      endpoint,
      record: UNKNOWN_ENDPOINT,
      running: 0,
      waiting: 0,
    };

  const forgetSome = (): void => {
    for (const key of entries.keys()) {
      if (entries.size <= REMEMBERED_MAX) return;
      if (!busy.has(key)) entries.delete(key);
    }
  };

  const keep = (entry: Entry): void => {
    const key = endpointKey(entry);
    // Those that were used last are forgotten last.
    entries.delete(key);
    entries.set(key, entry);
    if (entry.running + entry.waiting > 0) busy.set(key, entry);
    else busy.delete(key);
    forgetSome();
  };

  const count = (merchant_id: string, pace: Pace, by: number): void => {
    by_all = changed(by_all, pace, by);
    const taken = changed(by_merchant.get(merchant_id) ?? NONE_TAKEN, pace, by);
    if (taken.quick + taken.unknown + taken.slow === 0) by_merchant.delete(merchant_id);
    else by_merchant.set(merchant_id, taken);
  };

  const room = (of: Endpoint): number => roomOf(recall(of));

  return {
    now: () => ({
      places,
      by_all,
      byMerchant: (merchant_id) => by_merchant.get(merchant_id) ?? NONE_TAKEN,
      byEndpoint: (of) => ({ ...recall(of).record, room: room(of) }),
    }),
    take: (delivery) => {
      const entry = recall(delivery);
      const pace = paceFor(delivery.queue, entry.record);
      entry.waiting += 1;
      keep(entry);
      count(delivery.merchant_id, pace, 1);
      return pace;
    },
    leave: ({ merchant_id }, pace) => count(merchant_id, pace, -1),
    canStart: (of) => {
      const { running, record } = recall(of);
      return running < record.share;
    },
    start: (of) => {
      const entry = recall(of);
      entry.waiting -= 1;
      entry.running += 1;
    },
    dropped: (of) => {
      const entry = recall(of);
      entry.waiting -= 1;
      keep(entry);
    },
    ended: (delivery, answered_ms) => {
      const { merchant_id, endpoint, queue } = delivery;
      const of = { merchant_id, endpoint };
      const entry = recall(of);
      const was_slow = entry.record.pace === 'slow' || queue === 'slow';
      entry.running -= 1;
      entry.record = endpointAfter(entry.record, answered_ms);
      keep(entry);
      if (entry.record.pace === 'slow') recovered.delete(endpointKey(of));
      else if (was_slow) recovered.set(endpointKey(of), of);
    },
    rooms: () => {
      return [...busy.values()].map((entry) => {
        const { merchant_id, endpoint } = entry;
        return { merchant_id, endpoint, room: Math.max(0, roomOf(entry)) };
      });
    },
    room,
    isSlow: (of) => recall(of).record.pace === 'slow',
    recovered: () => [...recovered.values()],
    emptied: (endpoints) => {
      for (const endpoint of endpoints) recovered.delete(endpointKey(endpoint));
    },
  };
}
