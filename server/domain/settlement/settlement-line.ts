// The lines of a settlement: what each entry did to the merchant's spendable balance, by kind, with
// the fee included in it.

import type { EntryAct, Posting } from '../ledger/ledger.ts';
import { postedOn } from '../ledger/posted-on.ts';
import type { SettlementSums } from '../record/settlement-record.ts';
import type { Direction } from '../record/trade.ts';
import { currencyExponent } from '../values/currency.ts';
import type { Decimal } from '../values/decimal.ts';
import { convert } from '../values/rate.ts';

export const SETTLEMENT_LINE_KINDS = [
  'payin',
  'payout',
  'refund',
  'reversal',
  'adjustment',
  'hold',
  'settlement',
] as const;
export type SettlementLineKind = (typeof SETTLEMENT_LINE_KINDS)[number];

/** The facts that a line needs about the trade of its entry. */
export type SettledTrade = {
  trade_id: string;
  direction: Direction;
  order_id: string;
  utr: string | null;
  currency: string;
  exchange_rate: Decimal;
  amount_cents: bigint;
  fee_cents: bigint;
  refund_of: string | null;
  settlement_id: string | null;
};

export type SettledEntry = {
  number: bigint;
  act: EntryAct;
  at: number;
  adjustment_id: string | null;
  /** The reason of an adjustment. */
  note: string | null;
  postings: readonly Posting[];
  trade: SettledTrade | null;
};

/** Amounts in the balance currency, positive if the balance gains; net = gross + fee. */
export type SettlementLine = {
  entry_number: bigint;
  kind: SettlementLineKind;
  act: EntryAct;
  at: number;
  trade_id: string | null;
  order_id: string | null;
  utr: string | null;
  adjustment_id: string | null;
  note: string | null;
  /** The trade's amount in its own currency; null if the entry has no trade. */
  trade_currency: string | null;
  trade_amount_cents: bigint | null;
  gross_cents: bigint;
  fee_cents: bigint;
  net_cents: bigint;
};

/** Pay-outs differ by their purpose. Null: only in the house's book. */
const KIND_OF: Readonly<Record<EntryAct, SettlementLineKind | null>> = {
  payin_completed: 'payin',
  payin_raised: 'payin',
  payin_disputed: 'reversal',
  payin_dispute_won: 'reversal',
  payin_recalled: 'reversal',
  payin_recall_undone: 'reversal',
  payin_charged_back: 'reversal',
  payin_reversed: 'reversal',
  payout_held: 'payout',
  payout_released: 'payout',
  payout_completed: 'payout',
  payout_account_known: 'payout',
  payout_account_unknown: 'payout',
  payout_reversed: 'payout',
  payout_charged: 'payout',
  payout_charge_undone: 'payout',
  difference_charged: 'adjustment',
  difference_credited: 'adjustment',
  difference_undone: 'adjustment',
  adjustment: 'adjustment',
  hold_placed: 'hold',
  hold_released: 'hold',
  line_received: 'adjustment',
  line_given_up: 'adjustment',
  bank_line: null,
  match: null,
  unmatch: null,
  fee: null,
  fee_undone: null,
  own_transfer: null,
  own_transfer_undone: null,
};

function kindOf({ act, trade }: SettledEntry): SettlementLineKind {
  const kind = KIND_OF[act];
  if (kind === null) throw new Error(`${act} does not move a merchant's balance`);
  if (kind !== 'payout') return kind;
  if (trade?.settlement_id) return 'settlement';
  return trade?.refund_of ? 'refund' : 'payout';
}

function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) throw new Error(`No such currency: ${currency}`);
  return exponent;
}

/** The fee is the entry's own: a pay-out that did not succeed has none. */
const CHARGES: ReadonlySet<EntryAct> = new Set<EntryAct>([
  'payout_charged',
  'payout_charge_undone',
]);

/**
 * Amount and fee of a trade's entry in the trade's currency, signed as the balance sees them. A
 * pay-in's amount may have changed after the entry, so the entry's own amounts count; a pay-out's
 * never changes, and its fee is posted at its completion, long after the hold.
 */
