// Holds: the part of a pay-in's credit that stays blocked for some days, as settlement delay or as
// reserve.
import type { MerchantSettings } from './merchant.ts';

export const CREDIT_HOLD_KINDS = ['delay', 'reserve'] as const;
export type CreditHoldKind = (typeof CREDIT_HOLD_KINDS)[number];

export type CreditHoldKey = { merchant_id: string; trade_id: string; kind: CreditHoldKind };

/** A pay-in is credited once, so it has at most one hold of each kind. */
export type CreditHold = CreditHoldKey & {
  currency: string;
  amount_cents: bigint;
  /** The amount still blocked: less after a refund, 0 after the release. */
  remaining_cents: bigint;
  /** The amount that refunds took from it: blocked again if they do not succeed. */
  used_cents: bigint;
  /** While a dispute blocks the whole credit, the hold does not count. */
  suspended: boolean;
  release_at: number;
  placed_at: number;
  released_at: number | null;
};

export type HoldTerms = Pick<
  MerchantSettings,
  'settlement_delay_days' | 'reserve_percent' | 'reserve_days'
>;

const HUNDRED = 100n;

export const hasHolds = (terms: HoldTerms): boolean =>
  terms.settlement_delay_days > 0 || (terms.reserve_percent > 0 && terms.reserve_days > 0);

export const holdKey = ({ merchant_id, trade_id, kind }: CreditHoldKey): string =>
  `${merchant_id}/${trade_id}/${kind}`;

/** Whether releasing the hold would move money now. */
export const isHolding = (hold: CreditHold): boolean =>
  hold.remaining_cents > 0n && !hold.suspended;

/** Divides a credit: the reserve (rounded down), and the rest if there is a settlement delay. */
export function holdAmounts(
  terms: HoldTerms,
  credit_cents: bigint,
): Record<CreditHoldKind, bigint> {
  const reserve =
    terms.reserve_days > 0 ? (credit_cents * BigInt(terms.reserve_percent)) / HUNDRED : 0n;
  return { reserve, delay: terms.settlement_delay_days > 0 ? credit_cents - reserve : 0n };
}
