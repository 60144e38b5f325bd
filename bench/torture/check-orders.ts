// Checks after a crash that every acknowledged order exists once and unchanged, and that a retry of
// the others makes exactly one trade.
import type { TradeBody } from '../../server/app/request/views.ts';
import type { State } from '../../server/domain/record/trade.ts';
import { type HttpAnswer, inParallel, operatorClient } from '../harness/http-client.ts';
import { BENCH_OPERATOR_TOKEN, clientOf } from '../harness/shop.ts';
import { type JournalOrder, nameOf, type SentLine } from './journal.ts';
import type { TortureScene } from './stories.ts';

const CHECKERS = 32;
const LINES_AT_ONCE = 500;

const urlAt = (scene: TortureScene, index: number) => scene.urls[index % scene.urls.length] ?? '';

function search(scene: TortureScene, order: JournalOrder): Promise<HttpAnswer<TradeBody>> {
  const { merchant_id } = order.shop;
  const { order_id } = order.fields;
  const client = clientOf(urlAt(scene, 0), order.shop);
  return client.post('/orders/search', { merchant_id, order_id });
}

/** Sends the request again to two services at once: there must be one trade in any case. */
async function retry(scene: TortureScene, order: JournalOrder): Promise<void> {
  const { violations } = scene.journal;
  const way = order.direction === 'payin' ? 'deposit' : 'withdrawal';
  const send = (index: number) =>
    clientOf(urlAt(scene, index), order.shop).post<TradeBody>(
      `/orders/${way}/create`,
      order.fields,
    );
  const answers = await Promise.all([send(0), send(1)]);
  const ids = new Set(answers.map(({ body }) => body.id));
  if (answers.every(({ status }) => status === 422)) {
    order.refused = true;
    return;
  }
  if (ids.size !== 1 || answers.some(({ status }) => status !== 201)) {
    const said = answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`);
    violations.push(`${nameOf(order)}: its retry was answered ${said.join(' and ')}`);
    return;
  }
  const [answer] = answers;
  order.id = answer?.body.id ?? null;
  if (order.may_be.length === 0 && answer !== undefined)
    order.may_be = [answer.body.state as State];
}

async function checkOrder(scene: TortureScene, order: JournalOrder): Promise<void> {
  const { violations } = scene.journal;
  if (order.id === null && !order.refused) await retry(scene, order);
  const found = await search(scene, order);
  if (order.refused) {
    if (found.status !== 404) violations.push(`${nameOf(order)}: was refused, but exists`);
    return;
  }
  if (found.status !== 200 || found.body.id !== order.id) {
    violations.push(`${nameOf(order)}: acknowledged as ${order.id}, found ${found.status}`);
    return;
  }
  const path = `/orders/${order.shop.merchant_id}/${order.id}`;
  const got = await clientOf(urlAt(scene, 1), order.shop).get<TradeBody>(path);
  if (got.status !== 200 || got.body.order_id !== order.fields.order_id) {
    violations.push(`${nameOf(order)}: not found by its id, but ${got.status}`);
    return;
  }
  const { state } = got.body;
  if (!order.may_be.includes(state as State)) {
    violations.push(`${nameOf(order)}: is ${state}, should be ${order.may_be.join(' or ')}`);
  }
  order.may_be = [state as State];
}

type Taken = { lines: { status: string; trade_id?: string | null }[] };

function checkLine(
  scene: TortureScene,
  sent: SentLine,
  taken: Taken['lines'][number] | undefined,
): void {
  const { order, acknowledged } = sent;
  const fits = acknowledged ? ['duplicate'] : ['duplicate', 'matched'];
  if (!fits.includes(taken?.status ?? '') || taken?.trade_id !== order.id) {
    const said = JSON.stringify(taken);
    scene.journal.violations.push(`${nameOf(order)}: its repeated bank line was answered ${said}`);
    return;
  }
  sent.acknowledged = true;
  order.may_be = ['completed'];
}

/** Banks repeat lines, so each line must have its effect only once. */
async function sendLinesAgain(scene: TortureScene, lines: readonly SentLine[]): Promise<void> {
  const operator = operatorClient(urlAt(scene, 0), BENCH_OPERATOR_TOKEN);
  for (const [account_id, of_account] of Map.groupBy(lines, (sent) => sent.account_id)) {
    for (let start = 0; start < of_account.length; start += LINES_AT_ONCE) {
      const some = of_account.slice(start, start + LINES_AT_ONCE);
      const fields = { receiving_account_id: account_id, lines: some.map(({ line }) => line) };
      const { status, body } = await operator.post<Taken>('/bank_lines', fields);
      if (status !== 200) {
        scene.journal.violations.push(`repeated bank lines: ${status} ${JSON.stringify(body)}`);
        continue;
      }
      for (const [index, sent] of some.entries()) checkLine(scene, sent, body.lines[index]);
    }
  }
}

export async function checkOrders(
  scene: TortureScene,
  orders: readonly JournalOrder[],
  lines: readonly SentLine[],
): Promise<void> {
  await inParallel(orders, CHECKERS, (order) => checkOrder(scene, order));
  await sendLinesAgain(scene, lines);
  const moved = lines.map((sent) => sent.order);
  await inParallel(moved, CHECKERS, (order) => checkOrder(scene, order));
}
