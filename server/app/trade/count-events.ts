// Brings the counters of trades up to date: a job does it every few seconds, so that it counts
// several events of a merchant at once, and whoever reads the counters does what is left.
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { countNewEvents } from '../../store/trade/count-events.ts';
import type { App } from '../process/app.ts';

/** Some thousand events; returns whether more are left. */
export const countEvents = ({ store }: App): Promise<boolean> => countNewEvents(store.db);

/** Less than half a second. */
const MOST_ROUNDS = 6;

/**
 * What was committed before the question is in the answer: null if all of it is counted, otherwise
 * a refusal. Only very many trades take longer than a question may wait.
 */
export async function finishCounting(app: App): Promise<Refusal | null> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (!(await countEvents(app))) return null;
  }
  const detail = 'The trades are still being counted. Ask again soon.';
  return refuse('unavailable', detail, { retry_after_s: 10 });
}
