// What scenarios stand on, on a real PostgreSQL: merchants whose tokens open the service and whose
// books are proved, accounts, and the proof that pay-outs took what they hold.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { withApp } from '../../bench/harness/bench-app.ts';
import { checkFunds } from '../../bench/harness/check-funds.ts';
import { knownPayins } from '../../bench/harness/known-trades.ts';
import { makeAccounts } from '../../bench/harness/make-accounts.ts';
import { makeMerchants } from '../../bench/harness/make-merchants.ts';
import { type OpenBench, openYoungBench } from '../../bench/harness/open-bench.ts';
import { processTree } from '../../bench/harness/process-tree.ts';
import { processorTimeUs, serverProcess } from '../../bench/harness/processor-time.ts';
import { mostResidentMb } from '../../bench/harness/resident-memory.ts';
import { payins, payouts } from '../../bench/scenario/bench-shops.ts';
import { loadService } from '../../bench/scenario/load-service.ts';
import { verifyBooks } from '../../server/app/proof/verify-books.ts';

const FUNDS_CENTS = 100_000_000;

let bench: OpenBench;

before(async () => {
  bench = await openYoungBench({ seconds: 1, rounds: 1, trades: [] });
});
after(() => bench.close());

test('accounts are made once, however often they are asked for', async () => {
  const accounts = await makeAccounts(bench.database_url, 5);
  assert.equal(new Set(accounts).size, 5);
  assert.deepEqual(await makeAccounts(bench.database_url, 5), accounts);
});

test('merchants pay in and out through a service, and their books are proved', async () => {
  const { database_url } = bench;
  await makeAccounts(database_url, 5);
  const shops = await makeMerchants(database_url, { count: 3, funds_cents: FUNDS_CENTS });
  const service = await bench.startService();
  const load = { url: service.url, connections: 4, seconds: 0.5, least_answers: 20 };
  const { value: paid_in, most_mb } = await mostResidentMb(service.process_id, () =>
    loadService({ ...load, requests: payins(shops) }),
  );
  assert.ok(paid_in.per_second > 0 && most_mb > 10);
  const trades = await knownPayins(database_url, shops, 10);
  assert.equal(trades.length, 10);
  const requests = { ...payins(shops), trades };
  for (const kind of ['get', 'search', 'balance'] as const) {
    const shares = { [kind]: 1 };
    await loadService({ ...load, requests: { ...requests, shares }, answers: ['200'] });
  }
  const ids = shops.map((shop) => shop.merchant_id);
  await checkFunds(database_url, ids, FUNDS_CENTS);
  await loadService({ ...load, requests: payouts(shops) });
  await checkFunds(database_url, ids, FUNDS_CENTS);
  await service.stop();
  const proof = await withApp(database_url, verifyBooks);
  assert.deepEqual(proof.problems, []);
  assert.ok(proof.entries > 3);
});

test('the tree of a process is itself and all that it started', () => {
  const parents = [
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 1],
    [5, 9],
  ];
  const rows = parents.map(([id = 0, parent = 0]) => ({ id, parent, resident_kb: 0 }));
  const ids = (id: number) => processTree(rows, id).map((row) => row.id);
  assert.deepEqual(ids(1), [1, 2, 3, 4]);
  assert.deepEqual(ids(2), [2, 3]);
  assert.deepEqual(ids(8), []);
});

test('processor time is what a process and its children have had so far', async () => {
  const { user, system } = process.cpuUsage();
  assert.ok((await processorTimeUs(process.pid)) >= user + system - 20_000);
  const server = await serverProcess(bench.database_url);
  assert.ok((await processorTimeUs(server)) > 0);
});

test('a load whose answers are other ones is no result', async () => {
  const [shop] = await makeMerchants(bench.database_url, { count: 1 });
  assert.ok(shop);
  const service = await bench.startService();
  const load = { url: service.url, connections: 1, seconds: 0.2, least_answers: 1 };
  // It has no money: every pay-out is refused.
  await assert.rejects(loadService({ ...load, requests: payouts([shop]) }), /"422"/);
  await service.stop();
});

test('funds that are not what they should be are told', async () => {
  const { database_url } = bench;
  const [shop] = await makeMerchants(database_url, { count: 1, funds_cents: FUNDS_CENTS });
  const ids = [shop?.merchant_id ?? ''];
  await checkFunds(database_url, ids, FUNDS_CENTS);
  await assert.rejects(checkFunds(database_url, ids, 1), /funds less its holds/);
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  await client.query(
    `update ledger_accounts set balance_cents = -1, overdraft_cents = 1
     where merchant_id = $1 and account = 'available'`,
    ids,
  );
  await client.end();
  await assert.rejects(checkFunds(database_url, ids, FUNDS_CENTS), /is overdrawn/);
});

test('a service that cannot start says why', async () => {
  await assert.rejects(bench.startService({ MODE: 'odd' }), /MODE must be sandbox or live/);
});
