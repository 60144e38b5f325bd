// Probes failing endpoints with one delivery each, and sends on what was held back behind those
// that answer again.
import { endpointKey } from '../../domain/callback/delivery-places.ts';
import { placesOf } from '../../domain/merchant/merchant-endpoints.ts';
import { moveDeliveries } from '../../store/callback/claim-deliveries.ts';
import type { EndpointKey } from '../../store/callback/endpoint-health.ts';
import * as store from '../../store/callback/held-deliveries.ts';
import type { App } from '../process/app.ts';
import type { Settings } from '../process/settings-cache.ts';
import { endpointOf } from './callback-address.ts';
import { HELD_QUEUE, queueNumber } from './delivery-queue.ts';

const ENDPOINTS_MAX = 64;
const MOVED_MAX = 64;

const isDisabled = (settings: Settings, { merchant_id, number }: EndpointKey): boolean => {
  const endpoint = endpointOf(settings, merchant_id, number);
  return endpoint !== undefined && endpoint.disabled_at !== null;
};

async function startProbes(app: App, settings: Settings): Promise<number> {
  const { db } = app.store;
  const due = await store.findDueProbes(db, ENDPOINTS_MAX);
  const wanted = due.filter((one) => !isDisabled(settings, one));
  if (wanted.length === 0) return 0;
  const queues = { held: HELD_QUEUE, probe: queueNumber('probe') };
  const started = await db.transaction((tx) => store.startProbes(tx, wanted, queues));
  return started.length;
}

/** A few of each at a time, so that an endpoint that has just recovered is not flooded. */
async function sendOnHeld(app: App, settings: Settings): Promise<number> {
  const { db } = app.store;
  const recovered = await store.findRecoveredEndpoints(db, ENDPOINTS_MAX);
  const open = recovered.filter((one) => !isDisabled(settings, one));
  const endpoints = open.map(({ merchant_id, number }) => ({
    merchant_id,
    endpoint: placesOf(number),
  }));
  const queues = { from: [HELD_QUEUE], to: queueNumber('again') };
  const moved = await moveDeliveries(db, endpoints, queues, MOVED_MAX);
  const counts = new Map(moved.map((one) => [endpointKey(one), one.moved]));
  const emptied = open.filter(
    ({ merchant_id, number }) =>
      counts.get(endpointKey({ merchant_id, endpoint: placesOf(number) })) === 0,
  );
  await store.forgetHeld(db, emptied);
  return moved.reduce((sum, one) => sum + one.moved, 0);
}

/** Returns how many deliveries may now be sent. */
export async function followEndpoints(app: App): Promise<number> {
  const settings = await app.settings.current();
  const freed = (await startProbes(app, settings)) + (await sendOnHeld(app, settings));
  if (freed > 0) app.wake.events.notify();
  return freed;
}
