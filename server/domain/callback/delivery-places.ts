// Chooses the callbacks that may start next. Places are shared among merchants, then among a
// merchant's endpoints, so that receivers that do not answer slow down nobody else.

/**
 * Where a delivery waits: for its first attempt, for a later one, or, in either case, in `slow`
 * because its endpoint did not answer quickly the last time. `probe` has one delivery of each
 * failing endpoint, to find out whether it answers again.
 */
export const DELIVERY_QUEUES = ['first', 'again', 'slow', 'probe'] as const;
export type DeliveryQueue = (typeof DELIVERY_QUEUES)[number];

/** The result of an endpoint's last attempt: `unknown` before the first. */
export const PACES = ['quick', 'unknown', 'slow'] as const;
export type Pace = (typeof PACES)[number];

/** `share`: how many attempts the endpoint may have at once. */
export type EndpointRecord = { readonly share: number; readonly pace: Pace };

export const UNKNOWN_ENDPOINT: EndpointRecord = { share: 1, pace: 'unknown' };

export const ENDPOINT_SHARE_MAX = 16;
const QUICK_MS = 1_000;
/** Deliveries kept in memory: they keep an endpoint busy while the next are claimed. */
const SHARES_AHEAD = 3;

export type DeliveryAttemptEnd = {
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
};

/** How long the endpoint took to answer, whatever the answer; null if there was none. */
export const answeredMs = ({ status, error, duration_ms }: DeliveryAttemptEnd): number | null =>
  status === null || error === 'timeout' ? null : duration_ms;

export const paceOf = (answered_ms: number | null): Pace =>
  answered_ms !== null && answered_ms <= QUICK_MS ? 'quick' : 'slow';

/** An endpoint that does not answer gets one attempt at a time; each answer doubles its share. */
export function endpointAfter(before: EndpointRecord, answered_ms: number | null): EndpointRecord {
  const share = answered_ms === null ? 1 : Math.min(before.share * 2, ENDPOINT_SHARE_MAX);
  return { share, pace: paceOf(answered_ms) };
}

/** How many deliveries may wait in memory for an endpoint, besides those being sent. */
export const aheadOf = ({ share, pace }: EndpointRecord): number =>
  pace === 'quick' ? SHARES_AHEAD * share : 0;

/** Places in use, by the pace of their endpoints. */
export type TakenPlaces = Readonly<Record<Pace, number>>;

export const NONE_TAKEN: TakenPlaces = { quick: 0, unknown: 0, slow: 0 };

/**
 * Each pace may use a part of all places, and a merchant only a part of those still free: the more
 * merchants there are, the less each gets, and some places stay free for a merchant without any.
 */
const LEVELS: readonly { paces: readonly Pace[]; of_places: number; of_free: number }[] = [
  { paces: ['slow'], of_places: 1 / 4, of_free: 1 / 4 },
  { paces: ['slow', 'unknown'], of_places: 1 / 2, of_free: 1 / 4 },
  { paces: ['slow', 'unknown', 'quick'], of_places: 1, of_free: 1 / 2 },
];

const sum = (taken: TakenPlaces, paces: readonly Pace[]): number =>
  paces.reduce((total, pace) => total + taken[pace], 0);

export function hasPlace(
  pace: Pace,
  taken: { readonly by_all: TakenPlaces; readonly by_merchant: TakenPlaces },
  places: number,
): boolean {
  return LEVELS.every(({ paces, of_places, of_free }) => {
    if (!paces.includes(pace)) return true;
    const free = Math.ceil(places * of_places) - sum(taken.by_all, paces);
    const most = Math.max(1, Math.floor(free * of_free));
    return free > 0 && sum(taken.by_merchant, paces) < most;
  });
}

/** Up to 1,000,000 the merchant's endpoints; other numbers are addresses given by trades. */
export type Endpoint = { readonly merchant_id: string; readonly endpoint: bigint };
export type QueuedEndpoint = Endpoint & {
  readonly queue: DeliveryQueue;
  /** True if the endpoint has limits of its own: its attempts are started as they are claimed. */
  readonly is_limited: boolean;
};
export type Candidate = QueuedEndpoint & { readonly due_at: number };

/** What one process knows. `room`: how many more deliveries the endpoint may have, if above 0. */
export type PlacesNow = {
  readonly places: number;
  readonly by_all: TakenPlaces;
  byMerchant(merchant_id: string): TakenPlaces;
  byEndpoint(of: Endpoint): EndpointRecord & { room: number };
};

export const endpointKey = ({ merchant_id, endpoint }: Endpoint) => `${merchant_id} ${endpoint}`;

/** Another process may have found an endpoint slow that this one has not tried. */
export const paceFor = (queue: DeliveryQueue, { pace }: EndpointRecord): Pace =>
  (queue === 'slow' || queue === 'probe') && pace === 'unknown' ? 'slow' : pace;

type Ranked<Item> = { readonly item: Item; readonly rank: number };

export const byQueueThenAge = (a: Candidate, b: Candidate): number =>
  DELIVERY_QUEUES.indexOf(a.queue) - DELIVERY_QUEUES.indexOf(b.queue) || a.due_at - b.due_at;

/** Round robin: the first of each group comes before the second of any. */
function inTurns<Item extends Candidate>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
  startOf: (item: Item) => number,
): Item[] {
  const counts = new Map<string, number>();
  const ranked = items.map((item): Ranked<Item> => {
    const rank = counts.get(groupOf(item)) ?? startOf(item);
    counts.set(groupOf(item), rank + 1);
    return { item, rank };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank || byQueueThenAge(a.item, b.item))
    .map(({ item }) => item);
}

/**
 * The deliveries that may start now, in order: merchants round robin, those with the fewest
 * attempts in progress first; within a merchant its endpoints round robin; first attempts first.
 */
export function chooseDeliveries<Item extends Candidate>(
  candidates: readonly Item[],
  now: PlacesNow,
): Item[] {
  const by_endpoint = inTurns(candidates.toSorted(byQueueThenAge), endpointKey, () => 0);
  const ordered = inTurns(
    by_endpoint,
    ({ merchant_id }) => merchant_id,
    ({ merchant_id }) => sum(now.byMerchant(merchant_id), PACES),
  );
  let by_all = now.by_all;
  const of_merchants = new Map<string, TakenPlaces>();
  const rooms = new Map<string, number>();
  return ordered.filter((candidate) => {
    const { merchant_id, queue } = candidate;
    const key = endpointKey(candidate);
    const endpoint = now.byEndpoint(candidate);
    const pace = paceFor(queue, endpoint);
    const by_merchant = of_merchants.get(merchant_id) ?? now.byMerchant(merchant_id);
    const room = rooms.get(key) ?? endpoint.room;
    if (room <= 0 || !hasPlace(pace, { by_all, by_merchant }, now.places)) return false;
    rooms.set(key, room - 1);
    of_merchants.set(merchant_id, { ...by_merchant, [pace]: by_merchant[pace] + 1 });
    by_all = { ...by_all, [pace]: by_all[pace] + 1 };
    return true;
  });
}
