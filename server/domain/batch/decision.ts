// The result of a decision: the closed list of changes that the writer can write.

import type { EntryDraft } from '../ledger/ledger.ts';
import type { AuditEntry } from '../record/audit.ts';
import type { LineActRecord, LineOutcome, LineRecord } from '../record/bank-line.ts';
import type { CountedAct } from '../record/counted-act.ts';
import type { CreditHold } from '../record/credit-hold.ts';
import type { DisputeMessage } from '../record/dispute-message.ts';
import type { Dispute } from '../record/dispute-record.ts';
import type { Actor } from '../record/origin.ts';
import type { AnswerEffect } from '../record/payout-answer-kind.ts';
import type { PayoutAttempt, PayoutBatch } from '../record/payout-attempt.ts';
import type { Checker, Proposal } from '../record/proposal.ts';
import type { Reservation } from '../record/receiving-account.ts';
import type { Settlement } from '../record/settlement-record.ts';
import type { Act, Trade, TradeStanding } from '../record/trade.ts';
import type { Refusal } from '../service/refusal.ts';

/** What merchants are told and the timeline shows: one event per `sequence` of a trade. */
export type TradeEvent = {
  merchant_id: string;
  trade_id: string;
  sequence: number;
  type: string;
  act: Act;
  actor: Actor;
  note: string | null;
  standing: TradeStanding;
  /** The dispute that the event tells of, as it was then. */
  dispute?: Dispute;
  at: number;
};

/** A payer's claim that a transfer has this UTR: not proof, and not unique. */
export type UtrClaim = { utr: string; merchant_id: string; trade_id: string };

export type Adjustment = {
  merchant_id: string;
  adjustment_id: string;
  amount_cents: bigint;
  currency: string;
  reason: string;
  actor: Actor;
  at: number;
};

/** A line that waited is taken as the bank line with this id. */
export type TakenWaiting = {
  waiting_line_id: string;
  bank_line_id: string;
  note: string;
  actor: Actor;
  at: number;
};

/** A settlement follows its pay-out. */
export type SettlementMove = Pick<
  Settlement,
  'merchant_id' | 'settlement_id' | 'state' | 'changed_at'
>;

export type Change =
  | { kind: 'trade_created'; trade: Trade; event: TradeEvent }
  | { kind: 'trade_changed'; trade: Trade; event: TradeEvent }
  | { kind: 'entry'; entry: EntryDraft }
  | { kind: 'reserved'; reservation: Reservation }
  | { kind: 'reservation_closed'; trade: Trade; free_at: number | null; until: number }
  | {
      /** A pay-in's count on its account's day changes; negative if it is removed. */
      kind: 'account_used';
      merchant_id: string;
      receiving_account_id: string;
      day: number;
      count: number;
      amount_cents: bigint;
      /** True if the pay-in gets the account now. */
      is_given: boolean;
    }
  | { kind: 'payins_opened'; merchant_id: string; by: number }
  | { kind: 'client_used'; trade: Trade }
  | { kind: 'utr_claimed'; claim: UtrClaim }
  | { kind: 'utr_claim_ended'; claim: UtrClaim }
  | { kind: 'line_added'; record: LineRecord }
  | { kind: 'waiting_line_taken'; taken: TakenWaiting }
  | { kind: 'line_moved'; outcome: LineOutcome; from: LineOutcome['status'] }
  | { kind: 'line_reviewed'; act: LineActRecord }
  /** One line of a feed; `amount_cents`: its part of the day's sum. */
  | { kind: 'feed_counted'; feed_id: string; receiving_account_id: string; amount_cents: bigint }
  /** A line that its feed's limits did not hold back counts as usual for the account. */
  | { kind: 'habit_seen'; receiving_account_id: string; size: number; hour: number }
  | { kind: 'adjusted'; adjustment: Adjustment }
  | { kind: 'hold_changed'; hold: CreditHold; is_new: boolean }
  | { kind: 'dispute_changed'; dispute: Dispute; is_new: boolean }
  | { kind: 'dispute_message_added'; message: DisputeMessage }
  | { kind: 'settlement_approved'; settlement: Settlement }
  | { kind: 'settlement_moved'; settlement: SettlementMove }
  | { kind: 'attempt_added'; attempt: PayoutAttempt }
  | { kind: 'attempt_changed'; attempt: PayoutAttempt }
  | { kind: 'payouts_exported'; batch: PayoutBatch }
  | {
      /** The proposal is used up by the act that it allows. */
      kind: 'proposal_approved';
      proposal: Proposal;
      checker: Checker;
      at: number;
    }
  /** One person did it alone. */
  | { kind: 'act_counted'; counted: CountedAct }
  | { kind: 'audited'; entry: AuditEntry };

/** `found`: nothing had to change, because the result existed already. */
export type Result =
  | { kind: 'settlement'; settlement: Settlement; found: boolean }
  | { kind: 'holds'; holds: readonly CreditHold[]; found: boolean }
  | { kind: 'trade'; trade: Trade; found: boolean }
  | { kind: 'dispute'; dispute: Dispute; trade: Trade; found: boolean }
  | { kind: 'line'; record: LineRecord; found: boolean }
  | { kind: 'payout_batch'; batch: PayoutBatch; found: boolean }
  | { kind: 'payout_answer'; trade: Trade; effect: AnswerEffect; found: boolean }
  | { kind: 'adjustment'; adjustment: Adjustment; found: boolean };

export type Decision = { changes: readonly Change[]; result: Result };

export type Verdict = Decision | Refusal;

/** A rule needs facts that the batch left out: all of them are read, and it is decided again. */
export type FactsMissing = {
  facts_missing: string;
  /** Not of the database: the settings at hand are older than what was found. */
  of?: 'settings';
};

export type OrMissing<Value> = Value | FactsMissing;

export function isMissing(value: unknown): value is FactsMissing {
  return typeof value === 'object' && value !== null && 'facts_missing' in value;
}

/** Of a merchant that another process made less than a second ago. */
export const merchantMissing = (merchant_id: string): FactsMissing => ({
  facts_missing: `merchant ${merchant_id}`,
  of: 'settings',
});

/** For a world from which nothing was left out. */
export function withAllFacts<Value>(value: OrMissing<Value>): Value {
  if (isMissing(value)) throw new Error(`Not read: ${value.facts_missing}`);
  return value;
}
