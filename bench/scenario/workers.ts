// Compares several processes of the service with one, in turns: their batches are smaller, so each
// order costs more, which only more cores make up for.
import { withBatchSize } from '../load/batch-sizes.ts';
import type { LoadResult } from '../load/load-plan.ts';
import { openBenchShops, payins } from './bench-shops.ts';
import { figureOf, ratios } from './figures.ts';
import { loadService, warmUp } from './load-service.ts';
import { type Costed, withCosts } from './processor-costs.ts';
import type { Bench, Figure, RunningService, Scenario } from './scenario.ts';

const scenario = 'workers';

/** Without workers the service is one process. */
const PROCESSES = [1, 2, 4] as const;
const CONNECTIONS = [64, 256] as const;

/** With so many clients a process that is full refuses some at once. */
const ANSWERS = ['201', '503'];

type Run = Costed & { readonly batch_size: number };

type Played = { readonly processes: number; readonly connections: number; readonly run: Run };

async function startEach(bench: Bench): Promise<ReadonlyMap<number, RunningService>> {
  const services = new Map<number, RunningService>();
  for (const processes of PROCESSES) {
    const settings: Record<string, string> = processes === 1 ? {} : { WORKERS: `${processes}` };
    services.set(processes, await bench.startService(settings));
  }
  return services;
}

/** A refusal is an answer as well, but makes no order. */
function madeShare({ statuses }: LoadResult): number {
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return (statuses['201'] ?? 0) / all;
}

const rateOf = ({ result }: Costed) => result.per_second;

function figuresOf(played: readonly Played[]): Figure[] {
  const runsOf = (processes: number, connections: number, of: (run: Run) => number) =>
    played
      .filter((one) => one.processes === processes && one.connections === connections)
      .map(({ run }) => of(run));
  const each = (run: Costed, us: number) => us / madeShare(run.result);
  return CONNECTIONS.flatMap((connections) =>
    PROCESSES.flatMap((processes) => {
      const by = processes === 1 ? '1 process' : `${processes} workers`;
      const at = `${by}, ${connections} clients`;
      const of = (what: (run: Run) => number) => runsOf(processes, connections, what);
      const figures = [
        figureOf({ scenario, name: `creates, ${at}`, unit: '/s' }, of(rateOf)),
        figureOf(
          { scenario, name: `p99, ${at}`, unit: 'ms' },
          of(({ result }) => result.p99_ms),
        ),
        figureOf(
          { scenario, name: `processor time of the service, ${at}`, unit: 'µs' },
          of((run) => each(run, run.costs.service_us)),
        ),
        figureOf(
          { scenario, name: `processor time of PostgreSQL, ${at}`, unit: 'µs' },
          of((run) => each(run, run.costs.database_us)),
        ),
        figureOf(
          { scenario, name: `commands of a batch, ${at}`, unit: '' },
          of(({ batch_size }) => batch_size),
        ),
      ];
      if (processes === 1) return figures;
      const beside = ratios(of(rateOf), runsOf(1, connections, rateOf));
      return [...figures, figureOf({ scenario, name: `÷ 1 process, ${at}`, unit: '×' }, beside)];
    }),
  );
}

async function measureWorkers(bench: Bench): Promise<Figure[]> {
  const { shops } = await openBenchShops(bench);
  const services = await startEach(bench);
  const requests = payins(shops);
  for (const { url } of services.values()) {
    await warmUp({ url, requests, answers: ANSWERS });
  }
  const played: Played[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const connections of CONNECTIONS) {
      for (const [processes, service] of services) {
        const { url } = service;
        const load = { url, requests, answers: ANSWERS, connections, seconds: bench.seconds };
        const { result: costed, batch_size } = await withBatchSize(service, () =>
          withCosts(bench.database_url, service, () => loadService(load)),
        );
        played.push({ processes, connections, run: { ...costed, batch_size } });
        const per_second = Math.round(rateOf(costed));
        bench.say(`${processes} × at ${connections} clients: ${per_second}/s`);
      }
    }
  }
  return figuresOf(played);
}

export const WORKERS: Scenario = {
  name: scenario,
  what: 'creates by 2 and 4 workers beside one process, at 64 and 256 clients',
  run: measureWorkers,
};
