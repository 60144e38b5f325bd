// What an operator is shown of the time since their last visit: which counts, and where it begins.
import { DAY_MS } from '../../lib/durations.ts';
import { SLOT_MS } from '../trade/trade-measures.ts';

export const SINCE_KINDS = [
  'payins_credited',
  'payouts_paid',
  'payouts_failed',
  'disputes_opened',
  'approvals_for_you',
  'endpoints_failing',
  'settings_changed',
] as const;
export type SinceKind = (typeof SINCE_KINDS)[number];

/** Nothing older is counted, so that no answer reads much. */
export const SINCE_MOST_DAYS = 30;

/** For whoever has not been here before, and for tokens. */
const DEFAULT_MS = DAY_MS;

/** Trades are counted by quarters of an hour, so the time begins with one of them. */
export function sinceFrom(
  { asked, last_visit_at }: { asked: number | null; last_visit_at: number | null },
  now: number,
): number {
  const wanted = asked ?? last_visit_at ?? now - DEFAULT_MS;
  const from = Math.max(now - SINCE_MOST_DAYS * DAY_MS, Math.min(wanted, now));
  return Math.floor(from / SLOT_MS) * SLOT_MS;
}
