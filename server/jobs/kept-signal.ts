// Remembers a signal until the next round of a job, even if nobody was waiting when it came.

export type KeptSignal = {
  /** Called as a round begins: forgets the signals before, because the round handles them. */
  reset(): void;
  /** Resolves at the next signal; at once if one came since the last reset. */
  signalled(): Promise<void>;
  stop(): void;
};

const LISTEN_MS = 1_000;

/**
 * Only this loop may wait for the signals: an abandoned wait elsewhere would take one and lose it.
 */
export function createKeptSignal(events: { wait(timeout_ms: number): Promise<void> }): KeptSignal {
  let signal = Promise.withResolvers<void>();
  let is_stopped = false;
  const listen = async (): Promise<void> => {
    while (!is_stopped) {
      await events.wait(LISTEN_MS);
      signal.resolve();
    }
  };
  void listen();
  return {
    reset: () => {
      signal = Promise.withResolvers();
    },
    signalled: () => signal.promise,
    stop: () => {
      is_stopped = true;
    },
  };
}
