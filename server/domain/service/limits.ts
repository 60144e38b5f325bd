// The numeric limits, as data: `GET /api/v1/limits` publishes the values that the code enforces.

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/durations.ts';
import { ruleFor } from '../../lib/token-bucket.ts';
import { RETRY_AFTER_MAX_MS, RETRY_DELAYS_MS } from '../callback/retry.ts';
import { SIGNATURE_TOLERANCE_S } from '../callback/signature.ts';
import { MAX_AMOUNT_CENTS, MAX_BALANCE_CENTS, toWireInteger } from '../values/money.ts';
import { PERCENT_MAX_DECIMALS, RATE_MAX_DECIMALS } from '../values/rate.ts';
import { URL_MAX_LENGTH } from '../values/web-address.ts';
import { RETENTION } from './retention-kinds.ts';

/** For a token without a limit of its own, unless RATE_LIMIT_PER_SECOND is set. */
const TOKEN_RULE = ruleFor(1_000);

export const LIMITS = {
  amount_min_cents: 1,
  amount_max_cents: toWireInteger(MAX_AMOUNT_CENTS),
  /** For a merchant's whole balance and each part of it, above and below zero. */
  balance_max_cents: toWireInteger(MAX_BALANCE_CENTS),
  percent_max_decimals: PERCENT_MAX_DECIMALS,
  exchange_rate_max_decimals: RATE_MAX_DECIMALS,

  order_id_max_length: 128,
  client_id_max_length: 128,
  name_max_length: 128,
  bank_name_max_length: 128,
  /** What a payer sees beside the amount. */
  description_max_length: 128,
  /** Texts of a merchant's own on an order; a list is filtered by a few of them. */
  metadata_keys_max: 20,
  metadata_key_max_length: 40,
  metadata_value_max_length: 500,
  metadata_filters_max: 3,
  url_max_length: URL_MAX_LENGTH,
  body_max_bytes: 65_536,

  /** How long a pay-in waits for its payer; a merchant's own setting stays within these bounds. */
  payin_life_default_ms: 15 * MINUTE_MS,
  payin_life_min_ms: 5 * MINUTE_MS,
  payin_life_max_ms: 60 * MINUTE_MS,
  /**
   * After a pay-in's end, money of the exact amount still completes it, and evidence still opens a
   * check.
   */
  late_exact_max_ms: 24 * HOUR_MS,
  late_evidence_max_ms: 5 * DAY_MS,
  /** How long a completed trade may be disputed or reversed. */
  dispute_max_ms: 180 * DAY_MS,
  /** How long a reservation keeps its amount after its pay-in has ended. */
  reservation_hold_ms: 60 * MINUTE_MS,
  /** How long after a pay-in's end its amount and reference still find it, for late imports. */
  reservation_kept_ms: 14 * DAY_MS,
  amount_shift_max_cents: 99,

  utr_min_length: 8,
  utr_max_length: 35,
  utr_replacements_max: 3,
  page_utr_tries_max: 5,
  /** Uploaded files that were not receipts, per pay-in. */
  page_receipt_tries_max: 5,
  receipts_per_payin_max: 5,
  receipt_max_bytes: 10 * 1_024 * 1_024,
  /** Unless the operator has set other days; then the file is deleted, and its row stays. */
  receipt_kept_ms: RETENTION.receipts.days * DAY_MS,
  dispute_file_kept_ms: RETENTION.dispute_files.days * DAY_MS,

  active_tokens_max: 5,
  /** The highest limit that one token may be given. */
  token_rate_limit_max: 1_000_000,
  requests_per_second: TOKEN_RULE.per_second,
  requests_burst: TOKEN_RULE.burst,
  signature_tolerance_ms: SIGNATURE_TOLERANCE_S * SECOND_MS,

  /** A proposal waits for a second person over a weekend. */
  proposal_life_ms: 72 * HOUR_MS,
  session_idle_ms: 15 * MINUTE_MS,
  session_life_ms: 12 * HOUR_MS,
  /** An invitation travels by e-mail and waits over a weekend; a reset is handed over. */
  invitation_life_ms: 72 * HOUR_MS,
  reset_link_life_ms: 2 * HOUR_MS,
  /** Of the link that a sandbox prints for its own owner. */
  sign_in_link_life_ms: 24 * HOUR_MS,
  sign_in_lock_max_ms: 60 * MINUTE_MS,
  /** For so long an account signs in from a known address although strangers have locked it. */
  known_address_ms: 30 * DAY_MS,

  callback_endpoints_max: 20,
  /** The highest limits that an endpoint may be given. */
  callback_concurrent_max: 64,
  callback_per_second_max: 1_000,
  /** Tests of endpoints at once, in one process. */
  callback_tests_max: 16,
  callback_timeout_ms: 10 * SECOND_MS,
  /** The first attempt, and one for each delay of the schedule. */
  callback_attempts_max: RETRY_DELAYS_MS.length + 1,
  callback_retry_after_max_ms: RETRY_AFTER_MAX_MS,
  callback_reply_max_bytes: 65_536,
  callback_reply_stored_bytes: 1_024,
} as const;
