// Who needs a second factor, what a sign-in lacks, which factor may go, how long a confirmation
// counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CONFIRMATION_LIFE_MS,
  confirmationMethods,
  type Factors,
  isFreshConfirmation,
  NO_FACTORS,
  nextSignInStep,
  PASSKEYS_MAX,
  refuseLastFactor,
  refuseTooManyPasskeys,
  type SignInStep,
  secondFactorMethods,
} from '../../../server/domain/factor/second-factor.ts';
import type { ServiceMode } from '../../../server/domain/service/service-mode.ts';
import { fc } from '../../support/property.ts';

const TOTP_ONLY: Factors = { has_totp: true, passkeys: 0, recovery_codes: 10 };
const PASSKEY_ONLY: Factors = { has_totp: false, passkeys: 1, recovery_codes: 0 };
const BOTH: Factors = { has_totp: true, passkeys: 2, recovery_codes: 3 };
/** Left by a removal: they stand in for nothing. */
const CODES_ONLY: Factors = { ...NO_FACTORS, recovery_codes: 5 };

test('what a sign-in still needs after the password', () => {
  const table: [ServiceMode, Factors, needs_link: boolean, SignInStep][] = [
    ['live', NO_FACTORS, false, 'enrol'],
    ['live', NO_FACTORS, true, 'enrol_by_link'],
    ['live', CODES_ONLY, false, 'enrol'],
    ['live', TOTP_ONLY, false, 'second_factor'],
    ['live', PASSKEY_ONLY, true, 'second_factor'],
    ['sandbox', NO_FACTORS, false, 'none'],
    ['sandbox', NO_FACTORS, true, 'enrol_by_link'],
    ['sandbox', CODES_ONLY, false, 'none'],
    ['sandbox', TOTP_ONLY, false, 'second_factor'],
    ['sandbox', BOTH, false, 'second_factor'],
  ];
  for (const [mode, factors, needs_link, step] of table) {
    assert.equal(nextSignInStep(mode, factors, needs_link), step, JSON.stringify([mode, factors]));
  }
});

test('a sign-in takes what the person has', () => {
  const table: [Factors, string[]][] = [
    [NO_FACTORS, []],
    [CODES_ONLY, []],
    [TOTP_ONLY, ['totp', 'recovery_code']],
    [PASSKEY_ONLY, ['passkey']],
    [BOTH, ['totp', 'passkey', 'recovery_code']],
  ];
  for (const [factors, methods] of table) assert.deepEqual(secondFactorMethods(factors), methods);
});

test('a session is confirmed by the second factor, by the password only without one', () => {
  const table: [Factors, string[]][] = [
    [NO_FACTORS, ['password']],
    [CODES_ONLY, ['password']],
    [TOTP_ONLY, ['totp']],
    [PASSKEY_ONLY, ['passkey']],
    [BOTH, ['totp', 'passkey']],
  ];
  for (const [factors, methods] of table) assert.deepEqual(confirmationMethods(factors), methods);
});

test('the last factor stays in live mode, and only there', () => {
  for (const factors of [TOTP_ONLY, PASSKEY_ONLY]) {
    assert.equal(refuseLastFactor('live', factors)?.code, 'factor_needed');
    assert.equal(refuseLastFactor('sandbox', factors), null);
  }
  assert.equal(refuseLastFactor('live', BOTH), null);
  assert.equal(refuseLastFactor('live', { ...NO_FACTORS, passkeys: 2 }), null);
});

test('a person has a limited number of passkeys', () => {
  const having = (passkeys: number) => refuseTooManyPasskeys({ ...NO_FACTORS, passkeys });
  assert.equal(having(PASSKEYS_MAX - 1), null);
  assert.equal(having(PASSKEYS_MAX)?.code, 'factor_limit');
});

test('a confirmation counts for five minutes', () => {
  const at = 1_800_000_000_000;
  assert.equal(CONFIRMATION_LIFE_MS, 300_000);
  assert.equal(isFreshConfirmation(null, at), false);
  assert.equal(isFreshConfirmation(at, at), true);
  assert.equal(isFreshConfirmation(at, at + 300_000), true);
  assert.equal(isFreshConfirmation(at, at + 300_001), false);
  assert.equal(isFreshConfirmation(at + 5_000, at), true, 'the clocks differ a little');
  assert.equal(isFreshConfirmation(at + 5_001, at), false, 'a confirmation from the future');
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (confirmed_at, now) => {
      const age = now - confirmed_at;
      assert.equal(isFreshConfirmation(confirmed_at, now), age >= -5_000 && age <= 300_000);
    }),
  );
});
