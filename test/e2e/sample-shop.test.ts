// The sample shop of the guide against a running service, with its callbacks cut, doubled and out
// of order: every paid order is shipped once, and no other.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, it } from 'node:test';
import {
  type HttpClient,
  merchantClient,
  operatorClient,
} from '../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { spawnService } from '../../bench/harness/service-process.ts';
import { setCallbacks } from '../../bench/harness/shop.ts';
import { fillFromTemplate } from '../../bench/harness/template-directory.ts';
import type { TradeBody } from '../../server/app/request/views.ts';
import type { SandboxNotes } from '../../server/app/seed/seed-sandbox.ts';
import { installPackedSdk } from '../sdk/sdk-scene.ts';
import { cleanup } from '../support/cleanup.ts';
import { type ReceivedCallback, type Receiver, startReceiver } from '../support/receiver.ts';

const ROOT = new URL('../../', import.meta.url);

let notes: SandboxNotes;
let merchant: HttpClient;
let operator: HttpClient;
let line: Receiver;
let app: string;
let shop: { url: string; end(): Promise<void> };
let start: () => Promise<typeof shop>;

const atEnd = cleanup();
before(async () => {
  const data_dir = await scratchFolder();
  atEnd(() => removeFolder(data_dir));
  const sdk = await installPackedSdk();
  atEnd(() => sdk.remove());
  app = sdk.app;
  await copyFile(new URL('docs/guide/sample-shop.mjs', ROOT), join(app, 'shop.mjs'));
  // Stands between the service and the shop: takes every callback and passes nothing on.
  line = await startReceiver();
  atEnd(() => line.close());
  await fillFromTemplate(data_dir, true);
  const service = spawnService({ DATA_DIR: data_dir });
  atEnd(async () => equal(await service.stop(), 0));
  const url = await service.ready;
  notes = JSON.parse(await readFile(join(data_dir, 'sandbox.json'), 'utf8'));
  merchant = merchantClient(url, notes.token);
  operator = operatorClient(url, notes.operator_token);
  const secret = await setCallbacks(operator, notes.merchant_id, `${line.url}callbacks`);
  const own = { PAY_URL: url, PAY_TOKEN: notes.token, PAY_MERCHANT: notes.merchant_id };
  start = () => startShop({ ...own, PAY_SECRET: secret, PORT: '0' });
  shop = await start();
  atEnd(() => shop.end());
});

async function startShop(env: Record<string, string>): Promise<typeof shop> {
  const child: ChildProcess = spawn(process.execPath, ['shop.mjs'], {
    cwd: app,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('The shop has no output');
  const [told] = await once(createInterface({ input: child.stdout }), 'line');
  const url = String(told).split(' ').at(-1) ?? '';
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { url, end };
}

/** Buys at the shop; the trade as the service has it. */
async function buy(): Promise<TradeBody> {
  const reply = await fetch(`${shop.url}/buy`, { method: 'POST', redirect: 'manual' });
  equal(reply.status, 303);
  const page = reply.headers.get('location');
  const { body } = await merchant.get<{ data: TradeBody[] }>('/orders?sort=newest&limit=20');
  const trade = body.data.find((one) => one.url === page);
  ok(trade, 'the shop leads to the page of its pay-in');
  match(trade.order_id, /^shop-/);
  return trade;
}

async function act(trade: TradeBody, name: 'confirm' | 'cancel'): Promise<void> {
  const path = `/trades/${notes.merchant_id}/${trade.id}/${name}`;
  const { status, body } = await operator.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ note: 'test' }),
  });
  equal(status, 200, JSON.stringify(body));
}

const shipped = async () =>
  (await readdir(join(app, 'shop-data'))).filter((name) => name.startsWith('ship-')).toSorted();

async function until(done: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const isOf = (trade: TradeBody) => (callback: ReceivedCallback) => callback.body.includes(trade.id);
const callbacksOf = (trade: TradeBody) => line.received.filter(isOf(trade));

/** Passes a callback on, as it came or changed. */
async function pass({ headers, body }: ReceivedCallback, changed = body): Promise<number> {
  const sent = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'));
  const reply = await fetch(`${shop.url}/callbacks`, {
    method: 'POST',
    headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    body: changed,
  });
  return reply.status;
}

describe('the sample shop', () => {
  it('ships each paid order once, whatever happens to its callbacks', async () => {
    const [paid, unpaid] = [await buy(), await buy()];
    await act(paid, 'confirm');
    await act(unpaid, 'cancel');
    await until(() => callbacksOf(paid).length >= 2 && callbacksOf(unpaid).length >= 2);
    // The last first, and each three times.
    const mixed = [...callbacksOf(paid), ...callbacksOf(unpaid)].toReversed();
    for (const callback of [...mixed, ...mixed, ...mixed]) equal(await pass(callback), 204);
    deepEqual(await shipped(), [`ship-${paid.order_id}`]);
  });

  it('refuses callbacks that were cut or forged', async () => {
    const order = await buy();
    await until(() => callbacksOf(order).length > 0);
    const [callback] = callbacksOf(order);
    ok(callback);
    const before_it = await shipped();
    equal(await pass(callback, callback.body.slice(0, 40)), 400);
    equal(await pass(callback, callback.body.replace('pending', 'completed')), 400);
    equal(await pass(callback), 204);
    deepEqual(await shipped(), before_it, 'a callback about an unpaid order ships nothing');
  });

  it('learns from the feed what no callback told, also after it was killed', async () => {
    const order = await buy();
    await shop.end();
    await act(order, 'confirm');
    shop = await start();
    await until(async () => (await shipped()).includes(`ship-${order.order_id}`));
    equal((await shipped()).length, 2);
  });
});
