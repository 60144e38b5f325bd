// Filled trades are what the service would have written: its proof of the books finds nothing, its
// reads show them, and their references are those that it gives.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type FilledHistory, type FillReport, fillHistory } from '../../bench/fill/fill-history.ts';
import { fillOpen } from '../../bench/fill/fill-open.ts';
import { sampleTrades } from '../../bench/fill/sample-trades.ts';
import { withClient } from '../../bench/fill/with-client.ts';
import { withApp } from '../../bench/harness/bench-app.ts';
import { makeAccounts } from '../../bench/harness/make-accounts.ts';
import { makeMerchants } from '../../bench/harness/make-merchants.ts';
import { type OpenBench, openYoungBench } from '../../bench/harness/open-bench.ts';
import { verifyBooks } from '../../server/app/proof/verify-books.ts';
import { referenceOf } from '../../server/domain/values/reference.ts';
import { readEvents } from '../../server/store/callback/events.ts';
import { selectTrades } from '../../server/store/trade/select-trades.ts';
import { readTrades } from '../../server/store/trade/trades.ts';

const TRADES = 1_000;
const DAY_MS = 86_400_000;

let bench: OpenBench;
let merchants: string[];
let accounts: string[];

before(async () => {
  bench = await openYoungBench({ seconds: 1, rounds: 1, trades: [] });
  accounts = await makeAccounts(bench.database_url, 7);
  const shops = await makeMerchants(bench.database_url, { count: 3, funds_cents: 1_000 });
  merchants = shops.map((shop) => shop.merchant_id);
});
after(() => bench.close());

function fill(first: number, span: Pick<FilledHistory, 'from_at' | 'to_at'>): Promise<FillReport> {
  const history = { merchants, accounts, first, count: TRADES, ...span };
  return withClient(bench.database_url, (client) => fillHistory(client, history, () => undefined));
}

async function prove(): Promise<void> {
  const proof = await withApp(bench.database_url, verifyBooks);
  assert.deepEqual(proof.problems, []);
}

test('a history in two parts is proved, numbered without gaps and readable', async () => {
  const now = Date.now();
  await fill(0, { from_at: now - 20 * DAY_MS, to_at: now - 10 * DAY_MS });
  const { trades, bytes_per_trade } = await fill(TRADES, {
    from_at: now - 10 * DAY_MS,
    to_at: now - DAY_MS,
  });
  assert.ok(trades === TRADES && bytes_per_trade > 0);
  await prove();
  const sample = await withClient(bench.database_url, (client) =>
    sampleTrades(client, merchants, 2 * TRADES),
  );
  assert.equal(new Set(sample.map((trade) => trade.trade_id)).size, 2 * TRADES);
  await withApp(bench.database_url, async ({ store: { db, cipher } }) => {
    const read = await readTrades(db, cipher, sample);
    const states = Object.groupBy(read, (trade) => trade.state);
    const { completed = [], expired = [], pending = [] } = states;
    assert.equal(completed.length + expired.length + pending.length, 2 * TRADES);
    assert.equal(pending.length, 20);
    assert.ok(completed.length > 0.4 * read.length && completed.length < 0.6 * read.length);
    const [merchant_id = ''] = merchants;
    const events = await readEvents(db, cipher, merchant_id, 0n, 1_000);
    assert.deepEqual(
      events.map((event) => event.number),
      events.map((_, index) => BigInt(index + 1)),
    );
  });
});

test('an event’s standing is the trade’s own, and each sequence follows the one before', async () => {
  await withApp(bench.database_url, async ({ store: { db, cipher } }) => {
    const [merchant_id = ''] = merchants;
    const filter = { merchant_id, before: null, limit: 50 };
    const trades = await selectTrades(db, cipher, filter);
    const events = await readEvents(db, cipher, merchant_id, 0n, 10_000);
    for (const trade of trades) {
      const own = events.filter((event) => event.trade_id === trade.trade_id);
      assert.deepEqual(
        own.map((event) => event.sequence).sort(),
        own.map((_, index) => index + 1),
      );
      const last = own.find((event) => event.sequence === trade.sequence);
      assert.ok(last !== undefined);
      for (const [name, value] of Object.entries(last.standing)) {
        assert.equal(value, trade[name as keyof typeof trade], `${name} of a ${trade.state} one`);
      }
      assert.equal(last.at, trade.changed_at);
    }
  });
});

test('reservations are there for the open and the lately ended, under the right reference', async () => {
  await withClient(bench.database_url, async (client) => {
    const { rows } = await client.query<{ trade_id: string; reference: string; is_open: boolean }>(
      'select trade_id, reference, free_at is null as is_open from reservations',
    );
    const open = rows.filter((row) => row.is_open);
    assert.equal(open.length, 20);
    assert.ok(rows.length > open.length && rows.length < TRADES);
    for (const row of rows) assert.equal(row.reference, referenceOf(row.trade_id));
  });
});

test('open pay-ins on one account are exclusive but for those that share', async () => {
  const [receiving_account_id = ''] = await makeAccounts(bench.database_url, 1);
  const open = { merchants, receiving_account_id, count: 200, shared: 50, claims: true };
  const payins = await withClient(bench.database_url, async (client) => {
    // A number is a trade's only once in a database.
    await client.query('truncate reservations, utr_claims, trades, events, event_heads');
    return await fillOpen(client, open);
  });
  const exclusive = payins.filter((payin) => payin.exclusive);
  assert.equal(new Set(exclusive.map((payin) => payin.amount_cents)).size, 150);
  assert.equal(new Set(payins.map((payin) => payin.amount_cents)).size, 160);
  assert.equal(payins.filter((payin) => payin.utr !== null).length, 25);
});
