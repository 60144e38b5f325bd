// Probes failing endpoints with one delivery each, and sends on what was held back behind those
// that answer again.
import { endpointKey } from '../../domain/callback/delivery-places.ts';
import { placesOf } from '../../domain/merchant/merchant-endpoints.ts';
import { aheadMs } from '../../store/batch/store.ts';
import { moveDeliveries } from '../../store/callback/claim-deliveries.ts';
import * as store from '../../store/callback/held-deliveries.ts';
import type { App } from '../process/app.ts';
import { HELD_QUEUE, queueNumber } from './delivery-queue.ts';

const ENDPOINTS_MAX = 64;
const MOVED_MAX = 64;

async function startProbes(app: App): Promise<number> {
  const { db } = app.store;
  const ahead_ms = aheadMs(app.store);
  // By a transaction of its own: the health of an endpoint is locked after its deliveries.
  const taken = await store.takeDueProbes(db, ahead_ms, ENDPOINTS_MAX);
  const queues = { held: HELD_QUEUE, probe: queueNumber('probe'), ahead_ms };
  return await store.startProbes(db, taken, queues);
}

/** A few of each at a time, so that an endpoint that has just recovered is not flooded. */
async function sendOnHeld(app: App): Promise<number> {
  const { db } = app.store;
  const recovered = await store.findRecoveredEndpoints(db, ENDPOINTS_MAX);
  const endpoints = recovered.map(({ merchant_id, number }) => ({
    merchant_id,
    endpoint: placesOf(number),
  }));
  const queues = { from: [HELD_QUEUE], to: queueNumber('again') };
  const moved = await moveDeliveries(db, endpoints, queues, MOVED_MAX);
  const counts = new Map(moved.map((one) => [endpointKey(one), one.moved]));
  const emptied = recovered.filter(
    ({ merchant_id, number }) =>
      counts.get(endpointKey({ merchant_id, endpoint: placesOf(number) })) === 0,
  );
  await store.forgetHeld(db, emptied, aheadMs(app.store));
  return moved.reduce((sum, one) => sum + one.moved, 0);
}

/** Returns how many deliveries may now be sent. */
export async function followEndpoints(app: App): Promise<number> {
  const freed = (await startProbes(app)) + (await sendOnHeld(app));
  if (freed > 0) app.wake.events.notify();
  return freed;
}
