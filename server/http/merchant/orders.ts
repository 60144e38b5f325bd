// Routes of the merchant API for orders of both directions: list, find, get, cancel and compare.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../app/process/app.ts';
import { cancelTrade } from '../../app/trade/cancel-trade.ts';
import { compareOrders } from '../../app/trade/compare-orders.ts';
import { findTrade, getTrade } from '../../app/trade/find-trade.ts';
import { listOwnTrades } from '../../app/trade/list-trades.ts';
import { MISSED_EVENTS_MAX } from '../../domain/callback/missed-events.ts';
import { refuse } from '../../domain/service/refusal.ts';
import { COMPARE_ORDERS, MOST_COMPARED } from '../../domain/trade/compare-requests.ts';
import { FIND_ORDERS } from '../../domain/trade/query-requests.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { responses } from '../error/error-schema.ts';
import { ComparisonSchema } from '../schema/compare-schemas.ts';
import { bodyOf, queryOf } from '../schema/request-schema.ts';
import {
  ARCHIVED_UNTIL,
  CancelSchema,
  SearchSchema,
  TradePathSchema,
  TradeSchema,
} from '../schema/schemas.ts';
import { PAGING, pageShape, SIGNED_MERCHANT } from '../schema/shapes.ts';
import { answer, answerBody, answerQuery } from './answer.ts';
import { callerOf } from './authenticate.ts';

const ListQuerySchema = Type.Object({
  merchant_id: SIGNED_MERCHANT,
  ...queryOf(FIND_ORDERS),
  ...PAGING,
});

const READS = { config: { scopes: ['read'] } } as const;

const OrderPageSchema = pageShape('OrderPage', TradeSchema, ARCHIVED_UNTIL);

const LIST = {
  ...READS,
  schema: {
    operationId: 'listOrders',
    tags: ['Orders'],
    summary: 'List your trades, newest or oldest first',
    description: 'Only your own, page by page: the cursor stays valid while trades are added.',
    querystring: ListQuerySchema,
    response: responses(200, OrderPageSchema, 401, 404, 422, 429, 503),
  },
};

const SEARCH = {
  config: { scopes: ['read'] },
  schema: {
    operationId: 'findOrder',
    repeatable: 'always',
    tags: ['Orders'],
    summary: 'Find a trade by your order_id',
    description: 'Over pay-ins, pay-outs and refunds: an `order_id` is unique for ever.',
    body: SearchSchema,
    response: responses(200, TradeSchema, 400, 401, 404, 413, 415, 422, 429, 503),
  },
} as const;

const GET = {
  config: { scopes: ['read'] },
  schema: {
    operationId: 'getOrder',
    tags: ['Orders'],
    summary: 'Get a trade by its id',
    description: 'Another merchant’s trade is 404, as if it did not exist.',
    params: TradePathSchema,
    response: responses(200, TradeSchema, 401, 404, 429, 503),
  },
} as const;

const CANCEL = {
  config: { scopes: ['payin', 'payout'] },
  schema: {
    operationId: 'cancelOrder',
    repeatable: 'always',
    tags: ['Orders'],
    summary: 'Cancel a trade',
    description: 'A pay-in before money came, a pay-out before anybody took it.',
    body: CancelSchema,
    response: responses(200, TradeSchema, 400, 401, 413, 415, 422, 429, 503),
  },
} as const;

/** A thousand orders with ids of the greatest length. */
const COMPARE_BODY_MAX_BYTES = 262_144;

const COMPARE_WORDS = [
  `Up to ${MOST_COMPARED} orders, in a body of up to 256 KiB. The answer has only those whose ` +
    'state is another one here, or that are unknown. Counts as 50 requests.',
  'With `resend` the events that you missed are sent to your endpoints again: of each order that ' +
    `differs those since it last had your state, the newest ${MISSED_EVENTS_MAX} of them; if it ` +
    'never had it, its newest one. They keep their webhook-id, and wait behind new events. The ' +
    'token needs `payin` or `payout` for it besides `read`.',
].join('\n\n');

const COMPARE = {
  // As much work as so many requests.
  config: { scopes: ['read'], weight: 50 },
  bodyLimit: COMPARE_BODY_MAX_BYTES,
  schema: {
    operationId: 'compareOrders',
    repeatable: 'always',
    tags: ['Orders'],
    summary: 'Compare the states in your records with the states here',
    description: COMPARE_WORDS,
    body: bodyOf(COMPARE_ORDERS),
    response: responses(200, ComparisonSchema, 400, 401, 404, 413, 415, 422, 429, 503),
  },
} as const;

const NO_IDS = refuse(
  'not_found',
  'There is nothing here: the address has two UUIDs, merchant_id and id. To find an order by its ' +
    'order_id, use POST /api/v1/orders/search.',
);

export function registerOrders(scope: FastifyInstance, app: App): void {
  scope.get('/orders', LIST, (request, reply) =>
    answerQuery(request, reply, ListQuerySchema, (query) =>
      listOwnTrades(app, callerOf(request), query),
    ),
  );
  scope.post('/orders/search', SEARCH, (request, reply) =>
    answerBody(request, reply, 200, (fields) => findTrade(app, callerOf(request), fields)),
  );
  scope.get<{ Params: { merchant: string; uuid: string } }>(
    '/orders/:merchant/:uuid',
    GET,
    async (request, reply) => {
      const { merchant, uuid } = request.params;
      const has_ids = parseUuid(merchant) !== null && parseUuid(uuid) !== null;
      if (!has_ids) return scope.answerUnknownPath(request, reply, NO_IDS);
      return answer(reply, 200, await getTrade(app, callerOf(request), request.params));
    },
  );
  scope.post('/orders/compare', COMPARE, (request, reply) =>
    answerBody(request, reply, 200, (fields) => compareOrders(app, callerOf(request), fields)),
  );
  scope.post('/orders/cancel', CANCEL, (request, reply) =>
    answerBody(request, reply, 200, (fields) => cancelTrade(app, callerOf(request), fields)),
  );
}
