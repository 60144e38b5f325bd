// Gives up on statements that get no answer. One shared timer watches all of them: with one timer
// per statement, as the driver sets it, every statement's memory stays until the next full garbage
// collection, which pauses the whole process.

/** One or more statements that wait for an answer. */
export type Unanswered = {
  readonly timeout_ms: number;
  /** Called once if no answer has come within `timeout_ms`. */
  giveUp(): void;
};

export type AnswerWatch = {
  /** Starts watching; the time limit counts from now. */
  begin(waiting: Unanswered): void;
  /** The answer has come. */
  end(waiting: Unanswered): void;
  /** Stops the timer; nothing is watched any more. */
  stop(): void;
};

/** A missing answer is noticed at most this much too late. */
const LOOK_MS = 250;

/** Calls `answered` with the milliseconds that each answer took. */
export function createAnswerWatch(
  look_ms = LOOK_MS,
  answered: (took_ms: number) => void = () => undefined,
): AnswerWatch {
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
  // The open connections keep the process alive, so this timer need not.
  timer.unref();
  return {
    begin: (waiting) => void since.set(waiting, performance.now()),
    end: (waiting) => {
      const began = since.get(waiting);
      if (began === undefined) return;
      since.delete(waiting);
      answered(performance.now() - began);
    },
    stop: () => clearInterval(timer),
  };
}
