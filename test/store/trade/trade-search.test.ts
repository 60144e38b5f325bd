// Searches of trades by filters that hardly any trade passes, or most of them: every trade once, in
// order, over all pages; and rare ones are found without reading the others.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { fillHistory } from '../../../bench/fill/fill-history.ts';
import { withClient } from '../../../bench/fill/with-client.ts';
import { withApp } from '../../../bench/harness/bench-app.ts';
import { makeAccounts } from '../../../bench/harness/make-accounts.ts';
import { makeMerchants } from '../../../bench/harness/make-merchants.ts';
import { type OpenBench, openYoungBench } from '../../../bench/harness/open-bench.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { DAY_MS, HOUR_MS } from '../../../server/lib/durations.ts';
import type { Store } from '../../../server/store/batch/store.ts';
import { countFound } from '../../../server/store/trade/count-found.ts';
import { selectTrades } from '../../../server/store/trade/select-trades.ts';
import type { TradeFilter } from '../../../server/store/trade/trade-filter.ts';
import { fc, longRuns } from '../../support/property.ts';
import { readingRows } from '../../support/rows-read.ts';

const TRADES = 6_000;
const LIMIT = 400;
const NOW = Date.now();
const ago = (days: number) => NOW - days * DAY_MS;

let bench: OpenBench;
let store: Store;
let closed: Promise<void> = Promise.resolve();
const over = Promise.withResolvers<null>();
let stored: Trade[];
let merchants: string[];

const ALL = { before: null, limit: 2 * TRADES };

before(async () => {
  bench = await openYoungBench({ seconds: 1, rounds: 1, trades: [] });
  const url = bench.database_url;
  const accounts = await makeAccounts(url, 7);
  merchants = (await makeMerchants(url, { count: 5 })).map((shop) => shop.merchant_id);
  await withClient(url, async (client) => {
    const history = { merchants, accounts, first: 0, count: TRADES };
    const span = { from_at: ago(60), to_at: NOW - HOUR_MS };
    await fillHistory(client, { ...history, ...span }, () => undefined);
    const rare = (set: string, where: string) =>
      client.query(`update trades set ${set} where ${where}`);
    await rare(`currency = 'EUR'`, `order_id like '%77'`);
    await rare(`type = 'upi'`, `order_id like '%78'`);
    await rare(`currency = 'EUR', type = 'upi'`, `order_id like '%79' and state = 'completed'`);
    // Pay-outs, whose payees nobody reads here: paid ones, and some that failed.
    const payout = `direction = 'payout', payee = '\\x00'`;
    await rare(payout, `order_id like '%5' and state = 'completed'`);
    const failed = `${payout}, state = 'failed', completed_at = null`;
    await rare(failed, `order_id like '%6' and state = 'completed'`);
    // Old trades that changed a short time ago.
    await rare(`changed_at = now() - interval '3 hours'`, `order_id like '%123'`);
    // Trades lie in the order in which they were made, as if nothing had been rewritten.
    await client.query('create index by_creation on trades (created_at)');
    await client.query('cluster trades using by_creation');
    await client.query('drop index by_creation');
    await client.query('vacuum analyze trades');
  });
  const opened = Promise.withResolvers<Store>();
  closed = withApp(url, async (app) => {
    opened.resolve(app.store);
    await over.promise;
  });
  closed.catch(opened.reject);
  store = await opened.promise;
  stored = await selectTrades(store.db, store.cipher, ALL);
  assert.equal(stored.length, TRADES);
  assert.ok(stored.filter(({ direction }) => direction === 'payout').length > TRADES / 20);
});
after(async () => {
  over.resolve(null);
  await closed.finally(() => bench.close());
});

type Asked = Omit<TradeFilter, 'before' | 'limit'>;

function fits(trade: Trade, asked: Asked): boolean {
  const same = ['currency', 'type', 'state', 'direction', 'merchant_id'] as const;
  const within = (value: number | bigint, from?: unknown, to?: unknown) =>
    (typeof from !== typeof value || value >= (from as typeof value)) &&
    (typeof to !== typeof value || value < (to as typeof value));
  const happened = (at: number | null, from?: number | null, to?: number | null) =>
    at === null ? (from ?? to ?? null) === null : within(at, from, to);
  const most = asked.amount_max_cents ?? null;
  return (
    same.every((name) => (asked[name] ?? trade[name]) === trade[name]) &&
    within(trade.created_at, asked.created_from, asked.created_to) &&
    within(trade.changed_at, asked.changed_from, asked.changed_to) &&
    happened(trade.completed_at, asked.completed_from, asked.completed_to) &&
    happened(trade.closed_at, asked.ended_from, asked.ended_to) &&
    within(trade.amount_cents, asked.amount_min_cents, most === null ? null : most + 1n)
  );
}

