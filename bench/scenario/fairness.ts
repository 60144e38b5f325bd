// Measures callbacks while receivers of other merchants hang or fail: with 1,000 endpoints, and
// with attacks by which one merchant could delay all others. All endpoints are of one host.
import { settingsFor } from '../callbacks/delivered-rate.ts';
import { createAll, measureDelays, type Order } from '../callbacks/fair-delays.ts';
import {
  type IsolationPlace,
  type IsolationRun,
  isolationFigures,
  measureIsolation,
} from '../callbacks/isolation.ts';
import { startReceiverProcess } from '../callbacks/receiver.ts';
import { withOwnDatabase } from '../fill/own-database.ts';
import { makeAccounts } from '../harness/make-accounts.ts';
import { makeMerchants } from '../harness/make-merchants.ts';
import type { Shop } from '../harness/shop.ts';
import type { Bench, Figure, Scenario } from './scenario.ts';

const ACCOUNTS = 20;
/** The 99th percentile of the others, with receivers that hang or fail ÷ without. */
const TARGET_P99 = 1.1;
const AFTER_ATTACK = 50;

/** `hanging` and `failing` of the endpoints; orders of one segment of the attack on a host. */
export type FairnessAmounts = {
  readonly endpoints: number;
  readonly hanging: number;
  readonly failing: number;
  readonly silent_addresses: number;
  readonly same_host_orders: number;
  readonly silent_hosts: number;
};

const AMOUNTS: FairnessAmounts = {
  endpoints: 1_000,
  hanging: 100,
  failing: 100,
  silent_addresses: 20,
  same_host_orders: 500,
  silent_hosts: 1_500,
};

/** A step that spreads the hanging and failing ones evenly among all: no divisor of a count. */
const STEP = 37;

const spread = <Item>(items: readonly Item[]): Item[] =>
  items.map((_, index) => items[(index * STEP) % items.length]).filter((one) => one !== undefined);

/** The path decides how the receiver answers (bench/callbacks/receiver-main.ts). */
function pathOf(index: number, { hanging, failing }: FairnessAmounts): string {
  if (index < hanging) return `silent/${index}`;
  return index < hanging + failing ? `failing/${index}` : `ok/${index}`;
}

export type FairnessPlace = IsolationPlace & {
  readonly base: string;
  readonly shops: readonly Shop[];
  readonly amounts: FairnessAmounts;
};

/** One order of each endpoint. */
export const measureEndpoints = (place: FairnessPlace): Promise<IsolationRun> => {
  const { hanging, failing } = place.amounts;
  const orders = place.shops.map((shop, index) => ({
    shop,
    is_healthy: index >= hanging + failing,
  }));
  return measureIsolation(place, spread(orders));
};

/** Every second order is of one merchant, whose addresses are silent; all are of one host. */
export function measureSameHost(place: FairnessPlace): Promise<IsolationRun> {
  const { shops, base, amounts } = place;
  const { hanging, failing, silent_addresses, same_host_orders } = amounts;
  const [hostile, ...others] = shops.slice(hanging + failing);
  const orders = Array.from({ length: same_host_orders }, (_, index): Order[] => {
    const shop = others[index % others.length];
    if (hostile === undefined || shop === undefined) throw new Error('There are too few shops');
    const callback_url = `${base}silent/address/${index % silent_addresses}`;
    return [
      { shop: hostile, callback_url, is_healthy: false },
      { shop, is_healthy: true },
    ];
  });
  return measureIsolation(place, orders.flat());
}

/** Creates one merchant's pay-ins to distinct silent hosts, then times another's callbacks. */
async function measureHosts({
  bench,
  url,
  receiver,
  shops,
  amounts,
}: FairnessPlace): Promise<Figure> {
  const [hostile, shop] = [shops.at(-1), shops.at(-2)];
  if (hostile === undefined || shop === undefined) throw new Error('There are too few shops');
  const { port } = new URL(receiver.url);
  const name = `${amounts.silent_hosts} pay-ins to distinct silent hosts`;
  bench.say(`fairness: ${name}`);
  receiver.behave(false);
  // All of these addresses lead to the one receiver.
  const silent = Array.from({ length: amounts.silent_hosts }, (_, index): Order => {
    const callback_url = `http://127.1.${index >> 8}.${index & 255}:${port}/silent`;
    return { shop: hostile, callback_url, is_healthy: false };
  });
  await createAll(url, silent);
  const measured = Array.from({ length: AFTER_ATTACK }, () => ({ shop, is_healthy: true }));
  const delays = await measureDelays(url, receiver, measured);
  return {
    scenario: 'fairness',
    name: `${name}: slowest of ${AFTER_ATTACK} callbacks of another merchant`,
    unit: 'ms',
    value: Math.max(...delays),
  };
}

/** Starts the service with its merchants, and a receiver for all of them. */
export async function withFairness<Value>(
  bench: Bench,
  amounts: FairnessAmounts,
  work: (place: FairnessPlace) => Promise<Value>,
): Promise<Value> {
  const receiver = await startReceiverProcess({ answer_after_ms: 0, host: '0.0.0.0' });
  const base = receiver.url.replace(/callbacks$/, '');
  try {
    return await withOwnDatabase(bench.folder, async (own) => {
      await makeAccounts(own.url(), ACCOUNTS);
      const shops = await makeMerchants(own.url(), {
        count: amounts.endpoints,
        callbackUrl: (index) => `${base}${pathOf(index, amounts)}`,
      });
      const service = await bench.startService(settingsFor(own));
      try {
        const { url } = service;
        const database_url = own.url();
        return await work({ bench, url, database_url, receiver, base, shops, amounts });
      } finally {
        await service.stop();
      }
    });
  } finally {
    await receiver.stop();
  }
}

async function figures(place: FairnessPlace): Promise<Figure[]> {
  const { endpoints, hanging, failing, silent_addresses } = AMOUNTS;
  const of_endpoints = `${endpoints} endpoints, ${hanging} hanging and ${failing} failing`;
  const of_host = `${silent_addresses} silent addresses of one merchant on the host of all`;
  const at_most = TARGET_P99;
  return [
    ...isolationFigures(await measureEndpoints(place), { others: of_endpoints, at_most }),
    ...isolationFigures(await measureSameHost(place), { others: of_host, at_most }),
    await measureHosts(place),
  ];
}

export const FAIRNESS: Scenario = {
  name: 'fairness',
  what: 'callbacks beside receivers that hang or fail, and beside a merchant that attacks',
  run: (bench) => withFairness(bench, AMOUNTS, figures),
};
