// Gives up on statements that get no answer. One shared timer watches all of them: with one timer
// per statement, as the driver sets it, every statement's memory stays until the next full garbage
// collection, which pauses the whole process.

/** One or more statements that wait for an answer. */
export type Unanswered = {
  readonly timeout_ms: number;
  /** Called once if no answer has come within `timeout_ms`, or if nobody is left to give one. */
  giveUp(): void;
  /** Whether the server can be reached, never rejected; asked of what may take long. */
  isThere(): Promise<boolean>;
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
/** As long as a normal statement may take; what takes longer is asked for its server this often. */
const DOUBT_MS = 5_000;

type Times = { readonly look_ms: number; readonly doubt_ms: number };

/** Calls `answered` with the milliseconds that each answer took. */
export function createAnswerWatch(
  answered: (took_ms: number) => void = () => undefined,
  { look_ms, doubt_ms }: Times = { look_ms: LOOK_MS, doubt_ms: DOUBT_MS },
): AnswerWatch {
  const since = new Map<Unanswered, number>();
  /** When the server of what takes long was last found; infinite while it is asked for. */
  const found_ms = new WeakMap<Unanswered, number>();
  const giveUp = (waiting: Unanswered) => {
    if (since.delete(waiting)) waiting.giveUp();
  };
  const doubt = async (waiting: Unanswered) => {
    found_ms.set(waiting, Number.POSITIVE_INFINITY);
    if (!(await waiting.isThere())) giveUp(waiting);
    found_ms.set(waiting, performance.now());
  };
  const look = () => {
    const now = performance.now();
    for (const [waiting, began] of since) {
      if (now - began >= waiting.timeout_ms) giveUp(waiting);
      else if (now - (found_ms.get(waiting) ?? began) >= doubt_ms) void doubt(waiting);
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
