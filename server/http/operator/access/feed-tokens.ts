// Routes of the operator API: tokens of feeds, which open the routes for bank lines and statements
// only.

import {
  changeFeedToken,
  type FeedTokenBody,
  type IssuedFeedToken,
  issueFeedToken,
  listFeedTokens,
  revokeFeedToken,
} from '../../../app/account/feed-tokens.ts';
import {
  CHANGE_FEED_TOKEN,
  ISSUE_FEED_TOKEN,
} from '../../../domain/operator-token/feed-token-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  cents,
  flag,
  integer,
  list,
  moment,
  momentOrNull,
  PAGING,
  pageShape,
  settingVersionText,
  shape,
  text,
  uuid,
} from '../../schema/shapes.ts';
import { allowedNetworks } from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const TOKEN = {
  id: uuid('The token’s id; not the token itself'),
  name: text('What it is for'),
  receiving_account_ids: list(uuid('A receiving account'), {
    description: 'The only accounts whose lines it may send',
  }),
  allowed_ips: allowedNetworks,
  expires_at: momentOrNull('When it expires'),
  lines_per_hour: integer('If an account gets more lines in an hour, the rest wait for a person'),
  daily_cents: cents(
    'What the lines of one account may add up to in a day; the rest wait for a person',
  ),
  created_at: moment('When it was issued'),
  revoked_at: momentOrNull('When it was revoked'),
  version: settingVersionText(),
};

const tag = 'Bank';

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
    description:
      'It ends after a year unless `expires_at` says otherwise, and is shown only in this ' +
      'answer. A second person may have to approve it.',
    body: strictBodyOf(ISSUE_FEED_TOKEN),
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
    description:
      'Revoked and ended ones are listed, too. The token itself was shown when it was issued and ' +
      'is never shown again.',
    query: PAGING,
    answer: pageShape('FeedTokenPage', shape<FeedTokenBody>('FeedToken', TOKEN)),
    handle: ({ app, query }) => listFeedTokens(app, query),
  }),
  route({
    method: 'PATCH',
    url: '/feed_tokens/:id',
    operation_id: 'changeFeedToken',
    takes_version: true,
    approval: { acts: ['operator_token'] },
    right: 'feed_tokens.manage',
    tag,
    summary: 'Change a feed’s limits; fields that are absent stay unchanged',
    description:
      'A second person may have to approve a change that allows more than before: more accounts, ' +
      'addresses, lines or money, or a later end. The token itself stays.',
    body: strictBodyOf(CHANGE_FEED_TOKEN),
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
    description:
      'Lines that it has sent stay. It never waits for a second person; a token that is revoked ' +
      'already has the answer 404.',
    answer: shape<{ id: string; revoked: true }>('RevokedFeedToken', {
      id: uuid('The token'),
      revoked: flag('Always true'),
    }),
    handle: ({ app, operator, params }) => revokeFeedToken(app, operator, params.id),
  }),
];
