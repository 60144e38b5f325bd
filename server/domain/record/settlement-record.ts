// A settlement: the numbered statement of a merchant's balance over a period, its states, and how
// they follow from the pay-out that pays it.
import type { State } from './trade.ts';

export const SETTLEMENT_STATES = [
  'draft',
  'discarded',
  'approved',
  'sent',
  'settled',
  'returned',
] as const;
export type SettlementState = (typeof SETTLEMENT_STATES)[number];

/**
 * `approved`: merchants see it, and it has a sum that was approved. `waits`: a draft for its
 * decision, an approved one for its payer, a sent one for the bank. A new state does not compile
 * until it says both.
 */
const SETTLEMENT_MEANINGS = {
  draft: { approved: false, waits: true },
  discarded: { approved: false, waits: false },
  approved: { approved: true, waits: true },
  sent: { approved: true, waits: true },
  settled: { approved: true, waits: false },
  returned: { approved: true, waits: false },
} as const satisfies Record<SettlementState, Record<'approved' | 'waits', boolean>>;

/** Each has its metrics, or does not compile. */
type WaitingState = {
  [S in SettlementState]: (typeof SETTLEMENT_MEANINGS)[S]['waits'] extends true ? S : never;
}[SettlementState];

/** What merchants see of settlements: everything but an operator's drafts. */
export const TOLD_STATES: readonly SettlementState[] = SETTLEMENT_STATES.filter(
  (state) => SETTLEMENT_MEANINGS[state].approved,
);

export const WAITING_SETTLEMENT_STATES = SETTLEMENT_STATES.filter(
  (state): state is WaitingState => SETTLEMENT_MEANINGS[state].waits,
);

/**
 * Sums in the balance currency, signed as the balance sees them: what it gains is positive. `net`
 * is the sum of the seven above it.
 */
export type SettlementSums = {
  payins_cents: bigint;
  payouts_cents: bigint;
  refunds_cents: bigint;
  reversals_cents: bigint;
  adjustments_cents: bigint;
  fees_cents: bigint;
  holds_cents: bigint;
  net_cents: bigint;
  /** Earlier settlements that were paid in the period: negative or 0. */
  paid_cents: bigint;
  /** Earlier settlements that came back in the period. */
  returned_cents: bigint;
};

export type Settlement = SettlementSums & {
  merchant_id: string;
  settlement_id: string;
  /** 1, 2, 3 … per merchant. */
  number: number;
  state: SettlementState;
  merchant_name: string;
  currency: string;
  period_from: number;
  /** The first moment that is not in the period. */
  period_to: number;
  /** The entries of the merchant's book that it covers; the last is one less without any. */
  first_entry_number: bigint;
  last_entry_number: bigint;
  line_count: number;
  /** The spendable balance before the first entry and after the last. */
  opening_cents: bigint;
  closing_cents: bigint;
  /** What the statements before left unpaid. */
  carried_cents: bigint;
  /** carried + net + returned: what an approval may pay. */
  payable_cents: bigint;
  /** What the approval pays out; null before. */
  approved_cents: bigint | null;
  /** The pay-out; null where nothing is paid. */
  trade_id: string | null;
  drafted_at: number;
  approved_at: number | null;
  changed_at: number;
  last_command_id: string;
};

/** Where a settlement stands, by where its pay-out stands. */
const STATE_OF_PAYOUT: Readonly<Record<State, SettlementState>> = {
  created: 'approved',
  // States of pay-ins only.
  pending: 'approved',
  verifying: 'approved',
  expired: 'returned',
  processing: 'sent',
  completed: 'settled',
  disputed: 'settled',
  canceled: 'returned',
  failed: 'returned',
  reversed: 'returned',
};

export function settlementStateOf(payout_state: State): SettlementState {
  return STATE_OF_PAYOUT[payout_state];
}

/** What a decided statement leaves for the next one: what was not paid out, or is owed by it. */
export function leftBy(settlement: Settlement | null): bigint {
  if (settlement === null) return 0n;
  return settlement.payable_cents - (settlement.approved_cents ?? 0n);
}
