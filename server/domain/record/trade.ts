// The trade: its record, its states, and the TRANSITIONS table from which code, documents, diagram
// and tests are made.

import type { Decimal } from '../values/decimal.ts';
import type { Metadata } from '../values/text.ts';

export const DIRECTIONS = ['payin', 'payout'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const STATES = [
  'created',
  'pending',
  'verifying',
  'processing',
  'completed',
  'expired',
  'canceled',
  'failed',
  'disputed',
  'reversed',
] as const;
export type State = (typeof STATES)[number];

export const STATE_REASONS = [
  'timeout',
  'declined_by_customer',
  'declined_by_merchant',
  'declined_by_operator',
  'amount_mismatch',
  'paid_late',
  'paid_after_cancel',
  'payment_not_found',
  'duplicate_utr_claim',
  'fake_proof',
  'account_blocked',
  'held_for_review',
  'beneficiary_rejected',
  'bank_returned',
  'insufficient_evidence',
  'payin_taken_back',
] as const;
export type StateReason = (typeof STATE_REASONS)[number];

export const ACTS = [
  'create',
  'assign',
  'attach_utr',
  'match',
  'unmatch',
  'recall',
  'charge',
  'refund',
  'confirm',
  'complete',
  'take',
  'release',
  'fail',
  'cancel',
  'expire',
  'dispute',
  'resolve',
  'reverse',
  'update_dispute',
] as const;
export type Act = (typeof ACTS)[number];

/** One row: where an act may start and where it may lead. `new` means "no trade yet". */
export type Transition = {
  direction: Direction;
  act: Act;
  from: State | 'new';
  to: readonly State[];
};

const row = (
  direction: Direction,
  act: Act,
  from: readonly (State | 'new')[],
  to: readonly State[],
): Transition[] => from.map((state) => ({ direction, act, from: state, to }));

/** The act keeps the state. */
const same = (direction: Direction, act: Act, ...states: readonly State[]): Transition[] =>
  states.flatMap((state) => row(direction, act, [state], [state]));

/** Anything that is not in this table is refused, and the refusal says so. */
export const TRANSITIONS: readonly Transition[] = [
  ...row('payin', 'create', ['new'], ['pending', 'created']),
  ...row('payin', 'assign', ['created'], ['pending']),
  ...row('payin', 'attach_utr', ['pending', 'verifying', 'expired'], ['verifying', 'completed']),
  // What came after a cancel always waits for a person's decision.
  ...row('payin', 'attach_utr', ['canceled'], ['verifying']),
  ...row('payin', 'match', ['pending', 'verifying', 'expired'], ['completed', 'verifying']),
  ...row('payin', 'match', ['canceled'], ['verifying']),
  // Evidence that arrives after a person confirmed: the ledger is settled, the state stays.
  ...row('payin', 'match', ['completed'], ['completed']),
  // A person takes a line from a pay-in: a credit that rested on this line alone is reversed.
  ...row('payin', 'unmatch', ['verifying'], ['verifying']),
  ...row('payin', 'unmatch', ['completed'], ['completed', 'reversed']),
  // A dispute goes on with or without the line.
  ...row('payin', 'unmatch', ['disputed'], ['disputed', 'reversed']),
  ...row('payin', 'unmatch', ['reversed'], ['reversed']),
  // The bank takes back a part of the credit; the whole of it reverses the pay-in.
  ...same('payin', 'recall', 'completed', 'disputed'),
  // A refund is a trade of its own. Its pay-in records the refunded amount, also if the refund
  // fails.
  ...same('payin', 'refund', 'completed', 'disputed', 'reversed'),
  ...row('payin', 'confirm', ['pending', 'verifying'], ['completed']),
  ...row('payin', 'fail', ['verifying'], ['failed']),
  ...row('payin', 'cancel', ['created', 'pending'], ['canceled']),
  ...row('payin', 'expire', ['created', 'pending'], ['expired']),
  ...row(
    'payin',
    'dispute',
    ['verifying', 'completed', 'expired', 'canceled', 'failed'],
    ['disputed'],
  ),
  ...row(
    'payin',
    'resolve',
    ['disputed'],
    // `reversed`: the dispute about a credit fails, so the credit is taken back.
    ['completed', 'failed', 'reversed', 'verifying', 'expired', 'canceled'],
  ),
  ...row('payin', 'reverse', ['completed', 'disputed'], ['reversed']),
  // Its dispute was opened, discussed, decided or closed; its own state changes by other acts.
  ...same('payin', 'update_dispute', 'verifying', 'completed', 'disputed', 'reversed'),
  ...same('payin', 'update_dispute', 'expired', 'canceled', 'failed'),
  ...row('payout', 'create', ['new'], ['created']),
  ...row('payout', 'take', ['created'], ['processing']),
  ...row('payout', 'release', ['processing'], ['created']),
  ...row('payout', 'complete', ['processing'], ['completed']),
  // A bank line matched to the pay-out; after a person's confirmation it may add the account and
  // the UTR.
  ...row('payout', 'match', ['processing', 'completed'], ['completed']),
  ...row('payout', 'match', ['disputed'], ['disputed']),
  // A person takes a line from a pay-out: if only this line had completed it, nobody knows any more
  // whether it was paid.
  ...row('payout', 'unmatch', ['completed'], ['completed', 'disputed', 'reversed']),
  ...row('payout', 'unmatch', ['disputed'], ['disputed', 'reversed']),
  ...row('payout', 'unmatch', ['failed'], ['failed']),
  ...row('payout', 'unmatch', ['canceled'], ['canceled']),
  ...row('payout', 'unmatch', ['reversed'], ['reversed']),
  // The pay-out failed although its money left: the merchant is charged, or the charge is given
  // back.
  ...same('payout', 'charge', 'failed', 'canceled', 'reversed'),
  ...row('payout', 'fail', ['created', 'processing'], ['failed']),
  ...row('payout', 'cancel', ['created'], ['canceled']),
  ...row('payout', 'dispute', ['completed'], ['disputed']),
  ...row('payout', 'resolve', ['disputed'], ['completed']),
  ...row('payout', 'reverse', ['completed', 'disputed'], ['reversed']),
  ...same('payout', 'update_dispute', 'completed', 'disputed', 'reversed'),
];

/** 'soft': merchants may act on it, but late transitions are possible until `final_at`. */
export const FINALITIES = ['no', 'soft', 'yes'] as const;
export type Finality = (typeof FINALITIES)[number];

const FINALITY: Record<State, Record<Direction, Finality>> = {
  created: { payin: 'no', payout: 'no' },
  pending: { payin: 'no', payout: 'no' },
  verifying: { payin: 'no', payout: 'no' },
  processing: { payin: 'no', payout: 'no' },
  completed: { payin: 'soft', payout: 'soft' },
  expired: { payin: 'soft', payout: 'soft' },
  canceled: { payin: 'soft', payout: 'yes' },
  failed: { payin: 'soft', payout: 'yes' },
  disputed: { payin: 'no', payout: 'no' },
  reversed: { payin: 'yes', payout: 'yes' },
};

export function finality(direction: Direction, state: State): Finality {
  return FINALITY[state][direction];
}

/** The states that an act may lead to from here; empty if the act is not allowed. */
export function waysOut(direction: Direction, act: Act, from: State | 'new'): readonly State[] {
  const found = TRANSITIONS.find(
    (transition) =>
      transition.direction === direction && transition.act === act && transition.from === from,
  );
  return found?.to ?? [];
}

/**
 * The acts that the table allows from a state, for "next actions" and for the text of a refusal.
 */
export function actsFrom(direction: Direction, from: State): readonly Act[] {
  return TRANSITIONS.filter((way) => way.direction === direction && way.from === from).map(
    (way) => way.act,
  );
}

/** The recipient of a pay-out. `number` is canonical (no separators) and encrypted at rest. */
export type Payee = {
  number: string;
  name: string | null;
  bank_name: string | null;
  phone: string | null;
};

/**
 * The facts from the creation of a trade, which never change. Times are epoch milliseconds, amounts
 * minor units.
 */
export type TradeTerms = {
  merchant_id: string;
  trade_id: string;
  /** The merchant's own id in its canonical form, which is unique. */
  order_id: string;
  /** The id as first sent, which is shown everywhere; null if that is the canonical form. */
  order_id_as_sent: string | null;
  direction: Direction;
  type: string;
  currency: string;
  requested_amount_cents: bigint;
  /** The merchant's fee in percent, frozen at creation. */
  percent: Decimal;
  /** Trade-currency units per one unit of the settlement currency, frozen at creation. */
  exchange_rate: Decimal;
  rate_source: string | null;
  rate_at: number | null;
  settlement_currency: string;
  client_id: string;
  callback_url: string | null;
  return_url: string | null;
  /** What the customer pays for, in the merchant's words; null on pay-outs. */
  description: string | null;
  /** Null also if it cannot be decrypted. */
  metadata: Metadata | null;
  /** For pay-outs; null also if the payee cannot be decrypted. */
  payee: Payee | null;
  /** The key from which the key in the page's address is derived. */
  page_key_id: number;
  /** Digest of the normalised request, hex: equal exactly if the content is equal. */
  fingerprint: string;
  refund_of: string | null;
  /** The data of the payer were erased: no customer, payee, description, nor addresses. */
  is_erased?: true;
  /** The month whose archive has what is removed of it; without one, everything is there. */
  archived_month?: string | null;
  /** The settlement that this pay-out pays. */
  settlement_id: string | null;
  /** The trace of the request that created it: a `traceparent` of W3C Trace Context. */
  trace_context: string | null;
  created_at: number;
};

/** The present state of a trade: everything that acts may change, recorded in each event. */
export type TradeStanding = {
  state: State;
  state_reason: StateReason | null;
  /** 1, 2, 3 …: one for each change that merchants can see. */
  sequence: number;
  amount_cents: bigint;
  received_amount_cents: bigint;
  refunded_amount_cents: bigint;
  /** The part of a credited pay-in's amount that the bank has taken back. */
  recalled_amount_cents: bigint;
  fee_cents: bigint;
  settlement_amount_cents: bigint;
  receiving_account_id: string | null;
  /**
   * False if other open pay-ins share account and amount, so that only the UTR tells them apart.
   */
  exclusive: boolean;
  utr: string | null;
  utr_claims: number;
  /** The state before a dispute, to return to. */
  disputed_from: State | null;
  expires_at: number | null;
  /** When a pay-in became expired, canceled, failed or completed; null while open. */
  closed_at: number | null;
  completed_at: number | null;
  /** When the last late transition ends; null while the trade is open. */
  final_at: number | null;
  changed_at: number;
};

export type Trade = TradeTerms &
  TradeStanding & {
    /** The command that last changed the trade: its retry after a lost reply finds it here. */
    last_command_id: string;
    /** The epoch day on which a pay-in got its account; null if it is the day of its creation. */
    account_day: number | null;
  };

export const shownOrderId = (trade: Pick<TradeTerms, 'order_id' | 'order_id_as_sent'>): string =>
  trade.order_id_as_sent ?? trade.order_id;

/** A trade of a merchant: the primary key of its row. */
export type TradeKey = { merchant_id: string; trade_id: string };

/** Orders are counted up to a limit, so that no answer grows what it costs. */
export type OrderCount = { count: number; has_more: boolean };
