// Measures callbacks while receivers of other merchants hang or fail: with 1,000 endpoints, and
// with two attacks by which one merchant could delay all others.
import { settingsFor } from '../callbacks/delivered-rate.ts';
import { createAll, measureDelays, type OrderSender } from '../callbacks/fair-delays.ts';
import { type ReceiverProcess, startReceiverProcess } from '../callbacks/receiver.ts';
import { withOwnDatabase } from '../fill/own-database.ts';
import { makeAccounts } from '../harness/make-accounts.ts';
import { makeMerchants } from '../harness/make-merchants.ts';
import type { Shop } from '../harness/shop.ts';
import { percentile } from '../yardstick/percentile.ts';
import { figureOf, ratios } from './figures.ts';
import type { Bench, Figure, Scenario } from './scenario.ts';

const ENDPOINTS = 1_000;
const HANGING = 100;
const FAILING = 100;
const ACCOUNTS = 20;
const SILENT_HOSTS = 1_500;
const SILENT_ADDRESSES = 20;
const TARGET_P99 = 1.1;
const AFTER_ATTACK = 50;

type Amounts = { readonly measured: number; readonly silent_hosts: number };

const p99 = (delays: readonly number[]): number => percentile(delays, 0.99);

/** The path decides how the receiver answers (bench/callbacks/receiver-main.ts). */
function pathOf(index: number): string {
  if (index < HANGING) return `silent/${index}`;
  return index < HANGING + FAILING ? `failing/${index}` : `ok/${index}`;
}

const sendersOf = (shops: readonly Shop[]): OrderSender[] => shops.map((shop) => ({ shop }));

/** Repeats the items until there are `count`. */
const repeated = <Item>(items: readonly Item[], count: number): Item[] =>
  Array.from({ length: count }, (_, index) => items[index % items.length]).filter(
    (item) => item !== undefined,
  );

type Place = {
  readonly bench: Bench;
  readonly url: string;
  readonly receiver: ReceiverProcess;
  readonly shops: readonly Shop[];
  readonly amounts: Amounts;
};

async function measureBeside(place: Place): Promise<Figure[]> {
  const { bench, url, receiver, shops, amounts } = place;
  const healthy = repeated(sendersOf(shops.slice(HANGING + FAILING)), amounts.measured);
  const others = repeated(sendersOf(shops.slice(0, HANGING + FAILING)), amounts.measured / 4);
  // Both runs create equally many other orders, so they differ only in the hanging receivers.
  const as_many = healthy.slice(0, others.length);
  const without: number[] = [];
  const beside: number[] = [];
  // Every endpoint is called once before, so that neither run has more first calls than the other.
  await measureDelays(url, receiver, healthy);
  while (without.length < bench.rounds) {
    without.push(p99(await measureDelays(url, receiver, healthy, as_many)));
    beside.push(p99(await measureDelays(url, receiver, healthy, others)));
    const [alone_ms = 0, beside_ms = 0] = [without.at(-1), beside.at(-1)];
    bench.say(`fairness: p99 ${alone_ms.toFixed(1)} ms without, ${beside_ms.toFixed(1)} ms with`);
  }
  const scenario = 'fairness';
  const name = `${ENDPOINTS} endpoints, ${HANGING} hanging and ${FAILING} failing`;
  return [
    figureOf({ scenario, name: 'callbacks of the others alone, p99', unit: 'ms' }, without),
    figureOf({ scenario, name: `${name}: p99 of the others`, unit: 'ms' }, beside),
    figureOf(
      { scenario, name: 'the same ÷ alone', unit: '×', at_most: TARGET_P99 },
      ratios(beside, without),
    ),
  ];
}

/** Creates one merchant's pay-ins to silent addresses, then times another's callbacks. */
async function measureAttack(
  { bench, url, receiver, shops }: Place,
  attack: { name: string; addresses: readonly string[]; to?: string },
): Promise<Figure> {
  const [hostile, shop] = [shops.at(-1), shops.at(-2)];
  if (hostile === undefined || shop === undefined) throw new Error('There are too few shops');
  bench.say(`fairness: ${attack.name}`);
  await createAll(
    url,
    attack.addresses.map((callback_url) => ({ shop: hostile, callback_url })),
  );
  const sender = attack.to === undefined ? { shop } : { shop, callback_url: attack.to };
  const delays = await measureDelays(url, receiver, repeated([sender], AFTER_ATTACK));
  return {
    scenario: 'fairness',
    name: `${attack.name}: slowest of ${AFTER_ATTACK} callbacks of another merchant`,
    unit: 'ms',
    value: Math.max(...delays),
  };
}

/** A different host for each; all resolve to the same receiver. */
function silentHosts(receiver: ReceiverProcess, count: number): string[] {
  const { port } = new URL(receiver.url);
  return Array.from(
    { length: count },
    (_, index) => `http://127.1.${index >> 8}.${index & 255}:${port}/silent`,
  );
}

async function measureFairness(bench: Bench, amounts: Amounts): Promise<Figure[]> {
  const receiver = await startReceiverProcess({ answer_after_ms: 0, host: '0.0.0.0' });
  const base = receiver.url.replace(/callbacks$/, '');
  try {
    return await withOwnDatabase(bench.folder, async (own) => {
      await makeAccounts(own.url(), ACCOUNTS);
      const shops = await makeMerchants(own.url(), {
        count: ENDPOINTS,
        callbackUrl: (index) => `${base}${pathOf(index)}`,
      });
      const service = await bench.startService(settingsFor(own));
      try {
        const place: Place = { bench, url: service.url, receiver, shops, amounts };
        const same_host = Array.from(
          { length: SILENT_ADDRESSES },
          (_, index) => `${base}silent/address/${index}`,
        );
        return [
          ...(await measureBeside(place)),
          await measureAttack(place, {
            name: `${SILENT_ADDRESSES} pay-ins to silent addresses of one host`,
            addresses: same_host,
            to: `${base}ok/there`,
          }),
          await measureAttack(place, {
            name: `${amounts.silent_hosts} pay-ins to distinct silent hosts`,
            addresses: silentHosts(receiver, amounts.silent_hosts),
          }),
        ];
      } finally {
        await service.stop();
      }
    });
  } finally {
    await receiver.stop();
  }
}

export const FAIRNESS: Scenario = {
  name: 'fairness',
  what: 'callbacks beside receivers that hang or fail, and beside a merchant that attacks',
  run: (bench) => measureFairness(bench, { measured: 800, silent_hosts: SILENT_HOSTS }),
};
