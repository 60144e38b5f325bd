// Rings at every nudge, and is heard by who comes to listen only after it rang, too.

export type Bell = {
  /** What rang before is about to be looked at: called as a round begins. */
  reset(): void;
  /** Resolves when it rings; at once where it has since the last reset. */
  rung(): Promise<void>;
  stop(): void;
};

const LISTEN_MS = 1_000;

/** The only one who waits for the nudges: one that a forgotten wait has taken is lost. */
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
