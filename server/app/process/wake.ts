// A signal between parts of one process: it wakes a waiting job, which otherwise polls.

export type Wake = {
  notify(): void;
  /**
   * Resolves at the next signal (at once if one came since the last wait), or after the timeout.
   */
  wait(timeout_ms: number): Promise<void>;
};

/** A signal that nobody waits for is kept for the next wait. */
export function createWake(): Wake {
  const waiting = new Set<() => void>();
  let signalled = false;
  return {
    notify() {
      signalled = waiting.size === 0;
      for (const wake of waiting) wake();
    },
    wait(timeout_ms) {
      if (signalled) {
        signalled = false;
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
