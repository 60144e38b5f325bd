// Second factors: who needs one, what a sign-in still lacks, when a factor may be removed, and how
// long a confirmation counts.

import { type Refusal, refuse } from '../service/refusal.ts';
import type { ServiceMode } from '../service/service-mode.ts';

export const PASSKEYS_MAX = 10;

/** The active factors of a person. */
export type Factors = { has_totp: boolean; passkeys: number; recovery_codes: number };

export const NO_FACTORS: Factors = { has_totp: false, passkeys: 0, recovery_codes: 0 };

const factorCount = ({ has_totp, passkeys }: Factors): number => (has_totp ? 1 : 0) + passkeys;

export const hasFactor = (factors: Factors): boolean => factorCount(factors) > 0;

/**
 * Everybody needs a second factor in live mode, viewers too: they read what customers paid, and
 * their role may be raised at any time.
 */
export const needsFactor = (mode: ServiceMode): boolean => mode === 'live';

/**
 * What a person must do after the password. `enrol`: set up the first factor. `enrol_by_link`: the
 * factors were removed, so that the password alone must not be enough to set up new ones.
 */
export type SignInStep = 'none' | 'second_factor' | 'enrol' | 'enrol_by_link';

export function nextSignInStep(
  mode: ServiceMode,
  factors: Factors,
  needs_link: boolean,
): SignInStep {
  if (hasFactor(factors)) return 'second_factor';
  if (needs_link) return 'enrol_by_link';
  return needsFactor(mode) ? 'enrol' : 'none';
}

/** What a person can give to complete a sign-in. */
export const SECOND_FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number];

export function secondFactorMethods(factors: Factors): SecondFactorMethod[] {
  const has: Readonly<Record<SecondFactorMethod, boolean>> = {
    totp: factors.has_totp,
    passkey: factors.passkeys > 0,
    recovery_code: hasFactor(factors) && factors.recovery_codes > 0,
  };
  return SECOND_FACTOR_METHODS.filter((method) => has[method]);
}

/** The last factor stays if the mode asks for one: it can be replaced, but not removed. */
export function refuseLastFactor(mode: ServiceMode, factors: Factors): Refusal | null {
  if (!needsFactor(mode) || factorCount(factors) > 1) return null;
  return refuse(
    'factor_needed',
    'This is the only second factor, and everybody needs one here: set up another one first.',
  );
}

export function refuseTooManyPasskeys(factors: Factors): Refusal | null {
  if (factors.passkeys < PASSKEYS_MAX) return null;
  return refuse('factor_limit', `A person has at most ${PASSKEYS_MAX} passkeys.`);
}

/** How long a confirmation counts for acts that ask for a recent one. */
export const CONFIRMATION_LIFE_MS = 5 * 60_000;

/** A process's idea of the database's clock may be behind by as much as an answer takes. */
const CLOCK_SKEW_MS = 5_000;

/** Both times are of the database's clock; a confirmation from the future does not count. */
export function isFreshConfirmation(confirmed_at: number | null, now: number): boolean {
  if (confirmed_at === null) return false;
  const age_ms = now - confirmed_at;
  return age_ms >= -CLOCK_SKEW_MS && age_ms <= CONFIRMATION_LIFE_MS;
}

/**
 * What confirms a session: the person's second factor, so that an unlocked browser and a password
 * seen over the shoulder are not enough; the password only if there is no factor.
 */
const CONFIRMATION_METHODS = ['password', 'totp', 'passkey'] as const;
export type ConfirmationMethod = (typeof CONFIRMATION_METHODS)[number];

export function confirmationMethods(factors: Factors): ConfirmationMethod[] {
  const has: Readonly<Record<ConfirmationMethod, boolean>> = {
    password: !hasFactor(factors),
    totp: factors.has_totp,
    passkey: factors.passkeys > 0,
  };
  return CONFIRMATION_METHODS.filter((method) => has[method]);
}

export function refuseWrongMethod(
  method: ConfirmationMethod | 'recovery_code',
  factors: Factors,
  by: 'session' | 'token' = 'session',
): Refusal | null {
  // A passkey answers a browser only.
  const allowed = confirmationMethods(factors).filter(
    (one) => by === 'session' || one !== 'passkey',
  );
  if (allowed.some((one) => one === method)) return null;
  if (allowed.length === 0) {
    const detail = 'A token is confirmed with a code: set up an authenticator app in the console.';
    return refuse('act_not_allowed', detail);
  }
  const words = allowed.map((one) => (one === 'totp' ? 'code' : one)).join(' or ');
  return refuse('act_not_allowed', `This ${by} is confirmed with: ${words}.`);
}

export function refuseWithoutPasskey(passkeys: number): Refusal | null {
  return passkeys > 0 ? null : refuse('act_not_allowed', 'You have no passkey.');
}

export function refuseCodesWithoutFactor(factors: Factors): Refusal | null {
  if (hasFactor(factors)) return null;
  return refuse('second_factor_needed', 'Recovery codes stand in for a second factor.');
}

/** Their own factors somebody else removes: an open browser must not be enough. */
export function refuseOwnReset(person_id: string, asked_by: string | null): Refusal | null {
  if (person_id !== asked_by) return null;
  const detail = 'Another owner removes your factors; you can replace each yourself.';
  return refuse('forbidden', detail);
}

/** A secret that was offered for a code app waits this long. */
const OFFER_LIFE_MS = 30 * 60_000;

/** `offered`: null if none was. */
export function openOffer<Offer extends { readonly created_at: number }>(
  offered: Offer | null,
  now: number,
): Offer | Refusal {
  if (offered !== null && now - offered.created_at <= OFFER_LIFE_MS) return offered;
  return refuse('act_not_allowed', 'Ask for a new secret first; one waits for 30 minutes.');
}

/**
 * In a session that lacks the second factor only the first one is set up, and after a removal only
 * in the session that opened the link. `link`: null if none was made.
 */
export function refuseFirstFactor(
  factors: Factors,
  link: { readonly session_id: string | null } | null,
  session_id: string,
): Refusal | null {
  if (hasFactor(factors)) {
    return refuse('second_factor_needed', 'Give the second factor first; then you can change it.');
  }
  if (link === null || link.session_id === session_id) return null;
  return refuse(
    'enrolment_link_needed',
    'Your second factors were removed: open the link that you were given, then set up new ones.',
  );
}
