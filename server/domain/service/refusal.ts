// The refusals of the service: one closed list, so that a new code does not compile until it has an
// HTTP status and a documentation page.

/** One wrong field of a request: which field, what kind of error, and how to correct it. */
export type FieldError = { field: string; code: FieldErrorCode; message: string };

export const FIELD_ERROR_CODES = [
  'required',
  'type',
  'length',
  'format',
  'range',
  'unknown_value',
  'not_allowed',
] as const;
export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number];

export const REFUSAL_CODES = [
  'unreadable_request',
  'invalid_json',
  'unauthorized',
  'sign_in_failed',
  'insufficient_scope',
  'forbidden',
  'confirmation_required',
  'second_factor_needed',
  'enrolment_link_needed',
  'not_found',
  'no_proof_yet',
  'method_not_allowed',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'invalid_request',
  'order_id_taken',
  'reference_taken',
  'insufficient_funds',
  'balance_limit',
  'no_receiving_account_available',
  'no_exchange_rate',
  'amount_out_of_range',
  'client_limit',
  'merchant_limit',
  'refund_too_large',
  'payin_archived',
  'act_not_allowed',
  'changed_meanwhile',
  'line_beside',
  'utr_already_used',
  'utr_too_late',
  'utr_change_limit',
  'utr_locked',
  'token_limit',
  'person_state',
  'last_owner',
  'second_factor_wrong',
  'factor_needed',
  'factor_limit',
  'approval_required',
  'second_person_required',
  'proposal_closed',
  'proposal_changed',
  'statement_invalid',
  'rate_limited',
  'takes_too_long',
  'header_too_large',
  'internal',
  'unavailable',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The members that an error may have in addition to the common ones. */
export const ERROR_MEMBERS = [
  'retry_after',
  'reason',
  'id',
  'act',
  'state',
  'sequence',
  'limit',
  'refundable_cents',
  'archived_month',
  'changed_act',
  'changed_by',
  'changed_at',
  'missing_right',
  'changed',
  'end_to_end_id',
  'attempt_state',
  'sum_of',
  'sum_cents',
  'sum_from_cents',
] as const;
export type ErrorMember = (typeof ERROR_MEMBERS)[number];

/** An expected failure: a value that http/ turns into a status and a body, never an exception. */
export type Refusal = {
  refused: true;
  code: RefusalCode;
  detail: string;
  errors?: readonly FieldError[];
  /**
   * Members of the error body in addition to the common ones, or replacing them (snake_case,
   * without secrets).
   */
  extra?: Readonly<Partial<Record<ErrorMember, string | number | null> & { retryable: boolean }>>;
  retry_after_s?: number;
};

/** Makes a refusal; `detail` is one sentence for the person who reads the answer. */
export function refuse(
  code: RefusalCode,
  detail: string,
  more: Pick<Refusal, 'errors' | 'extra' | 'retry_after_s'> = {},
): Refusal {
  return { refused: true, code, detail, ...more };
}

/** Refuses a request with wrong fields: reports all of them, in field order. */
export function refuseFields(errors: readonly FieldError[]): Refusal {
  const names = errors.map((error) => error.field).join(', ');
  return refuse('invalid_request', `The request has wrong fields: ${names}.`, { errors });
}

/** The same for what never was and for what is not theirs, so that nobody learns which. */
export const refuseUnknown = (): Refusal => refuse('not_found', 'There is nothing here.');

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
