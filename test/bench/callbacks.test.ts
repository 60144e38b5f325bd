// The benchmark's receiver of callbacks, and a backlog that comes to it whole and once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkArrivals, perSecond, rateFromBacklog } from '../../bench/callbacks/delivered-rate.ts';
import { startReceiverProcess } from '../../bench/callbacks/receiver.ts';
import { withOwnDatabase } from '../../bench/fill/own-database.ts';
import { makeAccounts } from '../../bench/harness/make-accounts.ts';
import { makeMerchants } from '../../bench/harness/make-merchants.ts';
import { type OpenBench, openYoungBench } from '../../bench/harness/open-bench.ts';
import { measureEndpoints, measureSameHost, withFairness } from '../../bench/scenario/fairness.ts';

const SOON_MS = 30_000;

let bench: OpenBench;

before(async () => {
  bench = await openYoungBench({ seconds: 1, rounds: 1, trades: [] });
});
after(() => bench.close());

test('the rate counts from the end of the warm-up to the last arrival', () => {
  const times_ms = Array.from({ length: 101 }, (_, index) => (index < 10 ? 0 : index * 10));
  assert.equal(perSecond({ ids: times_ms.map(String), times_ms }), 100);
  assert.throws(() => perSecond({ ids: [], times_ms: [] }), /No callback arrived/);
});

test('callbacks that are missing or come twice are no rate', () => {
  checkArrivals({ ids: ['a', 'b'], times_ms: [1, 2] }, 2);
  assert.throws(() => checkArrivals({ ids: ['a', 'a'], times_ms: [1, 2] }, 2), /1 different/);
  assert.throws(() => checkArrivals({ ids: ['a'], times_ms: [1] }, 2), /1 callbacks arrived/);
});

test('a receiver tells what came since it last forgot, in order', async () => {
  const receiver = await startReceiverProcess({ answer_after_ms: 0 });
  try {
    const post = async (id: string) => {
      const headers = { 'webhook-id': id };
      const { status } = await fetch(receiver.url, { method: 'POST', body: '{}', headers });
      assert.equal(status, 200);
    };
    await post('one');
    receiver.forget();
    await post('two');
    await post('three');
    const { ids, times_ms } = await receiver.arrivals(2, SOON_MS);
    assert.deepEqual(ids, ['two', 'three']);
    assert.deepEqual(
      times_ms,
      times_ms.toSorted((a, b) => a - b),
    );
    assert.equal((await receiver.arrivals(5, 1)).ids.length, 2);
  } finally {
    await receiver.stop();
  }
});

test('a backlog is delivered whole, each callback once', async () => {
  const receiver = await startReceiverProcess({ answer_after_ms: 0 });
  try {
    await withOwnDatabase(bench.folder, async (own) => {
      const accounts = await makeAccounts(own.url(), 2);
      const { url } = receiver;
      const shops = await makeMerchants(own.url(), { count: 2, callbackUrl: () => url });
      const merchants = shops.map((shop) => shop.merchant_id);
      const backlog = { merchants, accounts, first: 0, count: 100, urls: [url, url] };
      assert.ok((await rateFromBacklog(bench, own, backlog, { receiver, count: 100 })) > 0);
    });
  } finally {
    await receiver.stop();
  }
});

test('healthy receivers get every callback while others hang, fail or are silent', async () => {
  const amounts = { endpoints: 9, hanging: 3, failing: 2, silent_addresses: 2 };
  const more = { same_host_orders: 5, silent_hosts: 0 };
  const runs = await withFairness(bench, { ...amounts, ...more }, async (place) => [
    await measureEndpoints(place),
    await measureSameHost(place),
  ]);
  const received = runs.map(({ well, beside }) => [...well, ...beside].map(({ length }) => length));
  assert.deepEqual(received, [
    [4, 4],
    [5, 5],
  ]);
  for (const { unanswered } of runs) assert.ok(unanswered >= 1, `${unanswered} calls`);
});
