// The record of an act in the audit trail: who did what to what, and why.
import { LINE_ACTS } from './bank-line.ts';
import { ACTS, type Requester } from './trade.ts';

/** Actions other than acts on trades and bank lines. */
const OTHER_ACTIONS = [
  'account_day_closed',
  'alert_acknowledged',
  'alert_settings_changed',
  'audit_exported',
  'balance_adjusted',
  'bank_lines_taken',
  'branding_changed',
  'callback_endpoint_disabled',
  'callback_endpoint_set',
  'callback_resent',
  'currencies_set',
  'dispute_accepted',
  'dispute_appealed',
  'dispute_asked',
  'dispute_assigned',
  'dispute_closed',
  'dispute_decided',
  'dispute_message_sent',
  'dispute_opened',
  'dispute_withdrawn',
  'encryption_key_removed',
  'encryption_key_rotated',
  'enrolment_link_opened',
  'factors_reset',
  'feed_token_changed',
  'feed_token_issued',
  'feed_token_revoked',
  'holds_released',
  'line_rule_changed',
  'link_failed',
  'logo_removed',
  'logo_set',
  'merchant_changed',
  'merchant_created',
  'operator_request_denied',
  'operator_token_changed',
  'operator_token_issued',
  'operator_token_revoked',
  'operator_token_rotated',
  'owner_created',
  'passkey_added',
  'passkey_removed',
  'passkey_renamed',
  'password_changed',
  'payin_refunded',
  'payout_answers_imported',
  'payout_answers_received',
  'payout_batch_created',
  'payout_batch_exported',
  'payout_file_read',
  'person_disabled',
  'person_enabled',
  'person_invited',
  'person_link_made',
  'person_link_used',
  'person_role_changed',
  'proof_key_rotated',
  'proof_signed',
  'rates_set',
  'receipt_downloaded',
  'receipt_removed',
  'receipts_expired',
  'receipts_locked',
  'receiving_account_changed',
  'receiving_account_created',
  'recovery_code_used',
  'recovery_codes_made',
  'second_factor_failed',
  'session_confirmed',
  'session_revoked',
  'sessions_revoked',
  'settlement_account_removed',
  'settlement_account_set',
  'settlement_approved',
  'settlement_discarded',
  'settlement_drafted',
  'sign_in_failed',
  'signed_in',
  'signed_out',
  'statement_imported',
  'tariffs_set',
  'token_issued',
  'token_revoked',
  'totp_activated',
  'totp_removed',
  'utr_locked',
] as const;

/** All actions of the trail, including those that proofs look up in it. */
export const AUDIT_ACTIONS = [
  ...ACTS.map((act) => `trade_${act}` as const),
  ...LINE_ACTS.map((act) => `bank_line_${act}` as const),
  ...OTHER_ACTIONS,
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type AuditNote = {
  action: AuditAction;
  /** A path, as in `trades/MERCHANT/TRADE`. */
  target: string;
  /** The request, without secrets and numbers. */
  detail: Readonly<Record<string, unknown>>;
};

export type AuditEntry = AuditNote & { at: number; actor: Requester };