function tradeAmounts(
  entry: SettledEntry,
  trade: SettledTrade,
  kind: SettlementLineKind,
  net: bigint,
) {
  // A difference is an amount of its own, whatever the trade's.
  if (trade.direction === 'payout' && kind !== 'adjustment') {
    const sign = net < 0n ? -1n : 1n;
    const amount = sign * trade.amount_cents;
    if (!CHARGES.has(entry.act)) return { amount, fee: sign * trade.fee_cents };
    return { amount, fee: -(postedOn(entry.postings, 'fees')?.amount_cents ?? 0n) };
  }
  // A dispute blocks the whole credit: its fee does not move.
  const clearing = entry.postings.find(
    (leg) => leg.account.startsWith('clearing:') && leg.currency === trade.currency,
  );
  if (kind === 'hold' || clearing === undefined) return { amount: null, fee: 0n };
  const fees = postedOn(entry.postings, 'fees');
  return { amount: -clearing.amount_cents, fee: -(fees?.amount_cents ?? 0n) };
}

/**
 * The fee in the balance currency, to the nearest unit; the gross takes the rounding difference.
 */
function feeInBalance(fee: bigint, trade: SettledTrade, currency: string): bigint {
  if (fee === 0n || trade.currency === currency) return fee;
  const size = fee < 0n ? -fee : fee;
  const [from, to] = [exponentOf(trade.currency), exponentOf(currency)];
  const converted = convert(size, trade.exchange_rate, from, to, 'nearest');
  return fee < 0n ? -converted : converted;
}

/** Null if the entry does not change the spendable balance. */
export function settlementLine(entry: SettledEntry): SettlementLine | null {
  const moved = postedOn(entry.postings, 'available');
  if (moved === null) return null;
  const { trade } = entry;
  const kind = kindOf(entry);
  const net_cents = moved.amount_cents;
  const amounts = trade === null ? null : tradeAmounts(entry, trade, kind, net_cents);
  const fee_cents = trade === null ? 0n : feeInBalance(amounts?.fee ?? 0n, trade, moved.currency);
  return {
    entry_number: entry.number,
    kind,
    act: entry.act,
    at: entry.at,
    trade_id: trade?.trade_id ?? null,
    order_id: trade?.order_id ?? null,
    utr: trade?.utr ?? null,
    adjustment_id: entry.adjustment_id,
    note: entry.note,
    trade_currency: amounts?.amount == null ? null : (trade?.currency ?? null),
    trade_amount_cents: amounts?.amount ?? null,
    gross_cents: net_cents - fee_cents,
    fee_cents,
    net_cents,
  };
}

export const NO_SUMS: SettlementSums = {
  payins_cents: 0n,
  payouts_cents: 0n,
  refunds_cents: 0n,
  reversals_cents: 0n,
  adjustments_cents: 0n,
  fees_cents: 0n,
  holds_cents: 0n,
  net_cents: 0n,
  paid_cents: 0n,
  returned_cents: 0n,
};

/**
 * The sum of a statement to which lines of a kind add; lines that pay settlements have other sums.
 */
export const SUM_OF = {
  payin: 'payins_cents',
  payout: 'payouts_cents',
  refund: 'refunds_cents',
  reversal: 'reversals_cents',
  adjustment: 'adjustments_cents',
  hold: 'holds_cents',
} as const satisfies Record<Exclude<SettlementLineKind, 'settlement'>, keyof SettlementSums>;

/** Adds lines to the sums. The payment of a settlement is not part of the period's net. */
export function addLines(sums: SettlementSums, lines: readonly SettlementLine[]): SettlementSums {
  const after = { ...sums };
  for (const { kind, gross_cents, fee_cents, net_cents } of lines) {
    if (kind === 'settlement') {
      after[net_cents < 0n ? 'paid_cents' : 'returned_cents'] += net_cents;
      continue;
    }
    after[SUM_OF[kind]] += gross_cents;
    after.fees_cents += fee_cents;
    after.net_cents += net_cents;
  }
  return after;
}
