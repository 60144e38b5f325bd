// Spans as a receiver of traces gets them over HTTP: an order is followed from its request to its
// last callback in one trace, and nothing that is secret stands in any span.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { startJobs } from '../../server/jobs/runner.ts';
import { spanIdOf, traceIdOf } from '../../server/lib/trace-context.ts';
import { createMetrics } from '../../server/programs/metrics.ts';
import { openTraces, type Traces } from '../../server/programs/open-traces.ts';
import { readConfig } from '../../server/settings/config.ts';
import * as trades from '../app/scene.ts';
import { buildTestServer } from '../http/service-scene.ts';
import { cleanup } from '../support/cleanup.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import {
  makeMerchant,
  OPERATOR_TOKEN,
  openTestApp,
  setDefaultEndpoint,
  type TestApp,
  type TestMerchant,
} from '../support/test-app.ts';
import {
  startTraceReceiver,
  type TraceReceiver,
  treeOf,
  wordsOfSpan,
} from '../support/traces/trace-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const UNSAMPLED = '5bf92f3577b34da6a3ce929d0e0e4736';
const SETTLING = '7bf92f3577b34da6a3ce929d0e0e4736';
const TESTING = '8bf92f3577b34da6a3ce929d0e0e4736';
const IMPORT = '6bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

/** Each stands somewhere in the story, and may be in no span. */
const PLANTED = {
  client_id: 'planted-customer',
  description: 'planted words of the shop',
  key: 'planted-key-of-an-address',
  holder: 'Planted Payee',
  number: '000111222333',
  utr: '412345678901',
  header: 'planted-key-of-the-receiver',
};

const undo = cleanup();
let spans_of: TraceReceiver;
let traces: Traces;
const lines: Record<string, unknown>[] = [];
let service: TestApp;
let server: FastifyInstance;
let merchant: TestMerchant;
let receiver: Receiver;
let account = '';
before(async () => {
  spans_of = await startTraceReceiver();
  undo(() => spans_of.close());
  const note = (fields: object, message?: string) => void lines.push({ ...fields, message });
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: spans_of.url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-key=${PLANTED.header}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20room',
  });
  const said = { info: note, warn: note, error: note };
  traces = await openTraces(config, said, createMetrics());
  undo(() => traces.close());
  const { tracer, log } = traces;
  ok(tracer !== null);
  service = await openTestApp({ tracer });
  undo(() => service.stop());
  const app = { ...service.app, log };
  server = await buildTestServer(app);
  undo(() => server.close());
  merchant = await makeMerchant(app);
  account = await trades.makeAccount(app, 'INR');
  receiver = await startReceiver();
  undo(() => receiver.close());
  await setDefaultEndpoint(app, merchant.merchant_id, `${receiver.url}?key=${PLANTED.key}`);
  const jobs = startJobs(app, null, () => Promise.reject(new Error('No report is due')));
  undo(() => jobs.stop());
});

type Body = Record<string, unknown>;

async function post(url: string, payload: Body, headers: Record<string, string>): Promise<Body> {
  const answer = await server.inject({ method: 'POST', url, payload, headers });
  ok(answer.statusCode < 300, answer.body);
  return answer.json();
}

const asMerchant = (trace: string, flags: string) => ({
  'x-token': merchant.token,
  traceparent: `00-${trace}-${CALLER}-${flags}`,
});

const order = (order_id: string, amount_cents: number) => ({
  ...{ merchant_id: merchant.merchant_id, order_id, amount_cents, amount_currency: 'INR' },
  ...{ type: 'account', client_id: PLANTED.client_id },
});

const callbacksOf = (id: unknown) =>
  receiver.received.filter(({ body }) => body.includes(String(id)));

async function untilCallbacks(id: unknown, count: number): Promise<void> {
  for (let seen = 1; callbacksOf(id).length < count; seen += 1) await receiver.until(seen);
}

/** All spans of a trace have come once the last of them has. */
const untilSpans = (trace: string, count: number) =>
  spans_of.until((spans) => spans.filter(({ traceId }) => traceId === trace).length >= count);

