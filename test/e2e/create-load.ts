// Clients that create pay-ins at a real service while something befalls it, and what has to be true
// of their answers afterwards.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpAnswer, inParallel, operatorClient } from '../../bench/harness/http-client.ts';
import {
  BENCH_OPERATOR_TOKEN,
  clientOf,
  payinFields,
  type Shop,
} from '../../bench/harness/shop.ts';
import type { BooksCheck } from '../../server/app/proof/verify-books.ts';
import type { TradeBody } from '../../server/app/request/views.ts';

const CLIENTS = 32;
/**
 * Between two requests of a client, at most: some are always under way, but while a test waits for
 * a process to come back they leave it the processors.
 */
const PAUSE_MS = 150;
const CREATE = '/orders/deposit/create';

export type Place = { url: string; shop: Shop };

export type Sent = { fields: ReturnType<typeof payinFields>; answer: HttpAnswer<TradeBody> | null };

export type Load = {
  /** Resolves once so many were acknowledged. */
  until(count: number): Promise<void>;
  stop(): Promise<Sent[]>;
  /** Answers that broke off. */
  readonly cut: readonly unknown[];
};

let loads = 0;

/** Clients create pay-ins one after another until they are told to stop. */
export function startLoad(place: Place, headers: Record<string, string> = {}): Load {
  const { url, shop } = place;
  loads += 1;
  const load = loads;
  const sent: Sent[] = [];
  const cut: unknown[] = [];
  let is_ending = false;
  const client = async (number: number) => {
    for (let turn = 0; !is_ending; turn += 1) {
      const fields = payinFields(shop, `${load}-${number}-${turn}`, 1_000 + number);
      const answer = await clientOf(url, shop)
        .post<TradeBody>(CREATE, fields, headers)
        .catch((error: Error) => {
          // No answer at all is told by these words; all else is an answer that was cut.
          if (error.message !== 'fetch failed') cut.push(error);
          return null;
        });
      sent.push({ fields, answer });
      await sleep(PAUSE_MS * Math.random());
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_unused, number) => client(number));
  return {
    cut,
    until: async (count) => {
      while (countOf(sent, 201) < count) await sleep(20);
    },
    stop: async () => {
      is_ending = true;
      await Promise.all(clients);
      return sent;
    },
  };
}

/** Acknowledged: there. Without an answer after an orderly stop: never begun. */
export async function checkSent(
  place: Place,
  sent: readonly Sent[],
  unanswered_may_exist: boolean,
): Promise<void> {
  const { url, shop } = place;
  await inParallel(sent, CLIENTS, async ({ fields, answer }) => {
    if (answer !== null && answer.status !== 201) return;
    const { merchant_id, order_id } = fields;
    const found = await clientOf(url, shop).post<TradeBody>('/orders/search', {
      merchant_id,
      order_id,
    });
    if (answer === null) {
      const fits = found.status === 404 || unanswered_may_exist;
      ok(fits, `${order_id} had an effect, but no answer`);
      return;
    }
    equal(found.status, 200, `${order_id} was acknowledged and is lost`);
    equal(found.body.id, answer.body.id);
  });
  const { body } = await operatorClient(url, BENCH_OPERATOR_TOKEN).get<BooksCheck>('/verify');
  deepEqual(body.problems, []);
}

export const countOf = (sent: readonly Sent[], status: number) =>
  sent.filter(({ answer }) => answer?.status === status).length;
