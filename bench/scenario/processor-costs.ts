// Measures the processor time per answer: in the service and in its PostgreSQL.
import { HAS_PROCESSOR_TIMES, processorTimeUs, serverProcess } from '../harness/processor-time.ts';
import type { LoadResult } from '../load/load-plan.ts';
import type { RunningService } from './scenario.ts';

export type Costs = { readonly service_us: number; readonly database_us: number };

export type Costed = { readonly result: LoadResult; readonly costs: Costs };

/** Of work that has so many answers, or lines; zero if the system reports no processor time. */
export async function withCostsOf<Result extends { readonly answered: number }>(
  database_url: string,
  service: RunningService,
  work: () => Promise<Result>,
): Promise<Result & { readonly costs: Costs }> {
  if (!HAS_PROCESSOR_TIMES) return { ...(await work()), costs: { service_us: 0, database_us: 0 } };
  const server = await serverProcess(database_url);
  const times = async () => ({
    service_us: await processorTimeUs(service.process_id),
    database_us: await processorTimeUs(server),
  });
  const before = await times();
  const result = await work();
  const after = await times();
  const each = (name: keyof Costs) => (after[name] - before[name]) / result.answered;
  return {
    ...result,
    costs: { service_us: each('service_us'), database_us: each('database_us') },
  };
}

export async function withCosts(
  database_url: string,
  service: RunningService,
  load: () => Promise<LoadResult>,
): Promise<Costed> {
  const { costs, ...result } = await withCostsOf(database_url, service, load);
  return { result, costs };
}
