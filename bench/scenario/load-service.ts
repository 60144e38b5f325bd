// Runs a load on a service and checks its answers: a fast wrong answer is not a result.
import type { LoadPlan, LoadResult } from '../load/load-plan.ts';
import { runLoad } from '../load/run-load.ts';

export type ServiceLoad = Omit<LoadPlan, 'warmup_seconds'> & {
  /** Default: only 201. */
  readonly answers?: readonly string[];
  readonly may_be_unanswered?: boolean;
};

/** Opens new connections each time, but the service is already warm. */
const WARMUP_SECONDS = 0.5;
const COLD_SECONDS = 3;

export const CLIENTS = 64;

export async function loadService(load: ServiceLoad): Promise<LoadResult> {
  const { answers = ['201'], may_be_unanswered = false, ...plan } = load;
  const result = await runLoad({ ...plan, warmup_seconds: WARMUP_SECONDS });
  const wrong = Object.keys(result.statuses).filter((status) => !answers.includes(status));
  const lost = may_be_unanswered ? 0 : result.unanswered;
  if (wrong.length > 0 || lost > 0) {
    const { statuses, unanswered } = result;
    throw new Error(`Answers: ${JSON.stringify(statuses)}, unanswered: ${unanswered}`);
  }
  return result;
}

/** A new process still compiles code while it answers, which must not be measured. */
export async function warmUp(load: Pick<ServiceLoad, 'url' | 'requests' | 'answers'>) {
  await loadService({ ...load, connections: CLIENTS, seconds: COLD_SECONDS });
}
