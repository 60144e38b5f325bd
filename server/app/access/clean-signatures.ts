// Deletes stored signatures that are no longer fresh.

import { LIMITS } from '../../domain/service/limits.ts';
import { deleteExpiredSignatures } from '../../store/access/used-signatures.ts';
import { readClock } from '../../store/batch/settings-version.ts';
import type { App } from '../process/app.ts';

const MOST_AT_ONCE = 1_000;

/**
 * Returns how many it deleted. If the clock was set ahead, nothing is deleted until the new time
 * has held for as long as a signature is fresh: if the clock were set back again, a deleted
 * signature could be replayed.
 */
export function createSignatureCleaner(
  app: App,
  steadyMs = () => performance.now(),
): () => Promise<number> {
  /** An answer that came late makes its time earlier than it was, so less is deleted. */
  let looks: { wall_ms: number; steady_ms: number }[] = [];
  return async () => {
    const look = { wall_ms: await readClock(app.store.db), steady_ms: steadyMs() };
    looks.push(look);
    const settled_ms = look.steady_ms - LIMITS.signature_tolerance_ms;
    const settled = looks.findLast(({ steady_ms }) => steady_ms <= settled_ms);
    if (settled === undefined) return 0;
    looks = looks.filter(({ steady_ms }) => steady_ms >= settled.steady_ms);
    return await deleteExpiredSignatures(app.store.db, settled.wall_ms, MOST_AT_ONCE);
  };
}
