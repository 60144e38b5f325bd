// A service of several processes on one machine: for its callers it is one, whatever befalls them.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { acceptedBody, operatorClient } from '../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import {
  freePort,
  type ServiceEnvironment,
  type ServiceProcess,
  spawnService,
} from '../../bench/harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN, clientOf, openShop, payinFields } from '../../bench/harness/shop.ts';
import type { TradeBody } from '../../server/app/request/views.ts';
import { checkSent, countOf, type Place, startLoad } from './create-load.ts';
import { knownToAll } from './known-to-all.ts';

const WORKERS = 2;
const ENOUGH = 100;
const CREATE = '/orders/deposit/create';

let folder: string;
let settings: ServiceEnvironment;
let service: ServiceProcess;
let place: Place;

before(async () => {
  folder = await scratchFolder();
  settings = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    WORKERS: String(WORKERS),
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    SEED: 'false',
    RATE_LIMIT_PER_SECOND: '0',
  };
  service = spawnService(settings);
  const url = await service.ready;
  place = { url, shop: await openShop(operatorClient(url, BENCH_OPERATOR_TOKEN)) };
  await knownToAll();
});
after(async () => {
  equal(await service.stop(), 0, service.told());
  await removeFolder(folder);
});

async function startAgain(): Promise<void> {
  service = spawnService(settings);
  equal(await service.ready, place.url);
}

/** As the system knows them; PostgreSQL is a child of the first process, too. */
async function workers(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return rows
    .filter(([, parent]) => Number(parent) === service.log[0]?.pid)
    .filter((row) => row.some((word) => word.endsWith('server/main.ts')))
    .map(([process_id]) => Number(process_id));
}

