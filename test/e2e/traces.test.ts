// The service as a process: without a receiver of traces it loads nothing of OpenTelemetry's SDK
// and still continues a merchant's trace; with one it sends what it has before it ends.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { operatorClient } from '../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { type ServiceProcess, spawnService } from '../../bench/harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN, openShop, type Shop } from '../../bench/harness/shop.ts';
import { fillFromTemplate } from '../../bench/harness/template-directory.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTraceReceiver, type TraceReceiver } from '../support/traces/trace-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const HOOK = new URL('../support/traces/note-modules.mjs', import.meta.url).pathname;

let data_dir: string;
let packages: string;
let receiver: Receiver;
let spans_of: TraceReceiver;
const services: ServiceProcess[] = [];
let shop: Shop;
before(async () => {
  data_dir = await scratchFolder();
  packages = await scratchFolder();
  await fillFromTemplate(data_dir, true);
  receiver = await startReceiver();
  spans_of = await startTraceReceiver();
});
after(async () => {
  await Promise.all(services.map((one) => one.stop()));
  await Promise.all([receiver.close(), spans_of.close()]);
  await Promise.all([data_dir, packages].map(removeFolder));
});

async function start(name: string, more: Record<string, string>) {
  const service = spawnService({
    DATA_DIR: data_dir,
    OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
    SEED: 'false',
    NODE_OPTIONS: `--import=${HOOK}`,
    LOADED_PACKAGES: join(packages, name),
    ...more,
  });
  services.push(service);
  return { service, url: await service.ready };
}

async function create(url: string, order_id: string, amount_cents: number) {
  const order = { merchant_id: shop.merchant_id, order_id, amount_cents, amount_currency: 'INR' };
  const answer = await fetch(`${url}/api/v1/orders/deposit/create`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-token': shop.token,
      traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({
      ...order,
      ...{ type: 'account', client_id: 'customer-1', callback_url: receiver.url },
    }),
  });
  equal(answer.status, 201, await answer.text());
}

/** Of OpenTelemetry, by name. */
async function loaded(name: string): Promise<string[]> {
  const found = await readdir(join(packages, name));
  ok(found.includes('fastify'), String(found));
  return found.filter((one) => one.startsWith('@opentelemetry')).toSorted();
}

const lastTraceparent = () => String(receiver.received.at(-1)?.headers['traceparent']);

describe('the service and traces', () => {
  it('without a receiver loads nothing for them, and continues its callers’ traces', async () => {
    const { service, url } = await start('without', {});
    shop = await openShop(operatorClient(url, BENCH_OPERATOR_TOKEN));
    await create(url, 'traced-1', 1_100);
    await receiver.until(1);
    match(lastTraceparent(), new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    // prom-client has it; without an SDK it does nothing.
    deepEqual(await loaded('without'), ['@opentelemetry+api']);
    equal(await service.stop(), 0);
  });

  it('with a receiver sends it the spans, those of the last second as well', async () => {
    const { service, url } = await start('with', { OTEL_EXPORTER_OTLP_ENDPOINT: spans_of.url });
    ok((await loaded('with')).includes('@opentelemetry+sdk-trace'));
    await create(url, 'traced-2', 1_200);
    await receiver.until(2);
    equal(await service.stop(), 0);
    const names = spans_of.spans.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name);
    deepEqual(names.toSorted(), [
      'POST /api/v1/orders/deposit/create',
      'POST callback',
      'batch',
      'commit',
      'decide',
      'read facts',
    ]);
  });
});
