// Whether a clock was set: between two looks it moved by more or less than time passed.

/** A clock that can be set, and one that cannot, read at the same moment. */
export type ClockLook = { readonly wall_ms: number; readonly steady_ms: number };

/** Less than that is drift, or a look that took its time. */
const STEP_MIN_MS = 2_000;

/** By how much it was set ahead, or back if negative; 0 where it only ran. */
export function stepBetween(before: ClockLook, after: ClockLook): number {
  const step_ms = after.wall_ms - before.wall_ms - (after.steady_ms - before.steady_ms);
  return Math.abs(step_ms) < STEP_MIN_MS ? 0 : step_ms;
}