async function metric(name: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${settings.METRICS_PORT}/metrics`);
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

const CREATED =
  'payment_orders_http_requests_total{method="POST",route="/api/v1/orders/deposit/create"';

function isAlive(process_id: number): boolean {
  try {
    return process.kill(process_id, 0);
  } catch {
    return false;
  }
}

/** One that ended since the system was asked is as dead as it should be. */
function kill(process_id: number): void {
  if (isAlive(process_id)) process.kill(process_id, 'SIGKILL');
}

describe('a service with two workers', () => {
  it('is three processes that say once that they are ready', async () => {
    const ready = service.log.filter((line) => line.msg === 'worker ready');
    deepEqual(ready.map(({ worker }) => worker).sort(), (await workers()).sort());
    equal(ready.length, WORKERS);
    equal(service.log.filter((line) => line.msg === 'ready').length, 1);
    equal(service.log.filter((line) => line.msg === 'migrated').length, 1);
    deepEqual([service.log[0]?.msg, service.log[0]?.workers], ['starting workers', WORKERS]);
  });

  it('makes one trade of a hundred equal pay-ins', async () => {
    const before_it = await metric(CREATED);
    const fields = payinFields(place.shop, 'one-of-many', 250_000);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        // A connection each, so that both workers get their part.
        clientOf(place.url, place.shop).post<TradeBody>(CREATE, fields, { connection: 'close' }),
      ),
    );
    deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    equal(new Set(answers.map(({ body }) => body.id)).size, 1);
    // A worker that is asked for its counts and cannot answer in time is counted by the next time.
    while ((await metric(CREATED)) - before_it < 100) await sleep(20);
    equal((await metric(CREATED)) - before_it, 100);
  });

  it('lets a token with a limit of its own pass so often, not so often per worker', async () => {
    const per_second = 20;
    const operator = operatorClient(place.url, BENCH_OPERATOR_TOKEN);
    const path = `/merchants/${place.shop.merchant_id}/tokens`;
    const fields = { rate_limit_per_second: per_second };
    const { token } = acceptedBody(await operator.post<{ token: string }>(path, fields));
    const balance = `${place.url}/api/v1/merchant/account_balance/${place.shop.merchant_id}`;
    // A connection each, so that both workers are asked.
    const headers = { 'x-token': token, connection: 'close' };
    await knownToAll();
    const statuses: number[] = [];
    const began_ms = performance.now();
    const seconds = () => (performance.now() - began_ms) / 1_000;
    const ask = async () => (await fetch(balance, { headers })).status;
    while (seconds() < 2 || !statuses.includes(429)) {
      // Several at once, so that they are more than pass on a slow machine, too.
      statuses.push(...(await Promise.all(Array.from({ length: 8 }, ask))));
    }
    const passed = statuses.filter((status) => status === 200).length;
    // A bucket that is full, what comes in meanwhile, and as much again for what is told late:
    // without a common count it would be two buckets and twice what comes in.
    ok(passed <= 2 * (2 * per_second) + per_second * seconds(), `${passed} in ${seconds()} s`);
    deepEqual(new Set(statuses), new Set([200, 429]));
  });

  it('goes on when a worker is killed, and has two again', async () => {
    const load = startLoad(place);
    await load.until(ENOUGH);
    const [victim] = await workers();
    ok(victim !== undefined);
    process.kill(victim, 'SIGKILL');
    const counted = await metric(CREATED);
    await load.until(2 * ENOUGH);
    while ((await metric('payment_orders_workers ')) < WORKERS) await sleep(20);
    await load.until(3 * ENOUGH);
    const sent = await load.stop();
    const others = sent.filter(({ answer }) => ![201, undefined].includes(answer?.status));
    deepEqual(others, []);
    // Its connections were cut, one request on each, and no other's.
    const unanswered = sent.length - countOf(sent, 201);
    ok(unanswered < 32, `${unanswered} requests had no answer`);
    equal(await metric('payment_orders_worker_ends_total'), 1);
    ok((await metric(CREATED)) >= counted, 'what the dead had counted was forgotten');
    await checkSent(place, sent, true);
  });

  it('answers 503 where no worker is left, until there is one again', async () => {
    const seen = new Set<number | null>();
    const ask = async () => {
      // A connection on its way to a worker that is killed is neither answered nor closed.
      const signal = AbortSignal.timeout(2_000);
      const answer = await fetch(`${place.url}/readyz`, { signal }).catch(() => null);
      seen.add(answer?.status ?? null);
    };
    // Killed again as they come: the next ones may be there before the first question is.
    while (!seen.has(503)) {
      for (const victim of await workers()) kill(victim);
      await ask();
    }
    seen.clear();
    while (!seen.has(200)) {
      await ask();
      await sleep(5);
    }
    // While the port changes hands, nobody listens for a moment.
    seen.delete(null);
    for (const status of seen) ok(status === 503 || status === 200, `${status} was answered`);
    while ((await metric('payment_orders_workers ')) < WORKERS) await sleep(20);
  });

  it('told to stop under load finishes what it has taken', async () => {
    const load = startLoad(place);
    await load.until(ENOUGH);
    equal(await service.stop(), 0, service.told());
    const sent = await load.stop();
    deepEqual(load.cut, []);
    deepEqual(new Set(sent.map(({ answer }) => answer?.status)), new Set([201, undefined]));
    await startAgain();
    await checkSent(place, sent, false);
  });

  it('leaves no worker behind when the first process is killed, and starts again', async () => {
    const own = await workers();
    const load = startLoad(place);
    await load.until(ENOUGH);
    await service.kill();
    while (own.some(isAlive)) await sleep(20);
    const sent = await load.stop();
    await startAgain();
    await checkSent(place, sent, true);
  });

  it('says once why it cannot start', async () => {
    const refused = spawnService({ ...settings, DATA_DIR: join(folder, 'other') });
    equal(await refused.ended, 1);
    match(
      refused.told(),
      /^Port \d+ is in use on 127\.0\.0\.1: stop the program that uses it, or set PORT\.\n$/,
    );
    equal(await service.stop(), 0, service.told());
    // The service has made a key for itself, which is another one.
    const second = spawnService({ ...settings, ENCRYPTION_KEY: '2'.repeat(64) });
    equal(await second.ended, 1);
    match(second.told(), /^ENCRYPTION_KEY does not open the keys of this database[^\n]*\n$/);
  });
});
