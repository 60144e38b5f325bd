// The sandbox's magic values: amounts and UTRs that its simulated bank answers by itself, with what
// it does and where the order ends. Code, documents and tests are made from this one table.

import type { State, StateReason, Trade } from '../record/trade.ts';
import type { RefusalCode } from '../service/refusal.ts';

/** What the simulated bank does with one order. */
export const BANK_ACTS = [
  'pay',
  'pay_less',
  'pay_more',
  'pay_twice',
  'expire',
  'take_back',
  'reject_claim',
  'send',
] as const;
export type BankAct = (typeof BANK_ACTS)[number];

/** The bank acts only if the order is in this state then; otherwise its answer is over. */
export type BankStep = { readonly state: State; readonly act: BankAct };

export type OrderEnd = { readonly state: State; readonly state_reason: StateReason | null };

type Row = {
  readonly name: string;
  readonly what: string;
  readonly steps: readonly BankStep[];
  readonly ends: OrderEnd | { readonly refused: RefusalCode };
  /** So many first attempts of each callback fail. */
  readonly failing_callbacks?: number;
};

export type MagicAmount = Row & { readonly amount_cents: bigint };
export type MagicUtr = Row & { readonly beginning: string };

const on = (state: State, act: BankAct): BankStep => ({ state, act });
const ends = (state: State, state_reason: StateReason | null = null): OrderEnd => ({
  state,
  state_reason,
});

export const MAGIC_PAYINS: readonly MagicAmount[] = [
  {
    amount_cents: 9001n,
    name: 'paid',
    what: 'is paid exactly',
    steps: [on('pending', 'pay')],
    ends: ends('completed'),
  },
  {
    amount_cents: 9002n,
    name: 'underpaid',
    what: 'is paid a tenth too little',
    steps: [on('pending', 'pay_less')],
    ends: ends('verifying', 'amount_mismatch'),
  },
  {
    amount_cents: 9003n,
    name: 'overpaid',
    what: 'is paid a tenth too much',
    steps: [on('pending', 'pay_more')],
    ends: ends('verifying', 'amount_mismatch'),
  },
  {
    amount_cents: 9004n,
    name: 'late',
    what: 'expires before its time, and is paid exactly after that',
    steps: [on('pending', 'expire'), on('expired', 'pay')],
    ends: ends('completed'),
  },
  {
    amount_cents: 9005n,
    name: 'told_twice',
    what: 'is paid exactly, and the bank tells the same transfer twice',
    steps: [on('pending', 'pay_twice')],
    ends: ends('completed'),
  },
  {
    amount_cents: 9006n,
    name: 'recalled',
    what: 'is paid exactly, and the bank takes the money back',
    steps: [on('pending', 'pay'), on('completed', 'take_back')],
    ends: ends('reversed', 'bank_returned'),
  },
  {
    amount_cents: 9007n,
    name: 'expired',
    what: 'expires before its time, and is never paid',
    steps: [on('pending', 'expire')],
    ends: ends('expired', 'timeout'),
  },
  {
    amount_cents: 9008n,
    name: 'no_account',
    what: 'is refused: no receiving account is free',
    steps: [],
    ends: { refused: 'no_receiving_account_available' },
  },
  {
    amount_cents: 9009n,
    name: 'callbacks_fail',
    what: 'is paid exactly, and the first two attempts of each callback fail',
    steps: [on('pending', 'pay')],
    ends: ends('completed'),
    failing_callbacks: 2,
  },
];

/** With these the customer or the merchant claims a payment; the amount is any. */
export const MAGIC_UTRS: readonly MagicUtr[] = [
  {
    beginning: '900001',
    name: 'confirmed',
    what: 'the bank has this transfer, with the exact amount',
    steps: [on('verifying', 'pay')],
    ends: ends('completed'),
  },
  {
    beginning: '900002',
    name: 'other_amount',
    what: 'the bank has this transfer, with a tenth too little',
    steps: [on('verifying', 'pay_less')],
    ends: ends('verifying', 'amount_mismatch'),
  },
  {
    beginning: '900003',
    name: 'fake',
    what: 'the bank knows no such transfer, and the claim is rejected as a fake',
    steps: [on('verifying', 'reject_claim')],
    ends: ends('failed', 'fake_proof'),
  },
];

