// Compares the cost of creates and gets on a database with many trades with that on a small one.
import { DAY_MS, HOUR_MS } from '../../server/lib/durations.ts';
import { type FillReport, fillHistory } from '../fill/fill-history.ts';
import { type OwnDatabase, withOwnDatabase } from '../fill/own-database.ts';
import { sampleTrades, touchTrades } from '../fill/sample-trades.ts';
import { withClient } from '../fill/with-client.ts';
import { makeAccounts } from '../harness/make-accounts.ts';
import { makeMerchants } from '../harness/make-merchants.ts';
import { HAS_PROCESSOR_TIMES } from '../harness/processor-time.ts';
import type { Shop } from '../harness/shop.ts';
import type { KnownTrade } from '../load/load-plan.ts';
import { figureOf, ratios } from './figures.ts';
import { CLIENTS, loadService, warmUp } from './load-service.ts';
import { withCosts } from './processor-costs.ts';
import type { Bench, Figure, RunningService, Scenario } from './scenario.ts';

const TARGET = 0.8;
const MERCHANTS = 1_000;
const ACCOUNTS = 1_000;
/** More trades than fit into PostgreSQL's own memory, each on a page of its own. */
const MOST_READ = 50_000;
/** The age of the oldest trade, independent of the number of trades. */
const HISTORY_MS = 180 * DAY_MS;

/** A database that is filled step by step, and the data that loads need from it. */
type Place = {
  readonly own: OwnDatabase;
  readonly shops: readonly Shop[];
  readonly accounts: readonly string[];
  filled: number;
};

const KINDS = ['creates', 'gets'] as const;

/** For each run: answers per second, and processor time of service and PostgreSQL per answer. */
type Runs = { per_second: number[]; cost_us: number[] };
type Speeds = Record<(typeof KINDS)[number], Runs>;
type Measured = { readonly trades: number; readonly small: Speeds; readonly large: Speeds };

async function makePlace(own: OwnDatabase): Promise<Place> {
  const accounts = await makeAccounts(own.url(), ACCOUNTS);
  const shops = await makeMerchants(own.url(), { count: MERCHANTS });
  return { own, shops, accounts, filled: 0 };
}

/** Later trades are newer; with `most` trades, the newest is an hour old. */
async function fillUpTo(bench: Bench, place: Place, trades: number, most: number) {
  const end_at = Date.now() - HOUR_MS;
  const at = (number: number) => Math.round(end_at - HISTORY_MS * (1 - number / most));
  const history = {
    merchants: place.shops.map((shop) => shop.merchant_id),
    accounts: place.accounts,
    first: place.filled,
    count: trades - place.filled,
    from_at: at(place.filled),
    to_at: at(trades),
  };
  const say = (text: string) => bench.say(`growth: ${text}`);
  const report = await withClient(place.own.url(), (client) => fillHistory(client, history, say));
  say(`filled up to ${trades} trades, ${Math.round(report.trades / report.seconds)}/s`);
  place.filled = trades;
  await place.own.restart();
  return report;
}

type Open = {
  readonly service: RunningService;
  readonly place: Place;
  readonly trades: readonly KnownTrade[];
};

async function open(bench: Bench, place: Place): Promise<Open> {
  const merchants = place.shops.map((shop) => shop.merchant_id);
  const database_url = place.own.url();
  const trades = await withClient(database_url, (client) =>
    sampleTrades(client, merchants, MOST_READ),
  );
  const service = await bench.startService({ DATABASE_URL: database_url });
  return { service, place, trades };
}

const loadsOf = ({ service, place, trades }: Open) => {
  const amounts_cents = { from: 100, to: 10_000_000 };
  const common = { url: service.url, connections: CLIENTS };
  const requests = { shops: place.shops, trades, amounts_cents };
  return {
    creates: { ...common, requests: { ...requests, shares: { payin: 1 } }, answers: ['201'] },
    gets: { ...common, requests: { ...requests, shares: { get: 1 } }, answers: ['200'] },
  };
};

const noRuns = (): Speeds => ({
  creates: { per_second: [], cost_us: [] },
  gets: { per_second: [], cost_us: [] },
});

type Side = { readonly opened: Open; readonly speeds: Speeds };

async function runOnce(bench: Bench, { opened, speeds }: Side, kind: keyof Speeds): Promise<void> {
  const { service, place, trades } = opened;
  if (kind === 'gets') await withClient(place.own.url(), (client) => touchTrades(client, trades));
  const { result, costs } = await withCosts(place.own.url(), service, () =>
    loadService({ ...loadsOf(opened)[kind], seconds: bench.seconds }),
  );
  speeds[kind].per_second.push(result.per_second);
  speeds[kind].cost_us.push(costs.service_us + costs.database_us);
}

/** Alternates the runs, so that a slow machine slows both. */
async function takeTurns(bench: Bench, sides: readonly Side[]): Promise<void> {
  for (const { opened } of sides) {
    const { creates, gets } = loadsOf(opened);
    await warmUp(creates);
    await warmUp(gets);
  }
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const kind of KINDS) {
      for (const side of sides) await runOnce(bench, side, kind);
    }
  }
}

async function compare(bench: Bench, few: Place, many: Place): Promise<Measured> {
  const small: Side = { opened: await open(bench, few), speeds: noRuns() };
  try {
    const large: Side = { opened: await open(bench, many), speeds: noRuns() };
    try {
      await takeTurns(bench, [small, large]);
      return { trades: many.filled, small: small.speeds, large: large.speeds };
    } finally {
      await large.opened.service.stop();
    }
  } finally {
    await small.opened.service.stop();
  }
}

const count = (trades: number) => trades.toLocaleString('en');

function figuresOf(first: number, { trades, small, large }: Measured, fill: FillReport): Figure[] {
  const scenario = 'growth';
  const sizes = `with ${count(trades)} trades ÷ with ${count(first)}`;
  return [
    ...KINDS.map((kind) =>
      figureOf(
        { scenario, name: `${kind}/s ${sizes}`, unit: '×', at_least: TARGET },
        ratios(large[kind].per_second, small[kind].per_second),
      ),
    ),
    ...KINDS.map((kind) =>
      figureOf(
        { scenario, name: `${kind} with ${count(trades)} trades`, unit: '/s' },
        large[kind].per_second,
      ),
    ),
    ...KINDS.filter(() => HAS_PROCESSOR_TIMES).map((kind) =>
      figureOf(
        { scenario, name: `processor time of ${kind} ${sizes}`, unit: '×' },
        ratios(large[kind].cost_us, small[kind].cost_us),
      ),
    ),
    { scenario, name: 'bytes per filled trade', unit: 'B', value: fill.bytes_per_trade },
    { scenario, name: 'filled', unit: '/s', value: fill.trades / fill.seconds },
  ];
}

async function measureGrowth(bench: Bench): Promise<Figure[]> {
  const [first, ...later] = bench.trades;
  const most = later.at(-1);
  if (first === undefined || most === undefined) throw new Error('Growth needs two sizes');
  return await withOwnDatabase(bench.folder, (few) =>
    withOwnDatabase(bench.folder, async (many) => {
      const [small, large] = [await makePlace(few), await makePlace(many)];
      await fillUpTo(bench, small, first, first);
      const figures: Figure[] = [];
      for (const trades of later) {
        const fill = await fillUpTo(bench, large, trades, most);
        const measured = await compare(bench, small, large);
        figures.push(...figuresOf(first, measured, fill));
      }
      return figures;
    }),
  );
}

export const GROWTH: Scenario = {
  name: 'growth',
  what: 'creates and gets per second with many trades there already',
  run: measureGrowth,
};
