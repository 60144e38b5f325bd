// `listen` against the real service: events are forwarded once each, in order, signed as callbacks
// are, and nothing is missed between two runs.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { run } from '../../cli/run.ts';
import { newNumber, newPayin } from '../app/scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { makeMerchant, type TestMerchant } from '../support/test-app.ts';
import { runCli, testTerminal } from './test-terminal.ts';

type Received = { headers: IncomingHttpHeaders; body: string };

let service: OperatorService;
let receiver: Server;
let received: Received[] = [];
let status = 200;
let address: string;
let home: string;

before(async () => {
  service = await openOperatorService();
  home = await mkdtemp(join(tmpdir(), 'payment-orders-listen-'));
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/callbacks`;
});
after(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await service.stop();
  await rm(home, { recursive: true });
});

const envOf = ({ token }: TestMerchant) => ({
  PAYMENT_ORDERS_URL: service.url,
  MERCHANT_TOKEN: token,
  XDG_STATE_HOME: home,
});

/** On a terminal, which is shown the secret. */
const listen = (merchant: TestMerchant, ...args: string[]) =>
  runCli(['listen', ...args], { env: envOf(merchant), is_tty: true });

const listenPiped = (merchant: TestMerchant, ...args: string[]) =>
  runCli(['listen', ...args], { env: envOf(merchant) });

async function makeEvents(merchant: TestMerchant, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await newPayin(service.app, merchant, { amount_cents: 1_000 + newNumber() });
  }
}

const secretIn = (err: string) => /secret (whsec_\S+)/.exec(err)?.[1] ?? '';

test('events are forwarded in order, signed with the secret that is printed', async () => {
  const merchant = await makeMerchant(service.app);
  await makeEvents(merchant, 3);
  received = [];
  const { code, out, err } = await listen(
    merchant,
    ...['--forward-to', address, '--after', '0', '--exit-after', '3'],
  );
  equal(code, 0, err);
  equal(received.length, 3);
  const webhook = new Webhook(secretIn(err));
  for (const { headers, body } of received) {
    const event = Object(webhook.verify(body, headers as Record<string, string>));
    deepEqual(Object.keys(event), ['type', 'timestamp', 'sequence', 'data']);
    equal(headers['webhook-id'], `${event.data.id}_${event.sequence}`);
    equal(headers['content-type'], 'application/json');
  }
  const lines = out.trimEnd().split('\n');
  equal(lines.length, 3);
  for (const [index, line] of lines.entries()) {
    match(line, new RegExp(`  ${index + 1}  deposit.pending  \\S+  -> 200$`));
  }
});

test('the next run goes on where the last one ended, with the same secret', async () => {
  const merchant = await makeMerchant(service.app);
  await makeEvents(merchant, 2);
  received = [];
  const to = ['--forward-to', address];
  const first = await listen(merchant, ...to, '--after', '0', '--exit-after', '1', '--json');
  await makeEvents(merchant, 1);
  const second = await listen(merchant, ...to, '--exit-after', '2', '--json');
  const numbers = [first, second].map(({ out }) =>
    out
      .trimEnd()
      .split('\n')
      .map((line) => Object(JSON.parse(line)).number),
  );
  deepEqual(numbers, [[1], [2, 3]]);
  equal(secretIn(first.err), secretIn(second.err));
  for (const name of await readdir(join(home, 'payment-orders'))) {
    equal((await stat(join(home, 'payment-orders', name))).mode & 0o777, 0o600);
  }
});

test('no secret goes into a pipe: the first run needs a file for it, later ones do not', async () => {
  const merchant = await makeMerchant(service.app);
  await makeEvents(merchant, 3);
  received = [];
  const args = ['--forward-to', address, '--exit-after', '1'];
  const refused = await listenPiped(merchant, ...args, '--after', '0');
  deepEqual([refused.code, refused.out, received.length], [1, '', 0]);
  match(refused.err, /Nothing was done: .* --secret-file\.\n$/);
  const file = join(home, 'callbacks.txt');
  const first = await listenPiped(merchant, ...args, '--after', '0', '--secret-file', file);
  equal(first.code, 0, first.err);
  match(first.err, /^They are signed with the secret in \S+callbacks\.txt$/m);
  const secret = await readFile(file, 'utf8');
  match(secret, /^whsec_\S+\n$/);
  equal((await stat(file)).mode & 0o777, 0o600);
  for (const more of [[], ['--secret-file', file]]) {
    const { code, err } = await listenPiped(merchant, ...args, ...more);
    equal(code, 0, err);
    match(err, /^They are signed with the secret (?:of the last time\.|in \S+)$/m);
    ok(![...first.err, err].join('').includes(secret.trim()));
  }
  const webhook = new Webhook(secret.trim());
  equal(received.length, 3);
  for (const { headers, body } of received) webhook.verify(body, headers as Record<string, string>);
  await writeFile(file, 'mine');
  const taken = await listenPiped(merchant, ...args, '--secret-file', file);
  deepEqual([taken.code, await readFile(file, 'utf8')], [1, 'mine']);
  match(taken.err, /^Nothing was done: \S+ exists already and was not changed/m);
});

test('the first run begins with what happens from then on', async () => {
  const merchant = await makeMerchant(service.app);
  await makeEvents(merchant, 5);
  const { terminal, outcome } = testTerminal({ env: envOf(merchant) });
  const ended = run(['listen', '--exit-after', '1', '--json'], terminal);
  while (!outcome.err.includes('behind number 5')) await sleep(5);
  await makeEvents(merchant, 1);
  equal(await ended, 0);
  equal(Object(JSON.parse(outcome.out)).number, 6);
});

test('a number from before a reset of the sandbox is told, with how to go on', async () => {
  const merchant = await makeMerchant(service.app);
  await makeEvents(merchant, 1);
  const from_before = await listen(merchant, '--after', '40', '--exit-after', '1');
  equal(from_before.code, 1);
  match(from_before.err, /beyond the last event, which is 1: the sandbox was reset/);
  match(from_before.err, /Begin again: listen --after 0\n$/);
  const again = await listen(merchant, '--after', '0', '--exit-after', '1', '--json');
  equal(Object(JSON.parse(again.out)).number, 1);
});

test('a receiver that refuses gets the next one, one that is away gets all when it is back', async () => {
  const merchant = await makeMerchant(service.app);
  await makeEvents(merchant, 2);
  status = 500;
  const refused = await listen(
    merchant,
    ...['--forward-to', address, '--after', '0', '--exit-after', '2'],
  );
  status = 200;
  match(refused.out, /-> 500\n.*-> 500\n$/);

  const late = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
  const { port } = late.address() as AddressInfo;
  await new Promise((resolve) => late.close(resolve));
  const { terminal, outcome } = testTerminal({ env: envOf(merchant) });
  const args = ['listen', '--forward-to', `http://127.0.0.1:${port}/`, '--after', '0'];
  const ended = run([...args, '--exit-after', '2', '--secret-file', '-'], terminal);
  while (!outcome.err.includes('did not answer event 1: nothing listens there (ECONNREFUSED)'))
    await sleep(5);
  equal(outcome.out, '');
  await new Promise<void>((resolve) => late.listen(port, '127.0.0.1', resolve));
  equal(await ended, 0);
  match(outcome.out, / {2}1 {2}.*-> 204\n.* {2}2 {2}.*-> 204\n$/);
  late.closeAllConnections();
  await new Promise((resolve) => late.close(resolve));
});

test('wrong settings and wrong tokens are told in a sentence', async () => {
  const none = await runCli(['listen'], { env: { PAYMENT_ORDERS_URL: service.url } });
  equal(none.code, 2);
  match(none.err, /no merchant token: set MERCHANT_TOKEN or use --merchant-token-file/);
  const merchant = await makeMerchant(service.app);
  const wrong = await listen({ ...merchant, token: 'test_wrong' });
  equal(wrong.code, 1);
  match(wrong.err, /valid token[\s\S]*Is MERCHANT_TOKEN a token of this service/);
  equal((await listen(merchant, '--forward-to', 'shop')).code, 2);
  const env = { ...envOf(merchant), PAYMENT_ORDERS_URL: 'http://127.0.0.1:9' };
  const away = await runCli(['listen'], { env });
  equal(away.code, 3);
  ok(!away.err.includes(merchant.token));
});
