// Four services beside each other, each over a schema of its own with all tables. None sees
// another's merchants, every callback is sent and recorded once, and a killed one loses nothing
// that it acknowledged while the others serve.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedBody, type HttpClient, operatorClient } from '../../bench/harness/http-client.ts';
import { openScratchCells, type ScratchDatabase } from '../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import {
  freePort,
  type ServiceProcess,
  spawnService,
} from '../../bench/harness/service-process.ts';
import {
  addAccount,
  BENCH_OPERATOR_TOKEN,
  clientOf,
  openShop,
  payinFields,
  payoutFields,
  type Shop,
} from '../../bench/harness/shop.ts';
import type { BooksCheck } from '../../server/app/proof/verify-books.ts';
import type { BalanceBody, TradeBody } from '../../server/app/request/views.ts';
import { cleanup } from '../support/cleanup.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const NAMES = ['north', 'east', 'south', 'west'] as const;
/** A statement that is prepared is planned for any values from its sixth run on. */
const ORDERS = 9;

type Delivery = { event_id: string; status: string; attempts: number };
type Cell = {
  name: string;
  settings: Record<string, string>;
  /** Another process after it was killed. */
  running: { service: ServiceProcess };
  url: string;
  operator: HttpClient;
  shop: Shop;
};

const keep = cleanup();
const cells: Cell[] = [];
let receiver: Receiver;

async function openCell(name: string, folder: string, database: ScratchDatabase): Promise<Cell> {
  const settings = {
    DATA_DIR: `${folder}/${name}`,
    DATABASE_URL: database.serving_url,
    MIGRATION_DATABASE_URL: database.url,
    ENCRYPTION_KEY: Buffer.from(name.padEnd(32, '.')).toString('hex'),
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    PORT: String(await freePort()),
    SANDBOX_BANK: 'off',
    SEED: 'false',
  };
  const running = { service: spawnService(settings) };
  keep(async () => equal(await running.service.stop(), 0, running.service.told()));
  const url = await running.service.ready;
  const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
  await addAccount(operator, '50100012345678');
  const shop = await openShop(operator, {
    name,
    funds_cents: 100_000,
    callback_url: `${receiver.url}${name}`,
  });
  return { name, settings, running, url, operator, shop };
}

before(async () => {
  const folder = await scratchFolder();
  keep(() => removeFolder(folder));
  receiver = await startReceiver();
  keep(() => receiver.close());
  const databases = await openScratchCells(NAMES);
  for (const database of databases) keep(() => database.stop());
  const opening = databases.map((database, index) =>
    openCell(NAMES[index] ?? '', folder, database),
  );
  cells.push(...(await Promise.all(opening)));
});
const cellNamed = (name: (typeof NAMES)[number]): Cell => {
  const cell = cells.find((one) => one.name === name);
  if (cell === undefined) throw new Error(`There is no cell ${name}`);
  return cell;
};

async function createPayin({ url, shop }: Cell, order_id: string, amount_cents: number) {
  const fields = payinFields(shop, order_id, amount_cents);
  return await clientOf(url, shop).post<TradeBody>('/orders/deposit/create', fields);
}

async function deliveriesOf({ operator, shop }: Cell): Promise<Delivery[]> {
  const path = `/deliveries?merchant_id=${shop.merchant_id}&limit=200`;
  return acceptedBody(await operator.get<{ data: Delivery[] }>(path)).data;
}

/** Waits until nothing is on its way: everything was answered, and that was recorded. */
async function recordedOf(cell: Cell, count: number): Promise<Delivery[]> {
  for (;;) {
    const found = await deliveriesOf(cell);
    if (found.length === count && found.every(({ status }) => status === 'delivered')) return found;
    await sleep(100);
  }
}

const receivedBy = ({ name }: Cell): string[] =>
  receiver.received
    .filter(({ path }) => path === `/${name}`)
    .map(({ headers }) => String(headers['webhook-id']));

describe('cells beside each other', () => {
  it('send and record every callback once', async () => {
    await Promise.all(
      cells.map(async (cell) => {
        const { shop, url } = cell;
        for (let index = 0; index < ORDERS; index += 1) {
          const { id } = acceptedBody(await createPayin(cell, `o-${index}`, 1_000 + index));
          const named = { merchant_id: shop.merchant_id, id };
          acceptedBody(await clientOf(url, shop).post('/orders/cancel', named));
        }
        // Created and canceled.
        const recorded = await recordedOf(cell, 2 * ORDERS);
        deepEqual(
          recorded.map(({ attempts }) => attempts),
          recorded.map(() => 1),
        );
        const ids = receivedBy(cell);
        deepEqual(ids.toSorted(), recorded.map(({ event_id }) => event_id).toSorted());
      }),
    );
  });

  it('hold what a pay-out takes, and answer the same order alike', async () => {
    for (const { url, shop } of cells) {
      const client = clientOf(url, shop);
      const fields = payoutFields(shop, 'out-1', 40_000);
      const created = acceptedBody(
        await client.post<TradeBody>('/orders/withdrawal/create', fields),
      );
      const again = await client.post<TradeBody>('/orders/withdrawal/create', fields);
      equal(again.body.id, created.id);
      const other = await client.post('/orders/withdrawal/create', { ...fields, amount_cents: 1 });
      equal(other.status, 422);
      const path = `/merchant/account_balance/${shop.merchant_id}`;
      const balance = acceptedBody(await client.get<BalanceBody>(path));
      equal(balance.blocked_amount_cents, 40_200);
      equal(balance.amount_cents, 100_000);
    }
  });

  it('know no merchant of another', async () => {
    for (const cell of cells) {
      for (const other of cells.filter((one) => one !== cell)) {
        const path = `/merchant/account_balance/${other.shop.merchant_id}`;
        equal((await clientOf(cell.url, other.shop).get(path)).status, 401);
        equal((await cell.operator.get(`/merchants/${other.shop.merchant_id}`)).status, 404);
      }
    }
  });

  it('serve while one of them is killed, which loses nothing that it acknowledged', async () => {
    const killed = cellNamed('south');
    const acknowledged: string[] = [];
    const creating = Promise.allSettled(
      Array.from({ length: 60 }, async (_, index) => {
        await sleep(index * 10);
        const { id } = acceptedBody(await createPayin(killed, `k-${index}`, 5_000 + index));
        acknowledged.push(id);
      }),
    );
    while (acknowledged.length < 10) await sleep(5);
    await killed.running.service.kill();
    const seen = await creating;
    ok(
      seen.some(({ status }) => status === 'rejected'),
      'it was killed too late',
    );
    for (const cell of cells.filter((one) => one !== killed)) {
      acceptedBody(await createPayin(cell, 'meanwhile', 7_000));
    }
    killed.running.service = spawnService(killed.settings);
    equal(await killed.running.service.ready, killed.url);
    for (const id of acknowledged) {
      const path = `/orders/${killed.shop.merchant_id}/${id}`;
      equal((await clientOf(killed.url, killed.shop).get(path)).status, 200);
    }
  });

  it('have sound books', async () => {
    for (const { operator } of cells) {
      const check = acceptedBody(await operator.get<BooksCheck>('/verify?full=true'));
      deepEqual(check.problems, []);
      ok(check.ok && check.entries > 0);
    }
  });
});
