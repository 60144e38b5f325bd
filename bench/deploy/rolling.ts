// Rolls two processes on one database from one release to another and back, while clients create
// orders. What they were told is there afterwards, and no answer was one that they do not repeat.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BooksCheck } from '../../server/app/proof/verify-books.ts';
import type { TradeBody } from '../../server/app/request/views.ts';
import { openCheckout } from '../against/checkout.ts';
import { MARKED_COMMIT } from '../against/marked-commit.ts';
import { PROJECT_ROOT, startBenchService } from '../harness/bench-service.ts';
import { acceptedBody, inParallel, operatorClient } from '../harness/http-client.ts';
import { startDatabase } from '../harness/scratch-database.ts';
import { freePort } from '../harness/service-process.ts';
import {
  addAccount,
  BENCH_OPERATOR_TOKEN,
  clientOf,
  openShop,
  payinFields,
  payoutFields,
  type Shop,
} from '../harness/shop.ts';
import type { RunningService } from '../scenario/scenario.ts';
import { type DeployPart, NotRun } from './part.ts';

export type Rolling = {
  /** Checkouts of the project. */
  readonly older: string;
  readonly newer: string;
  readonly folder: string;
  readonly database_url: string;
};

export type Rolled = {
  readonly orders: number;
  /** Requests that were sent again, because nobody answered or the answer was 503. */
  readonly repeats: number;
  /** Answers after which a client gives up. */
  readonly refusals: readonly string[];
  /** Acknowledged, and not there as it was acknowledged. */
  readonly lost: readonly string[];
  readonly problems: BooksCheck['problems'];
};

const CLIENTS = 8;
const PAUSE_MS = 20;
const STEADY_MS = 1_500;
const BUSY_TRIES = 20;
const MOST_TRIES = 100;
const FUNDS_CENTS = 1_000_000_000;

type Acknowledged = { readonly order_id: string; readonly id: string };

function startLoad(urls: readonly string[], shop: Shop) {
  const [acknowledged, refusals]: [Acknowledged[], string[]] = [[], []];
  let [repeats, is_over] = [0, false];
  /** As the SDK does: the same request again, here at the other process. */
  const post = async (
    path: string,
    fields: ReturnType<typeof payinFields>,
    first: number,
  ): Promise<TradeBody | null> => {
    for (let number = 0; number < MOST_TRIES; number += 1) {
      const url = urls[(first + number) % urls.length] ?? '';
      const answer = await clientOf(url, shop)
        .post<TradeBody>(path, fields)
        .catch(() => null);
      if (answer !== null && answer.status !== 503) {
        if (answer.status < 300) return answer.body;
        refusals.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
        return null;
      }
      repeats += 1;
      await sleep(PAUSE_MS);
    }
    refusals.push(`no answer after ${MOST_TRIES} tries`);
    return null;
  };
  const client = async (number: number) => {
    for (let turn = 0; !is_over; turn += 1) {
      const order_id = `rolled-${number}-${turn}`;
      const is_payout = turn % 4 === 3;
      const fields = (is_payout ? payoutFields : payinFields)(shop, order_id, 1_000 + number);
      const path = `/orders/${is_payout ? 'withdrawal' : 'deposit'}/create`;
      const made = await post(path, fields, turn);
      // One that is refused has told all that there is to tell.
      if (made === null) return;
      acknowledged.push({ order_id, id: made.id });
      await sleep(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_none, number) => client(number));
  return {
    stop: async () => {
      is_over = true;
      await Promise.all(clients);
      return { acknowledged, refusals, repeats };
    },
  };
}

async function findLost(url: string, shop: Shop, all: readonly Acknowledged[]): Promise<string[]> {
  const lost: string[] = [];
  await inParallel(all, CLIENTS, async ({ order_id, id }) => {
    const wanted = { merchant_id: shop.merchant_id, order_id };
    const found = await clientOf(url, shop).post<TradeBody>('/orders/search', wanted);
    if (found.status !== 200 || found.body.id !== id) lost.push(`${order_id}: ${found.status}`);
  });
  return lost;
}

/** A service that is busy with other reads says so, and is asked again. */
async function checkBooks(url: string): Promise<BooksCheck> {
  const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
  for (let tries = 1; ; tries += 1) {
    const answer = await operator.get<BooksCheck>('/verify');
    if (answer.status !== 429 || tries === BUSY_TRIES) return acceptedBody(answer);
    await sleep(STEADY_MS);
  }
}

export async function rollThereAndBack(rolling: Rolling): Promise<Rolled> {
  const { older, newer, folder, database_url } = rolling;
  const ports = [String(await freePort()), String(await freePort())];
  const start = (project: string, index: number) =>
    startBenchService({
      ...{ database_url, folder, project },
      settings: { PORT: ports[index] ?? '', DRAIN_SECONDS: '1' },
    });
  const services: RunningService[] = [];
  try {
    for (const index of ports.keys()) services.push(await start(older, index));
    const urls = services.map(({ url }) => url);
    const operator = operatorClient(urls[0] ?? '', BENCH_OPERATOR_TOKEN);
    await addAccount(operator, '000111222333');
    const shop = await openShop(operator, { funds_cents: FUNDS_CENTS });
    // The other process learns of a token within a second.
    await sleep(STEADY_MS);
    const load = startLoad(urls, shop);
    for (const project of [newer, older]) {
      for (const [index, service] of services.entries()) {
        await sleep(STEADY_MS);
        await service.stop();
        services[index] = await start(project, index);
      }
    }
    await sleep(STEADY_MS);
    const { acknowledged, refusals, repeats } = await load.stop();
    const lost = await findLost(urls[0] ?? '', shop, acknowledged);
    const { problems } = await checkBooks(urls[0] ?? '');
    return { orders: acknowledged.length, repeats, refusals, lost, problems };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

function needsCommit(commit: string): void {
  try {
    execFileSync('git', ['-C', PROJECT_ROOT, 'cat-file', '-e', commit], { stdio: 'ignore' });
  } catch (error) {
    throw new NotRun(`the history here has no commit ${commit.slice(0, 8)}`, { cause: error });
  }
}

/** From the marked commit to this checkout, and back. */
export const ROLLING: DeployPart = {
  name: 'rolling',
  async run(folder) {
    needsCommit(MARKED_COMMIT);
    const say = () => undefined;
    const place = {
      repository: PROJECT_ROOT,
      commit: MARKED_COMMIT,
      folder: join(folder, 'older'),
    };
    const { project: older, remove } = await openCheckout({ ...place, say });
    const { url: database_url, stop } = await startDatabase(join(folder, 'database'));
    try {
      const rolling = { older, newer: PROJECT_ROOT, folder, database_url };
      const { orders, repeats, ...faults } = await rollThereAndBack(rolling);
      const found = Object.values(faults).flat();
      if (found.length > 0) throw new Error(JSON.stringify(faults));
      const from = MARKED_COMMIT.slice(0, 8);
      return `from ${from} and back: ${orders} orders, ${repeats} sent again, 0 lost`;
    } finally {
      await stop();
      await remove();
    }
  },
};
