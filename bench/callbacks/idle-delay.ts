// Measures how long a callback takes on an idle service: one create at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedBody, type HttpClient } from '../harness/http-client.ts';
import { payinFields, type Shop } from '../harness/shop.ts';
import { clock_ms, type ReceiverProcess } from './receiver.ts';

export type IdleDelays = {
  /** From the answer to the create, sent right after the commit, to the callback's arrival. */
  readonly from_answer_ms: readonly number[];
  /** From sending the create, which is certainly before the commit. */
  readonly from_request_ms: readonly number[];
};

const FIRST_ONES = 20;
const PATIENCE_MS = 30_000;
/** Lets the work of the previous create finish. */
const PAUSE_MS = 20;

type Sent = { id: string; sent_ms: number; answered_ms: number };

async function createOne(client: HttpClient, shop: Shop, number: number): Promise<Sent> {
  const fields = payinFields(shop, `idle-${number}`, 100_000 + number);
  const sent_ms = clock_ms();
  const answer = await client.post<{ id: string }>('/orders/deposit/create', fields);
  const answered_ms = clock_ms();
  return { id: `${acceptedBody(answer).id}_1`, sent_ms, answered_ms };
}

/** The first ones warm up and do not count. */
export async function measureIdle(
  client: HttpClient,
  shop: Shop,
  receiver: ReceiverProcess,
  count: number,
): Promise<IdleDelays> {
  receiver.forget();
  const all: Sent[] = [];
  while (all.length < FIRST_ONES + count) {
    all.push(await createOne(client, shop, all.length));
    await receiver.arrivals(all.length, PATIENCE_MS);
    await sleep(PAUSE_MS);
  }
  const { ids, times_ms } = await receiver.arrivals(all.length, PATIENCE_MS);
  const arrived = new Map(ids.map((id, index) => [id, times_ms[index]]));
  const counted = all.slice(FIRST_ONES).map((sent) => {
    const arrived_ms = arrived.get(sent.id);
    if (arrived_ms === undefined) throw new Error(`The callback ${sent.id} did not arrive`);
    return { ...sent, arrived_ms };
  });
  return {
    from_answer_ms: counted.map((one) => Math.max(0, one.arrived_ms - one.answered_ms)),
    from_request_ms: counted.map((one) => one.arrived_ms - one.sent_ms),
  };
}
