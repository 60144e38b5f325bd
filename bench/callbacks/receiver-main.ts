// The process that receives callbacks: answers each one, at once or late, and notes when it came.
// Unless it was asked to be well, paths that begin with /silent get no answer, and those that begin
// with /failing an error.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Arrivals, clock_ms, type ReceiverAsks, type ReceiverTells } from './receiver.ts';

const answer_after_ms = Number(process.argv[2]);
const host = process.argv[3] ?? '127.0.0.1';
let ids: string[] = [];
let times_ms: number[] = [];
let is_well = false;
let awaited = Number.POSITIVE_INFINITY;

const tell = (message: ReceiverTells) => process.send?.(message);

function tellArrivals(): void {
  awaited = Number.POSITIVE_INFINITY;
  const arrivals: Arrivals = { ids, times_ms };
  tell({ kind: 'arrivals', arrivals });
}

const server = createServer((request, response) => {
  times_ms.push(clock_ms());
  ids.push(String(request.headers['webhook-id']));
  if (ids.length >= awaited) tellArrivals();
  request.resume();
  const path = request.url ?? '';
  if (!is_well && path.startsWith('/silent')) return;
  const status = !is_well && path.startsWith('/failing') ? 500 : 200;
  if (answer_after_ms === 0) response.writeHead(status).end();
  else setTimeout(() => response.writeHead(status).end(), answer_after_ms);
});

process.on('message', (ask: ReceiverAsks) => {
  if (ask.kind === 'forget') {
    ids = [];
    times_ms = [];
  }
  if (ask.kind === 'behave') is_well = ask.is_well;
  if (ask.kind === 'await') {
    awaited = ask.count;
    if (ids.length >= awaited) tellArrivals();
  }
});

// Ends with its parent.
process.on('disconnect', () => process.exit());

server.listen(0, host, () => {
  tell({ kind: 'listening', port: (server.address() as AddressInfo).port });
});
