// How a migration waits for locks: briefly, and again later. While it waits for the lock of a
// table, every request on that table queues behind it.
import { setTimeout as sleep } from 'node:timers/promises';

export type LockPatience = {
  /** How long one statement waits for one lock. */
  lock_ms: number;
  /** Between the tries; there is one try more than waits. */
  waits_ms: readonly number[];
};

/** A request gives up after 5 s (statement-limits.ts), so that none fails for one such wait. */
export const LOCK_PATIENCE: LockPatience = {
  lock_ms: 2_000,
  waits_ms: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
};

/** The lock was not free in time, or two transactions waited for each other. */
const LOCKED_STATES: readonly unknown[] = ['55P03', '40P01'];

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && LOCKED_STATES.includes(error.code);

export type LockWait = { failed_tries: number; tries: number; wait_ms: number };

/** `work` leaves nothing behind if it fails; `tell` is called before each wait. */
export async function withLockRetries<Result>(
  { waits_ms }: LockPatience,
  tell: (wait: LockWait) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const tries = waits_ms.length + 1;
  for (const [index, wait_ms] of waits_ms.entries()) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    tell({ failed_tries: index + 1, tries, wait_ms });
    await sleep(wait_ms);
  }
  try {
    return await work();
  } catch (cause) {
    if (!isLocked(cause)) throw cause;
    throw new Error(
      `in ${tries} tries it did not get a lock that another transaction holds; find that one as ` +
        'docs/operate/upgrade.md says, let it end, and start again',
      { cause },
    );
  }
}
