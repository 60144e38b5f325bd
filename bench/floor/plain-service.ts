// The yardstick "Node's own HTTP server": parses the same JSON and answers the same bytes as the
// service, and does nothing else.
import { fileURLToPath } from 'node:url';
import { payinFields, type Shop } from '../harness/shop.ts';
import type { RunningService } from '../scenario/scenario.ts';
import { startProgram } from '../yardstick/start-program.ts';

const MAIN = fileURLToPath(new URL('./plain-main.ts', import.meta.url));

export type PlainAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Node writes these itself. */
const OF_NODE: ReadonlySet<string> = new Set(['connection', 'date', 'keep-alive']);
const AMOUNT_CENTS = 12_345;

/** The service's answer to a pay-in; the shop has none with this order_id. */
export async function recordAnswer(
  url: string,
  shop: Shop,
  order_id: string,
): Promise<PlainAnswer> {
  const response = await fetch(`${url}/api/v1/orders/deposit/create`, {
    method: 'POST',
    // As the load asks: not compressed.
    headers: {
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'x-token': shop.token,
    },
    body: JSON.stringify(payinFields(shop, order_id, AMOUNT_CENTS)),
  });
  const { status } = response;
  const body = await response.text();
  if (status !== 201) throw new Error(`A pay-in was answered with ${status}: ${body}`);
  const headers = [...response.headers].filter(([name]) => !OF_NODE.has(name));
  return { status, headers: Object.fromEntries(headers), body };
}

export function startPlain(answer: PlainAnswer): Promise<RunningService> {
  const name = "Node's own HTTP server";
  return startProgram({ name, main: MAIN, environment: { ANSWER: JSON.stringify(answer) } });
}