const QUESTIONS: readonly Asked[] = [
  {},
  { currency: 'EUR' },
  { currency: 'INR' },
  { currency: 'JPY' },
  { type: 'upi' },
  { type: 'account' },
  { type: 'upi', currency: 'EUR' },
  { currency: 'EUR', state: 'expired' },
  { currency: 'EUR', state: 'pending' },
  { currency: 'EUR', direction: 'payin' },
  { currency: 'EUR', created_to: ago(20) },
  { currency: 'EUR', created_from: ago(40), created_to: ago(30) },
  { type: 'upi', changed_from: ago(1) },
  { changed_from: ago(1) },
  { changed_from: NOW + HOUR_MS },
  { changed_from: ago(30), changed_to: ago(29) },
  { changed_to: ago(50) },
  { created_to: ago(50) },
  { created_from: ago(2) },
  { created_from: ago(10), created_to: ago(9), state: 'completed' },
  { amount_min_cents: 20_000_000n + 9_900_000n },
  { amount_max_cents: 20_000_000n + 90_000n },
];

async function listed(asked: Asked): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const filter = { ...asked, before: ids.at(-1) ?? null, limit: LIMIT };
    const page = await selectTrades(store.db, store.cipher, filter);
    ids.push(...page.map(({ trade_id }) => trade_id));
    if (page.length < LIMIT) return ids;
  }
}

const nameOf = (asked: Asked) => Object.keys(asked).join(' and ') || 'nothing';

suite('trades by', () => {
  for (const asked of QUESTIONS) {
    test(`${nameOf(asked)}: every trade once, in either order, and counted`, async () => {
      for (const more of [{}, { merchant_id: merchants[0] ?? '' }]) {
        const wanted = { ...asked, ...more };
        const ids = stored.filter((trade) => fits(trade, wanted)).map(({ trade_id }) => trade_id);
        assert.deepEqual(await listed(wanted), ids, 'newest first');
        assert.deepEqual(await listed({ ...wanted, sort: 'oldest' }), ids.toReversed(), 'oldest');
        assert.equal(await countFound(store.db, wanted, TRADES), ids.length, 'counted');
      }
    });
  }
});

const day = fc.option(
  fc.double({ min: -1, max: 61, noNaN: true }).map((days) => Math.floor(ago(days))),
);
const TIMES = {
  created_from: day,
  created_to: day,
  changed_from: day,
  changed_to: day,
  completed_from: day,
  completed_to: day,
  ended_from: day,
  ended_to: day,
} as const satisfies Partial<Record<keyof Asked, unknown>>;

test('trades between any times: just those, whosever and in whichever direction', async () => {
  const shop = merchants[1] ?? '';
  const asked = fc.record(
    {
      ...TIMES,
      direction: fc.constantFrom('payin', 'payout'),
      merchant_id: fc.constant(shop),
      sort: fc.constantFrom('newest', 'oldest'),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(asked, async (wanted) => {
      const ids = stored.filter((trade) => fits(trade, wanted)).map(({ trade_id }) => trade_id);
      const expected = wanted.sort === 'oldest' ? ids.toReversed() : ids;
      assert.deepEqual(await listed(wanted), expected);
      assert.equal(await countFound(store.db, wanted, TRADES), ids.length);
    }),
    { numRuns: longRuns(240) },
  );
});

suite('without reading the others', () => {
  const rare: readonly [string, Asked, number][] = [
    ['a currency', { currency: 'JPY' }, 0],
    ['a type', { type: 'card' }, 0],
    ['a change later than all', { changed_from: NOW + HOUR_MS }, 0],
    [
      'pay-outs that changed later than all',
      { direction: 'payout', changed_from: NOW + HOUR_MS },
      0,
    ],
    ['pay-outs paid later than all', { direction: 'payout', completed_from: NOW + HOUR_MS }, 0],
    ['an end later than all', { ended_from: NOW + HOUR_MS }, 0],
    ['a completion before all', { completed_to: ago(70) }, 0],
    ['pay-outs that ended before all', { direction: 'payout', ended_to: ago(70) }, 0],
    ['a high amount', { amount_min_cents: 99_000_000n }, 0],
  ];
  for (const [name, asked, count] of rare) {
    test(name, async () => {
      const db = readingRows(store.db);
      const found = await selectTrades(db, store.cipher, { ...asked, before: null, limit: 20 });
      assert.equal(found.length, count);
      // Each merchant's trades of the last day are looked at first; pay-outs are few of them.
      const most = asked.direction === 'payout' ? TRADES / 200 : TRADES / 20;
      assert.ok(db.most() <= most, `${db.most()} rows were read`);
    });
  }
});
