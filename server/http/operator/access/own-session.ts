// Routes of the operator API about the caller: who they are, their sessions and their password.

import { type ChangedPasswordBody, changeOwnPassword } from '../../../app/access/own-password.ts';
import type { SessionBody } from '../../../app/access/person-views.ts';
import {
  listOwnSessions,
  type RevokedSessionBody,
  type RevokedSessionsBody,
  revokeOtherSessions,
  revokeOwnSession,
  type SignedOutBody,
  signOut,
} from '../../../app/access/sessions.ts';
import { type WhoAmIBody, whoAmI } from '../../../app/access/who-am-i.ts';
import { RIGHTS } from '../../../domain/access/rights.ts';
import { OPERATOR_ROLES, RIGHT_SCOPES, ROLE_TOLD } from '../../../domain/access/roles.ts';
import { CHANGE_OWN_PASSWORD } from '../../../domain/access/sign-in-requests.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  integer,
  list,
  moment,
  momentOrNull,
  PAGING,
  pageShape,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { onlyWord, serviceMode } from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { OWN_OPENID_ROUTES } from './openid-routes.ts';
import { OWN_TOKEN_ROUTES } from './own-tokens.ts';
import { CookieAnswer } from './session-cookie.ts';

const tag = 'Session';
const OWN = { right: 'own.use', own_merchant: { caller: true }, tag } as const;

export const SessionSchema = shape<SessionBody>('Session', {
  id: uuid('The session’s id; not the secret of its cookie'),
  person_id: uuid('Whose it is'),
  address: text('From where it was opened'),
  user_agent: text('What the browser says it is; at most 200 characters'),
  created_at: moment('When the person signed in'),
  last_seen_at: moment('When it was last used, to within 20 seconds'),
  ends_at: moment('When it ends if nobody uses it any more'),
  is_current: flag('The session that asks'),
});

export const RevokedSessionSchema = shape<RevokedSessionBody>('RevokedSession', {
  id: uuid('The session'),
  revoked: flag('Always true'),
});

export const RevokedSessionsSchema = shape<RevokedSessionsBody>('RevokedSessions', {
  revoked: integer('How many'),
});

export const OWN_SESSION_ROUTES: readonly OperatorRoute[] = [
  route({
    ...OWN,
    method: 'GET',
    url: '/session',
    operation_id: 'whoAmI',
    summary: 'Tell who the caller is and which rights they have',
    description:
      'It works with a session and with a token, whatever its rights. `csrf_token` is what a ' +
      'session sends with each change.',
    answer: shape<WhoAmIBody>('WhoAmI', {
      person_id: uuidOrNull('Null for a token that is nobody’s'),
      operator_token_id: uuidOrNull('Null in a session'),
      session_id: uuidOrNull('Null with a token'),
      is_own_token: flag('A token that the person made: it is confirmed as a session is'),
      name: text('The person’s or the token’s'),
      email: textOrNull('The person’s'),
      role: words(OPERATOR_ROLES, `${ROLE_TOLD}; \`feed\`: a token that only gives bank lines`),
      merchant_id: uuidOrNull('The only merchant that the caller sees; null: all'),
      rights: list(words(Object.keys(RIGHTS)), {
        description: 'What the caller may do: what their role allows, and their scopes leave',
      }),
      scopes: list(words(RIGHT_SCOPES), { description: 'The groups in which these rights are' }),
      confirmed_at: momentOrNull(
        'When the person last gave everything that a sign-in asks for, or confirmed',
      ),
      csrf_token: textOrNull('Sent as `X-CSRF-Token`; null with a token'),
      mode: serviceMode,
      house: text('Which installation answers: the host of `PUBLIC_URL`'),
    }),
    handle: ({ app, operator, session_secret }) => whoAmI(app, operator, session_secret),
  }),
  route({
    ...OWN,
    method: 'DELETE',
    url: '/session',
    operation_id: 'signOut',
    sets_cookie: true,
    summary: 'Sign out: the session ends in the service, and the cookie is removed',
    description:
      'Your other sessions and your tokens go on working. With a token the answer is 404.',
    answer: shape<SignedOutBody>('SignedOut', { outcome: onlyWord('signed_out') }),
    handle: async ({ app, operator }) => {
      const ended = await signOut(app, operator);
      return isRefusal(ended) ? ended : new CookieAnswer(ended, null);
    },
  }),
  route({
    ...OWN,
    method: 'GET',
    url: '/own_sessions',
    operation_id: 'listOwnSessions',
    summary: 'List your open sessions, newest first',
    description:
      'Sessions that have ended are not listed. A token that belongs to nobody has the answer ' +
      '404.',
    query: PAGING,
    answer: pageShape('SessionPage', SessionSchema),
    handle: ({ app, operator, query }) => listOwnSessions(app, operator, query),
  }),
  route({
    ...OWN,
    method: 'DELETE',
    url: '/own_sessions',
    operation_id: 'revokeOtherSessions',
    summary: 'End all your sessions except the one that asks',
    description:
      'Your tokens go on working. Repeating it is harmless: `revoked` counts those that this ' +
      'request ended.',
    answer: RevokedSessionsSchema,
    handle: ({ app, operator }) => revokeOtherSessions(app, operator),
  }),
  route({
    ...OWN,
    method: 'DELETE',
    url: '/own_sessions/:id',
    operation_id: 'revokeOwnSession',
    summary: 'End one of your sessions',
    description:
      'It may be the one that asks. Another person’s session, and one that has ended, have the ' +
      'answer 404.',
    answer: RevokedSessionSchema,
    handle: ({ app, operator, params }) => revokeOwnSession(app, operator, params.id),
  }),
  route({
    ...OWN,
    method: 'PUT',
    url: '/own_password',
    operation_id: 'changeOwnPassword',
    summary: 'Change your password with the old one; your other sessions and your tokens end',
    description:
      'A wrong old password counts as a failed sign-in and may lock the account for a while. It ' +
      'needs a session: with a token the answer is 404.',
    body: strictBodyOf(CHANGE_OWN_PASSWORD),
    answer: shape<ChangedPasswordBody>('ChangedPassword', {
      outcome: onlyWord('password_changed'),
      sessions_ended: integer('Other sessions that ended with it'),
      tokens_ended: integer('Your tokens that ended with it'),
    }),
    handle: ({ app, operator, fields }) => changeOwnPassword(app, operator, fields),
  }),
  ...OWN_OPENID_ROUTES,
  ...OWN_TOKEN_ROUTES,
];
