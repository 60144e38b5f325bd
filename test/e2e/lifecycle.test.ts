// A running service and what may befall it, one thing after the other on the same data: told to
// stop under load, killed, its database killed. A stop in order says nothing that it would have to
// tell of.
import { deepEqual, equal, match } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { operatorClient } from '../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import {
  freePort,
  type ServiceEnvironment,
  type ServiceProcess,
  spawnService,
} from '../../bench/harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN, openShop, type Shop } from '../../bench/harness/shop.ts';
import { fillFromTemplate } from '../../bench/harness/template-directory.ts';
import { checkSent, startLoad } from './create-load.ts';

const ENOUGH = 100;
const WARN_LEVEL = 40;

let data_dir: string;
let settings: ServiceEnvironment;
let service: ServiceProcess;
let url: string;
let shop: Shop;

before(async () => {
  data_dir = await scratchFolder();
  await fillFromTemplate(data_dir, true);
  settings = {
    DATA_DIR: data_dir,
    PORT: String(await freePort()),
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    SEED: 'false',
    RATE_LIMIT_PER_SECOND: '0',
  };
  service = spawnService(settings);
  url = await service.ready;
  shop = await openShop(operatorClient(url, BENCH_OPERATOR_TOKEN));
});
// Also after a test that failed before it started the service again.
beforeEach(async () => {
  if (!(await answers())) await startAgain();
});
after(async () => {
  equal(await service.stop(), 0, service.told());
  await removeFolder(data_dir);
});

const answers = () =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function startAgain(): Promise<void> {
  service = spawnService(settings);
  equal(await service.ready, url);
}

describe('a running service', () => {
  for (const [what, headers] of Object.entries({
    'connections that are kept open': {},
    'a connection for every request': { connection: 'close' },
  })) {
    it(`told to stop under load finishes what it has taken: ${what}`, async () => {
      const load = startLoad({ url, shop }, headers);
      await load.until(ENOUGH);
      // It ends by itself with 0; where it has to be cut after a while, with 1.
      equal(await service.stop(), 0, service.told());
      const sent = await load.stop();
      equal(service.told(), '');
      deepEqual(
        service.log.filter((line) => Number(line.level) >= WARN_LEVEL),
        [],
      );
      deepEqual(load.cut, []);
      const statuses = new Set(sent.map(({ answer }) => answer?.status));
      deepEqual(statuses, new Set([201, undefined]));
      await startAgain();
      await checkSent({ url, shop }, sent, false);
    });
  }

  it('killed under load has lost nothing that it acknowledged', async () => {
    const load = startLoad({ url, shop });
    await load.until(ENOUGH);
    await service.kill();
    const sent = await load.stop();
    // Its PostgreSQL is still there, without a service; the next start deals with that.
    await startAgain();
    await checkSent({ url, shop }, sent, true);
  });

  it('answers 503 while its PostgreSQL is dead, and works again by itself', async () => {
    const load = startLoad({ url, shop });
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
    await checkSent({ url, shop }, sent, true);
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
