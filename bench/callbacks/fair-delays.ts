// Measures callback delays while other endpoints of the same service hang or fail.
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedBody, type HttpClient } from '../harness/http-client.ts';
import { clientOf, payinFields, type Shop } from '../harness/shop.ts';
import { clock_ms, type ReceiverProcess } from './receiver.ts';

/** An order to be created; only the callbacks of healthy receivers are waited for and timed. */
export type Order = {
  readonly shop: Shop;
  readonly callback_url?: string;
  readonly is_healthy: boolean;
};

/** Pause between two creates: the load stays light, so that only waiting is measured. */
const PAUSE_MS = 4;
const LOOK_MS = 500;
const PATIENCE_MS = 200_000;

let next = 0;

async function createOne(url: string, { shop, callback_url }: Order): Promise<string> {
  next += 1;
  const client: HttpClient = clientOf(url, shop);
  const given = callback_url === undefined ? {} : { callback_url };
  const fields = { ...payinFields(shop, `fair-${next}`, 100_000 + next), ...given };
  const answer = await client.post<{ id: string }>('/orders/deposit/create', fields);
  return `${acceptedBody(answer).id}_1`;
}

/** Nothing waits for the callbacks. */
export async function createAll(url: string, orders: readonly Order[]): Promise<void> {
  for (const order of orders) await createOne(url, order);
}

/** The first arrival of each of these callbacks. */
async function arrivalTimes(receiver: ReceiverProcess, ids: readonly string[]) {
  const give_up_ms = clock_ms() + PATIENCE_MS;
  while (true) {
    const { ids: came, times_ms } = await receiver.arrivals(Number.MAX_SAFE_INTEGER, LOOK_MS);
    const arrived = new Map<string, number>();
    for (const [index, id] of came.entries()) {
      if (!arrived.has(id)) arrived.set(id, times_ms[index] ?? Number.NaN);
    }
    if (ids.every((id) => arrived.has(id))) return arrived;
    if (clock_ms() > give_up_ms) throw new Error('Some callbacks did not arrive');
  }
}

/**
 * Creates the orders one after the other and waits until the healthy receivers have got every
 * callback. The delays are from the answer of each create to its callback.
 */
export async function measureDelays(
  url: string,
  receiver: ReceiverProcess,
  orders: readonly Order[],
): Promise<number[]> {
  receiver.forget();
  const answered = new Map<string, number>();
  for (const order of orders) {
    const id = await createOne(url, order);
    if (order.is_healthy) answered.set(id, clock_ms());
    await sleep(PAUSE_MS);
  }
  const arrived = await arrivalTimes(receiver, [...answered.keys()]);
  return [...answered].map(([id, at_ms]) => Math.max(0, (arrived.get(id) ?? Number.NaN) - at_ms));
}
