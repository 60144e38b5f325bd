// When an endpoint counts as failing, and how often a failing one is probed.

const MINUTE_MS = 60_000;

/** So many failed attempts in a row, the first and the last of them so far apart. */
export const FAILING_AFTER = { failures: 5, ms: 60 * MINUTE_MS } as const;

/** After the first, second … failed probe; the last one again and again. */
const PROBE_DELAYS_MS: readonly number[] = [1, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);

const JITTER_SHARE = 0.1;
/** The longest time that a receiver may ask for. */
const ASKED_MAX_MS = 24 * 60 * MINUTE_MS;

export const PROBE_FARTHEST_MS = ASKED_MAX_MS;

/** Failed attempts since the last that succeeded. */
export type FailuresInARow = {
  readonly failures: number;
  readonly failures_since: number | null;
  readonly last_failure_at: number | null;
};

export function isFailing({ failures, failures_since, last_failure_at }: FailuresInARow): boolean {
  if (failures_since === null || last_failure_at === null) return false;
  const lasted_ms = last_failure_at - failures_since;
  return failures >= FAILING_AFTER.failures && lasted_ms >= FAILING_AFTER.ms;
}

export type FailedProbe = {
  /** Failed probes in a row, this one included; 0 when the endpoint was found to be failing. */
  readonly probes: number;
  readonly now: number;
  /** A random number, 0–1. */
  readonly jitter: number;
  /** The receiver's Retry-After, if it sent one. */
  readonly retry_after_ms: number | null;
};

export function nextProbeAt({ probes, now, jitter, retry_after_ms }: FailedProbe): number {
  const delay_ms = PROBE_DELAYS_MS[probes] ?? PROBE_DELAYS_MS.at(-1) ?? 0;
  const jittered_ms = delay_ms * (1 - JITTER_SHARE + 2 * JITTER_SHARE * jitter);
  const asked_ms = Math.min(retry_after_ms ?? 0, ASKED_MAX_MS);
  return now + Math.round(Math.max(jittered_ms, asked_ms));
}
