// Whether the service answers, decided from what happens anyway: answers, failures and calls that
// wait. It asks by itself only after something failed, one question at a time.

export type Reach = {
  /** When the service answered last, if it does not answer now; null: it does. */
  readonly silent_since: number | null;
};

/** What the watch needs from the browser. */
type Around = {
  /** In milliseconds. */
  now(): number;
  /** Runs it later; the answer prevents that. */
  later(delay_ms: number, run: () => void): () => void;
  /** Asks the service for a sign of life; false: none came in so many milliseconds. */
  ask(most_ms: number): Promise<boolean>;
};

/** A call without an answer for so long is a reason to ask. */
const SLOW_MS = 1_000;
/** Together with `SLOW_MS` less than the two seconds in which people are told. */
const FIRST_ANSWER_MS = 800;
/** A slow way to the service is still a way. */
const LATER_ANSWER_MS = 5_000;
/** Some calls take a minute. */
const SLOW_AGAIN_MS = 10_000;
/** Two failures within it are one reason. */
const PAUSE_MS = 1_000;
const BACKOFF_MS = [1_000, 2_000, 4_000, 8_000] as const;
const LAST_PAUSE_MS = 15_000;

const REACHED: Reach = { silent_since: null };

/** Calls it for as long as the call waits; what is returned ends that. */
function whileSlow(later: Around['later'], suspect: () => void): () => void {
  let stop = (): void => undefined;
  const watch = (delay_ms: number): void => {
    stop = later(delay_ms, () => {
      suspect();
      watch(SLOW_AGAIN_MS);
    });
  };
  watch(SLOW_MS);
  return () => stop();
}

async function untilBack(isBack: () => boolean, listeners: Set<() => void>): Promise<void> {
  if (isBack()) return;
  await new Promise<void>((resolve) => {
    const listener = () => {
      if (!isBack()) return;
      listeners.delete(listener);
      resolve();
    };
    listeners.add(listener);
  });
}

/** Hears of each change until what is returned is called. */
function heardBy(listener: () => void, listeners: Set<() => void>): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function watchReach({ now, later, ask }: Around) {
  let reach = REACHED;
  let answered_at = now();
  let asked_at = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | null = null;
  let tries = 0;
  let stopWaiting = (): void => undefined;
  const listeners = new Set<() => void>();

  function become(next: Reach): void {
    reach = next;
    for (const listener of listeners) listener();
  }

  function answered(): void {
    answered_at = now();
    if (reach.silent_since === null) return;
    stopWaiting();
    tries = 0;
    become(REACHED);
  }

  function again(delay_ms: number): void {
    stopWaiting();
    stopWaiting = later(delay_ms, () => void look());
  }

  async function askOnce(): Promise<boolean> {
    stopWaiting();
    const is_silent = reach.silent_since !== null;
    const has_answered = await ask(is_silent ? LATER_ANSWER_MS : FIRST_ANSWER_MS);
    asking = null;
    asked_at = now();
    if (has_answered) {
      answered();
      return true;
    }
    if (reach.silent_since === null) become({ silent_since: answered_at });
    again(BACKOFF_MS[tries++] ?? LAST_PAUSE_MS);
    return false;
  }

  /** Asks now, or waits for the answer that is awaited already. */
  function look(): Promise<boolean> {
    asking ??= askOnce();
    return asking;
  }

  /** Something failed, or waits for too long. */
  function suspect(): void {
    if (reach.silent_since !== null || asking !== null) return;
    const wait_ms = asked_at + PAUSE_MS - now();
    if (wait_ms <= 0) void look();
    else again(wait_ms);
  }

  return {
    answered,
    suspect,
    look,
    /** Asks anew: an answer that is awaited may have been sent before what happened now. */
    lookAnew: () => Promise.resolve(asking).then(look),
    current: (): Reach => reach,
    /** A call has been sent; the answer is called when it has ended. */
    sent: () => whileSlow(later, suspect),
    subscribe: (listener: () => void) => heardBy(listener, listeners),
    /** Resolves as soon as the service answers. */
    back: () => untilBack(() => reach.silent_since === null, listeners),
  };
}
