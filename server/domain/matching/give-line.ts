// Matches a bank line to its pay-in: completes the pay-in, or leaves it to a person's decision.

import type { Change } from '../batch/decision.ts';
import { divideLine } from '../line/free-money.ts';
import { withTrade } from '../line/line-outcome.ts';
import { lateness, remaining } from '../line/line-timing.ts';
import type { BankLine, LineOutcome, LineReason } from '../record/bank-line.ts';
import type { MerchantSettings } from '../record/merchant.ts';
import type { StateReason, Trade } from '../record/trade.ts';
import { completePayin } from '../trade/complete-payin.ts';
import { isCreditable } from '../trade/trade-amounts.ts';
import { type Cause, changeTrade } from '../trade/trade-change.ts';

/** Whether the merchant's policy accepts the received amount in place of the requested one. */
function accepts(settings: MerchantSettings, trade: Trade, received: bigint): boolean {
  if (settings.amount_policy === 'accept_actual') return true;
  if (settings.amount_policy !== 'tolerance') return false;
  const difference = received - trade.amount_cents;
  const size = difference < 0n ? -difference : difference;
  return size <= BigInt(settings.tolerance_cents);
}

const WHY_VERIFYING: Record<'late' | 'canceled', StateReason> = {
  late: 'paid_late',
  canceled: 'paid_after_cancel',
};

/** The effect of a line on its trade: completes it, or leaves it to a person's decision. */
function payWithLine(
  trade: Trade,
  line: BankLine,
  settings: MerchantSettings,
  cause: Cause,
  now: number,
): Change[] {
  const received_amount_cents = trade.received_amount_cents + line.amount_cents;
  const utr = trade.utr ?? line.utr;
  const timing = lateness(trade, line);
  const exact = received_amount_cents === trade.amount_cents;
  const accepted =
    exact ||
    (accepts(settings, trade, received_amount_cents) && isCreditable(trade, received_amount_cents));
  if ((accepted && timing === 'open') || (exact && timing === 'just_late')) {
    const amount_cents = exact ? trade.amount_cents : received_amount_cents;
    return completePayin(trade, { amount_cents, received_amount_cents, utr }, cause, now);
  }
  const state_reason =
    timing === 'late' || timing === 'canceled' ? WHY_VERIFYING[timing] : 'amount_mismatch';
  const patch = { state: 'verifying' as const, state_reason, received_amount_cents, utr };
  return changeTrade(trade, patch, cause, now);
}

type Given = { outcome: LineOutcome; changes: Change[] };

/** A completed pay-in takes only the part of the line that it was credited with. */
export function giveToCompleted(
  trade: Trade,
  line: BankLine,
  reason: LineReason,
  cause: Cause,
  now: number,
): Given {
  const received = (amount_cents: bigint): Change[] => {
    const received_amount_cents = trade.received_amount_cents + amount_cents;
    const utr = trade.utr ?? line.utr;
    return changeTrade(trade, { state: 'completed', received_amount_cents, utr }, cause, now);
  };
  const room = remaining(trade);
  if (room < line.amount_cents) {
    const { command_id } = cause;
    const kept = { kept_cents: room, kept_reason: reason };
    const division = { ...kept, rest_reason: 'overpaid' as const, command_id };
    const { outcome, changes } = divideLine(line, trade, division, now);
    return { outcome, changes: [...changes, ...received(room)] };
  }
  const { outcome, entry } = withTrade(line, trade, reason, now);
  return { outcome, changes: [entry, ...received(line.amount_cents)] };
}

/**
 * The changes that match a line to a trade: its outcome, the entry in the house's book, and the
 * trade.
 */
export function giveLine(
  trade: Trade,
  line: BankLine,
  reason: LineReason,
  settings: MerchantSettings,
  cause: Cause,
  now: number,
): Given {
  if (trade.state === 'completed') return giveToCompleted(trade, line, reason, cause, now);
  const { outcome, entry } = withTrade(line, trade, reason, now);
  return { outcome, changes: [entry, ...payWithLine(trade, line, settings, cause, now)] };
}
