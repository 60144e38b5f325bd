// The published limits: the documented numbers, and proof that the rules enforce the same ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAttemptAt } from '../../../server/domain/callback/retry.ts';
import { isFreshSignature } from '../../../server/domain/callback/signature.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import { normaliseUtr } from '../../../server/domain/values/utr.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('the limits are those that merchants, payers and operators were told', () => {
  assert.deepEqual(LIMITS, {
    amount_min_cents: 1,
    amount_max_cents: 1_000_000_000_000,
    balance_max_cents: 9_000_000_000_000_000,
    percent_max_decimals: 4,
    exchange_rate_max_decimals: 8,
    order_id_max_length: 128,
    client_id_max_length: 128,
    name_max_length: 128,
    bank_name_max_length: 128,
    description_max_length: 128,
    metadata_keys_max: 20,
    metadata_key_max_length: 40,
    metadata_value_max_length: 500,
    metadata_filters_max: 3,
    url_max_length: 2_048,
    body_max_bytes: 64 * 1_024,
    payin_life_default_ms: 15 * MINUTE_MS,
    payin_life_min_ms: 5 * MINUTE_MS,
    payin_life_max_ms: HOUR_MS,
    late_exact_max_ms: 24 * HOUR_MS,
    late_evidence_max_ms: 5 * 24 * HOUR_MS,
    dispute_max_ms: 180 * 24 * HOUR_MS,
    reservation_hold_ms: HOUR_MS,
    reservation_kept_ms: 14 * 24 * HOUR_MS,
    amount_shift_max_cents: 99,
    utr_min_length: 8,
    utr_max_length: 35,
    utr_replacements_max: 3,
    page_utr_tries_max: 5,
    page_receipt_tries_max: 5,
    receipts_per_payin_max: 5,
    receipt_max_bytes: 10 * 1_024 * 1_024,
    receipt_kept_ms: 200 * 24 * HOUR_MS,
    dispute_file_kept_ms: 400 * 24 * HOUR_MS,
    active_tokens_max: 5,
    requests_per_second: 1_000,
    requests_burst: 2_000,
    token_rate_limit_max: 1_000_000,
    signature_tolerance_ms: 300_000,
    proposal_life_ms: 72 * HOUR_MS,
    session_idle_ms: 15 * MINUTE_MS,
    session_life_ms: 12 * HOUR_MS,
    invitation_life_ms: 72 * HOUR_MS,
    reset_link_life_ms: 2 * HOUR_MS,
    sign_in_link_life_ms: 24 * HOUR_MS,
    sign_in_lock_max_ms: HOUR_MS,
    known_address_ms: 30 * 24 * HOUR_MS,
    callback_timeout_ms: 10_000,
    callback_attempts_max: 11,
    callback_endpoints_max: 20,
    callback_concurrent_max: 64,
    callback_per_second_max: 1_000,
    callback_tests_max: 16,
    callback_retry_after_max_ms: 24 * HOUR_MS,
    callback_reply_max_bytes: 64 * 1_024,
    callback_reply_stored_bytes: 1_024,
  });
});

test('the rules hold at the published edges and not beyond', () => {
  const utr = (length: number) => normaliseUtr('A'.repeat(length)) !== null;
  assert.deepEqual(
    [LIMITS.utr_min_length - 1, LIMITS.utr_min_length, LIMITS.utr_max_length].map(utr),
    [false, true, true],
  );
  assert.equal(utr(LIMITS.utr_max_length + 1), false);

  const retried = (attempt: number) => nextAttemptAt({ attempt, now: 0, jitter: 0 }) !== null;
  assert.equal(retried(LIMITS.callback_attempts_max - 1), true);
  assert.equal(retried(LIMITS.callback_attempts_max), false);

  assert.equal(isFreshSignature(1_000, 1_000_000 + LIMITS.signature_tolerance_ms), true);
  assert.equal(isFreshSignature(1_000, 1_001_000 + LIMITS.signature_tolerance_ms), false);
});
