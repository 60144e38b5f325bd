// A settlement: the numbered statement of a merchant's balance over a period, its states, and how
// they follow from its pay-out.
import type { Payee, State } from './trade.ts';

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
 * `approved`: merchants see it, with an approved sum. `waits`: a draft for its decision, an
 * approved one for its payer, a sent one for the bank. A new state does not compile until both are
 * given.
 */
const SETTLEMENT_MEANINGS = {
  draft: { approved: false, waits: true },
  discarded: { approved: false, waits: false },
  approved: { approved: true, waits: true },
  sent: { approved: true, waits: true },
  settled: { approved: true, waits: false },
  returned: { approved: true, waits: false },
} as const satisfies Record<SettlementState, Record<'approved' | 'waits', boolean>>;

/** Each of these has metrics; a new one does not compile without them. */
type WaitingState = {
  [S in SettlementState]: (typeof SETTLEMENT_MEANINGS)[S]['waits'] extends true ? S : never;
}[SettlementState];

/** States that merchants see: all except an operator's drafts. */
export const TOLD_STATES: readonly SettlementState[] = SETTLEMENT_STATES.filter(
  (state) => SETTLEMENT_MEANINGS[state].approved,
);

export const WAITING_SETTLEMENT_STATES = SETTLEMENT_STATES.filter(
  (state): state is WaitingState => SETTLEMENT_MEANINGS[state].waits,
);

/**
 * Sums in the balance currency, positive if they increase the balance. `net` is the sum of the
 * seven above it.
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
  /** Earlier settlements paid in the period: negative or 0. */
  paid_cents: bigint;
  /** Earlier settlements that were returned in the period. */
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
  /** The first moment after the period. */
  period_to: number;
  /**
   * The range of entries of the merchant's book; without any entry, the last is one less than the
   * first.
   */
  first_entry_number: bigint;
  last_entry_number: bigint;
  line_count: number;
  /** The spendable balance before the first entry and after the last. */
  opening_cents: bigint;
  closing_cents: bigint;
  /** What earlier statements left unpaid. */
  carried_cents: bigint;
  /** carried + net + returned: the most that an approval may pay. */
  payable_cents: bigint;
  /** The amount that the approval pays out; null before the approval. */
  approved_cents: bigint | null;
  /** The pay-out; null if nothing is paid. */
  trade_id: string | null;
  drafted_at: number;
  approved_at: number | null;
  changed_at: number;
  last_command_id: string;
};

/** The state of a settlement that follows from its pay-out's state. */
const STATE_OF_PAYOUT: Readonly<Record<State, SettlementState>> = {
  created: 'approved',
  // These states exist only for pay-ins.
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

/** The amount carried to the next statement: what was not paid out, or a debt. */
export function leftBy(settlement: Settlement | null): bigint {
  if (settlement === null) return 0n;
  return settlement.payable_cents - (settlement.approved_cents ?? 0n);
}

/** The account to which a merchant’s settlements are paid. */
export type SettlementAccount = {
  merchant_id: string;
  type: string;
  payee: Payee;
  changed_at: number;
};
