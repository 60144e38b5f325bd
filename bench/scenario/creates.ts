// Compares pay-in creates with two other ways to write the same rows: a PostgreSQL client with one
// transaction per order, and a naive service with one transaction per request.
import type { LoadResult } from '../load/load-plan.ts';
import { startNaive } from '../yardstick/naive-service.ts';
import { type BenchShops, openBenchShops, payins } from './bench-shops.ts';
import { type BestDriver, bestDriver } from './best-driver.ts';
import { figureOf, median, ratios } from './figures.ts';
import { CLIENTS, loadService, warmUp } from './load-service.ts';
import { type Costs, withCosts } from './processor-costs.ts';
import type { Bench, Figure, RunningService, Scenario } from './scenario.ts';

const DRIVER_CLIENTS = [1, 4, 8, 16, 32, 64];
const OPEN_CONNECTIONS = 256;

type Round = { ours: LoadResult; naive: LoadResult; driver: number; costs: Costs };
type OpenRound = { ours: LoadResult; naive: LoadResult };
type Services = { ours: RunningService; naive: RunningService };

const scenario = 'creates';

async function playRounds(bench: Bench, scene: BenchShops, services: Services, driver: BestDriver) {
  const requests = payins(scene.shops);
  const load = { connections: CLIENTS, seconds: bench.seconds, requests };
  const rounds: Round[] = [];
  while (rounds.length < bench.rounds) {
    const { result: ours, costs } = await withCosts(bench.database_url, services.ours, () =>
      loadService({ ...load, url: services.ours.url }),
    );
    const { per_second } = await driver.run();
    const naive = await loadService({ ...load, url: services.naive.url });
    rounds.push({ ours, naive, driver: per_second, costs });
    const told = [ours.per_second, per_second, naive.per_second].map(Math.round);
    bench.say(`service ${told[0]}/s, transaction per order ${told[1]}/s, naive ${told[2]}/s`);
  }
  return rounds;
}

/** Open loop: our service at half of its highest rate, the naive one at a quarter of its own. */
async function playOpenRounds(
  bench: Bench,
  scene: BenchShops,
  services: Services,
  rounds: readonly Round[],
): Promise<OpenRound[]> {
  const requests = payins(scene.shops);
  const answers = ['201', '503'];
  // Requests due in the last moment are no longer sent; their waiting time counts as latency.
  const load = {
    connections: OPEN_CONNECTIONS,
    seconds: bench.seconds,
    requests,
    answers,
    may_be_unanswered: true,
  };
  const rate = (name: keyof Services, share: number) =>
    share * median(rounds.map((round) => round[name].per_second));
  const open_rounds: OpenRound[] = [];
  while (open_rounds.length < bench.rounds) {
    const { ours, naive } = services;
    const [half, quarter] = [rate('ours', 0.5), rate('naive', 0.25)];
    open_rounds.push({
      ours: await loadService({ ...load, url: ours.url, rate_per_second: half }),
      naive: await loadService({ ...load, url: naive.url, rate_per_second: quarter }),
    });
  }
  return open_rounds;
}

function rateFigures(rounds: readonly Round[], driver: BestDriver): Figure[] {
  const ours = rounds.map((round) => round.ours.per_second);
  const drivers = rounds.map((round) => round.driver);
  const naives = rounds.map((round) => round.naive.per_second);
  const per_order = `one transaction per order, ${driver.clients} clients`;
  const unit = '/s';
  return [
    figureOf({ scenario, name: `pay-in creates, ${CLIENTS} clients`, unit }, ours),
    figureOf({ scenario, name: per_order, unit }, drivers),
    figureOf({ scenario, name: `naive service, ${CLIENTS} clients`, unit }, naives),
    figureOf(
      { scenario, name: 'creates ÷ one transaction per order', unit: '×', at_least: 2 },
      ratios(ours, drivers),
    ),
    figureOf(
      { scenario, name: 'creates ÷ naive service', unit: '×', at_least: 4 },
      ratios(ours, naives),
    ),
  ];
}

/** Quick refusals would keep times short, but at half of the rate nothing should be refused. */
function refusedPercent({ statuses }: LoadResult): number {
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return ((statuses['503'] ?? 0) / all) * 100;
}

function timeFigures(rounds: readonly Round[], open_rounds: readonly OpenRound[]): Figure[] {
  const closed = rounds.map((round) => round.ours.p99_ms);
  const ours = open_rounds.map((round) => round.ours.p99_ms);
  const naives = open_rounds.map((round) => round.naive.p99_ms);
  const refused = open_rounds.map((round) => refusedPercent(round.ours));
  const unit = 'ms';
  return [
    figureOf({ scenario, name: `p99 at ${CLIENTS} clients`, unit, at_most: 15 }, closed),
    figureOf({ scenario, name: 'p99 at half of the rate, open loop', unit, at_most: 20 }, ours),
    figureOf({ scenario, name: 'refused at half of the rate', unit: '%', at_most: 0 }, refused),
    figureOf({ scenario, name: 'naive p99 at a quarter of its rate, open loop', unit }, naives),
    figureOf(
      { scenario, name: "p99 at half ÷ naive's at a quarter", unit: '×', at_most: 1 },
      ratios(ours, naives),
    ),
  ];
}

function costFigures(rounds: readonly Round[]): Figure[] {
  const costs: [of: string, runs: number[]][] = [
    ['the service', rounds.map((round) => round.costs.service_us)],
    ['PostgreSQL', rounds.map((round) => round.costs.database_us)],
    ['the load', rounds.map((round) => round.ours.cpu_us_per_request)],
  ];
  return costs.map(([of, runs]) =>
    figureOf({ scenario, name: `processor time of ${of} per create`, unit: 'µs' }, runs),
  );
}

export const CREATES: Scenario = {
  name: scenario,
  what: 'pay-in creates beside one transaction per order and beside a naive service',
  async run(bench) {
    const scene = await openBenchShops(bench);
    const merchants = scene.shops.map((shop) => shop.merchant_id);
    const orders = { kind: 'payin', merchants, accounts: scene.accounts } as const;
    // Runs alone, because its clients need nearly all connections of PostgreSQL.
    const driver = await bestDriver(bench, orders, DRIVER_CLIENTS);
    const services = {
      ours: await bench.startService(),
      naive: await startNaive(bench.database_url),
    };
    try {
      const requests = payins(scene.shops);
      for (const { url } of Object.values(services)) await warmUp({ url, requests });
      const rounds = await playRounds(bench, scene, services, driver);
      const open_rounds = await playOpenRounds(bench, scene, services, rounds);
      return [
        ...rateFigures(rounds, driver),
        ...timeFigures(rounds, open_rounds),
        ...costFigures(rounds),
      ];
    } finally {
      await services.naive.stop();
      await services.ours.stop();
    }
  },
};
