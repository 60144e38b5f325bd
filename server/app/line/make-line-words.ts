// Makes the words by which bank lines are searched: a job does it soon after lines were taken, and
// a search does what is left.

import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { countWordless, makeWords } from '../../store/line/line-words.ts';
import type { App } from '../process/app.ts';

/** Some hundred lines each. */
const BATCHES_AT_ONCE = 4;
/** About 40,000 lines: more than a search should wait for. */
const MOST_ROUNDS = 20;

/** Returns how many batches of lines got their words. */
export async function makeLineWords(app: App): Promise<number> {
  return await makeWords(app.store.db, app.store.cipher, BATCHES_AT_ONCE);
}

/**
 * A search that finds nothing must mean that there is nothing: null if every line has its words,
 * otherwise a refusal that says how many still lack them.
 */
export async function finishLineWords(app: App): Promise<Refusal | null> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if ((await makeLineWords(app)) === 0) break;
  }
  const lines = await countWordless(app.store.db);
  if (lines === 0) return null;
  const detail = `The words of ${lines} bank lines are not indexed yet. Search again soon.`;
  return refuse('unavailable', detail, { retry_after_s: 5 });
}
