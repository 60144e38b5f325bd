// Estimates the time on the database's clock without asking the database, so that reads can start
// before its answer is there. Decisions use the answer itself, never the estimate.

export type BatchClock = {
  /** Epoch milliseconds; null until the clock has been read once. */
  expected(): number | null;
  note(now: number): void;
};

export function createBatchClock(monotonicMs = () => performance.now()): BatchClock {
  let ahead_ms: number | null = null;
  return {
    expected: () => (ahead_ms === null ? null : Math.floor(monotonicMs() + ahead_ms)),
    note(now) {
      ahead_ms = now - monotonicMs();
    },
  };
}
