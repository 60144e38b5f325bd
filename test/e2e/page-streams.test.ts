// Open pages of a service of several processes: each is told, whichever process has it, and none
// keeps the service from stopping.
import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedBody, operatorClient } from '../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { type ServiceProcess, spawnService } from '../../bench/harness/service-process.ts';
import {
  addAccount,
  BENCH_OPERATOR_TOKEN,
  clientOf,
  openShop,
  payinFields,
  type Shop,
} from '../../bench/harness/shop.ts';
import { fillFromTemplate } from '../../bench/harness/template-directory.ts';
import type { TradeBody } from '../../server/app/request/views.ts';
import { knownToAll } from './known-to-all.ts';

let folder: string;
let service: ServiceProcess;
let url: string;
let shop: Shop;

before(async () => {
  folder = await scratchFolder();
  await fillFromTemplate(join(folder, 'data'), true);
  service = spawnService({
    DATA_DIR: join(folder, 'data'),
    WORKERS: '2',
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    SEED: 'false',
  });
  url = await service.ready;
  const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
  shop = await openShop(operator);
  await addAccount(operator, '100000000001');
  await knownToAll();
});
after(async () => {
  equal(await service.stop(), 0, service.told());
  await removeFolder(folder);
});

async function newOrder(): Promise<TradeBody> {
  const fields = payinFields(shop, `order-${performance.now()}`, 12_300);
  return acceptedBody(await clientOf(url, shop).post<TradeBody>('/orders/deposit/create', fields));
}

/** Connections are handed out by turns: of several, each process has some. */
async function open(order: TradeBody) {
  const path = `${url}${new URL(order.url).pathname}/live`;
  const [response] = (await once(get(path, { agent: false }), 'response')) as [IncomingMessage];
  equal(response.statusCode, 200);
  let text = '';
  response.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  const ids = () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  while (ids().length === 0) await sleep(5);
  return { ids, ended: once(response, 'end') };
}

describe('a service with two workers', () => {
  it('tells every open page of a change, whichever worker made it', async () => {
    const order = await newOrder();
    const pages = await Promise.all([1, 2, 3, 4].map(() => open(order)));
    const claim = { merchant_id: shop.merchant_id, id: order.id, utr: '412345678901' };
    acceptedBody(await clientOf(url, shop).post('/orders/deposit/utr', claim));
    while (pages.some(({ ids }) => ids().length < 2)) await sleep(5);
    // A beat may come in between, which says the same again.
    deepEqual(
      pages.map(({ ids }) => [...new Set(ids())]),
      pages.map(() => [1, 2]),
    );
  });

  it('stops in order while pages are open: they are let go, and nothing is cut', async () => {
    const order = await newOrder();
    const pages = await Promise.all([1, 2, 3, 4].map(() => open(order)));
    equal(await service.stop(), 0, service.told());
    await Promise.all(pages.map(({ ended }) => ended));
  });
});
