// The retry schedule of failed callbacks: ten delays, some 75 hours in all, with jitter.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/durations.ts';

/** The status of a delivery: it is tried until it is received or no attempt is left. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'exhausted'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  30 * HOUR_MS,
];

/** The longest delay that a receiver may ask for. */
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/** ±10 %, so that deliveries that failed together are not retried together. */
const JITTER_SHARE = 0.1;

export type FailedAttempt = {
  /** The number of the failed attempt; the first is 1. */
  readonly attempt: number;
  readonly now: number;
  /** A random number, 0–1. */
  readonly jitter: number;
  /** The receiver's Retry-After, if it sent one. */
  readonly retry_after_ms?: number;
};

/** The time of the next attempt, or null if the schedule is exhausted. */
export function nextAttemptAt(failed: FailedAttempt): number | null {
  if (!Number.isInteger(failed.attempt) || failed.attempt < 1) {
    throw new Error(`attempts count from 1: ${failed.attempt}`);
  }
  const delay_ms = RETRY_DELAYS_MS[failed.attempt - 1];
  if (delay_ms === undefined) return null;
  const jittered_ms = delay_ms * (1 - JITTER_SHARE + 2 * JITTER_SHARE * failed.jitter);
  const asked_ms = Math.min(failed.retry_after_ms ?? 0, RETRY_AFTER_MAX_MS);
  return failed.now + Math.round(Math.max(jittered_ms, asked_ms));
}
