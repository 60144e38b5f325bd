// The kinds of answers that banks give about pay-outs, and the meaning of ISO 20022 codes.

/**
 * `received`: the bank has the message and says nothing more. `unknown`: the answer leaves open
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
  /** The answer is about the whole file, not about this payment. */
  of_file?: boolean;
};

/** The effect of an answer; `conflict` contradicts what is known and needs a person. */
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

/** False if the bank uses a status of its own, which a person has to interpret. */
export const isKnownStatus = (status: string): boolean => Object.hasOwn(KINDS, status);

/** Whether with this status the bank said that it has paid. */
export const isSettled = (status: string | null): boolean => KINDS[status ?? ''] === 'paid';

/** It rejects without a reason: a whole file that may be a copy, as no payment's own answer is. */
export const isBareRejection = (status: string | null, reason: string | null): boolean =>
  KINDS[status ?? ''] === 'rejected' && reason === null;

/**
 * Reasons that reject a duplicate, not the payment: if a file is uploaded twice, the second is
 * rejected while the first is paid. If the pay-out failed then, it could be paid again.
 */
const OF_A_COPY = new Set(['AM05', 'DUPL', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'FF03']);

/** An unknown code is recorded and changes nothing: banks invent codes. */
export function answerKind(
  status: string,
  reason: string | null,
  of: 'payment' | 'file',
): AnswerKind {
  const kind = KINDS[status] ?? 'received';
  if (kind !== 'rejected') return kind;
  if (reason !== null && OF_A_COPY.has(reason)) return 'unknown';
  // A whole file rejected without a reason may be a duplicate, too.
  return of === 'file' && reason === null ? 'unknown' : 'rejected';
}
