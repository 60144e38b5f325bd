// Routes of the operator API: merchants' API tokens.

import {
  type IssuedToken,
  issueToken,
  listTokens,
  revokeToken,
  type TokenBody,
} from '../../../app/merchant/tokens.ts';
import { ISSUE_TOKEN, TOKEN_RATE } from '../../../domain/merchant/token-requests.ts';
import { SCOPES } from '../../../domain/service/api-token.ts';
import { LIMITS } from '../../../domain/service/limits.ts';
import { TOKEN_MODES } from '../../../domain/service/token.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  integerOrNull,
  list,
  moment,
  momentOrNull,
  pageShape,
  shape,
  text,
  textOrNull,
  uuid,
  words,
} from '../../schema/shapes.ts';
import { allowedNetworks } from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const TOKEN = {
  id: uuid('The token’s id; not the token itself'),
  merchant_id: uuid('Whose it is'),
  mode: words(TOKEN_MODES, 'What X-Token carries: the token itself, or a signature'),
  scopes: list(words(SCOPES), {
    description: '`payin`: it acts on pay-ins; `payout`: on pay-outs and refunds; `read`: it reads',
  }),
  allowed_ips: allowedNetworks,
  require_signature: flag('Every request must carry X-Signature'),
  rate_limit_per_second: integerOrNull(TOKEN_RATE),
  expires_at: momentOrNull('When it expires'),
  revoked_at: momentOrNull('When it was revoked'),
  created_at: moment('When it was issued'),
  last_used_at: momentOrNull('When it was last used, to within ten minutes; null: not yet'),
};

const TokenSchema = shape<TokenBody>('Token', TOKEN);
const IssuedSchema = shape<IssuedToken>('IssuedToken', {
  ...TOKEN,
  token: textOrNull('Shown only now; null in mode `signature`'),
  signing_secret: text('Shown only now; for X-Signature, and for X-Token in mode `signature`'),
});

const tag = 'Tokens';

export const TOKEN_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/merchants/:id/tokens',
    operation_id: 'issueToken',
    shows_once: ['token', 'signing_secret'],
    approval: { acts: ['merchant_token'] },
    right: 'merchant_tokens.change',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Issue a token',
    description: `A merchant has at most ${LIMITS.active_tokens_max} active tokens.`,
    body: strictBodyOf(ISSUE_TOKEN),
    body_optional: true,
    status: 201,
    answer: IssuedSchema,
    handle: ({ app, operator, params, fields }) => issueToken(app, operator, params.id, fields),
  }),
  route({
    method: 'GET',
    url: '/merchants/:id/tokens',
    operation_id: 'listTokens',
    right: 'merchant_tokens.read',
    own_merchant: { param: 'id' },
    tag,
    summary: 'List a merchant’s tokens',
    description:
      'Newest first, in one answer, with those that were revoked or have ended. The token and ' +
      'its signing secret were shown when it was issued and are never shown again.',
    answer: pageShape('TokenPage', TokenSchema),
    handle: ({ app, params }) => listTokens(app, params.id),
  }),
  route({
    method: 'DELETE',
    url: '/merchants/:id/tokens/:token_id',
    operation_id: 'revokeToken',
    right: 'merchant_tokens.change',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Revoke a token: within a second it is no longer accepted',
    description:
      'The merchant’s other tokens go on working. It never waits for a second person; a token ' +
      'that is revoked already has the answer 404.',
    answer: shape<{ id: string; revoked: true }>('RevokedToken', {
      id: uuid('The token'),
      revoked: flag('Always true'),
    }),
    handle: ({ app, operator, params }) => revokeToken(app, operator, params.id, params.token_id),
  }),
];
