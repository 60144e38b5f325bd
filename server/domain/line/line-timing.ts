// Whether a bank line is in time for a pay-in, late, or too late to count.
import { DAY_MS } from '../../lib/durations.ts';
import type { BankLine } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';

/** Banks' clocks differ from ours; a line slightly older than its pay-in still belongs to it. */
const SKEW_MS = 5 * 60_000;
/** If a bank gives only a day, it may be that day in any time zone. */
const ZONES_MS = 14 * 3_600_000;

/** The part of the amount that no bank line covers yet; a recalled part is not expected again. */
export function remaining(trade: Trade): bigint {
  return trade.amount_cents - trade.recalled_amount_cents - trade.received_amount_cents;
}

type Booked = Pick<BankLine, 'booked_at' | 'booked_exactly'>;

/** The range of moments at which the line may have been booked. */
function bookedSpan(line: Booked): [number, number] {
  const { booked_at } = line;
  if (line.booked_exactly) return [booked_at - SKEW_MS, booked_at + SKEW_MS];
  return [booked_at - ZONES_MS, booked_at + DAY_MS + ZONES_MS];
}

/** When the pay-in stopped being payable in time; null if it is still open without a timer. */
const endOf = (trade: Trade): number | null => trade.closed_at ?? trade.expires_at;

/**
 * How late the line was booked at the earliest; 0 if it can have been booked in time. When the
 * bank's file was imported does not matter: payers cannot hasten that.
 */
function lateMs(trade: Trade, line: Booked): number {
  const end = endOf(trade);
  return end === null ? 0 : Math.max(0, bookedSpan(line)[0] - end);
}

/** Whether the line was certainly booked before the pay-in was created. */
export function isBefore(trade: Trade, line: Booked): boolean {
  return bookedSpan(line)[1] < trade.created_at;
}

/** Whether the line may have been booked before the pay-in's end, or at most so much later. */
export function isWithin(trade: Trade, line: Booked, late_max_ms: number): boolean {
  const [from] = bookedSpan(line);
  const end = Math.max(endOf(trade) ?? from, trade.expires_at ?? 0);
  return !isBefore(trade, line) && from <= end + late_max_ms;
}

/**
 * What a line may do to the pay-in, by the bank's booking. `open` and `just_late` (≤ 24 h) complete
 * it; `late` (≤ 5 days) and `canceled` need a person's decision; `closed` lines are never matched
 * to it automatically.
 */
export type Lateness = 'open' | 'just_late' | 'late' | 'canceled' | 'closed';

export function lateness(trade: Trade, line: Booked): Lateness {
  if (isBefore(trade, line)) return 'closed';
  const late_ms = lateMs(trade, line);
  switch (trade.state) {
    case 'verifying':
      return whileVerifying(trade, late_ms);
    case 'pending':
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
  if (late_ms === 0) return 'open';
  return late_ms <= LIMITS.late_exact_max_ms ? 'just_late' : 'late';
}

/** A claim stops the timer; a pay-in that was reopened is still judged by its former end. */
function whileVerifying(trade: Trade, late_ms: number): Lateness {
  if (trade.closed_at === null) return 'open';
  return trade.state_reason === 'paid_after_cancel' ? 'canceled' : afterEnd(late_ms);
}
