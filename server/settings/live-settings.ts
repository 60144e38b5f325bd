// What live mode requires of the settings beyond the sandbox: real secrets and addresses for real
// money.
import type { BankAnswers } from '../domain/sandbox/magic-values.ts';
import { isGuessable, isGuessableKey } from './secret-strength.ts';

/** The settings that are checked; a value is undefined if it was not given, or cannot be read. */
export type LiveSettings = {
  has_place: boolean;
  has_key: boolean;
  has_public_url: boolean;
  public_url: string | undefined;
  operator_token: string | undefined;
  encryption_key: Uint8Array | undefined;
  callback_allow_local: boolean;
  seed: boolean;
  sandbox_bank: BankAnswers;
};

const DRAW = 'generate one with openssl rand -base64 32';

function secretProblems({ operator_token, encryption_key }: LiveSettings): string[] {
  const problems: string[] = [];
  if (operator_token !== undefined && isGuessable(operator_token)) {
    problems.push(`OPERATOR_TOKEN looks guessable, which live mode does not allow: ${DRAW}.`);
  }
  if (encryption_key !== undefined && isGuessableKey(encryption_key)) {
    problems.push(`ENCRYPTION_KEY looks guessable, which live mode does not allow: ${DRAW}.`);
  }
  return problems;
}

/** Every problem at once, each in a sentence that names its setting. */
export function liveProblems(settings: LiveSettings): string[] {
  const problems: string[] = [];
  const { has_place, has_key, has_public_url, public_url } = settings;
  if (!has_place) {
    problems.push(
      'MODE=live needs DATABASE_URL or DATA_DIR, so that you decide where the records of money are kept.',
    );
  }
  if (!has_key) {
    problems.push('MODE=live needs ENCRYPTION_KEY: 32 bytes as base64 or hexadecimal.');
  }
  if (!has_public_url) {
    problems.push('MODE=live needs PUBLIC_URL: the https address that payers use.');
  } else if (public_url?.startsWith('http:') === true) {
    problems.push(`PUBLIC_URL must be an https address in live mode, not "${public_url}".`);
  }
  if (settings.seed) {
    problems.push('SEED must not be true in live mode: demo data is for the sandbox only.');
  }
  if (settings.sandbox_bank !== 'off') {
    problems.push('SANDBOX_BANK must be off in live mode: no simulated bank answers real orders.');
  }
  if (settings.callback_allow_local) {
    problems.push(
      'CALLBACK_ALLOW_LOCAL must not be true in live mode: callbacks could go to this machine ' +
        'and without encryption.',
    );
  }
  return [...problems, ...secretProblems(settings)];
}
