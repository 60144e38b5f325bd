// Routes of the operator API: API tokens of operators, with a role and scopes.

import {
  type IssuedOperatorToken,
  issueOperatorToken,
  rotateOperatorToken,
} from '../../../app/operator-token/issue-operator-token.ts';
import type { OperatorTokenBody } from '../../../app/operator-token/operator-token-views.ts';
import {
  changeOperatorToken,
  listOperatorTokens,
  revokeOperatorToken,
} from '../../../app/operator-token/operator-tokens.ts';
import { OPERATOR_ROLES, RIGHT_SCOPES } from '../../../domain/access/roles.ts';
import { TOKENS_MAX } from '../../../domain/operator-token/change-operator-token.ts';
import {
  CHANGE_OPERATOR_TOKEN,
  ISSUE_OPERATOR_TOKEN,
  ROTATE_OPERATOR_TOKEN,
} from '../../../domain/operator-token/operator-token-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  list,
  moment,
  momentOrNull,
  PAGING,
  pageShape,
  settingVersionText,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { allowedNetworks } from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const TOKEN = {
  id: uuid('The token’s id; not the token itself'),
  name: text('What it is for'),
  role: words(OPERATOR_ROLES, 'The most that it may do'),
  scopes: list(words(RIGHT_SCOPES), { description: 'The groups of rights that it has' }),
  person_id: uuidOrNull('Whose it is: who issued it in a session; null: nobody’s'),
  person_name: textOrNull('Their name'),
  merchant_id: uuidOrNull('The only merchant that it sees'),
  is_own: flag('The person made it for themselves: it is revoked, but not changed or rotated'),
  allowed_ips: allowedNetworks,
  expires_at: momentOrNull('When it expires'),
  created_at: moment('When it was issued'),
  last_used_at: momentOrNull('When it was last used, to the minute'),
  revoked_at: momentOrNull('When it was revoked'),
  version: settingVersionText(),
};

const TokenSchema = shape<OperatorTokenBody>('OperatorToken', TOKEN);
const IssuedSchema = shape<IssuedOperatorToken>('IssuedOperatorToken', {
  ...TOKEN,
  token: text('Shown only now; sent as `Authorization: Bearer`'),
});

const tag = 'Operator tokens';
const right = 'operator_tokens.manage';

export const OPERATOR_TOKEN_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/operator_tokens',
    operation_id: 'issueOperatorToken',
    shows_once: ['token'],
    approval: { acts: ['operator_token'] },
    right,
    tag,
    summary: 'Issue a token for a program of the operator or of a merchant’s people',
    description:
      'It belongs to the person who issues it, can do no more than they can, and ends with them. ' +
      `A person has at most ${TOKENS_MAX} active tokens.`,
    body: strictBodyOf(ISSUE_OPERATOR_TOKEN),
    status: 201,
    answer: IssuedSchema,
    handle: ({ app, operator, fields }) => issueOperatorToken(app, operator, fields),
  }),
  route({
    method: 'GET',
    url: '/operator_tokens',
    operation_id: 'listOperatorTokens',
    right,
    tag,
    summary: 'List the tokens of operators, newest first',
    description:
      'Revoked and ended ones are listed, too, and those that people made for themselves. The ' +
      'token itself is never shown again.',
    query: PAGING,
    answer: pageShape('OperatorTokenPage', TokenSchema),
    handle: ({ app, query }) => listOperatorTokens(app, query),
  }),
  route({
    method: 'PATCH',
    url: '/operator_tokens/:id',
    operation_id: 'changeOperatorToken',
    takes_version: true,
    approval: { acts: ['operator_token'] },
    right,
    tag,
    summary: 'Change a token; fields that are absent stay unchanged',
    description:
      'The role never changes, and tokens that people made for themselves can only be revoked. A ' +
      'second person may have to approve a change that allows more than before.',
    body: strictBodyOf(CHANGE_OPERATOR_TOKEN),
    answer: TokenSchema,
    handle: ({ app, operator, params, fields }) =>
      changeOperatorToken(app, operator, params.id, fields),
  }),
  route({
    method: 'POST',
    url: '/operator_tokens/:id/rotate',
    operation_id: 'rotateOperatorToken',
    shows_once: ['token'],
    approval: { acts: ['operator_token'] },
    right,
    tag,
    summary: 'Issue a new token in place of this one, which ends after the overlap',
    description:
      'The new token has the same terms and is shown only in this answer. Only the person whose ' +
      'token it is rotates it, and a second person may have to approve it; a repeated request ' +
      'makes another token.',
    body: strictBodyOf(ROTATE_OPERATOR_TOKEN),
    body_optional: true,
    status: 201,
    answer: IssuedSchema,
    handle: ({ app, operator, params, fields }) =>
      rotateOperatorToken(app, operator, params.id, fields),
  }),
  route({
    method: 'DELETE',
    url: '/operator_tokens/:id',
    operation_id: 'revokeOperatorToken',
    right,
    tag,
    summary: 'Revoke a token: within a second it is no longer accepted',
    description:
      'Also a token that a person made for themselves. It never waits for a second person; a ' +
      'token that is revoked already has the answer 404.',
    answer: shape<{ id: string; revoked: true }>('RevokedOperatorToken', {
      id: uuid('The token'),
      revoked: flag('Always true'),
    }),
    handle: ({ app, operator, params }) => revokeOperatorToken(app, operator, params.id),
  }),
];
