// The load: each client takes one order after another from creation to its end, and gives up an
// order if no answer comes.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TradeBody } from '../../server/app/request/views.ts';
import type { State } from '../../server/domain/record/trade.ts';
import {
  type Fields,
  type HttpAnswer,
  type HttpClient,
  operatorClient,
} from '../harness/http-client.ts';
import {
  BENCH_OPERATOR_TOKEN,
  clientOf,
  payinFields,
  payoutFields,
  type Shop,
} from '../harness/shop.ts';
import { type Journal, type JournalOrder, nameOf } from './journal.ts';

export type TortureScene = {
  readonly urls: readonly string[];
  readonly shops: readonly Shop[];
  /** Receiving accounts by account number. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly journal: Journal;
};

type Line = { status: string; trade_id?: string | null };
type Lines = { lines: Line[] };

/** Refusals that this load may legitimately get; any other is a violation. */
const EARNED = new Set(['insufficient_funds', 'no_receiving_account_available']);
const BACKOFF_MS = 200;

function pick<Item>(items: readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}

const chance = (share: number) => Math.random() < share;
const operatorOf = (scene: TortureScene) => operatorClient(pick(scene.urls), BENCH_OPERATOR_TOKEN);

/** Null if the outcome is unknown: no answer came, or the service said that it is unavailable. */
async function ask<Body>(
  journal: Journal,
  send: () => Promise<HttpAnswer<Body>>,
): Promise<HttpAnswer<Body> | null> {
  journal.requests += 1;
  const answer = await send().catch((error: unknown) => {
    // fetch throws these for a broken connection and for a missing or incomplete answer.
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    if (error instanceof DOMException && error.name === 'TimeoutError') return null;
    throw error;
  });
  if (answer === null || answer.status === 503) {
    journal.unanswered += 1;
    await sleep(BACKOFF_MS);
    return null;
  }
  return answer;
}

/** Sends one request about an order; its answer must have one of the allowed states. */
async function step(
  scene: TortureScene,
  order: JournalOrder,
  leads_to: readonly State[],
  send: () => Promise<HttpAnswer<TradeBody>>,
): Promise<TradeBody | null> {
  const { journal } = scene;
  const before = order.may_be;
  order.may_be = [...before, ...leads_to];
  const answer = await ask(journal, send);
  if (answer === null) return null;
  const { status, body } = answer;
  if (status >= 300) {
    order.may_be = before;
    order.refused = order.id === null;
    const { code } = body as unknown as { code: string };
    if (!order.refused || !EARNED.has(code)) {
      journal.violations.push(`${nameOf(order)}: answered ${status} ${JSON.stringify(body)}`);
    }
    return null;
  }
  journal.acknowledged += 1;
  if (!leads_to.includes(body.state as State)) {
    journal.violations.push(`${nameOf(order)}: answered ${body.state}, not ${leads_to.join('|')}`);
  }
  order.id = body.id;
  order.may_be = [body.state as State];
  return body;
}

function newOrder(scene: TortureScene, direction: JournalOrder['direction']): JournalOrder {
  const shop = pick(scene.shops);
  const amount_cents = randomInt(100, direction === 'payin' ? 1_000_000 : 5_000);
  const make = direction === 'payin' ? payinFields : payoutFields;
  const fields = make(shop, randomUUID(), amount_cents);
  const order: JournalOrder = { shop, direction, fields, id: null, refused: false, may_be: [] };
  scene.journal.orders.push(order);
  return order;
}

function merchantStep(
  scene: TortureScene,
  order: JournalOrder,
  leads_to: readonly State[],
  path: string,
  fields: Fields,
) {
  const client = clientOf(pick(scene.urls), order.shop);
  return step(scene, order, leads_to, () => client.post(path, fields));
}

function operatorStep(
  scene: TortureScene,
  order: JournalOrder,
  leads_to: readonly State[],
  act: string,
  fields: Fields = {},
) {
  const path = `/trades/${order.shop.merchant_id}/${order.id}/${act}`;
  return step(scene, order, leads_to, () => operatorOf(scene).post(path, fields));
}

const newUtr = () => randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();

async function sendLine(
  scene: TortureScene,
  order: JournalOrder,
  trade: TradeBody,
  utr: string,
): Promise<void> {
  const number = trade.payment_data.number?.replaceAll(' ', '') ?? '';
  const account_id = scene.accounts.get(number);
  if (account_id === undefined) throw new Error(`${nameOf(order)} has no known account: ${number}`);
  const bank_id = randomUUID();
  const booked_at = new Date().toISOString();
  const line = { amount_cents: trade.amount_cents, booked_at, utr, bank_id };
  const sent = { order, account_id, line, acknowledged: false };
  scene.journal.lines.push(sent);
  order.may_be = [...order.may_be, 'completed'];
  const fields = { receiving_account_id: account_id, lines: [line] };
  const answer = await ask(scene.journal, () => post(operatorOf(scene), fields));
  if (answer === null) return;
  const [taken] = answer.body.lines ?? [];
  if (taken?.status !== 'matched' || taken.trade_id !== order.id) {
    const said = JSON.stringify(answer.body);
    scene.journal.violations.push(`${nameOf(order)}: its bank line became ${said}`);
    return;
  }
  scene.journal.acknowledged += 1;
  sent.acknowledged = true;
  order.may_be = ['completed'];
}

const post = (operator: HttpClient, fields: Fields) => operator.post<Lines>('/bank_lines', fields);

async function livePayin(scene: TortureScene): Promise<void> {
  const order = newOrder(scene, 'payin');
  const path = '/orders/deposit/create';
  const trade = await merchantStep(scene, order, ['pending'], path, order.fields);
  if (trade === null || chance(0.3)) return;
  if (chance(0.1)) {
    await operatorStep(scene, order, ['canceled'], 'cancel');
    return;
  }
  if (chance(0.2)) {
    await operatorStep(scene, order, ['completed'], 'confirm');
    return;
  }
  const utr = newUtr();
  const { merchant_id } = order.shop;
  const claim = { merchant_id, id: trade.id, utr };
  const claimed = await merchantStep(scene, order, ['verifying'], '/orders/deposit/utr', claim);
  if (claimed === null || chance(0.2)) return;
  if (chance(0.1)) await operatorStep(scene, order, ['failed'], 'fail');
  else await sendLine(scene, order, trade, utr);
}

async function livePayout(scene: TortureScene): Promise<void> {
  const order = newOrder(scene, 'payout');
  const path = '/orders/withdrawal/create';
  if ((await merchantStep(scene, order, ['created'], path, order.fields)) === null) return;
  if (chance(0.3)) return;
  if (chance(0.2)) {
    await operatorStep(scene, order, ['canceled'], 'cancel');
    return;
  }
  if ((await operatorStep(scene, order, ['processing'], 'take')) === null) return;
  if (chance(0.2)) await operatorStep(scene, order, ['failed'], 'fail');
  else if (chance(0.8)) {
    await operatorStep(scene, order, ['completed'], 'complete', { utr: newUtr() });
  }
}

/** How many clients, and for how long each rests after an order, at most. */
export type Clients = { readonly clients: number; readonly rest_ms?: number };

/** Runs the clients until the signal. */
export async function live(
  scene: TortureScene,
  { clients, rest_ms = 0 }: Clients,
  ending: AbortSignal,
): Promise<void> {
  const client = async () => {
    while (!ending.aborted) {
      await (chance(0.7) ? livePayin(scene) : livePayout(scene));
      if (rest_ms > 0) await sleep(rest_ms * Math.random());
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}
