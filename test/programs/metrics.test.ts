// The metrics of a running service: each name of the table is shown, follows the conventions, and
// is used by the code; nothing names a person, an order or a merchant.
import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { operatorClient } from '../../bench/harness/http-client.ts';
import { BENCH_OPERATOR_TOKEN, clientOf, openShop, payinFields } from '../../bench/harness/shop.ts';
import { fullName, METRICS, type MetricRow } from '../../server/programs/metric-table.ts';
import { createMetrics } from '../../server/programs/metrics.ts';
import { cleanup } from '../support/cleanup.ts';
import { startDemoService } from '../support/demo-service.ts';
import { startReceiver } from '../support/receiver.ts';

const undo = cleanup();
const ROWS: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);
const SERVER = new URL('../../server/', import.meta.url).pathname;

/** Shown by one kind of service only, or by a role with more rights. */
const ELSEWHERE = new Set([
  'payment_orders_cell_up',
  'payment_orders_workers',
  'payment_orders_database_wal_size_bytes',
  'payment_orders_proof_last_age_seconds',
]);

/** Values that somebody chose: they are bounded by the lists from which they come. */
const LABELS = [
  'method',
  'route',
  'status',
  'status_class',
  'kind',
  'reason',
  'result',
  'writer',
].concat(['state', 'outcome', 'channel', 'job_name', 'direction', 'cell']);

function pageWith(body: string, name: string): string[] {
  return body.split('\n').filter((line) => line.startsWith(name));
}

function sumOf(body: string, start: string): number {
  const sum = (total: number, line: string) => total + Number(line.split(' ').at(-1));
  return pageWith(body, start).reduce(sum, 0);
}

let read: () => Promise<string>;
let url: string;
before(async () => {
  const service = await startDemoService();
  undo(() => service.stop());
  url = service.url;
  read = async () => await (await fetch(`${url}/metrics`)).text();
  const receiver = await startReceiver();
  undo(() => receiver.close());
  const operator = operatorClient(url, BENCH_OPERATOR_TOKEN);
  const shop = await openShop(operator, { callback_url: receiver.url });
  await clientOf(url, shop).post('/orders/deposit/create', payinFields(shop, 'one', 150_000));
  await receiver.until(1);
});

async function until(holds: (body: string) => boolean): Promise<string> {
  for (;;) {
    const body = await read();
    if (holds(body)) return body;
    await sleep(100);
  }
}

describe('the page of metrics', () => {
  it('has every metric of the table, with its help, once all was measured', async () => {
    const measured = 'payment_orders_measured_timestamp_seconds ';
    const looked = 'payment_orders_attention_items{';
    const body = await until((text) => text.includes(`\n${measured}`) && text.includes(looked));
    const shown = ROWS.filter(([name, row]) => {
      const full = fullName(name, row);
      return body.includes(`# HELP ${full} ${row.help}\n# TYPE ${full} ${row.type}\n`);
    }).map(([name, row]) => fullName(name, row));
    const missing = ROWS.map(([name, row]) => fullName(name, row)).filter(
      (name) => !shown.includes(name) && !ELSEWHERE.has(name),
    );
    deepEqual(missing, []);
  });

  it('measures requests, batches, statements and connections, and the database', async () => {
    const delay = 'payment_orders_callback_delay_seconds_count';
    const size = 'payment_orders_database_size_bytes';
    const body = await until((text) => sumOf(text, delay) > 0 && sumOf(text, size) > 0);
    for (const histogram of [
      'http_request_duration_seconds_count{method="GET",route="/metrics",status_class="2xx"}',
      'http_requests_total{method="POST",route="/api/v1/orders/deposit/create",status="201"}',
      'writer_batch_commands_count{writer="orders"}',
      'writer_batch_duration_seconds_count{writer="orders"}',
      'database_group_duration_seconds_count',
      'database_connection_wait_seconds_count',
      'database_connections_limit',
      'database_wal_written_bytes',
    ]) {
      ok(sumOf(body, `payment_orders_${histogram}`) > 0, histogram);
    }
    match(body, /^payment_orders_database_connections\{state="idle"\} \d+$/m);
    match(body, /^payment_orders_database_replicas 0$/m);
    ok(sumOf(body, 'payment_orders_trades{direction="payin",state="completed"}') > 0);
    equal(sumOf(body, 'payment_orders_trades{direction="payout",state="expired"}'), 0);
  });

  it('names nobody, and no address of a page', async () => {
    await fetch(`${url}/pay/some-page/0123456789`);
    await fetch(`${url}/nowhere/018f2c1e-7a54-7c1e-9d0b-5f0a3c2b1d00`);
    const body = await read();
    equal(/[0-9a-f]{8}-[0-9a-f]{4}-/.test(body), false);
    equal(body.includes('some-page'), false);
    equal(body.includes('nowhere'), false);
    match(body, /route="unknown"/);
  });
});

describe('a metric', () => {
  it('follows the conventions of Prometheus', () => {
    for (const [name, { type, help, labels = [], buckets = [] }] of ROWS) {
      match(name, /^[a-z][a-z0-9_]*[a-z0-9]$/);
      equal(name.endsWith('_total'), false, name);
      match(help, /^[A-Z].*[^.]$/, name);
      deepEqual(
        labels.filter((label) => !LABELS.includes(label)),
        [],
        name,
      );
      equal(type === 'histogram', buckets.length > 0, name);
      deepEqual(
        buckets,
        [...buckets].sort((a, b) => a - b),
        name,
      );
      if (/duration|delay|_wait_|_age_|timestamp/.test(name)) match(name, /_seconds$/);
      if (/_ms$|_millis|_kb$|_mb$/.test(name)) throw new Error(`${name} has another unit`);
    }
  });

  it('is used by the code, under a name of the table', () => {
    const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' });
    const sources = files
      .filter((name) => name.endsWith('.ts') && name !== 'programs/metric-table.ts')
      .map((name) => readFileSync(join(SERVER, name), 'utf8'));
    const text = sources.join('\n');
    const unused = ROWS.map(([name]) => name).filter((name) => {
      const state = /^settlements_(?:draft|approved|sent)/;
      const written = name.replace(state, ['settlements_$', '{name}'].join(''));
      return !new RegExp(`['"\`]${written.replace('$', '\\$')}['"\`]|as ${name}\\b`).test(text);
    });
    deepEqual(unused, []);
    const told = [...text.matchAll(/\b(?:app|metrics|meter)\.\w+\(\s*'([a-z_]{4,})'/g)];
    const unknown = told.map(([, name = '']) => name).filter((name) => !(name in METRICS));
    deepEqual(unknown, []);
    ok(told.length > 20);
  });

  it('that is not in the table is a bug', () => {
    const metrics = createMetrics();
    throws(() => metrics.count('nothing'), /No counter nothing/);
    throws(() => metrics.count('workers'), /No counter workers/);
    throws(() => metrics.set('nothing', 1), /No gauge nothing/);
    throws(() => metrics.observe('http_requests', 1), /No histogram http_requests/);
    throws(() => metrics.watch('proofs', () => 1), /No gauge proofs/);
  });
});
