// A nudge between parts of one process: who waits is woken at once, and polls as the floor.

export type Wake = {
  notify(): void;
  /**
   * Resolves at the next nudge (at once where one came since the last wait), at the latest after
   * some time.
   */
  wait(timeout_ms: number): Promise<void>;
};

/** A nudge that finds nobody waiting is kept for the next who waits. */
export function createWake(): Wake {
  const waiting = new Set<() => void>();
  let nudged = false;
  return {
    notify() {
      nudged = waiting.size === 0;
      for (const wake of waiting) wake();
    },
    wait(timeout_ms) {
      if (nudged) {
        nudged = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, timeout_ms);
        waiting.add(wake);
      });
    },
  };
}
