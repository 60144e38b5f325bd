// Two services over one database: whatever comes to both at once has one effect.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer, HttpClient } from '../../bench/harness/http-client.ts';
import { acceptedBody, operatorClient } from '../../bench/harness/http-client.ts';
import { openScratchDatabase, type ScratchDatabase } from '../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { type ServiceProcess, spawnService } from '../../bench/harness/service-process.ts';
import {
  BENCH_OPERATOR_TOKEN,
  clientOf,
  openShop,
  payinFields,
  payoutFields,
  type Shop,
  type ShopOptions,
} from '../../bench/harness/shop.ts';
import type { CallbackBody, EventBody } from '../../server/app/callback/event-view.ts';
import type { BooksCheck } from '../../server/app/proof/verify-books.ts';
import type { BalanceBody, TradeBody } from '../../server/app/request/views.ts';
import { startReceiver } from '../support/receiver.ts';
import { knownToAll } from './known-to-all.ts';

const TIMES = Array.from({ length: 100 }, (_, index) => index);

let folder: string;
let database: ScratchDatabase;
let services: ServiceProcess[];
let urls: string[];
let operators: HttpClient[];

before(async () => {
  folder = await scratchFolder();
  database = await openScratchDatabase();
  services = ['first', 'second'].map((name) =>
    spawnService({
      DATA_DIR: `${folder}/${name}`,
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: 'b'.repeat(64),
      OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
      SEED: 'false',
      RATE_LIMIT_PER_SECOND: '0',
    }),
  );
  // Both migrate the empty database at once.
  urls = await Promise.all(services.map((service) => service.ready));
  operators = urls.map((url) => operatorClient(url, BENCH_OPERATOR_TOKEN));
});
after(async () => {
  deepEqual(await Promise.all(services.map((service) => service.stop())), [0, 0]);
  await database.stop();
  await removeFolder(folder);
});

/** One of the two, by turns. */
function turn<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Nothing there');
  return item;
}

it('finds what waits for somebody, although neither has a DATA_DIR', async () => {
  for (const operator of operators) {
    const { data } = acceptedBody(await operator.get<{ data: { kind: string }[] }>('/attention'));
    ok(!data.some(({ kind }) => kind === 'disk_filling'), 'no disk of this machine holds the data');
  }
});

async function openKnownShop(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(turn(operators, 0), options);
  await knownToAll();
  return shop;
}

function countStatuses(answers: readonly HttpAnswer<unknown>[]): Record<string, number> {
  const groups = Object.groupBy(answers, ({ status }) => String(status));
  return Object.fromEntries(
    Object.entries(groups).map(([status, group]) => [status, group?.length ?? 0]),
  );
}

async function balanceOf(shop: Shop): Promise<BalanceBody> {
  const path = `/merchant/account_balance/${shop.merchant_id}`;
  const answers = await Promise.all(urls.map((url) => clientOf(url, shop).get<BalanceBody>(path)));
  deepEqual(answers[0]?.body, answers[1]?.body);
  return turn(answers, 0).body;
}

async function listTrades(shop: Shop): Promise<TradeBody[]> {
  const path = `/trades?merchant_id=${shop.merchant_id}&limit=200`;
  return (await turn(operators, 1).get<{ data: TradeBody[] }>(path)).body.data;
}

async function booksProve(): Promise<void> {
  const { body } = await turn(operators, 1).get<BooksCheck>('/verify');
  deepEqual(body.problems, []);
}

