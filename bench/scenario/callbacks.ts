// Measures callbacks: deliveries per second, the delay on an idle service, and how much a slow
// receiver slows down the others.
import { rateFromBacklog, settingsFor } from '../callbacks/delivered-rate.ts';
import { type IdleDelays, measureIdle } from '../callbacks/idle-delay.ts';
import { type ReceiverProcess, startReceiverProcess } from '../callbacks/receiver.ts';
import type { Backlog } from '../fill/fill-deliveries.ts';
import { type OwnDatabase, withOwnDatabase } from '../fill/own-database.ts';
import { merchantClient } from '../harness/http-client.ts';
import { makeAccounts } from '../harness/make-accounts.ts';
import { makeMerchants } from '../harness/make-merchants.ts';
import type { Shop } from '../harness/shop.ts';
import { figureOf, median, ratios } from './figures.ts';
import { CLIENTS, loadService, warmUp } from './load-service.ts';
import type { Bench, Figure, Scenario } from './scenario.ts';

const TARGET_PER_SECOND = 2_000;
const TARGET_IDLE_MS = 15;
const TARGET_BESIDE_SLOW = 0.9;
const SLOW_ANSWER_MS = 10_000;
const SHOPS = 20;
const ACCOUNTS = 20;

/** The number of callbacks to measure. */
type Amounts = { readonly backlog: number; readonly idle: number };

type Place = {
  readonly bench: Bench;
  readonly own: OwnDatabase;
  readonly amounts: Amounts;
  readonly accounts: readonly string[];
  /** The merchants of the receiver that answers at once, and those of the slow one. */
  readonly fast_shops: readonly Shop[];
  readonly slow_shops: readonly Shop[];
  readonly fast: ReceiverProcess;
  readonly slow: ReceiverProcess;
  /** The first trade number of the next backlog. */
  next: number;
};

function takeNumbers(place: Place, count: number): number {
  const first = place.next;
  place.next += count;
  return first;
}

/** The rate at the fast receiver; with the slow one, half of the backlog is the slow one's. */
function measureRate(place: Place, with_slow: boolean): Promise<number> {
  const { own, bench, amounts, accounts, fast, slow } = place;
  const shops = with_slow ? [...place.fast_shops, ...place.slow_shops] : place.fast_shops;
  const urlOf = (shop: Shop) => (place.fast_shops.includes(shop) ? fast.url : slow.url);
  const count = amounts.backlog * (with_slow ? 2 : 1);
  const backlog: Backlog = {
    merchants: shops.map((shop) => shop.merchant_id),
    urls: shops.map(urlOf),
    accounts,
    first: takeNumbers(place, count),
    count,
  };
  const to = { receiver: fast, count: amounts.backlog };
  return rateFromBacklog(bench, own, backlog, to);
}

async function measureBesideSlow(place: Place): Promise<Figure[]> {
  const { bench } = place;
  const alone: number[] = [];
  const beside: number[] = [];
  while (alone.length < bench.rounds) {
    // Alternates the runs, because the database grows each time.
    const orders = alone.length % 2 === 0 ? [false, true] : [true, false];
    for (const has_slow of orders) {
      (has_slow ? beside : alone).push(await measureRate(place, has_slow));
    }
    const [last_alone = 0, last_beside = 0] = [alone.at(-1), beside.at(-1)];
    bench.say(`callbacks: ${Math.round(last_alone)}/s alone, ${Math.round(last_beside)}/s beside`);
  }
  const scenario = 'callbacks';
  const backlog = place.amounts.backlog.toLocaleString('en');
  const name = `delivered from a backlog of ${backlog}, one receiver`;
  const slow_name = 'to one receiver beside another that answers after 10 s ÷ without it';
  const target = { unit: '/s', at_least: TARGET_PER_SECOND };
  return [
    figureOf({ scenario, name, ...target }, alone),
    figureOf(
      { scenario, name: slow_name, unit: '×', at_least: TARGET_BESIDE_SLOW },
      ratios(beside, alone),
    ),
  ];
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

function idleFigures({ from_answer_ms, from_request_ms }: IdleDelays): Figure[] {
  const scenario = 'callbacks';
  const count = from_answer_ms.length;
  const name = `from the answer of a create to the callback’s arrival, idle, p50 of ${count}`;
  const unit = 'ms';
  return [
    { scenario, name, unit, value: median(from_answer_ms), at_most: TARGET_IDLE_MS },
    { scenario, name: 'the same, p99', unit, value: percentile(from_answer_ms, 0.99) },
    { scenario, name: 'from sending the create, p50', unit, value: median(from_request_ms) },
  ];
}

/** Callbacks that arrive under a full load of creates, each of which adds a callback. */
async function measureUnderLoad(place: Place, url: string): Promise<Figure[]> {
  const { bench, fast, fast_shops: shops } = place;
  const amounts_cents = { from: 100, to: 10_000_000 };
  const requests = { shares: { payin: 1 }, shops, amounts_cents };
  await warmUp({ url, requests });
  fast.forget();
  const load = { url, requests, connections: CLIENTS, seconds: bench.seconds };
  const { per_second } = await loadService(load);
  const { ids } = await fast.arrivals(0, 0);
  const scenario = 'callbacks';
  const name = `delivered while ${CLIENTS} clients create`;
  // The load's own warm-up is part of the time in which they arrived.
  return [
    { scenario, name, unit: '/s', value: ids.length / (bench.seconds + 0.5) },
    { scenario, name: 'creates meanwhile', unit: '/s', value: per_second },
  ];
}

async function measureLive(place: Place): Promise<Figure[]> {
  const { own, bench, fast, fast_shops, amounts } = place;
  const [shop] = fast_shops;
  if (shop === undefined) throw new Error('No merchant was made');
  const service = await bench.startService(settingsFor(own));
  try {
    const client = merchantClient(service.url, shop.token);
    bench.say(`callbacks: ${amounts.idle} creates, one at a time`);
    const idle = await measureIdle(client, shop, fast, amounts.idle);
    bench.say('callbacks: while creates run');
    return [...idleFigures(idle), ...(await measureUnderLoad(place, service.url))];
  } finally {
    await service.stop();
  }
}

async function withReceivers<Value>(
  work: (fast: ReceiverProcess, slow: ReceiverProcess) => Promise<Value>,
) {
  const fast = await startReceiverProcess({ answer_after_ms: 0 });
  try {
    const slow = await startReceiverProcess({ answer_after_ms: SLOW_ANSWER_MS });
    try {
      return await work(fast, slow);
    } finally {
      await slow.stop();
    }
  } finally {
    await fast.stop();
  }
}

async function measureCallbacks(bench: Bench, amounts: Amounts): Promise<Figure[]> {
  return await withReceivers((fast, slow) =>
    withOwnDatabase(bench.folder, async (own) => {
      const accounts = await makeAccounts(own.url(), ACCOUNTS);
      const make = ({ url }: ReceiverProcess) =>
        makeMerchants(own.url(), { count: SHOPS, callbackUrl: () => url });
      const [fast_shops, slow_shops] = [await make(fast), await make(slow)];
      const given = { bench, own, amounts, accounts, fast_shops, slow_shops, fast, slow };
      const place: Place = { ...given, next: 0 };
      return [...(await measureBesideSlow(place)), ...(await measureLive(place))];
    }),
  );
}

export const CALLBACKS: Scenario = {
  name: 'callbacks',
  what: 'callbacks delivered per second, their delay when idle, and beside a slow receiver',
  run: (bench) => measureCallbacks(bench, { backlog: 20_000, idle: 200 }),
};
