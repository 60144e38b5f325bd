// Starts that cannot be, or not yet: one clear sentence and exit 1, or patience. That each reason
// gives its sentence is tried inside of this process; how the program then ends, by running it.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedBody, operatorClient } from '../../bench/harness/http-client.ts';
import { startDatabase } from '../../bench/harness/scratch-database.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import {
  freePort,
  type ServiceEnvironment,
  type ServiceProcess,
  spawnService,
} from '../../bench/harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN } from '../../bench/harness/shop.ts';
import { fillFromTemplate } from '../../bench/harness/template-directory.ts';
import { StartupError } from '../../server/lib/startup-error.ts';
import { type Service, startService } from '../../server/service.ts';
import { readConfig } from '../../server/settings/config.ts';

const PATIENCE_MS = 240_000;

let folder: string;
let service: ServiceProcess;
let url: string;

before(async () => {
  folder = await scratchFolder();
  service = spawnService({
    ...(await prepared('running')),
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
  });
  url = await service.ready;
});
after(async () => {
  equal(await service.stop(), 0);
  equal(service.told(), '');
  await removeFolder(folder);
});

/** A service of one test: whatever becomes of the test, it does not stay. */
function spawnFor(context: TestContext, settings: ServiceEnvironment): ServiceProcess {
  const spawned = spawnService(settings);
  context.after(() => spawned.stop());
  return spawned;
}

const silent = () => undefined;
const SILENT_LOG = { debug: silent, info: silent, warn: silent, error: silent };

/** What the program does after its settings are read, without a process for it. */
const start = (settings: ServiceEnvironment): Promise<Service> => {
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', ...settings });
  return startService(config, SILENT_LOG, new AbortController().signal);
};

async function startAndStop(settings: ServiceEnvironment): Promise<void> {
  const { stop } = await start(settings);
  await stop();
}

const SENTENCE = /^[A-Z].*\.$/;

/** The sentences that the program would print. */
async function refusedStart(settings: ServiceEnvironment): Promise<string[]> {
  let sentences: string[] = [];
  await rejects(
    async () => startAndStop(settings),
    (error) => {
      if (!(error instanceof StartupError)) throw error;
      sentences = error.message.split('\n');
      return true;
    },
  );
  for (const sentence of sentences) match(sentence, SENTENCE);
  return sentences;
}

/** What it prints to the operator; no stack, and nothing of it runs on. */
async function refusedProgram(settings: ServiceEnvironment): Promise<string[]> {
  const refused = spawnService(settings);
  equal(await refused.ended, 1, refused.told());
  const sentences = refused.told().trimEnd().split('\n');
  for (const sentence of sentences) match(sentence, SENTENCE);
  return sentences;
}

const LIVE = {
  MODE: 'live',
  PUBLIC_URL: 'https://pay.example.com',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
};

const fresh = (name: string) => ({ DATA_DIR: join(folder, name), SEED: 'false' });

/** With the schema, and never started by a service. */
async function prepared(name: string): Promise<ServiceEnvironment> {
  const settings = fresh(name);
  await fillFromTemplate(settings.DATA_DIR, true);
  return settings;
}

describe('a start without OPERATOR_TOKEN', () => {
  const warned = ({ log }: ServiceProcess) =>
    log.filter(({ msg }) => /nobody can use the operator API/.test(String(msg))).length;

  it('warns that nobody can use the operator API, one with it does not', async (context) => {
    const without = spawnFor(context, await prepared('without'));
    await without.ready;
    equal(warned(without), 1);
    equal(warned(service), 0);
  });
});