describe('two services over one database', () => {
  it('make one trade of a hundred equal pay-ins', async () => {
    const shop = await openKnownShop();
    const fields = payinFields(shop, 'one-of-many', 250_000);
    const answers = await Promise.all(
      TIMES.map((index) =>
        clientOf(turn(urls, index), shop).post<TradeBody>('/orders/deposit/create', fields),
      ),
    );
    deepEqual(countStatuses(answers), { 201: 100 });
    equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    equal(replayed.length, 99);
    equal((await listTrades(shop)).length, 1);
  });

  it('refuse a hundred different pay-ins of one order_id but one', async () => {
    const shop = await openKnownShop();
    const answers = await Promise.all(
      TIMES.map((index) =>
        clientOf(turn(urls, index), shop).post<{ code?: string; id?: string }>(
          '/orders/deposit/create',
          payinFields(shop, 'contested', 1_000 + index),
        ),
      ),
    );
    deepEqual(countStatuses(answers), { 201: 1, 422: 99 });
    const codes = new Set(answers.map(({ body }) => body.code));
    deepEqual(codes, new Set([undefined, 'order_id_taken']));
    equal((await listTrades(shop)).length, 1);
  });

  it('pay out the whole balance once, however many ask', async () => {
    const shop = await openKnownShop({ funds_cents: 100_500 });
    const answers = await Promise.all(
      TIMES.map((index) =>
        clientOf(turn(urls, index), shop).post<{ code?: string }>(
          '/orders/withdrawal/create',
          payoutFields(shop, `all-${index}`, 100_000), // The fee is the rest.
        ),
      ),
    );
    deepEqual(countStatuses(answers), { 201: 1, 422: 99 });
    const refused = answers.filter(({ status }) => status === 422);
    deepEqual(new Set(refused.map(({ body }) => body.code)), new Set(['insufficient_funds']));
    deepEqual(await balanceOf(shop), {
      amount_cents: 100_500,
      amount_currency: 'INR',
      blocked_amount_cents: 100_500,
      actual_amount_cents: 0,
    });
    await booksProve();
  });

  it('take a pay-out once and credit a pay-in once, whoever confirms', async () => {
    const shop = await openKnownShop({ funds_cents: 100_500 });
    const client = clientOf(turn(urls, 0), shop);
    const payin = await client.post<TradeBody>(
      '/orders/deposit/create',
      payinFields(shop, 'in', 40_000),
    );
    const payout = await client.post<TradeBody>(
      '/orders/withdrawal/create',
      payoutFields(shop, 'out', 50_000),
    );
    const act = (trade: TradeBody, name: string) =>
      Promise.all(
        TIMES.slice(0, 20).map((index) =>
          turn(operators, index).post(`/trades/${shop.merchant_id}/${trade.id}/${name}`, {}),
        ),
      );
    const [confirmed, taken] = await Promise.all([
      act(payin.body, 'confirm'),
      act(payout.body, 'take'),
    ]);
    deepEqual(countStatuses(confirmed), { 200: 1, 422: 19 });
    deepEqual(countStatuses(taken), { 200: 1, 422: 19 });
    equal((await balanceOf(shop)).amount_cents, 100_500 + 40_000 - 600);
    await booksProve();
  });

  it('refuse a token within a second of its revocation through the other', async () => {
    const shop = await openKnownShop();
    const path = `/merchant/account_balance/${shop.merchant_id}`;
    const client = clientOf(turn(urls, 1), shop);
    equal((await client.get(path)).status, 200);
    const token = `/merchants/${shop.merchant_id}/tokens/${shop.token_id}`;
    const revoked = await turn(operators, 0).send(token, { method: 'DELETE' });
    equal(revoked.status, 200);
    equal((await clientOf(turn(urls, 0), shop).get(path)).status, 401);
    await knownToAll();
    equal((await client.get(path)).status, 401);
  });

  it('deliver each callback once and in order, though both run the jobs', async () => {
    const receiver = await startReceiver();
    const shop = await openKnownShop({ callback_url: receiver.url });
    const created = await Promise.all(
      TIMES.slice(0, 50).map((index) =>
        clientOf(turn(urls, index), shop).post<TradeBody>(
          '/orders/deposit/create',
          payinFields(shop, `told-${index}`, 10_000 + index),
        ),
      ),
    );
    await Promise.all(
      created.map(({ body }, index) =>
        turn(operators, index).post(`/trades/${shop.merchant_id}/${body.id}/confirm`, {}),
      ),
    );
    await receiver.until(100);
    const feed = await clientOf(turn(urls, 1), shop).get<{ data: EventBody[] }>(
      '/events?limit=200',
    );
    deepEqual(
      feed.body.data.map((event) => event.number),
      TIMES.map((index) => index + 1),
    );
    // Recorded as delivered, so that none is due again, and none came twice.
    const waiting = `/deliveries?merchant_id=${shop.merchant_id}&status=waiting`;
    while ((await turn(operators, 0).get<{ data: object[] }>(waiting)).body.data.length > 0) {
      await sleep(20);
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    equal(ids.length, 100);
    deepEqual(new Set(ids), new Set(feed.body.data.map((event) => event.id)));
    for (const { body } of created) {
      const own = receiver.received.filter((callback) => callback.body.includes(body.id));
      const sequences = own.map((callback): number => {
        const { sequence }: CallbackBody = JSON.parse(callback.body);
        return sequence;
      });
      deepEqual(sequences, [1, 2]);
    }
    await receiver.close();
  });

  it('say nothing of it in their logs but what they did', () => {
    for (const { log } of services) {
      const loud = log.filter((line) => Number(line.level) >= 50);
      deepEqual(loud, []);
      ok(!JSON.stringify(log).includes(BENCH_OPERATOR_TOKEN));
    }
  });
});
