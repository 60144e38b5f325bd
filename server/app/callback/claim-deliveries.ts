// Claims the deliveries to send next: finds what is due, lets the rule choose, leases what it
// chose.
import {
  type Candidate,
  DELIVERY_QUEUES,
  type DeliveryQueue,
  type Endpoint,
  endpointKey,
} from '../../domain/callback/delivery-places.ts';
import { allowedStarts, withinLimits } from '../../domain/callback/endpoint-limits.ts';
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import { aheadMs } from '../../store/batch/store.ts';
import * as store from '../../store/callback/claim-deliveries.ts';
import type { DeliveryKey } from '../../store/callback/deliveries.ts';
import {
  countStarts,
  type LimitedEndpoint,
  lockLimitedEndpoints,
  returnLeases,
} from '../../store/callback/endpoint-limits.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import type { Settings } from '../process/settings-cache.ts';
import { endpointOf } from './callback-address.ts';
import { type ClaimedDelivery, signDeliveries } from './deliver.ts';
import { HELD_QUEUE, queueNumber } from './delivery-queue.ts';

export type Claim = {
  readonly limit: number;
  readonly lease_ms: number;
  readonly queues: readonly DeliveryQueue[];
  /** How many due deliveries to read for each endpoint that `rooms` does not name. */
  readonly per_endpoint: number;
  readonly rooms: readonly (Endpoint & { room: number })[];
  /** Endpoints that answer fast again: their deliveries leave the queue of slow endpoints. */
  readonly recovered: readonly Endpoint[];
  /** `slow`: endpoints whose deliveries must move to the queue of slow endpoints. */
  choose<Item extends Candidate>(candidates: readonly Item[]): { chosen: Item[]; slow: Endpoint[] };
};

export type Claimed<Delivery> = {
  readonly deliveries: readonly Delivery[];
  /** True if more deliveries may be due than were read. */
  readonly has_more: boolean;
  /** The recovered endpoints that have no deliveries left in the queue of slow endpoints. */
  readonly emptied: readonly Endpoint[];
};

/** Limits of one search; the next search starts at another endpoint and so reaches the rest. */
const MERCHANTS_MAX = 256;
const ENDPOINTS_MAX = 32;
/** Candidates read per delivery that may be claimed: for some of them there will be no place. */
const CANDIDATES = 4;
/** For an endpoint known to be slow, with no attempt under way in this process. */
const PER_SLOW_ENDPOINT = 1;
const MOVED_MAX = 64;

const COMMON_QUEUES = DELIVERY_QUEUES.filter((queue) => queue !== 'probe');

/** A random start each time, so that no endpoint is always the last of many. */
function someEndpoint(settings: Settings): Endpoint {
  const merchants = [...settings.merchants.keys()];
  const merchant_id = merchants[Math.floor(Math.random() * merchants.length)] ?? HOUSE_BOOK;
  const [endpoint = 0n] = crypto.getRandomValues(new BigInt64Array(1));
  return { merchant_id, endpoint };
}

const endpointsOf = <Of extends Endpoint>(all: readonly Of[]): Of[] => [
  ...new Map(all.map((one) => [endpointKey(one), one])).values(),
];

type Search = Pick<store.DueQuery, 'from' | 'ahead_ms' | 'has_limits'>;

async function candidatesOf(
  tx: Queryable,
  { from, ahead_ms, has_limits }: Search,
  claim: Claim,
  queue: DeliveryQueue,
) {
  const limit = CANDIDATES * claim.limit;
  const found = await store.findDueDeliveries(tx, {
    queue: queueNumber(queue),
    from,
    merchants_max: MERCHANTS_MAX,
    endpoints_max: ENDPOINTS_MAX,
    per_endpoint: queue === 'slow' || queue === 'probe' ? PER_SLOW_ENDPOINT : claim.per_endpoint,
    rooms: claim.rooms,
    per_merchant: claim.limit,
    limit,
    lease_ms: claim.lease_ms,
    has_limits,
    ahead_ms,
  });
  return found.map((due) => ({ ...due, queue, is_limited: due.limit_room !== null }));
}

async function move(tx: Queryable, endpoints: readonly Endpoint[], to: DeliveryQueue) {
  const from = COMMON_QUEUES.filter((queue) => (queue === 'slow') !== (to === 'slow'));
  const queues = { from: from.map(queueNumber), to: queueNumber(to) };
  return await store.moveDeliveries(tx, endpoints, queues, MOVED_MAX);
}

