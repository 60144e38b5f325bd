// Refusals about second factors and confirmations.
import type { RefusalCode } from '../../domain/service/refusal.ts';
import type { ErrorEntry } from './error-entry.ts';
import { first, SIGN_IN, sessionPost, steps } from './error-examples.ts';

export const FACTOR_ERRORS = {
  confirmation_required: {
    status: 403,
    title: 'Confirm that it is you',
    retryable: false,
    cause:
      'The act is dangerous: it concerns people, tokens, keys, or where money goes. A session, or a token of a person’s own, may do it only within five minutes after the person signed in or confirmed. Tokens of programs are not asked; their scopes decide.',
    fix: 'Confirm with `POST /operator/v1/session/confirm`, by a code of your app or a passkey (by your password if you have no second factor), and send the request again.',
    example: { not_shown: 'takes_time' },
  },
  second_factor_needed: {
    status: 403,
    title: 'The second factor is missing',
    retryable: false,
    cause:
      'You have a second factor and have not given it in this session, so you cannot change it; or you asked for recovery codes without having a factor for which they could stand in.',
    fix: 'Complete the sign-in with `POST /operator/v1/session/second_factor`; for recovery codes set up a factor first.',
    example: steps(SIGN_IN, sessionPost('/operator/v1/own_factors/recovery_codes', {})),
  },
  enrolment_link_needed: {
    status: 403,
    title: 'Open the link that you were given',
    retryable: false,
    cause:
      'An owner removed your second factors. The password alone is not enough to set up new ones, because somebody else may know it.',
    fix: 'Open the link that was made with the removal in this session: `POST /operator/v1/session/enrolment_link`. A link works once and for 24 hours; an owner can make another one.',
    example: { not_shown: 'takes_time' },
  },
  second_factor_wrong: {
    status: 422,
    title: 'The second factor was not accepted',
    retryable: false,
    cause:
      'The code is wrong, belongs to another time or was used before; the passkey belongs to somebody else or was removed, its challenge was used or has expired, or its signature is wrong; or the link is unknown, used or expired. All of them have the same answer, so that an attacker learns nothing from it.',
    fix: 'Wait for the next code and check the clock of the phone; for a passkey ask for new options. After five failures wait a few minutes. If you lost the factor, use a recovery code.',
    example: steps(
      SIGN_IN,
      first(sessionPost('/operator/v1/own_factors/totp', {})),
      sessionPost('/operator/v1/own_factors/totp/activate', { code: '000000' }),
    ),
  },
  factor_needed: {
    status: 422,
    title: 'The last second factor stays',
    retryable: false,
    cause: 'In live mode everybody needs a second factor, and this is the only one.',
    fix: 'Set up another factor first, then remove this one; an app is replaced by setting up a new one.',
    example: { not_shown: 'live_only' },
  },
  factor_limit: {
    status: 422,
    title: 'There are as many passkeys as are allowed',
    retryable: false,
    cause: 'A person has at most 10 passkeys.',
    fix: 'Remove a passkey that you no longer use.',
    example: { not_shown: 'needs_device' },
  },
} as const satisfies Partial<Record<RefusalCode, ErrorEntry>>;
