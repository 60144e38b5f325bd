// Detects that a clock was set: between two readings it moved by more or less than the time that
// passed.

/** A clock that can be set and a monotonic one, read at the same moment. */
export type ClockLook = { readonly wall_ms: number; readonly steady_ms: number };

/** A smaller difference is drift, or a slow reading. */
const STEP_MIN_MS = 2_000;

/** By how much it was set ahead, or back if negative; 0 if it was not set. */
export function stepBetween(before: ClockLook, after: ClockLook): number {
  const step_ms = after.wall_ms - before.wall_ms - (after.steady_ms - before.steady_ms);
  return Math.abs(step_ms) < STEP_MIN_MS ? 0 : step_ms;
}