describe('an order in traces', () => {
  let id: unknown;
  let page = '';

  it('is one trace from its request over the bank line to the last callback', async () => {
    const { description } = PLANTED;
    const create = { ...order('traced-1', 4_200), description };
    const made = await post('/api/v1/orders/deposit/create', create, asMerchant(TRACE, '01'));
    id = made['id'];
    page = String(made['url']);
    await untilCallbacks(id, 1);
    const { pathname } = new URL(page);
    equal((await server.inject({ method: 'GET', url: pathname })).statusCode, 200);
    const booked_at = new Date().toISOString();
    const line = { amount_cents: 4_200, utr: PLANTED.utr, booked_at, bank_id: 'line-1' };
    const feed = { receiving_account_id: account, lines: [line] };
    await post('/operator/v1/bank_lines', feed, {
      authorization: `Bearer ${OPERATOR_TOKEN}`,
      traceparent: `00-${IMPORT}-${CALLER}-01`,
    });
    await untilCallbacks(id, 2);
    await untilSpans(TRACE, 8);
    equal(
      treeOf(spans_of.spans, TRACE),
      [
        'POST /api/v1/orders/deposit/create (server) http.request.method=POST ' +
          'http.route=/api/v1/orders/deposit/create http.response.status_code=201',
        '  batch (internal) payment_orders.writer=orders payment_orders.batch.commands=1',
        '    read facts (internal)',
        '    decide (internal)',
        '    commit (internal)',
        '  POST callback (client) http.request.method=POST http.response.status_code=200 ' +
          'http.request.resend_count=0 payment_orders.endpoint=0',
        '  match bank line (internal) payment_orders.state=completed -> batch of another trace',
        '  POST callback (client) http.request.method=POST http.response.status_code=200 ' +
          'http.request.resend_count=0 payment_orders.endpoint=0',
      ].join('\n'),
    );
  });

  it('begins below the span of its caller, and its callbacks name their own', () => {
    const of_order = spans_of.spans.filter(({ traceId }) => traceId === TRACE);
    const [root] = of_order.filter(({ kind }) => kind === 2);
    equal(root?.parentSpanId, CALLER);
    const sent = callbacksOf(id).map(({ headers }) => String(headers['traceparent']));
    deepEqual(sent.map(traceIdOf), [TRACE, TRACE]);
    deepEqual(
      new Set(sent.map(spanIdOf)),
      new Set(of_order.filter(({ kind }) => kind === 3).map(({ spanId }) => spanId)),
    );
    for (const span of of_order) {
      const about = wordsOfSpan(span)['payment_orders.trade_id'];
      ok(about === undefined || about === id);
    }
  });

  it('has its import in the trace of whoever sent the file', async () => {
    await untilSpans(IMPORT, 5);
    match(
      treeOf(spans_of.spans, IMPORT),
      /^POST \/operator\/v1\/bank_lines \(server\) .*\n {2}batch \(internal\) \S+=lines \S+=1\n/,
    );
  });

  it('is told in the log by the same ids', () => {
    const [told] = lines.filter((line) => line['route'] === '/api/v1/orders/deposit/create');
    const [root] = spans_of.spans.filter(({ traceId, kind }) => traceId === TRACE && kind === 2);
    equal(told?.['trace_id'], TRACE);
    equal(told?.['span_id'], root?.spanId);
    equal(told?.['trade_id'], id);
  });

  it('is not recorded if its caller records nothing; its callbacks continue the trace', async () => {
    const payout = { ...order('traced-2', 100), number: PLANTED.number, name: PLANTED.holder };
    await trades.fund(service.app, merchant.merchant_id, 10_000);
    const headers = asMerchant(UNSAMPLED, '00');
    const made = await post('/api/v1/orders/withdrawal/create', payout, headers);
    await untilCallbacks(made['id'], 1);
    const [sent] = callbacksOf(made['id']);
    match(String(sent?.headers['traceparent']), new RegExp(`^00-${UNSAMPLED}-[0-9a-f]{16}-00$`));
  });

  it('is a trace of its own if its caller names none', async () => {
    const payout = { ...order('traced-3', 100), number: PLANTED.number, name: PLANTED.holder };
    const headers = { 'x-token': merchant.token };
    const made = await post('/api/v1/orders/withdrawal/create', payout, headers);
    await untilCallbacks(made['id'], 1);
    const [sent] = callbacksOf(made['id']);
    const trace = traceIdOf(String(sent?.headers['traceparent']));
    await untilSpans(trace, 6);
    match(treeOf(spans_of.spans, trace), /^POST \/api\/v1\/orders\/withdrawal\/create \(server\)/);
    equal(spans_of.spans.filter(({ traceId }) => traceId === UNSAMPLED).length, 0);
  });

  it('is that of the approval if a settlement is paid', async () => {
    const { merchant_id } = merchant;
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const url = `/operator/v1/merchants/${merchant_id}/settlement_account`;
    const payload = { type: 'account', number: '501000999999', name: 'Shop Ltd' };
    const set = await server.inject({ method: 'PUT', url, payload, headers: operator });
    equal(set.statusCode, 200, set.body);
    const draft = await post(`/operator/v1/merchants/${merchant_id}/settlements`, {}, operator);
    const act = `/operator/v1/settlements/${merchant_id}/${draft['id']}/approve`;
    const headers = { ...operator, traceparent: `00-${SETTLING}-${CALLER}-01` };
    const { trade_id } = await post(act, { note: 'test' }, headers);
    equal(typeof trade_id, 'string');
    await untilCallbacks(trade_id, 1);
    const [sent] = callbacksOf(trade_id);
    equal(traceIdOf(String(sent?.headers['traceparent'])), SETTLING);
  });

  it('is that of whoever asks for a test event', async () => {
    const url = `/operator/v1/merchants/${merchant.merchant_id}/callback_endpoints/0/test`;
    const { event_id } = await post(
      url,
      {},
      {
        authorization: `Bearer ${OPERATOR_TOKEN}`,
        traceparent: `00-${TESTING}-${CALLER}-01`,
      },
    );
    const sent = receiver.received.find(({ headers }) => headers['webhook-id'] === event_id);
    const header = String(sent?.headers['traceparent']);
    equal(traceIdOf(header), TESTING);
    await untilSpans(TESTING, 2);
    const [own] = spans_of.spans.filter(({ spanId }) => spanId === spanIdOf(header));
    equal(own?.name, 'POST callback');
  });

  it('names no secret, page, payee or word of anybody in any span', async () => {
    await traces.close();
    const everything = spans_of.bodies.join('\n');
    ok(everything.includes(String(id)));
    const token = new URL(page).pathname.split('/').at(-1) ?? '';
    ok(token.length > 20);
    for (const text of [...Object.values(PLANTED), merchant.token, OPERATOR_TOKEN, token]) {
      equal(everything.includes(text), false, text);
      equal(JSON.stringify(lines).includes(text), false, text);
    }
    deepEqual(
      new Set(spans_of.headers.map((headers) => headers['x-key'])),
      new Set([PLANTED.header]),
    );
  });

  it('says who sends it', () => {
    equal(spans_of.resource['service.name'], 'payment-orders');
    equal(spans_of.resource['deployment.environment.name'], 'test room');
  });
});
