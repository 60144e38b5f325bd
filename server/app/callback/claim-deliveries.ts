// Claims the deliveries that may be sent next: finds what is due, lets the rule choose, leases it.
import {
  type Candidate,
  DELIVERY_QUEUES,
  type DeliveryQueue,
  type Endpoint,
} from '../../domain/callback/delivery-places.ts';
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import * as store from '../../store/callback/claim-deliveries.ts';
import type { DeliveryKey } from '../../store/callback/deliveries.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
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

async function candidatesOf(tx: Queryable, from: Endpoint, claim: Claim, queue: DeliveryQueue) {
  const limit = CANDIDATES * claim.limit;
  const found = await store.findDueDeliveries(tx, {
    queue: queueNumber(queue),
    from,
    merchants_max: MERCHANTS_MAX,
    endpoints_max: ENDPOINTS_MAX,
    per_endpoint: queue === 'slow' ? PER_SLOW_ENDPOINT : claim.per_endpoint,
    rooms: claim.rooms,
    per_merchant: claim.limit,
    limit,
    lease_ms: claim.lease_ms,
  });
  return found.map((due) => ({ ...due, queue }));
}

async function move(tx: Queryable, endpoints: readonly Endpoint[], to: DeliveryQueue) {
  const from = DELIVERY_QUEUES.filter((queue) => (queue === 'slow') !== (to === 'slow'));
  const queues = { from: from.map(queueNumber), to: queueNumber(to) };
  return await store.moveDeliveries(tx, endpoints, queues, MOVED_MAX);
}

const keyOf = ({ trade_id, sequence }: DeliveryKey) => `${trade_id} ${sequence}`;

/** All in one transaction: two round trips, and the settings that hold for statements of it. */
async function lease(tx: Queryable, from: Endpoint, claim: Claim) {
  const moved = move(tx, claim.recovered, 'again');
  const finding = claim.queues.map((queue) => candidatesOf(tx, from, claim, queue));
  const [emptied, ...found] = await Promise.all([moved, ...finding]);
  const { chosen, slow } = claim.choose(found.flat());
  const wanted = chosen.slice(0, claim.limit);
  const [leased] = await Promise.all([
    store.leaseDeliveries(tx, wanted, claim.lease_ms),
    move(tx, slow, 'slow'),
  ]);
  return { wanted, leased, emptied: emptied.filter((one) => one.moved < MOVED_MAX) };
}

export async function claimDeliveries(app: App, claim: Claim): Promise<Claimed<ClaimedDelivery>> {
  const from = await someEndpoint(app);
  const { wanted, leased, emptied } = await app.store.db.transaction((tx) =>
    lease(tx, from, claim),
  );
  const by_key = new Map(leased.map((one) => [keyOf(one), one]));
  const in_order = wanted.flatMap((one) => by_key.get(keyOf(one)) ?? []);
  const deliveries = await signDeliveries(app, in_order);
  return { deliveries, has_more: wanted.length === claim.limit, emptied };
}
