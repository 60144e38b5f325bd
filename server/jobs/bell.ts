// Remembers a signal until the next round of a job, even if nobody was waiting when it came.

export type Bell = {
  /** Called as a round begins: forgets the signals before, because the round handles them. */
  reset(): void;
  /** Resolves at the next signal; at once if one came since the last reset. */
  rung(): Promise<void>;
  stop(): void;
};

const LISTEN_MS = 1_000;

/**
 * Only this loop may wait for the signals: an abandoned wait elsewhere would take one and lose it.
 */
export function createBell(events: { wait(timeout_ms: number): Promise<void> }): Bell {
  let sound = Promise.withResolvers<void>();
  let is_stopped = false;
  const listen = async (): Promise<void> => {
    while (!is_stopped) {
      await events.wait(LISTEN_MS);
      sound.resolve();
    }
  };
  void listen();
  return {
    reset: () => {
      sound = Promise.withResolvers();
    },
    rung: () => sound.promise,
    stop: () => {
      is_stopped = true;
    },
  };
}
