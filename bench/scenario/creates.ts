// Compares pay-in creates with other ways to write the same rows: a PostgreSQL client with one
// transaction per order, a naive service with one transaction per request, and inserts in batches
// without any rule; and with an HTTP server that only answers.
import type { BatchResult } from '../floor/batch-load.ts';
import { recordAnswer, startPlain } from '../floor/plain-service.ts';
import { runBatches } from '../floor/run-batches.ts';
import { HAS_PROCESSOR_TIMES } from '../harness/processor-time.ts';
import type { LoadResult } from '../load/load-plan.ts';
import { startNaive } from '../yardstick/naive-service.ts';
import { type BenchShops, openBenchShops, payins } from './bench-shops.ts';
import { type BestDriver, bestDriver } from './best-driver.ts';
import { figureOf, median, ratios } from './figures.ts';
import { CLIENTS, loadService, warmUp } from './load-service.ts';
import { type Costed, type Costs, withCosts } from './processor-costs.ts';
import type { Bench, Figure, RunningService, Scenario } from './scenario.ts';

const DRIVER_CLIENTS = [1, 4, 8, 16, 32, 64];
const OPEN_CONNECTIONS = 256;
/** As the service's two lanes share the orders of so many clients. */
const BATCHES = { connections: 2, batch_size: CLIENTS / 2 };

type Round = {
  ours: LoadResult;
  naive: LoadResult;
  driver: number;
  costs: Costs;
  plain: Costed;
  batches: BatchResult;
};
type OpenRound = { ours: LoadResult; naive: LoadResult };
type Services = { ours: RunningService; naive: RunningService; plain: RunningService };

const scenario = 'creates';

function playBatches(bench: Bench, { shops, accounts }: BenchShops): Promise<BatchResult> {
  const { database_url, seconds } = bench;
  const merchants = shops.map((shop) => shop.merchant_id);
  return runBatches({ database_url, seconds, ...BATCHES, merchants, accounts });
}

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
    const plain = await withCosts(bench.database_url, services.plain, () =>
      loadService({ ...load, url: services.plain.url }),
    );
    const batches = await playBatches(bench, scene);
    rounds.push({ ours, naive, driver: per_second, costs, plain, batches });
    const told = [ours.per_second, per_second, naive.per_second].map(Math.round);
    bench.say(`service ${told[0]}/s, transaction per order ${told[1]}/s, naive ${told[2]}/s`);
    const floors = [plain.result.per_second, batches.per_second].map(Math.round);
    bench.say(`Node's own HTTP server ${floors[0]}/s, only the rows ${floors[1]}/s`);
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
  const rate = (name: keyof OpenRound, share: number) =>
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
      { scenario, name: `Node's own HTTP server, same bytes, ${CLIENTS} clients`, unit },
      rounds.map((round) => round.plain.result.per_second),
    ),
    figureOf(
      { scenario, name: `only the rows, in batches of ${BATCHES.batch_size}`, unit },
      rounds.map((round) => round.batches.per_second),
    ),
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
  const service = rounds.map((round) => round.costs.service_us);
  const database = rounds.map((round) => round.costs.database_us);
  const plain = rounds.map((round) => round.plain.costs.service_us);
  const batches = rounds.map((round) => round.batches.database_us);
  const costs: [of: string, runs: number[]][] = [
    ['the service', service],
    ["Node's own HTTP server", plain],
    ['PostgreSQL', database],
    ['PostgreSQL for only the rows', batches],
    ['the load', rounds.map((round) => round.ours.cpu_us_per_request)],
  ];
  const figures = costs.map(([of, runs]) =>
    figureOf({ scenario, name: `processor time of ${of} per create`, unit: 'µs' }, runs),
  );
  if (!HAS_PROCESSOR_TIMES) return figures;
  const times = { scenario, unit: '×' };
  return [
    ...figures,
    figureOf(
      { ...times, name: "processor time: service ÷ Node's own HTTP server" },
      ratios(service, plain),
    ),
    figureOf(
      { ...times, name: 'processor time: PostgreSQL ÷ only the rows' },
      ratios(database, batches),
    ),
  ];
}

/** Records one answer of the service, which Node's own HTTP server then repeats. */
async function startServices(bench: Bench, { shops }: BenchShops): Promise<Services> {
  const [shop] = shops;
  if (shop === undefined) throw new Error('There is no shop');
  const ours = await bench.startService();
  const answer = await recordAnswer(ours.url, shop, 'recorded');
  return { ours, naive: await startNaive(bench.database_url), plain: await startPlain(answer) };
}

export const CREATES: Scenario = {
  name: scenario,
  what: 'pay-in creates beside one transaction per order, a naive service and two floors',
  async run(bench) {
    const scene = await openBenchShops(bench);
    const merchants = scene.shops.map((shop) => shop.merchant_id);
    const orders = { kind: 'payin', merchants, accounts: scene.accounts } as const;
    // Runs alone, because its clients need nearly all connections of PostgreSQL.
    const driver = await bestDriver(bench, orders, DRIVER_CLIENTS);
    const services = await startServices(bench, scene);
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
      await services.plain.stop();
      await services.naive.stop();
      await services.ours.stop();
    }
  },
};