describe('a start that cannot be', () => {
  it('says that the port is taken', async () => {
    const { port } = new URL(url);
    const sentences = await refusedProgram({ ...fresh('port'), PORT: port });
    deepEqual(sentences, [
      `Port ${port} is in use on 127.0.0.1: stop the program that uses it, or set PORT.`,
    ]);
  });

  it('says that another service uses the data directory, and leaves that one alone', async () => {
    const sentences = await refusedStart({ DATA_DIR: join(folder, 'running') });
    equal(sentences.length, 1);
    match(sentences[0] ?? '', /running is in use by process \d+: stop that service first/);
    equal((await fetch(`${url}/readyz`)).status, 200);
  });

  it('says that the host is not of this machine', async () => {
    const sentences = await refusedStart({ ...fresh('host'), HOST: '192.0.2.1' });
    deepEqual(sentences, ['HOST 192.0.2.1 is not an address of this machine.']);
  });

  it('says all that is missing for live mode at once', async () => {
    const sentences = await refusedProgram({ MODE: 'live' });
    deepEqual(
      sentences.map((sentence) => sentence.split(/[:,] /)[0]),
      [
        'MODE=live needs DATABASE_URL or DATA_DIR',
        'MODE=live needs ENCRYPTION_KEY',
        'MODE=live needs PUBLIC_URL',
      ],
    );
  });

  it('says all settings that are wrong at once', async () => {
    const sentences = await refusedStart({ ...fresh('wrong'), PORT: '99999', SEED: 'perhaps' });
    deepEqual(
      sentences.map((sentence) => sentence.split(' ')[0]),
      ['PORT', 'SEED'],
    );
  });

  it('says that the database is of another key or mode, and changes nothing', async () => {
    const sandbox = { ...(await prepared('sandbox')), ENCRYPTION_KEY: LIVE.ENCRYPTION_KEY };
    await startAndStop(sandbox);
    const other_key = await refusedStart({ ...sandbox, ENCRYPTION_KEY: '2'.repeat(64) });
    equal(other_key.length, 1);
    match(other_key[0] ?? '', /^ENCRYPTION_KEY does not open the keys of this database/);
    const no_sandbox = /^MODE=live does not start on this database: it is a sandbox’s/;
    const other_mode = await refusedStart({ ...sandbox, ...LIVE });
    equal(other_mode.length, 1);
    match(other_mode[0] ?? '', no_sandbox);
    // The workers are started meanwhile, and end with the first process.
    const of_workers = await refusedProgram({ ...sandbox, ...LIVE, WORKERS: '2' });
    equal(of_workers.length, 1);
    match(of_workers[0] ?? '', no_sandbox);
    await startAndStop(sandbox);
  });

  it('says that a sandbox does not play with live money', async () => {
    const settings = { ...(await prepared('live')), ...LIVE };
    await startAndStop(settings);
    const sentences = await refusedStart({ ...settings, MODE: 'sandbox' });
    equal(sentences.length, 1);
    match(sentences[0] ?? '', /^MODE=sandbox does not start on this database: it is a live one/);
    await startAndStop(settings);
  });

  it('says that DATABASE_URL leads to no database that it may use', async (context) => {
    const database = await startDatabase(join(folder, 'other'));
    context.after(() => database.stop());
    const wrong = database.url.replace(/:[^:@/]+@/, ':wrong-password@');
    const sentences = await refusedStart({ ...fresh('denied'), DATABASE_URL: wrong });
    equal(sentences.length, 1);
    match(sentences[0] ?? '', /^DATABASE_URL .*password authentication failed/);
    ok(!(sentences[0] ?? '').includes('wrong-password'));
  });
});

/** Asks until the answer is as wanted; the service may still be on its way. */
async function untilStatus(at: string, status: number): Promise<void> {
  const end_ms = performance.now() + PATIENCE_MS;
  while (performance.now() < end_ms) {
    const answer = await fetch(at).catch(() => null);
    if (answer?.status === status) return;
    await sleep(20);
  }
  throw new Error(`${at} does not answer ${status}`);
}

describe('a database that is away at the start', () => {
  it('is waited for: 503 until it comes, then everything works by itself', async (context) => {
    const place = join(folder, 'shared');
    const before_start = await startDatabase(place);
    await before_start.stop();
    const port = await freePort();
    const at = `http://127.0.0.1:${port}`;
    const waiting = spawnFor(context, {
      ...fresh('waiting'),
      DATABASE_URL: before_start.url,
      OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
      PORT: String(port),
    });
    await untilStatus(`${at}/healthz`, 200);
    equal((await fetch(`${at}/readyz`)).status, 503);
    const refused = await fetch(`${at}/api/v1/orders/search`, { method: 'POST', body: '{}' });
    equal(refused.status, 503);
    match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    match(refused.headers.get('content-type') ?? '', /^application\/json/);
    const problem = (await refused.json()) as { code: string; retryable: boolean };
    deepEqual([problem.code, problem.retryable], ['unavailable', true]);
    const database = await startDatabase(place);
    context.after(() => database.stop());
    await untilStatus(`${at}/readyz`, 200);
    await waiting.ready;
    acceptedBody(await operatorClient(at, BENCH_OPERATOR_TOKEN).get('/merchants'));
    equal(await waiting.stop(), 0);
  });

  it('does not keep the service from stopping', async (context) => {
    // Somebody listens there who never says a word.
    const silent = createServer().listen(0, '127.0.0.1');
    context.after(() => silent.close());
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    const database_port = typeof address === 'object' && address !== null ? address.port : 0;
    const port = await freePort();
    const waiting = spawnFor(context, {
      ...fresh('stopping'),
      DATABASE_URL: `postgres://nobody:nothing@127.0.0.1:${database_port}/none`,
      PORT: String(port),
    });
    await untilStatus(`http://127.0.0.1:${port}/healthz`, 200);
    equal(await waiting.stop(), 0, waiting.told());
  });
});

describe('a service that is told to stop, with DRAIN_SECONDS', () => {
  it('answers on meanwhile, and says that it is not ready', async () => {
    const settings = { OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN, DRAIN_SECONDS: '5' };
    const drained = await start({ ...(await prepared('drained')), ...settings });
    const before = await fetch(`${drained.url}/readyz`);
    deepEqual([before.status, before.headers.get('connection')], [200, 'keep-alive']);
    const stopped = drained.stop();
    const ready = await fetch(`${drained.url}/readyz`);
    // Whoever keeps connections sends nothing more on this one, so none ends under a request.
    equal(ready.headers.get('connection'), 'close');
    deepEqual(
      [ready.status, await ready.json()],
      [503, { ok: false, checks: { service: 'stopping' } }],
    );
    const operator = operatorClient(drained.url, BENCH_OPERATOR_TOKEN);
    const { data } = acceptedBody(await operator.get<{ data: unknown[] }>('/merchants'));
    deepEqual(data, []);
    const refused = await fetch(`${drained.url}/api/v1/nothing`);
    deepEqual([refused.status, refused.headers.get('connection')], [404, 'close']);
    await stopped;
    await rejects(fetch(`${drained.url}/healthz`), TypeError);
  });
});
