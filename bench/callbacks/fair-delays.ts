// Measures callback delays while other merchants of the same service have receivers that hang or
// fail.
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedBody, type HttpClient } from '../harness/http-client.ts';
import { clientOf, payinFields, type Shop } from '../harness/shop.ts';
import { clock_ms, type ReceiverProcess } from './receiver.ts';

export type OrderSender = { readonly shop: Shop; readonly callback_url?: string };

/** Pause between two creates: the load stays light, so that only waiting is measured. */
const PAUSE_MS = 4;
const LOOK_MS = 500;
const PATIENCE_MS = 200_000;

let next = 0;

async function createOne(url: string, { shop, callback_url }: OrderSender): Promise<string> {
  next += 1;
  const client: HttpClient = clientOf(url, shop);
  const given = callback_url === undefined ? {} : { callback_url };
  const fields = { ...payinFields(shop, `fair-${next}`, 100_000 + next), ...given };
  const answer = await client.post<{ id: string }>('/orders/deposit/create', fields);
  return `${acceptedBody(answer).id}_1`;
}

/** The callbacks of these merchants hang or fail, so nothing here waits for them. */
export async function createAll(url: string, senders: readonly OrderSender[]): Promise<void> {
  for (const sender of senders) await createOne(url, sender);
}

/** Waits until every callback has arrived. */
async function arrivalTimes(receiver: ReceiverProcess, ids: readonly string[]) {
  const give_up_ms = clock_ms() + PATIENCE_MS;
  while (true) {
    const { ids: came, times_ms } = await receiver.arrivals(Number.MAX_SAFE_INTEGER, LOOK_MS);
    const arrived = new Map(came.map((id, index) => [id, times_ms[index] ?? Number.NaN]));
    if (ids.every((id) => arrived.has(id))) return arrived;
    if (clock_ms() > give_up_ms) throw new Error('Some callbacks did not arrive');
  }
}

/** Delays from the answer of each create to its callback; `beside` is created in between. */
export async function measureDelays(
  url: string,
  receiver: ReceiverProcess,
  measured: readonly OrderSender[],
  beside: readonly OrderSender[] = [],
): Promise<number[]> {
  const answered = new Map<string, number>();
  for (const [index, sender] of measured.entries()) {
    const id = await createOne(url, sender);
    answered.set(id, clock_ms());
    const other = beside[index];
    if (other !== undefined) await createOne(url, other);
    await sleep(PAUSE_MS);
  }
  const arrived = await arrivalTimes(receiver, [...answered.keys()]);
  return [...answered].map(([id, at_ms]) => Math.max(0, (arrived.get(id) ?? Number.NaN) - at_ms));
}
