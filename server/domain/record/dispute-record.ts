// A dispute: somebody contests a trade or a part of its amount, until it is decided and closed.
import type { Actor } from './origin.ts';
import type { Direction, State, TradeKey } from './trade.ts';

export const DISPUTE_TYPES = [
  'not_received',
  'paid_not_credited',
  'wrong_amount',
  'duplicate',
  'paid_after_cancel',
  'recalled_by_bank',
  'fraud',
  'other',
] as const;
export type DisputeType = (typeof DISPUTE_TYPES)[number];

export const DISPUTE_STATES = [
  'open',
  'waiting_for_merchant',
  'waiting_for_customer',
  'waiting_for_operator',
  'decided',
  'appealed',
  'closed',
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** Whether the claim of the person who opened it was right. */
export const DISPUTE_OUTCOMES = [
  'upheld',
  'partly_upheld',
  'rejected',
  'accepted',
  'withdrawn',
] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/**
 * What an outcome rests on: a bank line, a UTR that a bank line shows, the consent of the party
 * that bears it, two people, or one person's word.
 */
export const DISPUTE_BASES = ['bank_line', 'utr', 'consent', 'two_people', 'one_person'] as const;
export type DisputeBasis = (typeof DISPUTE_BASES)[number];

/** The parties that a dispute may wait for. */
export const DISPUTE_PARTIES = ['merchant', 'customer', 'operator'] as const;
export type DisputeParty = (typeof DISPUTE_PARTIES)[number];

export const DISPUTE_ACTS = [
  'message',
  'ask',
  'assign',
  'mark_overdue',
  'accept',
  'withdraw',
  'decide',
  'appeal',
  'close',
] as const;
export type DisputeAct = (typeof DISPUTE_ACTS)[number];

const IN_HAND = [
  'open',
  'waiting_for_merchant',
  'waiting_for_customer',
  'waiting_for_operator',
  'appealed',
] as const satisfies readonly DisputeState[];

/** From which states an act is possible; any other combination is refused. */
const DISPUTE_TRANSITIONS: Readonly<Record<DisputeAct, readonly DisputeState[]>> = {
  message: [...IN_HAND, 'decided'],
  ask: IN_HAND,
  assign: [...IN_HAND, 'decided'],
  mark_overdue: [...IN_HAND, 'decided'],
  accept: [...IN_HAND, 'decided'],
  withdraw: IN_HAND,
  decide: IN_HAND,
  appeal: ['decided'],
  close: ['decided'],
};

export const canDispute = (state: DisputeState, act: DisputeAct): boolean =>
  DISPUTE_TRANSITIONS[act].includes(state);

export type DisputeKey = { merchant_id: string; dispute_id: string };

export type Dispute = DisputeKey &
  TradeKey & {
    type: DisputeType;
    currency: string;
    /** The contested part of the trade's amount. A recall by the bank makes it smaller. */
    amount_cents: bigint;
    /** What it blocks of the merchant's balance, in the currency of that. */
    blocked_cents: bigint;
    settlement_currency: string;
    /** The state of the trade when it was contested: what the dispute is about, for good. */
    contested_from: State;
    opener: Actor;
    state: DisputeState;
    /** 1, 2, 3 …: one for each change. */
    sequence: number;
    /** The person, or the operator's token, that looks after it. */
    assigned_to: string | null;
    deadline_at: number;
    /** When it was found that the deadline had passed; null before, and once it is extended. */
    overdue_at: number | null;
    outcome: DisputeOutcome | null;
    /** The part of the contested amount for which the claim was right. */
    awarded_cents: bigint | null;
    /** What had been taken back of the pay-in when it was decided. */
    recalled_when_decided_cents: bigint | null;
    basis: DisputeBasis | null;
    evidence_line_id: string | null;
    decided_at: number | null;
    /** When the outcome took effect on the trade; null while the trade is in dispute. */
    executed_at: number | null;
    /** Until when the decision may be appealed; null if it cannot be. */
    appeal_until: number | null;
    appealed_at: number | null;
    /** How many were sent; each has its number. */
    messages: number;
    /** How many of them came with a file. */
    files: number;
    /** Recognises a repeated request. */
    last_message_id: string | null;
    opened_at: number;
    closed_at: number | null;
    changed_at: number;
  };

/** The fields of a decision before there is one. */
export const HAS_NO_DECISION = {
  outcome: null,
  awarded_cents: null,
  recalled_when_decided_cents: null,
  basis: null,
  evidence_line_id: null,
  decided_at: null,
  executed_at: null,
  appeal_until: null,
  appealed_at: null,
  closed_at: null,
} as const satisfies Partial<Dispute>;

/** What a dispute is about decides what its outcome does to the trade. */
export const DISPUTE_SUBJECTS = ['credited_payin', 'uncredited_payin', 'payout'] as const;
export type DisputeSubject = (typeof DISPUTE_SUBJECTS)[number];

/** A decision may credit or reverse the trade: its present state does not say what is contested. */
export function subjectOf(direction: Direction, contested_from: State): DisputeSubject {
  if (direction === 'payout') return 'payout';
  return contested_from === 'completed' ? 'credited_payin' : 'uncredited_payin';
}

/** Its trade is in state `disputed` because of it. */
export const isBinding = ({ executed_at }: Pick<Dispute, 'executed_at'>): boolean =>
  executed_at === null;

/** What an event tells merchants; each is an event of the trade. */
export const DISPUTE_TOPICS = ['opened', 'updated', 'decided', 'appealed', 'closed'] as const;
export type DisputeTopic = (typeof DISPUTE_TOPICS)[number];

/** Both at once, if nobody can appeal. */
export const ENDS: readonly DisputeTopic[] = ['decided', 'closed'];