/**
 * What may be sent: of a failing endpoint only its probe, of a disabled one nothing. The rest is
 * moved out of the way.
 */
async function withoutHeld(tx: Queryable, settings: Settings, found: readonly Found[]) {
  const isHeld = (one: Found): boolean => {
    if (!settings.held_endpoints.has(endpointKey(one))) return false;
    const { disabled_at } = endpointOf(settings, one.merchant_id, one.endpoint_number) ?? {};
    return one.queue !== 'probe' || (disabled_at ?? null) !== null;
  };
  const held = found.filter(isHeld);
  const endpoints = endpointsOf(held);
  const from = [...new Set(held.map(({ queue }) => queueNumber(queue)))];
  await store.moveDeliveries(tx, endpoints, { from, to: HELD_QUEUE }, MOVED_MAX);
  return found.filter((one) => !isHeld(one));
}

const keyOf = ({ trade_id, sequence, endpoint_number }: DeliveryKey) =>
  `${trade_id} ${sequence} ${endpoint_number}`;

type Found = store.DueDelivery & { queue: DeliveryQueue; is_limited: boolean };

/** Gives back what is above the limits of an endpoint, and counts the rest as started. */
async function withinLocked(
  tx: Queryable,
  leased: readonly store.LeasedDelivery[],
  locked: readonly LimitedEndpoint[],
): Promise<store.LeasedDelivery[]> {
  const limited = Map.groupBy(
    leased.filter(({ is_limited }) => is_limited),
    endpointKey,
  );
  const starts = locked.map((one) => {
    const claimed = limited.get(endpointKey(one))?.length ?? 0;
    return { ...one, count: allowedStarts(one, one, claimed) };
  });
  const counts = new Map(starts.map((one) => [endpointKey(one), one.count]));
  const surplus = [...limited].flatMap(([key, of]) => of.slice(counts.get(key) ?? 0));
  await Promise.all([
    returnLeases(tx, surplus),
    countStarts(
      tx,
      starts.filter(({ count, max_per_second }) => count > 0 && max_per_second !== null),
    ),
  ]);
  const returned = new Set(surplus);
  return leased.filter((one) => !returned.has(one));
}

/**
 * One transaction: two round trips, three if an endpoint has limits. Settings apply to its
 * statements only.
 */
async function lease(tx: Queryable, settings: Settings, search: Search, claim: Claim) {
  const moved = move(tx, claim.recovered, 'again');
  const finding = claim.queues.map((queue) => candidatesOf(tx, search, claim, queue));
  const [emptied, ...found] = await Promise.all([moved, ...finding]);
  const open = await withoutHeld(tx, settings, found.flat());
  const { chosen, slow } = claim.choose(withinLimits(open));
  const wanted = chosen.slice(0, claim.limit);
  const limited = endpointsOf(wanted.filter(({ is_limited }) => is_limited));
  const [taken, , locked] = await Promise.all([
    store.leaseDeliveries(tx, wanted, claim.lease_ms),
    move(tx, slow, 'slow'),
    lockLimitedEndpoints(tx, limited, claim.lease_ms),
  ]);
  const leased = limited.length === 0 ? taken : await withinLocked(tx, taken, locked);
  const has_held = open.length < found.flat().length;
  return { wanted, leased, has_held, emptied: emptied.filter((one) => one.moved < MOVED_MAX) };
}

export async function claimDeliveries(app: App, claim: Claim): Promise<Claimed<ClaimedDelivery>> {
  const settings = await app.settings.current();
  const search = {
    from: someEndpoint(settings),
    ahead_ms: aheadMs(app.store),
    has_limits: settings.has_endpoint_limits,
  };
  const { wanted, leased, has_held, emptied } = await app.store.db.transaction((tx) =>
    lease(tx, settings, search, claim),
  );
  const by_key = new Map(leased.map((one) => [keyOf(one), one]));
  const in_order = wanted.flatMap((one) => by_key.get(keyOf(one)) ?? []);
  const deliveries = await signDeliveries(app, in_order);
  // What was given back, because of limits, does not ask for another claim at once.
  const has_more = has_held || (wanted.length === claim.limit && leased.length > 0);
  return { deliveries, has_more, emptied };
}
