// Routes of the operator API: the caller's own tokens, for the command line and their scripts.
import {
  type IssuedOwnToken,
  issueOwnToken,
  listOwnTokens,
  type OwnTokenBody,
  revokeOwnToken,
} from '../../../app/operator-token/own-tokens.ts';
import { RIGHT_SCOPES } from '../../../domain/access/roles.ts';
import { TOKENS_MAX } from '../../../domain/operator-token/change-operator-token.ts';
import { OWN_TOKEN_DAYS } from '../../../domain/operator-token/change-own-token.ts';
import { ISSUE_OWN_TOKEN } from '../../../domain/operator-token/own-token-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  list,
  moment,
  momentOrNull,
  PAGING,
  pageShape,
  shape,
  text,
  uuid,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const OWN = { right: 'own.use', own_merchant: { caller: true }, tag: 'Session' } as const;

const TOKEN = {
  id: uuid('The token’s id; not the token itself'),
  name: text('To tell it from others'),
  scopes: list(words(RIGHT_SCOPES), { description: 'The groups of your rights that it has' }),
  created_at: moment('When you made it'),
  expires_at: momentOrNull('When it ends'),
  last_used_at: momentOrNull('When it was last used, to the minute'),
  is_current: flag('The token that asks'),
};

export const OWN_TOKEN_ROUTES: readonly OperatorRoute[] = [
  route({
    ...OWN,
    method: 'POST',
    url: '/own_tokens',
    operation_id: 'issueOwnToken',
    summary: 'Make a token of your own; only in a session',
    description:
      'Its rights are yours at each moment, and dangerous acts ask for your second factor as in ' +
      `a session. It ends after at most ${OWN_TOKEN_DAYS.max} days. A person has at most ` +
      `${TOKENS_MAX} active tokens.`,
    body: strictBodyOf(ISSUE_OWN_TOKEN),
    status: 201,
    answer: shape<IssuedOwnToken>('IssuedOwnToken', {
      ...TOKEN,
      token: text('Shown only now; sent as `Authorization: Bearer`'),
    }),
    handle: ({ app, operator, fields }) => issueOwnToken(app, operator, fields),
  }),
  route({
    ...OWN,
    method: 'GET',
    url: '/own_tokens',
    operation_id: 'listOwnTokens',
    summary: 'List your own tokens that still work, newest first',
    description:
      'Revoked and ended ones are not listed. The token itself was shown when it was made and is ' +
      'never shown again.',
    query: PAGING,
    answer: pageShape('OwnTokenPage', shape<OwnTokenBody>('OwnToken', TOKEN)),
    handle: ({ app, operator, query }) => listOwnTokens(app, operator, query),
  }),
  route({
    ...OWN,
    method: 'DELETE',
    url: '/own_tokens/:id',
    operation_id: 'revokeOwnToken',
    summary: 'Revoke one of your own tokens: it is no longer accepted from that moment on',
    description:
      'It may be the one that asks. Another person’s token, and one that is revoked already, ' +
      'have the answer 404.',
    answer: shape<{ id: string; revoked: true }>('RevokedOwnToken', {
      id: uuid('The token'),
      revoked: flag('Always true'),
    }),
    handle: ({ app, operator, params }) => revokeOwnToken(app, operator, params.id),
  }),
];
