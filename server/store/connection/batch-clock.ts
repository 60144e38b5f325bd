// What the database's clock shows now, as far as this process can tell without asking: to read by,
// while the answer is on its way. Decisions rest on the answer itself.

export type BatchClock = {
  /** Epoch milliseconds; null until the clock was read once. */
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
