// Bank lines: movements on a receiving account as a statement or feed reports them, and their
// outcomes.
import type { Actor } from './origin.ts';

/** Append-only. `amount_cents` is signed: positive amounts came in. */
export type BankLine = {
  bank_line_id: string;
  receiving_account_id: string;
  currency: string;
  amount_cents: bigint;
  booked_at: number;
  /** False if the bank gave only a day: the time may be any moment of it. */
  booked_exactly: boolean;
  /** Canonical; from the bank's own field, otherwise found in the text. */
  utr: string | null;
  text: string | null;
  bank_id: string | null;
  /** From the bank's own id, otherwise from the content: importing twice is harmless. */
  line_key: string;
  received_at: number;
  /** The personal data cannot be decrypted any more and are null. */
  is_damaged?: true;
  /** The personal data were erased and are null. */
  is_erased?: true;
} & LineDetails;

/** `hand`: a person or their token gave it; `file`: an uploaded statement; `feed`: a feed. */
export const LINE_SOURCES = ['hand', 'file', 'feed'] as const;
export type LineSource = (typeof LINE_SOURCES)[number];

/** Details that only some banks give. */
export type LineDetails = {
  /** The statement that contained it; null if a feed or a person gave it. */
  statement_id: string | null;
  /** The sender or the recipient of the money. */
  counterparty_name: string | null;
  /** In its canonical form; masked wherever it is shown. */
  counterparty_number: string | null;
  /**
   * The bank's code for the kind of transaction, parts separated by `/`: `PMNT/RCDT/ESCT`, `NTRF`.
   */
  purpose: string | null;
  /** The sender's own id of the payment, unchanged through all banks. */
  end_to_end_id: string | null;
  /** Why a bank sent the money back: an ISO 20022 code such as `AC04`. */
  return_reason: string | null;
  /** How it came, for ever; null: before this was noted, or from the sandbox's bank. */
  source: LineSource | null;
  /** For a part: the line that a person split. Parts have no entry in the bank's account. */
  parent_line_id: string | null;
};

export const NO_DETAILS: LineDetails = {
  statement_id: null,
  counterparty_name: null,
  counterparty_number: null,
  purpose: null,
  end_to_end_id: null,
  return_reason: null,
  source: null,
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
  'too_early',
  'too_late',
  'other_utr',
  'partly_paid',
  'other_time',
  'no_candidate',
  'outgoing',
  'balance_limit',
  'feed_daily_sum',
  'feed_rate',
  'unusual_amount',
  'unusual_date',
  'unusual_hour',
  'repeated_id',
  'evidence_rejected',
  'overpaid',
  'credit_reversed',
  'beyond_credit',
  'divided',
  'kept',
  'credited_to_merchant',
  'recall',
  'recalled',
  'recall_for_review',
  'partial_recall',
  'assigned',
  'assigned_with_difference',
  'difference_to_house',
  'difference_to_merchant',
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
  'payout_given_up',
  'payout_paid_already',
  'payout_returned_already',
  'payout_never_left',
  'payout_final',
  'charged',
] as const;
export type LineReason = (typeof LINE_REASONS)[number];

/** Reasons of lines in suspense whose money came with a trade that is not credited with it. */
export const OWED_REASONS: readonly LineReason[] = ['overpaid', 'credit_reversed', 'beyond_credit'];

/** Reasons of lines in suspense that only a person decides, whoever claims them. */
export const FOR_PEOPLE: readonly LineReason[] = [
  'evidence_rejected',
  ...OWED_REASONS,
  'kept',
  'undone',
  'return_failed',
  'recall_for_review',
  'balance_limit',
  'feed_daily_sum',
  'feed_rate',
  'unusual_amount',
  'unusual_date',
  'unusual_hour',
  'repeated_id',
];

/**
 * Where a line's money is: matched to a trade, in suspense until somebody decides, in the line's
 * parts, booked as costs, on its way between own accounts, or sent back. `returned` names the
 * pay-out that sends it back; without one the bank reversed the line itself, and the two lines
 * cancel each other out in suspense. `credited` names only a merchant, who has its money. A part
 * whose split was undone is `withdrawn`: its parent has the money again. `difference`: the part
 * by which a line differs from its trade, borne by the house or by the trade's merchant.
 */
export const LINE_STATUSES = [
  'matched',
  'suspense',
  'split',
  'fee',
  'own_transfer',
  'returned',
  'credited',
  'difference',
  'withdrawn',
] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

/**
 * `merchant_id` and `trade_id` are set if `matched`, if a `difference`, or if `returned` by a
 * pay-out; otherwise null.
 */
export type LineOutcome = {
  bank_line_id: string;
  status: LineStatus;
  merchant_id: string | null;
  trade_id: string | null;
  reason: LineReason;
  candidates: readonly LineCandidate[];
  decided_at: number;
};

/** What a line and a trade may have in common. */
export const LINE_EVIDENCE = [
  'utr',
  'reference',
  'amount',
  'time',
  'same_transfer',
  'end_to_end_id',
  'bank_number',
] as const;
export type LineEvidence = (typeof LINE_EVIDENCE)[number];

/** A trade that a line might belong to, with the evidence for it (shown in the review queue). */
export type LineCandidate = {
  merchant_id: string;
  trade_id: string;
  score: number;
  evidence: readonly LineEvidence[];
};

export const LINE_ACTS = [
  'assign',
  'split',
  'fee',
  'own_transfer',
  'return',
  'undo',
  'credit',
  'keep',
] as const;
export type LineAct = (typeof LINE_ACTS)[number];

/** What a person did with a line, and why. A repeated command finds its act here. */
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

/**
 * Who bears the difference between a line and its trade. `payer`: the pay-in is credited with what
 * came.
 */
export const DIFFERENCE_BEARERS = ['house', 'merchant', 'payer'] as const;
export type DifferenceBearer = (typeof DIFFERENCE_BEARERS)[number];

export type LineRecord = { line: BankLine; outcome: LineOutcome };

/**
 * Two lines without a bank id and with the same content are the same line; the occurrence number
 * tells real twins apart.
 */
export function lineContent(
  line: Pick<BankLine, 'amount_cents' | 'booked_at' | 'utr' | 'text'>,
): string {
  return JSON.stringify([line.amount_cents.toString(), line.booked_at, line.utr, line.text]);
}

const UTR_SHAPES = [/^\d{12}$/, /^[A-Z]{4}[A-Z0-9]{12}$/, /^[A-Z]{4}[A-Z0-9]{18}$/];

/** The UTR in a bank's narration: the first word with a known form, most reliable form first. */
export function utrInText(text: string | null): string | null {
  const words = (text ?? '').toUpperCase().split(/[^A-Z0-9]+/);
  for (const shape of UTR_SHAPES) {
    const found = words.find((word) => shape.test(word) && /\d{4}/.test(word));
    if (found !== undefined) return found;
  }
  return null;
}
