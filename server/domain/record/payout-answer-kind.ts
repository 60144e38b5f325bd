// The kinds of answers that banks give about pay-outs, and what the codes of ISO 20022 mean here.

/**
 * `received`: the bank has the message and says nothing more. `unknown`: what it says leaves open
 * whether it pays.
 */
export const ANSWER_KINDS = ['received', 'accepted', 'paid', 'rejected', 'unknown'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

export type PayoutAnswer = {
  kind: AnswerKind;
  /** The bank's own codes and words. */
  status: string;
  reason: string | null;
  text: string | null;
  /** Canonical. */
  utr: string | null;
  /** Said of the whole file, not of this payment. */
  of_file?: boolean;
};

/** What an answer did: `conflict` contradicts what is known, and needs a person. */
export const ANSWER_EFFECTS = [
  'paid',
  'rejected',
  'noted',
  'known',
  'conflict',
  'unknown_id',
] as const;
export type AnswerEffect = (typeof ANSWER_EFFECTS)[number];

/** ISO 20022 external payment transaction status codes. */
const KINDS: Readonly<Record<string, AnswerKind>> = {
  RCVD: 'received',
  PDNG: 'received',
  PATC: 'received',
  ACTC: 'accepted',
  ACCP: 'accepted',
  ACFC: 'accepted',
  ACSP: 'accepted',
  ACWC: 'accepted',
  ACWP: 'accepted',
  ACSC: 'paid',
  ACCC: 'paid',
  RJCT: 'rejected',
  CANC: 'rejected',
};

/** False where the bank uses a word of its own: what it means, a person has to find out. */
export const isKnownStatus = (status: string): boolean => Object.hasOwn(KINDS, status);

/**
 * Reasons that reject a copy, not the payment: a file that was uploaded twice is rejected the
 * second time while the first is paid. Failing the pay-out would let it be paid again.
 */
const OF_A_COPY = new Set(['AM05', 'DUPL', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'FF03']);

/** A code that is not known here is noted and moves nothing: banks invent codes. */
export function answerKind(
  status: string,
  reason: string | null,
  of: 'payment' | 'file',
): AnswerKind {
  const kind = KINDS[status] ?? 'received';
  if (kind !== 'rejected') return kind;
  if (reason !== null && OF_A_COPY.has(reason)) return 'unknown';
  // A whole file rejected without a word why may be a copy, too.
  return of === 'file' && reason === null ? 'unknown' : 'rejected';
}
