// A settlement with a line of every kind, for its documents.
import type {
  SettlementLineView,
  SettlementView,
} from '../../../server/domain/settlement/settlement-document.ts';

const MERCHANT = '0199a0b1-0000-7000-8000-000000000001';
const SETTLEMENT = '0199a0b1-0000-7000-8000-0000000000aa';

const AT = Date.UTC(2026, 2, 5, 10, 15);

export const VIEW: SettlementView = {
  merchant_id: MERCHANT,
  settlement_id: SETTLEMENT,
  number: 7,
  state: 'settled',
  merchant_name: 'Corner Shop <Delhi> & Sons',
  currency: 'INR',
  exponent: 2,
  period_from: Date.UTC(2026, 2, 1),
  period_to: Date.UTC(2026, 3, 1),
  first_entry_number: 101n,
  last_entry_number: 112n,
  line_count: 8,
  opening_cents: 120_000n,
  payins_cents: 12_345_600n,
  payouts_cents: -200_000n,
  refunds_cents: -50_000n,
  reversals_cents: -100_000n,
  adjustments_cents: -250n,
  fees_cents: -183_684n,
  holds_cents: -1_215_000n,
  net_cents: 10_596_666n,
  paid_cents: -120_000n,
  returned_cents: 0n,
  closing_cents: 10_596_666n,
  carried_cents: 0n,
  payable_cents: 10_596_666n,
  approved_cents: 10_000_000n,
  trade_id: '0199a0b1-0000-7000-8000-0000000000bb',
  utr: 'HDFCR52026040112345678',
  drafted_at: Date.UTC(2026, 3, 1, 6),
  approved_at: Date.UTC(2026, 3, 1, 9),
  changed_at: Date.UTC(2026, 3, 1, 12),
  last_command_id: '0199a0b1-0000-7000-8000-0000000000cc',
};

function line(
  number: bigint,
  fields: Partial<SettlementLineView> & Pick<SettlementLineView, 'kind' | 'act' | 'gross_cents'>,
): SettlementLineView {
  const { gross_cents, fee_cents = 0n } = fields;
  return {
    entry_number: number,
    at: AT + Number(number) * 60_000,
    trade_id: `0199a0b1-0000-7000-8000-000000000${number}`,
    order_id: `order-${number}`,
    utr: null,
    adjustment_id: null,
    note: null,
    trade_currency: 'INR',
    trade_amount_cents: gross_cents,
    trade_exponent: 2,
    fee_cents,
    net_cents: gross_cents + fee_cents,
    ...fields,
  };
}

const NO_TRADE = { trade_id: null, order_id: null, trade_currency: null, trade_amount_cents: null };

export const LINES: readonly SettlementLineView[] = [
  line(101n, {
    kind: 'payin',
    act: 'payin_completed',
    gross_cents: 12_000_000n,
    fee_cents: -180_000n,
    utr: '412345678901',
  }),
  line(102n, {
    kind: 'payin',
    act: 'payin_completed',
    gross_cents: 345_600n,
    fee_cents: -5_184n,
    utr: 'N064260512345678',
    order_id: '=HYPERLINK("http://evil.example","order")',
    trade_currency: 'JPY',
    trade_amount_cents: 6_172n,
    trade_exponent: 0,
  }),
  line(103n, { kind: 'settlement', act: 'payout_held', gross_cents: -120_000n }),
  line(104n, {
    kind: 'payout',
    act: 'payout_held',
    gross_cents: -200_000n,
    utr: 'PAIDOUT12345',
    order_id: '-1+2, "quoted"',
  }),
  line(105n, { kind: 'refund', act: 'payout_held', gross_cents: -50_000n, order_id: '@refund' }),
  line(106n, {
    kind: 'reversal',
    act: 'payin_reversed',
    gross_cents: -100_000n,
    fee_cents: 1_500n,
    order_id: '+919876543210',
  }),
  line(107n, {
    kind: 'adjustment',
    act: 'adjustment',
    gross_cents: -250n,
    ...NO_TRADE,
    adjustment_id: '0199a0b1-0000-7000-8000-000000000dd1',
    note: '<b>Bank charge</b>, March\u00a0statement',
  }),
  line(108n, {
    kind: 'hold',
    act: 'hold_placed',
    gross_cents: -1_215_000n,
    order_id: 'order-101',
    trade_amount_cents: null,
    trade_currency: null,
  }),
];

/** Three decimals, nothing in it, and nothing approved yet. */
export const EMPTY: SettlementView = {
  ...VIEW,
  number: 1,
  state: 'draft',
  currency: 'KWD',
  exponent: 3,
  first_entry_number: 1n,
  last_entry_number: 0n,
  line_count: 0,
  opening_cents: 0n,
  payins_cents: 0n,
  payouts_cents: 0n,
  refunds_cents: 0n,
  reversals_cents: 0n,
  adjustments_cents: 0n,
  fees_cents: 0n,
  holds_cents: 0n,
  net_cents: 0n,
  paid_cents: 0n,
  closing_cents: 0n,
  carried_cents: -1_234n,
  payable_cents: -1_234n,
  approved_cents: null,
  trade_id: null,
  utr: null,
  approved_at: null,
};
