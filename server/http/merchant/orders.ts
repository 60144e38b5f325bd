// Routes of the merchant API for orders of both directions: find one, get one, cancel one.
import type { FastifyInstance } from 'fastify';
import type { App } from '../../app/process/app.ts';
import { cancelTrade } from '../../app/trade/cancel-trade.ts';
import { findTrade, getTrade } from '../../app/trade/find-trade.ts';
import { responses } from '../error/error-schema.ts';
import { CancelSchema, SearchSchema, TradePathSchema, TradeSchema } from '../schema/schemas.ts';
import { answer, answerBody } from './answer.ts';
import { callerOf } from './authenticate.ts';

const SEARCH = {
  config: { scopes: ['read'] },
  schema: {
    operationId: 'findOrder',
    tags: ['Orders'],
    summary: 'Find a trade by your order_id',
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
    params: TradePathSchema,
    response: responses(200, TradeSchema, 401, 404, 429, 503),
  },
} as const;

const CANCEL = {
  config: { scopes: ['payin', 'payout'] },
  schema: {
    operationId: 'cancelOrder',
    tags: ['Orders'],
    summary: 'Cancel a trade',
    description: 'A pay-in before money came, a pay-out before anybody took it.',
    body: CancelSchema,
    response: responses(200, TradeSchema, 400, 401, 413, 415, 422, 429, 503),
  },
} as const;

export function registerOrders(scope: FastifyInstance, app: App): void {
  scope.post('/orders/search', SEARCH, (request, reply) =>
    answerBody(request, reply, 200, (fields) => findTrade(app, callerOf(request), fields)),
  );
  scope.get<{ Params: { merchant: string; uuid: string } }>(
    '/orders/:merchant/:uuid',
    GET,
    (request, reply) =>
      getTrade(app, callerOf(request), request.params).then((result) => answer(reply, 200, result)),
  );
  scope.post('/orders/cancel', CANCEL, (request, reply) =>
    answerBody(request, reply, 200, (fields) => cancelTrade(app, callerOf(request), fields)),
  );
}
