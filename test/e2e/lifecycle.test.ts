// A running service and what may befall it: told to stop under load, killed, its database killed.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, inParallel, operatorClient } from '../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-database.ts';
import {
  freePort,
  type ServiceProcess,
  type Settings,
  spawnService,
} from '../../bench/harness/service-process.ts';
import {
  clientOf,
  OPERATOR_TOKEN,
  openShop,
  payinFields,
  type Shop,
} from '../../bench/harness/shop.ts';
import type { BooksProof } from '../../server/app/verify-books.ts';
import type { TradeBody } from '../../server/app/views.ts';

const CLIENTS = 32;
const ENOUGH = 200;
const UNANSWERED_PAUSE_MS = 100;
const CREATE = '/orders/deposit/create';

let data_dir: string;
let settings: Settings;
let service: ServiceProcess;
let url: string;
let shop: Shop;

beforeEach(async () => {
  data_dir = await scratchFolder();
  settings = {
    DATA_DIR: data_dir,
    PORT: String(await freePort()),
    OPERATOR_TOKEN,
    SEED: 'false',
    RATE_LIMIT_PER_SECOND: '0',
  };
  service = spawnService(settings);
  url = await service.ready;
  shop = await openShop(operatorClient(url, OPERATOR_TOKEN));
});
afterEach(async () => {
  equal(await service.stop(), 0, service.told());
  await removeFolder(data_dir);
});

async function startAgain(): Promise<void> {
  service = spawnService(settings);
  equal(await service.ready, url);
}

type Sent = { fields: ReturnType<typeof payinFields>; answer: Answer<TradeBody> | null };

type Load = {
  /** Resolves once so many were acknowledged. */
  until(count: number): Promise<void>;
  stop(): Promise<Sent[]>;
  /** Answers that broke off. */
  readonly cut: readonly unknown[];
};

/** Clients create pay-ins one after another until they are told to stop. */
function startLoad(headers: Record<string, string> = {}): Load {
  const sent: Sent[] = [];
  const cut: unknown[] = [];
  let is_ending = false;
  const client = async (number: number) => {
    for (let turn = 0; !is_ending; turn += 1) {
      const fields = payinFields(shop, `${number}-${turn}`, 1_000 + number);
      const answer = await clientOf(url, shop)
        .post<TradeBody>(CREATE, fields, headers)
        .catch((error: Error) => {
          // No answer at all is told by these words; all else is an answer that was cut.
          if (error.message !== 'fetch failed') cut.push(error);
          return null;
        });
      sent.push({ fields, answer });
      if (answer === null) await sleep(UNANSWERED_PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_unused, number) => client(number));
  return {
    cut,
    until: async (count) => {
      while (countOf(sent, 201) < count) await sleep(20);
    },
    stop: async () => {
      is_ending = true;
      await Promise.all(clients);
      return sent;
    },
  };
}

/** Acknowledged: there. Without an answer after an orderly stop: never begun. */
async function checkSent(sent: readonly Sent[], unanswered_may_exist: boolean): Promise<void> {
  await inParallel(sent, CLIENTS, async ({ fields, answer }) => {
    if (answer !== null && answer.status !== 201) return;
    const { merchant_id, order_id } = fields;
    const found = await clientOf(url, shop).post<TradeBody>('/orders/search', {
      merchant_id,
      order_id,
    });
    if (answer === null) {
      const fits = found.status === 404 || unanswered_may_exist;
      ok(fits, `${order_id} had an effect, but no answer`);
      return;
    }
    equal(found.status, 200, `${order_id} was acknowledged and is lost`);
    equal(found.body.id, answer.body.id);
  });
  const { body } = await operatorClient(url, OPERATOR_TOKEN).get<BooksProof>('/verify');
  deepEqual(body.problems, []);
}

const countOf = (sent: readonly Sent[], status: number) =>
  sent.filter(({ answer }) => answer?.status === status).length;

describe('a running service', () => {
  for (const [what, headers] of Object.entries({
    'connections that are kept open': {},
    'a connection for every request': { connection: 'close' },
  })) {
    it(`told to stop under load finishes what it has taken: ${what}`, async () => {
      const load = startLoad(headers);
      await load.until(ENOUGH);
      // It ends by itself with 0; where it has to be cut after 10 s, with 1.
      equal(await service.stop(), 0, service.told());
      const sent = await load.stop();
      deepEqual(load.cut, []);
      const statuses = new Set(sent.map(({ answer }) => answer?.status));
      deepEqual(statuses, new Set([201, undefined]));
      await startAgain();
      await checkSent(sent, false);
    });
  }

  it('killed under load has lost nothing that it acknowledged', async () => {
    const load = startLoad();
    await load.until(ENOUGH);
    await service.kill();
    const sent = await load.stop();
    // Its PostgreSQL is still there, without a service; the next start deals with that.
    await startAgain();
    await checkSent(sent, true);
  });

  it('answers 503 while its PostgreSQL is dead, and works again by itself', async () => {
    const load = startLoad();
    await load.until(ENOUGH);
    const file = await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number(file.split('\n')[0]), 'SIGKILL');
    const refused = await untilRefused();
    match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(20);
    equal((await fetch(`${url}/healthz`)).status, 200);
    await load.until(2 * ENOUGH);
    const sent = await load.stop();
    const statuses = new Set(sent.map(({ answer }) => answer?.status));
    deepEqual([...statuses].sort(), [201, 503]);
    await checkSent(sent, true);
  });

  it('whose launcher is killed stops in order', async () => {
    const { pid } = service.log[0] ?? {};
    service.killLauncher();
    await service.ended;
    while (isAlive(Number(pid))) await sleep(20);
    await startAgain();
    const stopped = service.log.some((line) => String(line.msg).includes('Stopped PostgreSQL'));
    equal(stopped, false, 'PostgreSQL was left behind');
  });
});

function isAlive(process_id: number): boolean {
  try {
    return process.kill(process_id, 0);
  } catch {
    return false;
  }
}

/** The first answer of the API that is 503; asked as fast as answers come. */
async function untilRefused(): Promise<Response> {
  const headers = { 'x-token': shop.token };
  for (;;) {
    const answer = await fetch(`${url}/api/v1/merchant/account_balance/${shop.merchant_id}`, {
      headers,
    });
    const { code } = (await answer.json()) as { code?: string };
    if (answer.status === 503) {
      equal(code, 'unavailable');
      return answer;
    }
    equal(answer.status, 200);
  }
}
