// Routes of the operator API: sign-in at the operator's OpenID provider, and one's own account
// there.

import { SIGN_IN_OUTCOMES, type SignedInBody } from '../../../app/access/sign-in.ts';
import { type Connected, finishOpenid } from '../../../app/openid/finish-openid.ts';
import type { StartedOpenid } from '../../../app/openid/openid-request.ts';
import {
  type DisconnectedBody,
  disconnectOpenid,
  type OpenidOfferBody,
  type OwnOpenidBody,
  openidOffer,
  showOwnOpenid,
  startConnecting,
} from '../../../app/openid/own-openid.ts';
import { startOpenid } from '../../../app/openid/start-openid.ts';
import { FINISH_OPENID, START_OPENID } from '../../../domain/access/sign-in-requests.ts';
import { SECOND_FACTOR_METHODS } from '../../../domain/factor/second-factor.ts';
import { isRefusal, type Refusal } from '../../../domain/service/refusal.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { flag, integer, list, shape, text, textOrNull, words } from '../../schema/shapes.ts';
import { onlyWord } from '../../schema/shared-members.ts';
import type { OpenRoute } from '../route/open-route.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { ConnectedAccountSchema } from './account-schema.ts';
import { CookieAnswer } from './session-cookie.ts';

const tag = 'Session';
const OWN = { right: 'own.use', own_merchant: { caller: true }, tag } as const;

const PROVIDER_NAME = 'What the provider is called here; null: there is none';

const StartedSchema = shape<StartedOpenid['body']>('StartedOpenid', {
  url: text('Where the browser goes now'),
});

type FinishedBody = Omit<SignedInBody, 'outcome' | 'csrf_token'> & {
  outcome: SignedInBody['outcome'] | Connected['outcome'];
  csrf_token: string | null;
};

const FinishedSchema = shape<FinishedBody>('FinishedOpenid', {
  outcome: words(
    [...SIGN_IN_OUTCOMES, 'connected'],
    '`connected`: the account signs you in from now on; the others as after a password',
  ),
  second_factors: list(words(SECOND_FACTOR_METHODS), {
    description: 'What the person may give now; empty if they are signed in or have none',
  }),
  csrf_token: textOrNull('As after a password; null if the session was open before'),
});

/** The cookie of the visit: it is gone with the answer. */
const begun = (started: StartedOpenid | Refusal): CookieAnswer | Refusal =>
  isRefusal(started) ? started : new CookieAnswer(started.body, undefined, started.secret);

export const OPENID_ROUTES: readonly OpenRoute[] = [
  {
    open: true,
    method: 'GET',
    url: '/session/openid',
    operation_id: 'showOpenidOffer',
    tag,
    summary: 'Tell whether people sign in at an OpenID provider, too, and what it is called',
    description:
      'It needs no sign-in and changes nothing. `provider_name` is null if people sign in here ' +
      'only.',
    answer: shape<OpenidOfferBody>('OpenidOffer', { provider_name: textOrNull(PROVIDER_NAME) }),
    handle: ({ app }) => Promise.resolve(openidOffer(app)),
  },
  {
    open: true,
    stores: true,
    method: 'POST',
    url: '/session/openid/start',
    operation_id: 'startOpenid',
    sets_cookie: true,
    tag,
    summary: 'Begin to sign in at the OpenID provider, or to accept a link with an account there',
    description:
      'Sets the cookie `__Host-openid` for ten minutes. With a link, the account replaces the ' +
      'password, and the link is used up by the answer; owners set a password instead.',
    body: strictBodyOf(START_OPENID),
    answer: StartedSchema,
    handle: async ({ app, fields, origin, noteFailure }) =>
      begun(await startOpenid(app, fields, origin, noteFailure)),
  },
  {
    open: true,
    method: 'POST',
    url: '/session/openid',
    operation_id: 'finishOpenid',
    sets_cookie: true,
    tag,
    summary: 'Finish what was begun at the OpenID provider with what it answered',
    description:
      'By the cookie `__Host-openid`, once. The second factor follows as after a password. An ' +
      'account that nobody connected signs nobody in, whatever its e-mail address.',
    body: strictBodyOf(FINISH_OPENID),
    answer: FinishedSchema,
    handle: async ({ app, fields: raw, origin, noteFailure, secret, openid_secret }) => {
      const returned = { raw, origin, request_secret: openid_secret, session_secret: secret };
      const finished = await finishOpenid(app, returned, noteFailure);
      if (isRefusal(finished)) return finished;
      if ('outcome' in finished) {
        const body: FinishedBody = { ...finished, second_factors: [], csrf_token: null };
        return new CookieAnswer(body, undefined, null);
      }
      return new CookieAnswer(finished.body, finished.secret, null);
    },
  },
];

export const OWN_OPENID_ROUTES: readonly OperatorRoute[] = [
  route({
    ...OWN,
    method: 'GET',
    url: '/own_openid',
    operation_id: 'showOwnOpenid',
    summary: 'Show the account at the OpenID provider by which you sign in',
    description:
      'Changes nothing. `connected` is null without a connected account, and `provider_name` is ' +
      'null if no provider is set.',
    answer: shape<OwnOpenidBody>('OwnOpenid', {
      provider_name: textOrNull(PROVIDER_NAME),
      connected: ConnectedAccountSchema,
      has_password: flag('Without a password the account cannot be disconnected'),
    }),
    handle: ({ app, operator }) => showOwnOpenid(app, operator),
  }),
  route({
    ...OWN,
    method: 'POST',
    url: '/own_openid/start',
    operation_id: 'startConnectingOpenid',
    sets_cookie: true,
    summary:
      'Begin to connect an account at the OpenID provider, by which you sign in from then on',
    description:
      'In a session only, which finishes it with `POST /operator/v1/session/openid`. Your other ' +
      'sessions and your tokens end then.',
    answer: StartedSchema,
    handle: async ({ app, operator }) => begun(await startConnecting(app, operator)),
  }),
  route({
    ...OWN,
    method: 'DELETE',
    url: '/own_openid',
    operation_id: 'disconnectOpenid',
    summary: 'Disconnect your account at the OpenID provider; other sessions and tokens end',
    description:
      'Refused if you have no password: you could not sign in any more. It needs a session, not ' +
      'a token.',
    answer: shape<DisconnectedBody>('DisconnectedOpenid', {
      outcome: onlyWord('disconnected'),
      sessions_ended: integer('Other sessions that ended with it'),
      tokens_ended: integer('Your tokens that ended with it'),
    }),
    handle: ({ app, operator }) => disconnectOpenid(app, operator),
  }),
];
