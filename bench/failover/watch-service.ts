// What a merchant and a proxy see of one service meanwhile: orders, one after another, and /readyz.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '../../server/app/process/readiness.ts';
import type { TradeBody } from '../../server/app/request/views.ts';
import { clientOf, payinFields } from '../harness/shop.ts';
import type { JournalOrder } from '../torture/journal.ts';
import type { TortureScene } from '../torture/stories.ts';

/** How an order was answered: `refused` is 503 without a trial, `unknown` after one. */
export type Answered = 'acknowledged' | 'refused' | 'unknown' | 'unanswered';
export type OrderAnswer = {
  readonly at_ms: number;
  readonly took_ms: number;
  readonly was: Answered;
};
export type Ready = { readonly at_ms: number; readonly status: number; readonly writes: string };

export type ServiceWatch = {
  readonly url: string;
  readonly answers: readonly OrderAnswer[];
  readonly ready: readonly Ready[];
  stop(): Promise<void>;
};

const ORDER_EVERY_MS = 50;
const READY_EVERY_MS = 200;
const UNKNOWN = /may have been carried out/;

/** Sends one order to this service and enters it in the journal as the rest of the load does. */
export async function sendOrder(scene: TortureScene, url: string): Promise<OrderAnswer> {
  const [shop] = scene.shops;
  const { journal } = scene;
  if (shop === undefined) throw new Error('No shop');
  const order: JournalOrder = {
    ...{ shop, direction: 'payin', id: null, refused: false },
    fields: payinFields(shop, randomUUID(), 1_000),
    may_be: [],
  };
  journal.orders.push(order);
  journal.requests += 1;
  const began_ms = performance.now();
  const answer = await clientOf(url, shop)
    .post<TradeBody & { detail?: string }>('/orders/deposit/create', order.fields)
    .catch((error: unknown) => String(error));
  const at_ms = performance.now();
  const answered = (was: Answered): OrderAnswer => ({ at_ms, took_ms: at_ms - began_ms, was });
  if (typeof answer === 'string') {
    journal.unanswered += 1;
    return answered('unanswered');
  }
  const { status, body, headers } = answer;
  if (status === 201) {
    journal.acknowledged += 1;
    order.id = body.id;
    order.may_be = ['pending'];
    return answered('acknowledged');
  }
  if (status !== 503 || !headers.has('retry-after')) {
    const text = `${status} ${headers.get('retry-after')} ${JSON.stringify(body)}`;
    journal.violations.push(`order ${order.fields.order_id}: answered ${text}`);
  }
  journal.unanswered += 1;
  return answered(UNKNOWN.test(body.detail ?? '') ? 'unknown' : 'refused');
}

async function askReady(url: string): Promise<Ready> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) });
  const { checks } = (await answer.json()) as Readiness;
  return { at_ms: performance.now(), status: answer.status, writes: checks.writes };
}

export function watchService(scene: TortureScene, url: string): ServiceWatch {
  const [answers, ready]: [OrderAnswer[], Ready[]] = [[], []];
  let is_over = false;
  const orders = async () => {
    while (!is_over) {
      answers.push(await sendOrder(scene, url));
      await sleep(ORDER_EVERY_MS);
    }
  };
  const readiness = async () => {
    while (!is_over) {
      ready.push(await askReady(url));
      await sleep(READY_EVERY_MS);
    }
  };
  const done = Promise.all([orders(), readiness()]);
  return {
    ...{ url, answers, ready },
    async stop() {
      is_over = true;
      await done;
    },
  };
}
