// How many requests may be in work at once: a limit that adapts to the time that creates take.

export type LimitRule = {
  /** With fewer requests at once, batches are too small to be worth a transaction. */
  readonly floor: number;
  /**
   * More requests would only add waiting time: while one full batch is written, the next one fills.
   */
  readonly ceiling: number;
  /** The waiting time that is acceptable on top of the work itself. */
  readonly wait_ms: number;
};

export type LimitState = {
  readonly limit: number;
  /** How long a create takes if no other request is in work; 0 until one was measured. */
  readonly alone_ms: number;
};

/** What happened since the last adjustment. */
export type LimitWindow = {
  readonly lasted_ms: number;
  /** Creates that were carried out, and the sum of their times. */
  readonly creates: number;
  readonly creates_ms: number;
  /** Whether the limit was reached. */
  readonly was_full: boolean;
};

const FLOOR_OF_ALL = 192;
const FLOOR_LEAST = 16;

/** Several processes of one machine share its capacity: each has its part of the floor. */
export function limitRule(processes: number): LimitRule {
  const floor = Math.max(FLOOR_LEAST, Math.ceil(FLOOR_OF_ALL / processes));
  return { floor, ceiling: 512, wait_ms: 15 };
}

export function startingLimit(rule: LimitRule): LimitState {
  return { limit: rule.floor, alone_ms: 0 };
}

/**
 * Waiting for the running batch and then for one's own takes about one and a half times a batch, so
 * twice the time of a lone create, plus the acceptable wait, does not yet mean a queue.
 */
export function targetTime(state: LimitState, rule: LimitRule): number {
  return rule.wait_ms + 2 * state.alone_ms;
}

const SHRINK_MOST = 0.8;
const GROWTH_PART = 16;

const WINDOW_MS = 100;
/** With fewer, one slow request could not be told from a slow service. */
const CREATES_LEAST = 8;

/** False: the window is too short to draw a conclusion from, and stays open. */
export function isTelling({ lasted_ms, creates }: LimitWindow): boolean {
  return lasted_ms >= WINDOW_MS && creates >= CREATES_LEAST;
}

/**
 * By Little's law the time is the number in work divided by the rate, and the rate is the
 * machine's. So if creates take too long, the limit falls in proportion; if requests were refused
 * although creates are fast, it rises in small steps (additive increase, multiplicative decrease).
 */
export function nextLimit(state: LimitState, window: LimitWindow, rule: LimitRule): LimitState {
  const mean_ms = window.creates_ms / window.creates;
  const target_ms = targetTime(state, rule);
  if (mean_ms > target_ms) {
    const part = Math.max(SHRINK_MOST, target_ms / mean_ms);
    return { ...state, limit: Math.max(rule.floor, state.limit * part) };
  }
  if (!window.was_full) return state;
  const step = Math.max(1, state.limit / GROWTH_PART);
  return { ...state, limit: Math.min(rule.ceiling, state.limit + step) };
}

const SLOWER_WEIGHT = 1 / 16;

/**
 * Follows fast creates, which show what the work takes; a slow one may only have met a pause of the
 * machine.
 */
export function noteAlone(state: LimitState, time_ms: number): LimitState {
  const { alone_ms } = state;
  if (alone_ms === 0 || time_ms < alone_ms) return { ...state, alone_ms: time_ms };
  return { ...state, alone_ms: alone_ms + (time_ms - alone_ms) * SLOWER_WEIGHT };
}
