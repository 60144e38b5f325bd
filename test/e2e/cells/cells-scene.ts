// One service over three cells, for tests: two merchants in each, one of them with a pay-in.
import { equal } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { withClient } from '../../../bench/fill/with-client.ts';
import {
  acceptedBody,
  type HttpClient,
  operatorClient,
} from '../../../bench/harness/http-client.ts';
import { openScratchDatabase, startDatabase } from '../../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../../bench/harness/scratch-folder.ts';
import { freePort, spawnService } from '../../../bench/harness/service-process.ts';
import {
  addAccount,
  BENCH_OPERATOR_TOKEN,
  clientOf,
  openShop,
  payinFields,
  type Shop,
} from '../../../bench/harness/shop.ts';
import type { TradeBody } from '../../../server/app/request/views.ts';
import type { cleanup } from '../../support/cleanup.ts';
import { startReceiver } from '../../support/receiver.ts';

export const CELL_NAMES = ['main', 'east', 'west'] as const;
export type CellName = (typeof CELL_NAMES)[number];
type OfCells<Value> = Record<CellName, Value>;

export type CellError = { code: string; detail: string };

export const otherCells = (name: CellName): CellName[] => CELL_NAMES.filter((one) => one !== name);

export type CellsScene = Awaited<ReturnType<typeof openCellsScene>>;

async function openDatabases(keep: ReturnType<typeof cleanup>) {
  const urls = {} as OfCells<string>;
  for (const name of ['main', 'east'] as const) {
    const database = await openScratchDatabase(true);
    keep(() => database.stop());
    urls[name] = database.url;
  }
  // A server of its own, which can be away.
  const folder = await scratchFolder();
  keep(() => removeFolder(folder));
  let west = await startDatabase(folder, true);
  keep(() => west.stop());
  urls.west = west.url;
  return {
    urls,
    stopWest: () => west.stop(),
    async startWest() {
      west = await startDatabase(folder);
    },
  };
}

export async function openCellsScene(keep: ReturnType<typeof cleanup>) {
  const folder = await scratchFolder();
  keep(() => removeFolder(folder));
  const receiver = await startReceiver();
  keep(() => receiver.close());
  const { urls, stopWest, startWest } = await openDatabases(keep);
  const settings = {
    CELLS: JSON.stringify(CELL_NAMES.map((name) => ({ name, url: urls[name] }))),
    DATA_DIR: folder,
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    PORT: String(await freePort()),
    SANDBOX_BANK: 'off',
    SEED: 'false',
  };
  let running = spawnService(settings);
  const stop = async () => equal(await running.stop(), 0, running.told());
  keep(stop);
  const url = await running.ready;

  const operatorOf = (cell?: CellName): HttpClient =>
    operatorClient(url, BENCH_OPERATOR_TOKEN, cell);
  const createPayin = async (shop: Shop, order_id: string, amount_cents: number) => {
    const fields = payinFields(shop, order_id, amount_cents);
    const path = '/orders/deposit/create';
    return acceptedBody(await clientOf(url, shop).post<TradeBody>(path, fields));
  };
  /** What one of them may not do to its neighbour, it may not do to anybody. */
  const [shops, neighbours] = [{} as OfCells<Shop>, {} as OfCells<Shop>];
  const trades = {} as OfCells<TradeBody>;
  for (const [index, name] of CELL_NAMES.entries()) {
    await addAccount(operatorOf(name), `5010001234567${index}`);
    const callback_url = `${receiver.url}${name}`;
    shops[name] = await openShop(operatorOf(name), { name, funds_cents: 100_000, callback_url });
    neighbours[name] = await openShop(operatorOf(name), { name: `${name} too` });
    trades[name] = await createPayin(shops[name], 'o-1', 1_000 + index);
  }
  return {
    ...{ url, urls, settings, receiver, shops, neighbours, trades },
    ...{ operatorOf, createPayin, stopWest, startWest },
    async restart() {
      await stop();
      running = spawnService(settings);
      equal(await running.ready, url);
    },
    /** Of which merchants a cell has rows in a table. */
    merchantsIn: (name: CellName, table: string): Promise<string[]> =>
      withClient(urls[name], async (client) => {
        const text = `select distinct merchant_id::text as id from ${table} order by 1`;
        return (await client.query<{ id: string }>(text)).rows.map(({ id }) => id);
      }),
  };
}
