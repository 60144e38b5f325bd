// What alerts are caused on: a service of two workers and one of a single process, on a PostgreSQL
// with a standby, with a merchant whose receiver answers as the check wants.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptedBody,
  type HttpClient,
  merchantClient,
  operatorClient,
} from '../../harness/http-client.ts';
import {
  freePort,
  type LogLine,
  type ServiceProcess,
  spawnService,
} from '../../harness/service-process.ts';
import {
  addAccount,
  BENCH_OPERATOR_TOKEN,
  openShop,
  payinFields,
  type Shop,
} from '../../harness/shop.ts';
import { type StockPair, startStockPair } from './stock-pair.ts';

/** Two, so that batches of several processes meet. */
const WORKERS = '2';
const OK = 200;
const UNREADY = 500;

export type AlertScene = {
  readonly database: StockPair;
  /** Of the service with workers. */
  readonly url: string;
  readonly workers: ServiceProcess;
  /** Of the other one. */
  readonly sibling_url: string;
  /** Of one process, which can end and come back. */
  stopSibling(): Promise<unknown>;
  startSibling(): Promise<unknown>;
  logs(): readonly (readonly LogLine[])[];
  readonly metrics: readonly string[];
  readonly operator: HttpClient;
  /** PATCH of the operator API; throws if it is refused. */
  change(path: string, fields: Readonly<Record<string, unknown>>): Promise<void>;
  readonly account_id: string;
  readonly shop: Shop;
  readonly receiver: AlertReceiver;
  /** Creates a pay-in; the status of the answer, null if there was none. */
  create(fields?: {
    shop?: Shop;
    order_id?: string;
    at?: string;
    type?: string;
  }): Promise<number | null>;
  stop(): Promise<void>;
};

/** `accepts` is about what is sent to `refusing_url`; the other address accepts always. */
export type AlertReceiver = {
  readonly url: string;
  readonly refusing_url: string;
  accepts: boolean;
  close(): Promise<void>;
};

const REFUSES = '/refuses';

async function startReceiver(): Promise<AlertReceiver> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const is_refused = request.url === REFUSES && !receiver.accepts;
      response.writeHead(is_refused ? UNREADY : OK).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver = {
    url: `${origin}/callbacks`,
    refusing_url: `${origin}${REFUSES}`,
    accepts: true,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

function serve(
  folder: string,
  database_url: string,
  ports: readonly [string, string],
  workers: string,
) {
  return spawnService({
    PORT: ports[0],
    METRICS_PORT: ports[1],
    WORKERS: workers,
    DATA_DIR: join(folder, `data-${ports[0]}`),
    DATABASE_URL: database_url,
    ENCRYPTION_KEY: 'b'.repeat(64),
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    RATE_LIMIT_PER_SECOND: '0',
    SEED: 'false',
    SANDBOX_BANK: 'off',
  });
}

const changeBy =
  (operator: HttpClient): AlertScene['change'] =>
  async (path, fields) => {
    const init = {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    };
    acceptedBody(await operator.send(path, init));
  };

const twoPorts = async () => [String(await freePort()), String(await freePort())] as const;

export async function openAlertScene(folder: string): Promise<AlertScene> {
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const database = await startStockPair(folder);
    closing.push(database.stop);
    const receiver = await startReceiver();
    closing.push(receiver.close);
    const [ports, sibling_ports] = [await twoPorts(), await twoPorts()];
    const workers = serve(folder, database.database_url, ports, WORKERS);
    closing.push(() => workers.stop());
    const url = await workers.ready;
    let sibling = serve(folder, database.database_url, sibling_ports, '1');
    closing.push(() => sibling.stop());
    const sibling_url = await sibling.ready;
    const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
    const change = changeBy(operator);
    // The service's own alerts wait for some minutes before they are over, too.
    await change('/alert_settings', { recover_after_minutes: 0 });
    const account_id = await addAccount(operator, '000111222333');
    const shop = await openShop(operator, { callback_url: receiver.url });
    // The other process learns of them.
    await sleep(2_000);
    return {
      database,
      url,
      workers,
      sibling_url,
      stopSibling: () => sibling.stop(),
      startSibling() {
        sibling = serve(folder, database.database_url, sibling_ports, '1');
        return sibling.ready;
      },
      logs: () => [workers.log, sibling.log],
      metrics: [ports[1], sibling_ports[1]].map((port) => `127.0.0.1:${port}`),
      operator,
      change,
      account_id,
      shop,
      receiver,
      async create(fields = {}) {
        const { shop: whose = shop, order_id = randomUUID(), at = url, type = 'account' } = fields;
        const order = { ...payinFields(whose, order_id, 10_000), type };
        const client = merchantClient(at, whose.token);
        const answer = await client.post('/orders/deposit/create', order).catch(() => null);
        return answer?.status ?? null;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
