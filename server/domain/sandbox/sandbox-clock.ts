// The sandbox's clock: how far it may be ahead of the true time, and how far one advance brings it.
import { DAY_MS, SECOND_MS } from '../../lib/durations.ts';

/** Longer than every deadline, so that each of them can be seen to pass. */
const SANDBOX_AHEAD_MAX_MS = 800 * DAY_MS;
export const SANDBOX_ADVANCE_MAX_S = SANDBOX_AHEAD_MAX_MS / SECOND_MS;

/** Null if it would be too far ahead. It never goes back. */
export function advanced(ahead_ms: number, seconds: number): number | null {
  const after_ms = ahead_ms + seconds * SECOND_MS;
  return after_ms <= SANDBOX_AHEAD_MAX_MS ? after_ms : null;
}

/** What can come due by an advance, as the answer counts it. */
export const SANDBOX_WORK = [
  'payins',
  'holds',
  'proposals',
  'disputes',
  'callbacks',
  'endpoint_probes',
  'bank_answers',
] as const;
export type SandboxWork = (typeof SANDBOX_WORK)[number];
