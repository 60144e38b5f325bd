// Sends twice as many orders as the service can take: it must keep up its rate and refuse the
// rest.
import { mostResidentMb } from '../harness/resident-memory.ts';
import type { LoadResult } from '../load/load-plan.ts';
import { openBenchShops, payins } from './bench-shops.ts';
import { figureOf, ratios } from './figures.ts';
import { CLIENTS, loadService, type ServiceLoad, warmUp } from './load-service.ts';
import type { Figure, RunningService, Scenario } from './scenario.ts';

const scenario = 'overload';
const CONNECTIONS = 1_024;
const TIMES_CAPACITY = 2;

type Load = Pick<ServiceLoad, 'url' | 'requests' | 'seconds'>;

type Round = { readonly capacity: number; readonly over: LoadResult; readonly most_mb: number };

async function playRound(service: RunningService, load: Load): Promise<Round> {
  const { per_second: capacity } = await loadService({ ...load, connections: CLIENTS });
  const { value: over, most_mb } = await mostResidentMb(service.process_id, () =>
    loadService({
      ...load,
      connections: CONNECTIONS,
      rate_per_second: TIMES_CAPACITY * capacity,
      answers: ['201', '503'],
      may_be_unanswered: true,
    }),
  );
  return { capacity, over, most_mb };
}

function figuresOf(rounds: readonly Round[]): Figure[] {
  const capacities = rounds.map((round) => round.capacity);
  const accepted = rounds.map((round) => round.over.per_second);
  const p99s = rounds.map((round) => round.over.p99_ms);
  const percent = (name: 'shed' | 'unanswered') =>
    rounds.map(
      ({ capacity, over }) => (over[name] / (TIMES_CAPACITY * capacity * over.seconds)) * 100,
    );
  const memory = Math.max(...rounds.map((round) => round.most_mb));
  return [
    figureOf({ scenario, name: `capacity, ${CLIENTS} clients`, unit: '/s' }, capacities),
    figureOf({ scenario, name: 'accepted at twice of it', unit: '/s' }, accepted),
    figureOf(
      { scenario, name: 'accepted ÷ capacity', unit: '×', at_least: 0.9 },
      ratios(accepted, capacities),
    ),
    figureOf({ scenario, name: 'p99 of accepted, from when due', unit: 'ms' }, p99s),
    figureOf({ scenario, name: 'shed with Retry-After', unit: '%' }, percent('shed')),
    figureOf({ scenario, name: 'never answered', unit: '%' }, percent('unanswered')),
    { scenario, name: 'most memory of the service', unit: 'MB', value: memory },
  ];
}

export const OVERLOAD: Scenario = {
  name: scenario,
  what: 'twice the orders that the service can take',
  async run(bench) {
    const { shops } = await openBenchShops(bench);
    const requests = payins(shops);
    const service = await bench.startService();
    try {
      const { url } = service;
      await warmUp({ url, requests });
      const rounds: Round[] = [];
      while (rounds.length < bench.rounds) {
        const round = await playRound(service, { url, requests, seconds: bench.seconds });
        const { capacity, over } = round;
        bench.say(`capacity ${Math.round(capacity)}/s, accepted ${Math.round(over.per_second)}/s`);
        rounds.push(round);
      }
      return figuresOf(rounds);
    } finally {
      await service.stop();
    }
  },
};