const SENT = [on('created', 'send')];

/** After it is sent, the last two digits decide, as in every batch of the simulated bank. */
export const MAGIC_PAYOUTS: readonly MagicAmount[] = [
  {
    amount_cents: 9090n,
    name: 'paid_out',
    what: 'is sent, and paid',
    steps: SENT,
    ends: ends('completed'),
  },
  {
    amount_cents: 9091n,
    name: 'rejected',
    what: 'is sent, and rejected: the account is closed',
    steps: SENT,
    ends: ends('failed', 'beneficiary_rejected'),
  },
  {
    amount_cents: 9092n,
    name: 'returned',
    what: 'is sent and paid, and comes back',
    steps: SENT,
    ends: ends('reversed', 'bank_returned'),
  },
  {
    amount_cents: 9093n,
    name: 'no_answer',
    what: 'is sent, and the bank never answers',
    steps: SENT,
    ends: ends('processing'),
  },
  {
    amount_cents: 9094n,
    name: 'rejected_late',
    what: 'is accepted, and rejected after that: no funds',
    steps: SENT,
    ends: ends('failed', 'beneficiary_rejected'),
  },
  {
    amount_cents: 9095n,
    name: 'answered_twice',
    what: 'is paid, and the bank says everything twice',
    steps: SENT,
    ends: ends('completed'),
  },
  {
    amount_cents: 9096n,
    name: 'taken_for_a_copy',
    what: 'is rejected as a copy, so that nobody knows whether it was paid',
    steps: SENT,
    ends: ends('processing'),
  },
];

/** `magic`: only the orders in these tables; `all`: every order; `off`: none. */
export const BANK_ANSWERS = ['magic', 'all', 'off'] as const;
export type BankAnswers = (typeof BANK_ANSWERS)[number];

type Asked = Pick<Trade, 'direction' | 'requested_amount_cents' | 'utr'>;

const byAmount = (rows: readonly MagicAmount[], amount_cents: bigint): MagicAmount | null =>
  rows.find((row) => row.amount_cents === amount_cents) ?? null;

/** The row of a pay-in's or pay-out's amount, as it was asked for. */
export function magicAmount({
  direction,
  requested_amount_cents,
}: Omit<Asked, 'utr'>): MagicAmount | null {
  return byAmount(direction === 'payin' ? MAGIC_PAYINS : MAGIC_PAYOUTS, requested_amount_cents);
}

function magicUtr(utr: string | null): MagicUtr | null {
  return MAGIC_UTRS.find(({ beginning }) => utr?.startsWith(beginning) === true) ?? null;
}

/** A claim decides before the amount: the payer has said which transfer it was. */
export function stepsFor(trade: Asked, answers: Exclude<BankAnswers, 'off'>): readonly BankStep[] {
  const row = trade.direction === 'payin' ? magicUtr(trade.utr) : null;
  const found = row ?? magicAmount(trade);
  if (found !== null) return found.steps;
  if (answers === 'magic') return [];
  return trade.direction === 'payin' ? PAID_STEPS : SENT;
}

const PAID_STEPS = [on('pending', 'pay'), on('verifying', 'pay')];

/** Whether this attempt of a callback fails, for an order of this amount. */
export function failsCallback(direction: Trade['direction'], amount: bigint, attempt: number) {
  const row = magicAmount({ direction, requested_amount_cents: amount });
  return attempt <= (row?.failing_callbacks ?? 0);
}

/** The transferred amount of an act, for an order that asks for `asked_cents`. */
export function transferredCents(act: BankAct, asked_cents: bigint): bigint {
  const tenth = asked_cents / 10n > 0n ? asked_cents / 10n : 1n;
  if (act === 'pay_less') return asked_cents - tenth;
  return act === 'pay_more' ? asked_cents + tenth : asked_cents;
}
