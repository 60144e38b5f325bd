// Routes of the operator API: tokens of feeds, which open the routes for bank lines and statements
// only.

import { Type } from 'typebox';
import {
  changeFeedToken,
  type FeedTokenBody,
  type IssuedFeedToken,
  issueFeedToken,
  listFeedTokens,
  revokeFeedToken,
} from '../../../app/account/feed-tokens.ts';
import { FEED_DEFAULTS } from '../../../domain/record/feed-bounds.ts';
import {
  cents,
  flag,
  grouped,
  integer,
  list,
  moment,
  momentOrNull,
  PAGING,
  pageShape,
  request,
  shape,
  text,
  uuid,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const TOKEN = {
  id: uuid('The token’s id; not the token itself'),
  name: text('What it is for'),
  receiving_account_ids: list(uuid('A receiving account for which it may send lines')),
  allowed_ips: list(text('An address or CIDR from which it may be used; none: any')),
  expires_at: momentOrNull('When it expires'),
  lines_per_hour: integer('If an account gets more lines in an hour, the rest wait for a person'),
  daily_cents: cents(
    'What the lines of one account may add up to in a day; the rest wait for a person',
  ),
  created_at: moment('When it was issued'),
  revoked_at: momentOrNull('When it was revoked'),
};

const tag = 'Bank';

const TERMS = {
  allowed_ips: Type.Optional(list(text('An address or CIDR; none: any'))),
  expires_at: Type.Optional(momentOrNull('A year from now if absent; null: never')),
  lines_per_hour: Type.Optional(
    integer(`1 to 1,000,000; default ${grouped(FEED_DEFAULTS.lines_per_hour)}`),
  ),
  daily_cents: Type.Optional(cents(`Per account; default ${grouped(FEED_DEFAULTS.daily_cents)}`)),
};
const ACCOUNTS = list(uuid('A receiving account'), { minItems: 1, maxItems: 100 });

export const FEED_TOKEN_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/feed_tokens',
    operation_id: 'issueFeedToken',
    shows_once: ['token'],
    approval: { acts: ['operator_token'] },
    right: 'feed_tokens.manage',
    tag,
    summary: 'Issue a token that may send bank lines and statements, and nothing else',
    body: request('IssueFeedToken', {
      name: text('What it is for', { maxLength: 128 }),
      receiving_account_ids: ACCOUNTS,
      ...TERMS,
    }),
    status: 201,
    answer: shape<IssuedFeedToken>('IssuedFeedToken', {
      ...TOKEN,
      token: text('Shown only now; sent as `Authorization: Bearer`'),
    }),
    handle: ({ app, operator, fields }) => issueFeedToken(app, operator, fields),
  }),
  route({
    method: 'GET',
    url: '/feed_tokens',
    operation_id: 'listFeedTokens',
    right: 'feed_tokens.manage',
    tag,
    summary: 'List the tokens of feeds, newest first',
    query: PAGING,
    answer: pageShape('FeedTokenPage', shape<FeedTokenBody>('FeedToken', TOKEN)),
    handle: ({ app, query }) => listFeedTokens(app, query),
  }),
  route({
    method: 'PATCH',
    url: '/feed_tokens/:id',
    operation_id: 'changeFeedToken',
    approval: { acts: ['operator_token'] },
    right: 'feed_tokens.manage',
    tag,
    summary: 'Change a feed’s limits; fields that are absent stay unchanged',
    body: request('ChangeFeedToken', {
      receiving_account_ids: Type.Optional(ACCOUNTS),
      ...TERMS,
    }),
    answer: shape<FeedTokenBody>('FeedToken', TOKEN),
    handle: ({ app, operator, params, fields }) =>
      changeFeedToken(app, operator, params.id, fields),
  }),
  route({
    method: 'DELETE',
    url: '/feed_tokens/:id',
    operation_id: 'revokeFeedToken',
    right: 'feed_tokens.manage',
    tag,
    summary: 'Revoke a feed’s token: within a second it is no longer accepted',
    answer: shape<{ id: string; revoked: true }>('RevokedFeedToken', {
      id: uuid('The token'),
      revoked: flag('Always true'),
    }),
    handle: ({ app, operator, params }) => revokeFeedToken(app, operator, params.id),
  }),
];
