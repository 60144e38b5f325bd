// Routes of the merchant API: the merchant's balance.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { getBalance } from '../../app/ledger/past-balance.ts';
import type { App } from '../../app/process/app.ts';
import { SHOW_BALANCE } from '../../domain/ledger/ledger-requests.ts';
import { responses } from '../error/error-schema.ts';
import { queryOf } from '../schema/request-schema.ts';
import { BalancePathSchema, BalanceSchema } from '../schema/schemas.ts';
import { answerQuery } from './answer.ts';
import { callerOf } from './authenticate.ts';

const QuerySchema = Type.Object(queryOf(SHOW_BALANCE));

const GET = {
  config: { scopes: ['read'] },
  schema: {
    operationId: 'getBalance',
    tags: ['Balance'],
    summary: 'Get your balance',
    description:
      'The three amounts are read at one moment, from the ledger. With `at` they are those of a ' +
      'moment of the past: what was entered until then counts, and nothing since.',
    params: BalancePathSchema,
    querystring: QuerySchema,
    response: responses(200, BalanceSchema, 401, 404, 422, 429, 503),
  },
} as const;

export function registerBalance(scope: FastifyInstance, app: App): void {
  scope.get<{ Params: { merchant_id: string } }>(
    '/merchant/account_balance/:merchant_id',
    GET,
    (request, reply) =>
      answerQuery(request, reply, QuerySchema, (query) =>
        getBalance(app, callerOf(request), request.params, query),
      ),
  );
}
