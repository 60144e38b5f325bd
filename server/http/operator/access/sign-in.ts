// Open routes of the operator API: sign in, and set a password by a link.

import { setPasswordByLink, type UsedLinkBody } from '../../../app/access/person-links.ts';
import {
  SIGN_IN_OUTCOMES,
  type SignedIn,
  type SignedInBody,
  signIn,
} from '../../../app/access/sign-in.ts';
import { signInByLink } from '../../../app/seed/sandbox-owner.ts';
import {
  SET_PASSWORD_BY_LINK,
  SIGN_IN_BY_LINK,
  SIGN_IN_BY_PASSWORD,
} from '../../../domain/access/sign-in-requests.ts';
import { SECOND_FACTOR_METHODS } from '../../../domain/factor/second-factor.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { list, shape, text, words } from '../../schema/shapes.ts';
import { onlyWord } from '../../schema/shared-members.ts';
import type { OpenRoute } from '../route/open-route.ts';
import { OPENID_ROUTES } from './openid-routes.ts';
import { CookieAnswer } from './session-cookie.ts';

const tag = 'Session';

const SignedInSchema = shape<SignedInBody>('SignedIn', {
  outcome: words(
    SIGN_IN_OUTCOMES,
    'All but `signed_in`: nothing is open until the second factor is given or set up',
  ),
  second_factors: list(words(SECOND_FACTOR_METHODS), {
    description: 'What the person may give now; empty if they are signed in or have none',
  }),
  csrf_token: text('Sent as `X-CSRF-Token` with every request of this session that is not a GET'),
});

function entered(result: SignedIn | Refusal): CookieAnswer | Refusal {
  return isRefusal(result) ? result : new CookieAnswer(result.body, result.secret);
}

export const OPEN_ROUTES: readonly OpenRoute[] = [
  {
    open: true,
    method: 'POST',
    url: '/session',
    operation_id: 'signIn',
    sets_cookie: true,
    tag,
    summary: 'Sign in with e-mail address and password',
    description:
      'Sets the cookie `__Host-session`. Every reason to refuse has the same answer, and after ' +
      'some failures the sign-in is locked for a while.',
    body: strictBodyOf(SIGN_IN_BY_PASSWORD),
    answer: SignedInSchema,
    handle: async ({ app, fields, origin, noteFailure }) =>
      entered(await signIn(app, fields, origin, noteFailure)),
  },
  {
    open: true,
    method: 'POST',
    url: '/session/sign_in_link',
    operation_id: 'signInByLink',
    sets_cookie: true,
    tag,
    summary: 'Sign in by the link that a sandbox prints at its start, which works once',
    description: 'Never in live mode: there every link has the answer of one that does not exist.',
    body: strictBodyOf(SIGN_IN_BY_LINK),
    answer: SignedInSchema,
    handle: async ({ app, fields, origin, noteFailure }) =>
      entered(await signInByLink(app, fields, origin, noteFailure)),
  },
  {
    open: true,
    method: 'POST',
    url: '/session/link',
    operation_id: 'setPasswordByLink',
    tag,
    summary: 'Set a password by an invitation or reset link, which works once',
    description: 'Ends all sessions and tokens of the person, who signs in afterwards.',
    body: strictBodyOf(SET_PASSWORD_BY_LINK),
    answer: shape<UsedLinkBody>('PasswordSet', { outcome: onlyWord('password_set') }),
    handle: ({ app, fields, origin, noteFailure }) =>
      setPasswordByLink(app, fields, origin, noteFailure),
  },
  ...OPENID_ROUTES,
];
