// Open routes of the operator API: the second factor of a sign-in is given or set up, or a passkey
// alone signs in.

import {
  giveSecondFactor,
  passkeyRequest,
  signInWithPasskey,
} from '../../../app/factor/complete-sign-in.ts';
import { addPasskey, passkeyCreation } from '../../../app/factor/enrol-passkey.ts';
import { activateTotp, offerTotp } from '../../../app/factor/enrol-totp.ts';
import { withHalfOwner } from '../../../app/factor/half-session.ts';
import type { OpenedSession } from '../../../app/factor/open-session.ts';
import { type OpenedLinkBody, openLink } from '../../../app/factor/reset-factors.ts';
import {
  ACTIVATE_FIRST_TOTP,
  ADD_FIRST_PASSKEY,
  GIVE_SECOND_FACTOR,
  OPEN_ENROLMENT_LINK,
  SIGN_IN_WITH_PASSKEY,
} from '../../../domain/factor/factor-requests.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { shape, text } from '../../schema/shapes.ts';
import { onlyWord } from '../../schema/shared-members.ts';
import { CookieAnswer } from '../access/session-cookie.ts';
import type { OpenRoute } from '../route/open-route.ts';
import {
  AddedFactorSchema,
  addedBody,
  CreationSchema,
  NO_FIELDS,
  OfferedTotpSchema,
  RequestSchema,
  withQr,
} from './factor-shapes.ts';

const COMMON = { open: true, method: 'POST', tag: 'Session' } as const;
const HALF = 'In a session whose password was right and which lacks the second factor.';

type OpenedSessionBody = { outcome: 'signed_in'; csrf_token: string };

const OpenedSchema = shape<OpenedSessionBody>('OpenedSession', {
  outcome: onlyWord('signed_in'),
  csrf_token: text('Sent as `X-CSRF-Token` with every request of this session that is not a GET'),
});

function opened(session: OpenedSession | Refusal): CookieAnswer | Refusal {
  if (isRefusal(session)) return session;
  const { csrf_token, secret } = session;
  return new CookieAnswer({ outcome: 'signed_in', csrf_token }, secret);
}

const GIVING: readonly OpenRoute[] = [
  {
    ...COMMON,
    url: '/session/second_factor',
    operation_id: 'giveSecondFactor',
    sets_cookie: true,
    summary: 'Complete a sign-in with a code, a recovery code or a passkey',
    description: `${HALF} Exactly one field; the cookie gets a new secret.`,
    body: strictBodyOf(GIVE_SECOND_FACTOR),
    answer: OpenedSchema,
    handle: async (call) =>
      opened(await withHalfOwner(call, (owner) => giveSecondFactor(call.app, owner, call.fields))),
  },
  {
    ...COMMON,
    url: '/session/second_factor/passkey_options',
    operation_id: 'askForPasskey',
    summary: 'Ask for what a browser needs to use a passkey as second factor',
    description: HALF,
    body: NO_FIELDS('AskForPasskey'),
    answer: RequestSchema,
    handle: (call) =>
      withHalfOwner(call, (owner) => passkeyRequest(call.app, 'second_factor', owner)),
  },
  {
    ...COMMON,
    url: '/session/passkey',
    operation_id: 'signInWithPasskey',
    sets_cookie: true,
    summary: 'Sign in with a passkey alone',
    description: 'It is something that the person has, and it checks the person. Sets the cookie.',
    body: strictBodyOf(SIGN_IN_WITH_PASSKEY),
    answer: OpenedSchema,
    handle: async ({ app, fields, origin }) => opened(await signInWithPasskey(app, fields, origin)),
  },
  {
    ...COMMON,
    url: '/session/passkey_options',
    operation_id: 'askForSignInPasskey',
    stores: true,
    summary: 'Ask for what a browser needs to sign in with a passkey',
    description:
      'It needs no sign-in and names nobody. The browser has 5 minutes, and its challenge is ' +
      'used up by the first answer, right or wrong.',
    body: NO_FIELDS('AskForSignInPasskey'),
    answer: RequestSchema,
    handle: ({ app }) => passkeyRequest(app, 'sign_in', null),
  },
];

const ENROLLING: readonly OpenRoute[] = [
  {
    ...COMMON,
    url: '/session/enrolment_link',
    operation_id: 'openEnrolmentLink',
    summary: 'Open the link that was made when your factors were removed',
    description: `${HALF} It works once.`,
    body: strictBodyOf(OPEN_ENROLMENT_LINK),
    answer: shape<OpenedLinkBody>('OpenedEnrolmentLink', { outcome: onlyWord('enrolment_open') }),
    handle: (call) => withHalfOwner(call, (owner) => openLink(call.app, owner, call.fields)),
  },
  {
    ...COMMON,
    url: '/session/totp',
    operation_id: 'offerFirstTotp',
    summary: 'Ask for a secret for an authenticator app, as first factor',
    description: HALF,
    body: NO_FIELDS('OfferFirstTotp'),
    answer: OfferedTotpSchema,
    handle: async (call) => {
      const offered = await withHalfOwner(call, (owner) => offerTotp(call.app, owner));
      return isRefusal(offered) ? offered : withQr(offered);
    },
  },
  {
    ...COMMON,
    url: '/session/totp/activate',
    operation_id: 'activateFirstTotp',
    sets_cookie: true,
    summary: 'Give the first code of the app: it is active, and you are signed in',
    description: `${HALF} The answer has the recovery codes; they are shown only now.`,
    body: strictBodyOf(ACTIVATE_FIRST_TOTP),
    answer: AddedFactorSchema,
    handle: async (call) => {
      const added = await withHalfOwner(call, (owner) =>
        activateTotp(call.app, owner, call.fields),
      );
      return isRefusal(added)
        ? added
        : new CookieAnswer(addedBody(added), added.opened?.secret ?? null);
    },
  },
  {
    ...COMMON,
    url: '/session/passkeys/options',
    operation_id: 'offerFirstPasskey',
    summary: 'Ask for what a browser needs to make a passkey, as first factor',
    description: HALF,
    body: NO_FIELDS('OfferFirstPasskey'),
    answer: CreationSchema,
    handle: (call) => withHalfOwner(call, (owner) => passkeyCreation(call.app, owner)),
  },
  {
    ...COMMON,
    url: '/session/passkeys',
    operation_id: 'addFirstPasskey',
    sets_cookie: true,
    summary: 'Register a passkey as first factor: it is active, and you are signed in',
    description: `${HALF} The answer has the recovery codes; they are shown only now.`,
    body: strictBodyOf(ADD_FIRST_PASSKEY),
    answer: AddedFactorSchema,
    handle: async (call) => {
      const added = await withHalfOwner(call, (owner) => addPasskey(call.app, owner, call.fields));
      return isRefusal(added)
        ? added
        : new CookieAnswer(addedBody(added), added.opened?.secret ?? null);
    },
  },
];

export const SIGN_IN_FACTOR_ROUTES: readonly OpenRoute[] = [...GIVING, ...ENROLLING];
