// Routes of the merchant API: the merchant's balance.
import type { FastifyInstance } from 'fastify';
import { getBalance } from '../../app/ledger/get-balance.ts';
import type { App } from '../../app/process/app.ts';
import { responses } from '../error/error-schema.ts';
import { BalancePathSchema, BalanceSchema } from '../schema/schemas.ts';
import { answer } from './answer.ts';
import { callerOf } from './authenticate.ts';

const GET = {
  config: { scopes: ['read'] },
  schema: {
    operationId: 'getBalance',
    tags: ['Balance'],
    summary: 'Get your balance',
    description: 'The three amounts are read at one moment, from the ledger.',
    params: BalancePathSchema,
    response: responses(200, BalanceSchema, 401, 404, 429, 503),
  },
} as const;

export function registerBalance(scope: FastifyInstance, app: App): void {
  scope.get<{ Params: { merchant_id: string } }>(
    '/merchant/account_balance/:merchant_id',
    GET,
    (request, reply) =>
      getBalance(app, callerOf(request), request.params).then((result) =>
        answer(reply, 200, result),
      ),
  );
}
