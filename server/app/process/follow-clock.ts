// Notices that the database's clock was set back, and brings forward what was put off by the time
// that it had shown before.
import { type ClockLook, stepBetween } from '../../lib/clock-step.ts';
import { readClock } from '../../store/batch/settings.ts';
import { makeEarlyDeliveriesDue } from '../../store/callback/early-deliveries.ts';
import type { App } from './app.ts';

const MOST_AT_ONCE = 1_000;
/** What was begun under the earlier time may still be written: the longest batch and its commit. */
const LOOKS_ON_MS = 20_000;

/**
 * Tells how many deliveries it brought forward. It looks at all that wait only after a step back,
 * and at the start: nobody knows what the clock did before.
 */
export function createClockFollower(
  app: App,
  steadyMs = () => performance.now(),
): () => Promise<number> {
  let before: ClockLook | null = null;
  let look_until_ms = Number.NEGATIVE_INFINITY;
  return async () => {
    const look = { wall_ms: await readClock(app.store.db), steady_ms: steadyMs() };
    const step_ms = before === null ? 0 : stepBetween(before, look);
    if (step_ms !== 0) app.log.warn({ step_ms }, 'the clock of the database was set');
    if (before === null || step_ms < 0) look_until_ms = look.steady_ms + LOOKS_ON_MS;
    before = look;
    if (look.steady_ms > look_until_ms) return 0;
    return await makeEarlyDeliveriesDue(app.store.db, MOST_AT_ONCE);
  };
}
