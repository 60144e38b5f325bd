// Tokens of feeds on the operators' wire: what opens bank lines and statements, and nothing else.
import {
  type FeedTokenBody,
  type IssuedFeedToken,
  issueFeedToken,
  listFeedTokens,
  revokeFeedToken,
} from '../../app/feed-tokens.ts';
import { type OperatorRoute, route } from './route.ts';
import {
  flag,
  moment,
  momentOrNull,
  PAGING,
  pageOf,
  request,
  shape,
  text,
  uuid,
} from './shapes.ts';

const TOKEN = {
  id: uuid('The token; not the token itself'),
  name: text('What it is for'),
  created_at: moment('When it was issued'),
  revoked_at: momentOrNull('When it was ended'),
};

const tag = 'Bank';

export const FEED_TOKEN_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/feed_tokens',
    operation_id: 'issueFeedToken',
    tag,
    summary: 'Issue a token that may give bank lines and statements, and nothing else',
    body: request('IssueFeedToken', { name: text('What it is for', { maxLength: 128 }) }),
    status: 201,
    answer: shape<IssuedFeedToken>('IssuedFeedToken', {
      ...TOKEN,
      token: text('Shown this once; sent as `Authorization: Bearer`'),
    }),
    handle: ({ app, operator, fields }) => issueFeedToken(app, operator, fields),
  }),
  route({
    method: 'GET',
    url: '/feed_tokens',
    operation_id: 'listFeedTokens',
    tag,
    summary: 'List the tokens of feeds, newest first',
    query: PAGING,
    answer: pageOf('FeedTokenPage', shape<FeedTokenBody>('FeedToken', TOKEN)),
    handle: ({ app, query }) => listFeedTokens(app, query),
  }),
  route({
    method: 'DELETE',
    url: '/feed_tokens/:id',
    operation_id: 'revokeFeedToken',
    tag,
    summary: 'Revoke a feed’s token: within a second it opens nothing any more',
    answer: shape<{ id: string; revoked: true }>('RevokedFeedToken', {
      id: uuid('The token'),
      revoked: flag('Always true'),
    }),
    handle: ({ app, operator, params }) => revokeFeedToken(app, operator, params.id),
  }),
];
