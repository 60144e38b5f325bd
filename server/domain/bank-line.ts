// Bank lines: what a statement or feed says moved on a receiving account, and what became of each
// line.

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
  'evidence_rejected',
] as const;
export type LineReason = (typeof LINE_REASONS)[number];

/** Where a line's money is: with one trade, or in suspense until somebody decides. */
export type LineOutcome = {
  bank_line_id: string;
  status: 'matched' | 'suspense';
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
