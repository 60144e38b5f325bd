// Detects that the database's clock was set back, and makes deliveries due that were scheduled by
// the time it showed before.
import { createStepWatch } from '../../lib/clock-step.ts';
import { lookAtClock } from '../../store/batch/settings-version.ts';
import { aheadMs } from '../../store/batch/store.ts';
import { makeEarlyDeliveriesDue } from '../../store/callback/early-deliveries.ts';
import type { App } from './app.ts';

const MOST_AT_ONCE = 1_000;
/** A transaction begun under the old time may commit later: the longest batch plus its commit. */
const LOOKS_ON_MS = 20_000;

/**
 * Returns how many deliveries it made due. It searches only after a step back and at the start,
 * because a step before the start is unknown.
 */
export function createClockFollower(
  app: App,
  steadyMs = () => performance.now(),
): () => Promise<number> {
  const stepOf = createStepWatch();
  let is_first = true;
  let look_until_ms = Number.NEGATIVE_INFINITY;
  return async () => {
    const look = await lookAtClock(app.store.db, steadyMs);
    const step_ms = stepOf(look);
    if (step_ms !== 0) app.log.warn({ step_ms }, 'the clock of the database was set');
    if (is_first || step_ms < 0) look_until_ms = look.answered_ms + LOOKS_ON_MS;
    is_first = false;
    if (look.answered_ms > look_until_ms) return 0;
    return await makeEarlyDeliveriesDue(app.store.db, aheadMs(app.store), MOST_AT_ONCE);
  };
}
