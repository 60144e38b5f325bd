// A whole load, from its own process over sockets to a server that keeps books about it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { LoadPlan, LoadResult } from '../../bench/load/load-plan.ts';
import { runLoad } from '../../bench/load/run-load.ts';

type Answer = (fields: Record<string, unknown>, response: ServerResponse, count: number) => void;

const SHOPS = [{ merchant_id: '00000000-0000-7000-8000-00000000000a', token: 'token-of-a' }];
const REQUESTS = { shares: { payin: 1 }, shops: SHOPS, amounts_cents: { from: 1, to: 9 } } as const;

async function loadOn(answer: Answer, plan: Partial<LoadPlan>) {
  let count = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const fields = JSON.parse(await text(request));
    count += 1;
    answer(fields, response, count);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => server.emit('error', error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const common = { connections: 4, seconds: 0.5, warmup_seconds: 0, requests: REQUESTS };
  try {
    return await runLoad({ ...common, ...plan, url: `http://127.0.0.1:${port}` });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** On a busy machine the last ones may have no time to be sent: those are unanswered. */
function checkDue({ statuses, unanswered, seconds }: LoadResult, rate_per_second: number): void {
  const due = Object.values(statuses).reduce((sum, count) => sum + count, unanswered);
  assert.equal(due, Math.ceil(seconds * rate_per_second - 1e-6));
}

const created = (response: ServerResponse) => {
  response.writeHead(201, { 'content-length': 2 }).end('{}');
};

test('closed loop: every answer is counted, and no order was sent twice', async () => {
  const orders = new Set<unknown>();
  let requests = 0;
  const result = await loadOn(
    (fields, response) => {
      requests += 1;
      orders.add(fields.order_id);
      created(response);
    },
    { seconds: 2, least_answers: 20 },
  );
  assert.equal(orders.size, requests);
  assert.deepEqual(result.statuses, { 201: requests });
  assert.equal(result.unanswered, 0);
  assert.ok(result.per_second > 0 && result.p50_ms <= result.p99_ms);
  assert.ok(result.p99_ms <= result.max_ms && result.cpu_us_per_request > 0);
});

test('open loop: as many requests as were due', async () => {
  const result = await loadOn((_fields, response) => created(response), { rate_per_second: 200 });
  assert.equal(Math.round(result.seconds * 1_000), 500);
  checkDue(result, 200);
});

test('a lost connection is an unanswered request, and is opened again', async () => {
  let lost = 0;
  const result = await loadOn(
    (_fields, response, count) => {
      if (count % 10 !== 0) return created(response);
      lost += 1;
      response.destroy();
    },
    { rate_per_second: 200, least_answers: 60 },
  );
  checkDue(result, 200);
  // Without new connections, four losses would have ended the load.
  assert.ok(lost > 4 && result.unanswered >= lost);
});

test('answers that say when to come again are shed ones, also where the connection ends', async () => {
  const result = await loadOn(
    (_fields, response, count) => {
      if (count % 2 === 0) created(response);
      else
        response
          .writeHead(503, { 'retry-after': '1', connection: 'close', 'content-length': 0 })
          .end();
    },
    { rate_per_second: 100, least_answers: 20 },
  );
  assert.equal(result.shed, result.statuses[503]);
  assert.ok(result.shed > 4, 'the connections were not opened again');
  checkDue(result, 100);
});

test('a load that cannot be run is an error, not a result', async () => {
  await assert.rejects(
    loadOn((_fields, response) => created(response), { requests: { ...REQUESTS, shops: [] } }),
    /The load ended with code/,
  );
});
