// What a decision changes: the closed list of changes that the one writer can write.
import type { AuditEntry } from './audit.ts';
import type { LineOutcome, LineRecord } from './bank-line.ts';
import type { EntryDraft } from './ledger.ts';
import type { Reservation } from './receiving-account.ts';
import type { Refusal } from './refusal.ts';
import type { Act, Actor, Trade, TradeStanding } from './trade.ts';

/** What merchants are told, and what the timeline shows: one per `sequence` of a trade. */
export type TradeEvent = {
  merchant_id: string;
  trade_id: string;
  sequence: number;
  type: string;
  act: Act;
  actor: Actor;
  note: string | null;
  standing: TradeStanding;
  at: number;
};

/** A payer's word that a transfer has this UTR: never proof, never unique. */
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

export type Change =
  | { kind: 'trade_created'; trade: Trade; event: TradeEvent }
  | { kind: 'trade_changed'; trade: Trade; event: TradeEvent }
  | { kind: 'entry'; entry: EntryDraft }
  | { kind: 'reserved'; reservation: Reservation }
  | { kind: 'reservation_closed'; trade: Trade; free_at: number | null; until: number }
  | { kind: 'account_used'; receiving_account_id: string; day: number; amount_cents: bigint }
  | { kind: 'client_used'; trade: Trade }
  | { kind: 'utr_claimed'; claim: UtrClaim }
  | { kind: 'utr_claim_ended'; claim: UtrClaim }
  | { kind: 'line_added'; record: LineRecord }
  | { kind: 'line_moved'; outcome: LineOutcome; from: LineOutcome['status'] }
  | { kind: 'adjusted'; adjustment: Adjustment }
  | { kind: 'audited'; entry: AuditEntry };

/** `found`: nothing had to change, the answer was already there. */
export type Result =
  | { kind: 'trade'; trade: Trade; found: boolean }
  | { kind: 'line'; record: LineRecord; found: boolean }
  | { kind: 'adjustment'; adjustment: Adjustment; found: boolean };

export type Decision = { changes: readonly Change[]; result: Result };

export type Verdict = Decision | Refusal;
