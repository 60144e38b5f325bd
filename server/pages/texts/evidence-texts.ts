// The texts that a language must have about pasted messages, "I have paid" and receipts.

export const EVIDENCE_PROBLEMS = [
  'utr_too_long',
  'utr_not_found',
  'utr_own_number',
  'utr_account_number',
  'utr_amount_or_date',
  'utr_unsure',
  'receipt_empty',
  'receipt_too_large',
  'receipt_wrong_type',
  'receipt_pdf',
  'receipt_unknown_type',
  'receipt_damaged',
  'receipt_mixed',
  'receipt_oversized',
  'receipt_animated',
  'receipt_full',
  'receipt_tried',
  'receipt_busy',
  'words_empty',
  'words_too_long',
] as const;
export type EvidenceProblem = (typeof EVIDENCE_PROBLEMS)[number];

export type EvidenceTexts = {
  /** Beside the field: a whole message may be pasted. */
  paste: string;
  /** Above the numbers to choose from. */
  choose: string;
  /** No other UTR is accepted on this page. */
  locked: string;
  paid: Record<'heading' | 'text' | 'send' | 'said', string>;
  receipt: Record<'heading' | 'help' | 'label' | 'send' | 'given' | 'full', string>;
  /** `ask`: before anything is contested. */
  dispute: Record<
    | 'ask'
    | 'ask_text'
    | 'heading'
    | 'waits'
    | 'waits_for_you'
    | 'over'
    | 'you'
    | 'service'
    | 'file'
    | 'label'
    | 'seen'
    | 'send',
    string
  >;
  problems: Record<EvidenceProblem, string>;
};
