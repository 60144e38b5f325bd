// What the log says of a request: its order and the caller's trace, and nothing of probes.
import { deepEqual, equal, match } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as trades from '../../app/scene.ts';
import { cleanup } from '../../support/cleanup.ts';
import { OPERATOR_TOKEN } from '../../support/test-app.ts';
import { buildTestServer, openScene, type Scene } from '../service-scene.ts';

const undo = cleanup();
type Line = Readonly<Record<string, unknown>>;

let scene: Scene;
let server: FastifyInstance;
let lines: Line[] = [];
let counted: string[] = [];
before(async () => {
  scene = await openScene();
  undo(() => scene.stop());
  const note = (fields: object) => void lines.push({ ...fields });
  server = await buildTestServer(
    {
      ...scene.app,
      log: { info: note, warn: note, error: note },
      count: (name, labels) => void counted.push(`${name} ${labels?.['route']}`),
    },
    { metrics: () => Promise.resolve({ content_type: 'text/plain', body: '' }) },
  );
  undo(() => server.close());
});

async function linesOf(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  payload?: object,
): Promise<Line[]> {
  lines = [];
  counted = [];
  const method = payload === undefined ? 'GET' : 'POST';
  const all = { 'x-token': scene.merchant.token, ...headers };
  await server.inject({ method, url, headers: all, ...(payload === undefined ? {} : { payload }) });
  await nextTurn();
  await nextTurn();
  return lines;
}

const tradesOf = (found: readonly Line[]) => found.map((line) => line['trade_id']);
const tracesOf = (found: readonly Line[]) => found.map((line) => line['trace_id']);

describe('the log of requests', () => {
  it('names the order of a create, a get and an operator’s act, and no other text', async () => {
    await trades.makeAccount(scene.app, 'INR');
    const { merchant_id } = scene.merchant;
    const order = {
      ...{ merchant_id, order_id: 'log-1', amount_cents: 150_000, amount_currency: 'INR' },
      ...{ type: 'upi', client_id: 'customer-1' },
    };
    const [made] = await linesOf('/api/v1/orders/deposit/create', {}, order);
    const id = String(made?.['trade_id']);
    match(id, /^[0-9a-f-]{36}$/);
    match(String(made?.['request_id']), /^[0-9a-f-]{36}$/);
    deepEqual(tradesOf(await linesOf(`/api/v1/orders/${merchant_id}/${id}`)), [id]);
    const authorization = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const trade = `/operator/v1/trades/${merchant_id}/${id}`;
    deepEqual(tradesOf(await linesOf(trade, authorization)), [id]);
    const other = await linesOf(`/operator/v1/trades/${merchant_id}/a-secret`, authorization);
    deepEqual(tradesOf(other), [undefined]);
    deepEqual(tradesOf(await linesOf('/api/v1/limits')), [undefined]);
    equal(JSON.stringify(other).includes('a-secret'), false);
  });

  it('has the trace of the caller, if it is one', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const span = '00f067aa0ba902b7';
    const table: [traceparent: string, trace_id: string | undefined][] = [
      [`00-${trace}-${span}-01`, trace],
      [`01-${trace}-${span}-01-more`, trace],
      [`00-${trace}-${span}-01more`, undefined],
      [`ff-${trace}-${span}-01`, undefined],
      [`00-${'0'.repeat(32)}-${span}-01`, undefined],
      [`00-${trace}-${'0'.repeat(16)}-01`, undefined],
      [`00-${trace.toUpperCase()}-${span}-01`, undefined],
      ['a "text"\tof somebody', undefined],
      ['', undefined],
    ];
    for (const [traceparent, trace_id] of table) {
      deepEqual(
        tracesOf(await linesOf('/api/v1/limits', { traceparent })),
        [trace_id],
        traceparent,
      );
    }
  });

  it('says nothing of probes, which are counted', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      deepEqual(await linesOf(path), []);
      deepEqual(counted, [`http_requests ${path}`]);
    }
    equal((await linesOf('/healthz/nothing')).length, 1);
  });
});
