// How far another machine's clock is ahead of this process's monotonic one, from its answers.

export type ToldTime = {
  /** By the monotonic clock: when the time was asked for, and when the answer was here. */
  readonly asked_ms: number;
  readonly answered_ms: number;
  /** What the other clock showed, at some moment between the two. */
  readonly told_ms: number;
};

/**
 * The kept offset as long as the answer allows it: one that comes late, because either machine is
 * busy, says less than those before it. Otherwise the nearest that it allows, as after a step of
 * the clock.
 */
export function nearestOffset(kept_ms: number, { asked_ms, answered_ms, told_ms }: ToldTime) {
  return Math.min(Math.max(kept_ms, told_ms - answered_ms), told_ms - asked_ms);
}
