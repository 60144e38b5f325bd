// Measures the longest list of refunds: looked at, and made, beside the same refunds one by one.
import {
  acceptedBody,
  type HttpClient,
  inParallel,
  merchantClient,
  operatorClient,
} from '../harness/http-client.ts';
import { BENCH_OPERATOR_TOKEN, type Shop } from '../harness/shop.ts';
import type { RunningService } from '../scenario/scenario.ts';

const ROWS = 1_000;
const WORKERS = 16;
const FROM_CENTS = 5_000_000;
/** Longer than any acceptable list takes. */
const PATIENCE_MS = 300_000;

type Counts = { counts: Record<'ready' | 'refunded' | 'done' | 'waiting' | 'refused', number> };
type Made = { id: string };

const numbers = Array.from({ length: ROWS }, (_, number) => number);
const orderOf = (number: number) => `refunded-${number}`;

/** Pay-ins of a merchant that a person confirmed: what a filled database has cannot be opened. */
async function makePaid(service: RunningService, operator: HttpClient, shop: Shop): Promise<void> {
  const merchant = merchantClient(service.url, shop.token);
  const { merchant_id } = shop;
  await inParallel(numbers, WORKERS, async (number) => {
    const order = {
      merchant_id,
      order_id: orderOf(number),
      amount_cents: FROM_CENTS + number,
      amount_currency: 'INR',
      type: 'account',
      client_id: `refunded-${number}`,
    };
    const { id } = acceptedBody(await merchant.post<Made>('/orders/deposit/create', order));
    const note = 'Seen in the statement';
    acceptedBody(await operator.post(`/trades/${merchant_id}/${id}/confirm`, { note }));
  });
}

const listOf = (rupees: number): string =>
  [
    'order_id,amount,payee_number,payee_name',
    ...numbers.map((number) => `${orderOf(number)},${rupees},50100087654321,Jana Shah`),
  ].join('\n');

/** How long each look at the list took, and each time that it was refunded, in milliseconds. */
export async function timeRefundLists(
  service: RunningService,
  shop: Shop,
  times: number,
): Promise<{ looked: number[]; made: number[] }> {
  const operator = operatorClient(service.url, BENCH_OPERATOR_TOKEN);
  await makePaid(service, operator, shop);
  const send = async (rupees: number, dry_run: boolean, counted: 'ready' | 'refunded') => {
    const query = `merchant_id=${shop.merchant_id}&note=Returned&dry_run=${dry_run}`;
    const started_ms = performance.now();
    const response = await fetch(`${service.url}/operator/v1/refund_lists?${query}`, {
      method: 'POST',
      body: listOf(rupees),
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${BENCH_OPERATOR_TOKEN}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const took_ms = performance.now() - started_ms;
    if (response.status !== 200) throw new Error(`The list answered ${response.status}: ${text}`);
    const { counts } = JSON.parse(text) as Counts;
    if (counts[counted] !== ROWS) throw new Error(`Of ${ROWS} refunds: ${JSON.stringify(counts)}`);
    return took_ms;
  };
  const looked: number[] = [];
  const made: number[] = [];
  // Lists refund a pay-in and an amount once: each is of another amount.
  for (let rupees = 1; rupees <= times; rupees += 1) {
    looked.push(await send(rupees, true, 'ready'));
    made.push(await send(rupees, false, 'refunded'));
  }
  return { looked, made };
}
