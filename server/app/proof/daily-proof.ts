// The daily job: signs the proof of the day that has ended, once, and logs why if it cannot.

import { setTimeout as sleep } from 'node:timers/promises';
import { dayBefore } from '../../domain/values/day.ts';
import { createStepWatch } from '../../lib/clock-step.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { lookAtClock } from '../../store/batch/settings-version.ts';
import { aheadMs } from '../../store/batch/store.ts';
import { countEntries } from '../../store/proof/proof-entries.ts';
import { readProofOfDay } from '../../store/proof/proof-rows.ts';
import type { App } from '../process/app.ts';
import { SERVICE } from '../request/caller.ts';
import { makeProof } from './make-proof.ts';

const MOST_LOGGED = 10;
/** The first proof reads everything: with more entries than this it waits for the night. */
const MOST_BY_DAY = 100_000n;
const NIGHT_ENDS_HOUR = 4;
/** Pauses this many times longer than it works, because the same process serves requests. */
const REST_FACTOR = 4;

/** Pauses after each page for a multiple of the time that the page took. */
function createPace(): () => Promise<void> {
  let since_ms = performance.now();
  return async () => {
    await sleep(REST_FACTOR * (performance.now() - since_ms));
    since_ms = performance.now();
  };
}

async function isDue(app: App, at: number): Promise<boolean> {
  const { db } = app.store;
  const newest = await readProofOfDay(db, null);
  const day = dayBefore(at);
  // A proof of a later day, signed while the clock was ahead, does not prevent those of the days
  // before.
  if (newest !== null) return newest.day !== day && (await readProofOfDay(db, day)) === null;
  const is_night = new Date(at).getUTCHours() < NIGHT_ENDS_HOUR;
  return is_night || (await countEntries(app.store.db)) <= MOST_BY_DAY;
}

/**
 * Returns how many proofs it made: one or none. After a refusal, and after the clock was set, it
 * waits an hour.
 */
export function createDailyProof(
  app: App,
  steadyMs = () => performance.now(),
): () => Promise<number> {
  let not_before_ms = Number.NEGATIVE_INFINITY;
  const stepOf = createStepWatch();
  return async () => {
    const look = await lookAtClock(app.store.db, steadyMs);
    // If the clock was set, the day may only seem to be over: wait until the time has proved
    // stable.
    if (stepOf(look) !== 0) not_before_ms = look.answered_ms + HOUR_MS;
    const at = Math.min(look.wall_ms, Date.now()) + aheadMs(app.store);
    if (look.answered_ms < not_before_ms || !(await isDue(app, at))) return 0;
    const made = await makeProof(app, SERVICE, createPace());
    if (made.kind === 'found') return 0;
    if (made.kind === 'refused') {
      not_before_ms = look.answered_ms + HOUR_MS;
      app.count('proofs', { outcome: 'refused' });
      const problems = made.problems.slice(0, MOST_LOGGED);
      app.log.error({ problems }, 'the daily proof was not signed: the books do not hold');
      return 0;
    }
    app.count('proofs', { outcome: 'signed' });
    const { day, proof_hash } = made.proof;
    app.log.info({ day, hash: proof_hash.toString('hex') }, 'the daily proof was signed');
    return 1;
  };
}
