// Measures pay-outs of one merchant, which all lock the same balance, and pay-outs of a thousand
// merchants; then checks that no balance was overdrawn.
import { checkFunds } from '../harness/check-funds.ts';
import { makeMerchants } from '../harness/make-merchants.ts';
import type { Shop } from '../harness/shop.ts';
import { FUNDS_CENTS, openBenchShops, payouts } from './bench-shops.ts';
import { type BestDriver, bestDriver } from './best-driver.ts';
import { figureOf, ratios } from './figures.ts';
import { CLIENTS, loadService, warmUp } from './load-service.ts';
import type { Bench, Figure, Scenario } from './scenario.ts';

const DRIVER_CLIENTS = [1, 4, 16, 64];

const scenario = 'payouts';

type Round = { hot: number; spread: number; driver: number };

async function playRounds(
  bench: Bench,
  url: string,
  hot: readonly Shop[],
  spread: readonly Shop[],
  driver: BestDriver,
): Promise<Round[]> {
  const load = { url, connections: CLIENTS, seconds: bench.seconds };
  const rounds: Round[] = [];
  while (rounds.length < bench.rounds) {
    const on_one = await loadService({ ...load, requests: payouts(hot) });
    const on_many = await loadService({ ...load, requests: payouts(spread) });
    const { per_second } = await driver.run();
    rounds.push({ hot: on_one.per_second, spread: on_many.per_second, driver: per_second });
    const told = [on_one.per_second, on_many.per_second, per_second].map(Math.round);
    bench.say(`hot ${told[0]}/s, spread ${told[1]}/s, transaction per order hot ${told[2]}/s`);
  }
  return rounds;
}

function figuresOf(rounds: readonly Round[], driver: BestDriver): Figure[] {
  const hot = rounds.map((round) => round.hot);
  const spread = rounds.map((round) => round.spread);
  const drivers = rounds.map((round) => round.driver);
  const per_order = `one transaction per order on one merchant, ${driver.clients} clients`;
  const unit = '/s';
  return [
    figureOf({ scenario, name: 'pay-outs on one merchant', unit }, hot),
    figureOf({ scenario, name: 'pay-outs spread over 1,000 merchants', unit }, spread),
    figureOf({ scenario, name: per_order, unit }, drivers),
    figureOf(
      { scenario, name: 'hot ÷ spread, no overdraft', unit: '×', at_least: 0.9 },
      ratios(hot, spread),
    ),
    figureOf(
      { scenario, name: 'hot ÷ one transaction per order', unit: '×', at_least: 4 },
      ratios(hot, drivers),
    ),
  ];
}

export const PAYOUTS: Scenario = {
  name: scenario,
  what: 'pay-outs on one merchant and on a thousand, without an overdraft',
  async run(bench) {
    const { database_url } = bench;
    const { shops: spread } = await openBenchShops(bench, { funds_cents: FUNDS_CENTS });
    const one = { count: 1, funds_cents: FUNDS_CENTS };
    const hot = await makeMerchants(database_url, one);
    const [of_driver] = await makeMerchants(database_url, one);
    const merchants = [of_driver?.merchant_id ?? ''];
    const orders = { kind: 'payout', merchants, accounts: [] } as const;
    const driver = await bestDriver(bench, orders, DRIVER_CLIENTS);
    const service = await bench.startService();
    try {
      await warmUp({ url: service.url, requests: payouts(spread) });
      const rounds = await playRounds(bench, service.url, hot, spread, driver);
      const ids = [...hot, ...spread].map((shop) => shop.merchant_id);
      await checkFunds(database_url, [...ids, ...merchants], FUNDS_CENTS);
      return figuresOf(rounds, driver);
    } finally {
      await service.stop();
    }
  },
};
