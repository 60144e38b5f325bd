// Bank lines: what a statement or feed says moved on a receiving account, and what became of each
// line.
import type { Actor } from './trade.ts';

/** Append-only. `amount_cents` is signed: positive came in. */
export type BankLine = {
  bank_line_id: string;
  receiving_account_id: string;
  currency: string;
  amount_cents: bigint;
  booked_at: number;
  /** False where the bank gave only a day: the line may stand for any moment of it. */
  booked_exactly: boolean;
  /** Canonical; the bank's own field, else the one found in the text. */
  utr: string | null;
  text: string | null;
  bank_id: string | null;
  /** The bank's own id, else content plus occurrence number: importing twice is harmless. */
  line_key: string;
  received_at: number;
  /** What it told of people cannot be opened any more, and is null. */
  is_damaged?: true;
} & LineDetails;

/** What only some banks tell of a line. */
export type LineDetails = {
  /** The statement that brought it; null where a feed or a person gave it. */
  statement_id: string | null;
  /** Who sent the money, or got it. */
  counterparty_name: string | null;
  /** In its canonical form; masked wherever it is shown. */
  counterparty_number: string | null;
  /** The bank's code for the kind of transaction, parts apart by `/`: `PMNT/RCDT/ESCT`, `NTRF`. */
  purpose: string | null;
  /** What the sender of the payment called it, unchanged through all banks. */
  end_to_end_id: string | null;
  /** Why a bank sent the money back: a code of ISO 20022 as `AC04`. */
  return_reason: string | null;
  /** Of a part: the line that a person split. Parts have no entry in the bank's account. */
  parent_line_id: string | null;
};

export const NO_DETAILS: LineDetails = {
  statement_id: null,
  counterparty_name: null,
  counterparty_number: null,
  purpose: null,
  end_to_end_id: null,
  return_reason: null,
  parent_line_id: null,
};

export const LINE_REASONS = [
  'utr_account_amount',
  'reference',
  'account_amount_time',
  'utr_amount_mismatch',
  'reference_amount_mismatch',
  'several_candidates',
  'trade_already_paid',
  'trade_not_payable',
  'too_late',
  'no_candidate',
  'outgoing',
  'balance_limit',
  'feed_daily_sum',
  'feed_rate',
  'unusual_amount',
  'unusual_date',
  'unusual_hour',
  'evidence_rejected',
  'recall',
  'recalled',
  'recall_for_review',
  'assigned',
  'split_in_parts',
  'part_of_split',
  'split_undone',
  'marked_fee',
  'marked_own_transfer',
  'returned_to_sender',
  'return_failed',
  'undone',
  'payout_reference',
  'payout_utr',
  'payout_amount_time',
  'payout_returned',
  'payout_returned_early',
  'payout_amount_mismatch',
  'payout_not_paid',
  'charged',
] as const;
export type LineReason = (typeof LINE_REASONS)[number];

/** Of lines in suspense about which only a person decides, whatever is claimed of them. */
export const FOR_PEOPLE: readonly LineReason[] = [
  'evidence_rejected',
  'undone',
  'return_failed',
  'recall_for_review',
  'balance_limit',
  'feed_daily_sum',
  'feed_rate',
  'unusual_amount',
  'unusual_date',
  'unusual_hour',
];

/**
 * Where a line's money is: with one trade; in suspense until somebody decides; in its parts; among
 * the costs; on its way between own accounts; or sent back. `returned` has the pay-out that sends
 * it back; without one the bank took it back itself, and two such lines cancel each other out in
 * suspense. A part whose split was undone is `withdrawn`: its money is its parent's again.
 */
export const LINE_STATUSES = [
  'matched',
  'suspense',
  'split',
  'fee',
  'own_transfer',
  'returned',
  'withdrawn',
] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

/** `merchant_id` and `trade_id`: of `matched`, and of `returned` by a pay-out; else null. */
export type LineOutcome = {
  bank_line_id: string;
  status: LineStatus;
  merchant_id: string | null;
  trade_id: string | null;
  reason: LineReason;
  candidates: readonly LineCandidate[];
  decided_at: number;
};

/** A trade that a line might belong to, with the evidence for it (shown in the review queue). */
export type LineCandidate = {
  merchant_id: string;
  trade_id: string;
  score: number;
  evidence: readonly string[];
};

export const LINE_ACTS = ['assign', 'split', 'fee', 'own_transfer', 'return', 'undo'] as const;
export type LineAct = (typeof LINE_ACTS)[number];

/** What a person did with a line, and why. Known again by the command that did it. */
export type LineActRecord = {
  bank_line_id: string;
  command_id: string;
  act: LineAct;
  from_status: LineStatus;
  to_status: LineStatus;
  /** The trade that the act was about. */
  merchant_id: string | null;
  trade_id: string | null;
  actor: Actor;
  note: string;
  at: number;
};

export type LineRecord = { line: BankLine; outcome: LineOutcome };

/**
 * The content that makes two lines without a bank id the same; the occurrence number tells twins
 * apart.
 */
export function lineContent(
  line: Pick<BankLine, 'amount_cents' | 'booked_at' | 'utr' | 'text'>,
): string {
  return JSON.stringify([line.amount_cents.toString(), line.booked_at, line.utr, line.text]);
}

const UTR_SHAPES = [/^\d{12}$/, /^[A-Z]{4}[A-Z0-9]{12}$/, /^[A-Z]{4}[A-Z0-9]{18}$/];

/**
 * The UTR that a bank's narration names: the first word of a known shape, best-known shape first.
 */
export function utrInText(text: string | null): string | null {
  const words = (text ?? '').toUpperCase().split(/[^A-Z0-9]+/);
  for (const shape of UTR_SHAPES) {
    const found = words.find((word) => shape.test(word) && /\d{4}/.test(word));
    if (found !== undefined) return found;
  }
  return null;
}
