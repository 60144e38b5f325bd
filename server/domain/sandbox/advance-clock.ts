// The sandbox's clock is advanced, as far as it may.
import { SECOND_MS } from '../../lib/durations.ts';
import { type Refusal, refuseFields } from '../service/refusal.ts';
import type { SettingsVerdict } from '../setting/settings-decision.ts';
import { advanced, SANDBOX_ADVANCE_MAX_S, type SandboxWork } from './sandbox-clock.ts';

export type ClockFacts = {
  ahead_ms: number;
  /** What comes due by this advance. */
  came_due: Record<SandboxWork, number>;
};

export type ClockAdvance = { seconds: number };

const refuseTooFar = (ahead_ms: number): Refusal => {
  const left_s = SANDBOX_ADVANCE_MAX_S - ahead_ms / SECOND_MS;
  const message = `would be more than 800 days ahead: at most ${left_s} seconds are left`;
  return refuseFields([{ field: 'seconds', code: 'range', message }]);
};

export function decideClockAdvance(
  { ahead_ms: before_ms, came_due }: ClockFacts,
  { seconds }: ClockAdvance,
): SettingsVerdict<ClockFacts, null> {
  const ahead_ms = advanced(before_ms, seconds);
  if (ahead_ms === null) return refuseTooFar(before_ms);
  return {
    saved: { ahead_ms, came_due },
    target: 'sandbox/clock',
    detail: { seconds, ahead_seconds: ahead_ms / SECOND_MS },
    ask: null,
  };
}
