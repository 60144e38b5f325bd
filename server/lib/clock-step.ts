// Detects that a clock was set: between two readings it moved by more or less than the time that
// passed.

/**
 * A clock that can be set, read at some moment between two readings of a monotonic one: when it was
 * asked and when the answer was there.
 */
export type ClockLook = {
  readonly wall_ms: number;
  readonly asked_ms: number;
  readonly answered_ms: number;
};

/** A smaller difference is drift. */
const STEP_MIN_MS = 2_000;
/** Of two looks: less than a step, so that waiting for an answer never looks like one. */
const SLOW_MS = 900;

/**
 * Returns by how much the clock was set ahead since the look before, or back if negative; 0 if it
 * was not set. A look that took long tells too little: the next one is compared with the last that
 * was quick, so that no step is missed.
 */
export function createStepWatch(): (look: ClockLook) => number {
  let before: ClockLook | null = null;
  return (look) => {
    if (look.answered_ms - look.asked_ms > SLOW_MS) return 0;
    const last = before ?? look;
    before = look;
    const step_ms = look.wall_ms - last.wall_ms - (look.answered_ms - last.answered_ms);
    return Math.abs(step_ms) < STEP_MIN_MS ? 0 : step_ms;
  };
}
