// Whether a bank line is in time for a pay-in, late, or too late to count.
import type { BankLine } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';

const DAY_MS = 86_400_000;
/** Banks' clocks differ from ours; a line slightly older than its pay-in still belongs to it. */
const SKEW_MS = 5 * 60_000;
/** If a bank gives only a day, it may be that day in any time zone. */
const ZONES_MS = 14 * 3_600_000;

/** The part of the amount that no bank line covers yet. */
export function remaining(trade: Trade): bigint {
  return trade.amount_cents - trade.received_amount_cents;
}

/** The range of moments at which the line may have been booked. */
function bookedSpan(line: Pick<BankLine, 'booked_at' | 'booked_exactly'>): [number, number] {
  const { booked_at } = line;
  if (line.booked_exactly) return [booked_at - SKEW_MS, booked_at + SKEW_MS];
  return [booked_at - ZONES_MS, booked_at + DAY_MS + ZONES_MS];
}

/** When the pay-in stopped being payable in time: its end, otherwise its timer, otherwise now. */
function endOf(trade: Trade, now: number): number {
  return trade.closed_at ?? trade.expires_at ?? now;
}

/** Whether the line may have been booked before the end of the pay-in and its day of grace. */
export function isWithin(trade: Trade, line: BankLine): boolean {
  const [from, to] = bookedSpan(line);
  const end = Math.max(endOf(trade, line.received_at), trade.expires_at ?? 0);
  return to >= trade.created_at && from <= end + LIMITS.late_exact_max_ms;
}

/**
 * What a line may do to the pay-in. `open` and `just_late` (≤ 24 h) complete it; `late` (≤ 5 days)
 * and `canceled` need a person's decision; `closed` lines are never matched to it automatically.
 */
export type Lateness = 'open' | 'just_late' | 'late' | 'canceled' | 'closed';

export function lateness(trade: Trade, line: BankLine, now: number): Lateness {
  const [, booked_until] = bookedSpan(line);
  if (booked_until < trade.created_at) return 'closed';
  const late_ms = now - endOf(trade, now);
  switch (trade.state) {
    case 'pending':
      // Its time is over, but the job has not expired it yet: judged as expired.
      return late_ms > 0 ? afterEnd(late_ms) : 'open';
    case 'verifying':
      return whileVerifying(trade, late_ms);
    case 'expired':
      return late_ms > LIMITS.late_evidence_max_ms ? 'closed' : afterEnd(late_ms);
    case 'canceled':
      return late_ms > LIMITS.late_evidence_max_ms ? 'closed' : 'canceled';
    case 'completed':
      return remaining(trade) > 0n ? 'open' : 'closed';
    case 'created':
    case 'processing':
    case 'failed':
    case 'disputed':
    case 'reversed':
      return 'closed';
  }
}

function afterEnd(late_ms: number): Lateness {
  return late_ms <= LIMITS.late_exact_max_ms ? 'just_late' : 'late';
}

/** A pay-in that late evidence has reopened is still judged by its former end. */
function whileVerifying(trade: Trade, late_ms: number): Lateness {
  if (trade.closed_at === null) return 'open';
  return trade.state_reason === 'paid_after_cancel' ? 'canceled' : afterEnd(late_ms);
}
