// The terms of disputes: what each type may be about, who may open one, and how long it may take.
import { DAY_MS } from '../../lib/durations.ts';
import { type DisputeSubject, type DisputeType, subjectOf } from '../record/dispute-record.ts';
import type { Actor } from '../record/origin.ts';
import type { State, Trade } from '../record/trade.ts';

type Terms = {
  /** In the words of the field. */
  meaning: string;
  about: readonly DisputeSubject[];
  /** Days until the deadline, unless a person sets another one. */
  days: number;
};

export const DISPUTE_TERMS: Readonly<Record<DisputeType, Terms>> = {
  not_received: {
    meaning: 'The payee says that a pay-out has not arrived',
    about: ['payout'],
    days: 7,
  },
  paid_not_credited: {
    meaning: 'The payer says that they paid, and the pay-in is not completed',
    about: ['uncredited_payin'],
    days: 3,
  },
  wrong_amount: {
    meaning: 'Another amount was paid than the trade shows',
    about: ['credited_payin', 'uncredited_payin', 'payout'],
    days: 5,
  },
  duplicate: {
    meaning: 'The same payment was counted twice',
    about: ['credited_payin', 'uncredited_payin', 'payout'],
    days: 5,
  },
  paid_after_cancel: {
    meaning: 'The payer paid after the pay-in was canceled or had expired',
    about: ['uncredited_payin'],
    days: 3,
  },
  recalled_by_bank: {
    meaning: 'The bank asks for the money of a pay-in, or has announced to take it back',
    about: ['credited_payin'],
    days: 10,
  },
  fraud: {
    meaning: 'The payment is said to be fraudulent',
    about: ['credited_payin', 'uncredited_payin', 'payout'],
    days: 10,
  },
  other: {
    meaning: 'Anything else',
    about: ['credited_payin', 'uncredited_payin', 'payout'],
    days: 7,
  },
};

export const deadlineOf = (type: DisputeType, now: number): number =>
  now + DISPUTE_TERMS[type].days * DAY_MS;

export const DISPUTE_LIMITS = {
  /** After its decision. */
  appeal_ms: 7 * DAY_MS,
  /** To decide an appeal. */
  appeal_decision_ms: 10 * DAY_MS,
  /** The farthest that a person can set a deadline. */
  deadline_max_ms: 60 * DAY_MS,
  per_trade_max: 5,
} as const;

/**
 * The states from which others than operators may contest a trade. A customer cannot block money
 * that a merchant was credited with: they ask the merchant or the operator.
 */
const OPENABLE: Readonly<Record<'merchant' | 'customer', Readonly<Record<string, State[]>>>> = {
  merchant: { payin: ['completed', 'expired', 'canceled', 'failed'], payout: ['completed'] },
  customer: { payin: ['expired', 'canceled', 'failed'], payout: [] },
};

/** Whether this role may contest a trade in this state; the table of states decides besides. */
export function mayOpen(role: Actor['role'], { direction, state }: Trade): boolean {
  if (role === 'operator') return true;
  if (role !== 'merchant' && role !== 'customer') return false;
  return OPENABLE[role][direction]?.includes(state) ?? false;
}

/**
 * The most that can be contested of a trade in no dispute. Only an operator may contest money that
 * was refunded already: a bank may do so.
 */
export function contestable(role: Actor['role'], trade: Trade): bigint {
  const { direction, state, amount_cents } = trade;
  if (subjectOf(direction, state) !== 'credited_payin') return amount_cents;
  const { recalled_amount_cents, refunded_amount_cents } = trade;
  const left = amount_cents - recalled_amount_cents;
  if (role === 'operator') return left;
  return left > refunded_amount_cents ? left - refunded_amount_cents : 0n;
}
