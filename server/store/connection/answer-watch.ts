// Statements whose answers never come: one clock looks after all of them. A timer for each, as the
// driver sets it, keeps what it was set for until the old generation of the memory is collected,
// which holds up everybody.

/** What waits for an answer. */
export type Unanswered = {
  readonly timeout_ms: number;
  /** Called once, where no answer has come by then. */
  giveUp(): void;
};

export type AnswerWatch = {
  /** From now on. */
  begin(waiting: Unanswered): void;
  /** It has its answer. */
  end(waiting: Unanswered): void;
  /** Nothing is looked after any more. */
  stop(): void;
};

/** How late it may be noticed. */
const LOOK_MS = 250;

export function createAnswerWatch(look_ms = LOOK_MS): AnswerWatch {
  const since = new Map<Unanswered, number>();
  const look = () => {
    const now = performance.now();
    for (const [waiting, began] of since) {
      if (now - began < waiting.timeout_ms) continue;
      since.delete(waiting);
      waiting.giveUp();
    }
  };
  const timer = setInterval(look, look_ms);
  // The connections themselves keep the process alive.
  timer.unref();
  return {
    begin: (waiting) => void since.set(waiting, performance.now()),
    end: (waiting) => void since.delete(waiting),
    stop: () => clearInterval(timer),
  };
}
