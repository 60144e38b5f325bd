// Claims the deliveries that may be sent next: finds what is due, lets the rule choose, leases it.
import {
  type Candidate,
  DELIVERY_QUEUES,
  type DeliveryQueue,
  type Endpoint,
} from '../domain/delivery-places.ts';
import { HOUSE_BOOK } from '../domain/ledger.ts';
import * as store from '../store/claim-deliveries.ts';
import type { DeliveryKey } from '../store/deliveries.ts';
import type { App } from './app.ts';
import { type ClaimedDelivery, signDeliveries } from './deliver.ts';
import { queueNumber } from './delivery-queue.ts';

export type Claim = {
  readonly limit: number;
  readonly lease_ms: number;
  readonly queues: readonly DeliveryQueue[];
  /** How many to look at of every endpoint that `rooms` does not name. */
  readonly per_endpoint: number;
  readonly rooms: readonly (Endpoint & { room: number })[];
  /** Endpoints that answer again: what waits behind them is looked for as before. */
  readonly recovered: readonly Endpoint[];
  /** `slow`: endpoints that have to be got out of the way of others. */
  choose<Item extends Candidate>(candidates: readonly Item[]): { chosen: Item[]; slow: Endpoint[] };
};

export type Claimed<Delivery> = {
  readonly deliveries: readonly Delivery[];
  /** True if there may be more that is due than was looked at. */
  readonly has_more: boolean;
  /** The recovered endpoints behind which nothing waits any more. */
  readonly emptied: readonly Endpoint[];
};

/** Bounds on one look: what is beyond them comes with another, which begins elsewhere. */
const MERCHANTS_MAX = 256;
const ENDPOINTS_MAX = 32;
/** So many times as many are looked at as may be claimed: some will have no place. */
const CANDIDATES = 4;
/** Of an endpoint that is known to be slow, and to have nothing under way here. */
const PER_SLOW_ENDPOINT = 1;
const MOVED_MAX = 64;

/** Somewhere else each time, so that none is always the last of many. */
async function someEndpoint(app: App): Promise<Endpoint> {
  const merchants = [...(await app.settings.current()).merchants.keys()];
  const merchant_id = merchants[Math.floor(Math.random() * merchants.length)] ?? HOUSE_BOOK;
  const [endpoint = 0n] = crypto.getRandomValues(new BigInt64Array(1));
  return { merchant_id, endpoint };
}

async function candidatesOf(app: App, claim: Claim, queue: DeliveryQueue) {
  const limit = CANDIDATES * claim.limit;
  const found = await store.findDueDeliveries(app.store.db, {
    queue: queueNumber(queue),
    from: await someEndpoint(app),
    merchants_max: MERCHANTS_MAX,
    endpoints_max: ENDPOINTS_MAX,
    per_endpoint: queue === 'slow' ? PER_SLOW_ENDPOINT : claim.per_endpoint,
    rooms: claim.rooms,
    per_merchant: claim.limit,
    limit,
  });
  return found.map((due) => ({ ...due, queue }));
}

async function move(app: App, endpoints: readonly Endpoint[], to: DeliveryQueue) {
  const from = DELIVERY_QUEUES.filter((queue) => (queue === 'slow') !== (to === 'slow'));
  const queues = { from: from.map(queueNumber), to: queueNumber(to) };
  return await store.moveDeliveries(app.store.db, endpoints, queues, MOVED_MAX);
}

const keyOf = ({ trade_id, sequence }: DeliveryKey) => `${trade_id} ${sequence}`;

export async function claimDeliveries(app: App, claim: Claim): Promise<Claimed<ClaimedDelivery>> {
  const moved = await move(app, claim.recovered, 'again');
  const found = await Promise.all(claim.queues.map((queue) => candidatesOf(app, claim, queue)));
  const { chosen, slow } = claim.choose(found.flat());
  const wanted = chosen.slice(0, claim.limit);
  const leased = await store.leaseDeliveries(app.store.db, wanted, claim.lease_ms);
  await move(app, slow, 'slow');
  const by_key = new Map(leased.map((one) => [keyOf(one), one]));
  const in_order = wanted.flatMap((one) => by_key.get(keyOf(one)) ?? []);
  return {
    deliveries: await signDeliveries(app, in_order),
    has_more: wanted.length === claim.limit,
    emptied: moved.filter((one) => one.moved < MOVED_MAX),
  };
}
