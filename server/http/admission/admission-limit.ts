// How many requests may be in work at once: a limit that follows the time that creates take.

export type LimitRule = {
  /** With fewer than these at once the batches are too small to be worth their transaction. */
  readonly floor: number;
  /** More add waiting and nothing else: one full batch is written while the next is full too. */
  readonly ceiling: number;
  /** What may be waited beside the work itself. */
  readonly wait_ms: number;
};

export type LimitState = {
  readonly limit: number;
  /** What a create takes that has the service to itself; 0 until one had. */
  readonly alone_ms: number;
};

/** What happened since the last look. */
export type LimitWindow = {
  readonly lasted_ms: number;
  /** Creates that were carried out, and their time in all. */
  readonly creates: number;
  readonly creates_ms: number;
  /** Whether somebody met the limit. */
  readonly was_full: boolean;
};

const FLOOR_OF_ALL = 192;
const FLOOR_LEAST = 16;

/** Several processes of a machine share what one would have: each has its part of the floor. */
export function limitRule(processes: number): LimitRule {
  const floor = Math.max(FLOOR_LEAST, Math.ceil(FLOOR_OF_ALL / processes));
  return { floor, ceiling: 512, wait_ms: 15 };
}

export function startingLimit(rule: LimitRule): LimitState {
  return { limit: rule.floor, alone_ms: 0 };
}

/**
 * Waiting for the batch in flight and then for one's own takes about one and a half times a batch,
 * so twice the time of a lone create, plus the wait that is allowed, is still no queue.
 */
export function targetTime(state: LimitState, rule: LimitRule): number {
  return rule.wait_ms + 2 * state.alone_ms;
}

const SHRINK_MOST = 0.8;
const GROWTH_PART = 16;

const WINDOW_MS = 100;
/** Fewer do not tell a slow service from one slow request. */
const CREATES_LEAST = 8;

/** Until then a window stays open. */
export function isTelling({ lasted_ms, creates }: LimitWindow): boolean {
  return lasted_ms >= WINDOW_MS && creates >= CREATES_LEAST;
}

/**
 * By Little's law the time is the number in work over the rate. The rate is the machine's; so where
 * the time is too long, the number falls in proportion, and where somebody was refused although the
 * time is short, it grows by small steps (additive increase, multiplicative decrease).
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

/** The quick ones tell what the work takes; a slow one may have met a pause of the machine. */
export function noteAlone(state: LimitState, time_ms: number): LimitState {
  const { alone_ms } = state;
  if (alone_ms === 0 || time_ms < alone_ms) return { ...state, alone_ms: time_ms };
  return { ...state, alone_ms: alone_ms + (time_ms - alone_ms) * SLOWER_WEIGHT };
}
