// Routes of the merchant API: create a pay-out.
import type { FastifyInstance } from 'fastify';
import { createPayout } from '../../app/payout/create-payout.ts';
import type { App } from '../../app/process/app.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import { responses } from '../error/error-schema.ts';
import { CreatePayoutSchema, TradeSchema } from '../schema/schemas.ts';
import { answerBody, createdTrade } from './answer.ts';
import { callerOf } from './authenticate.ts';

const CREATE = {
  config: { scopes: ['payout'] },
  schema: {
    operationId: 'createPayout',
    repeatable: 'always',
    replays: true,
    tags: ['Pay-outs'],
    summary: 'Create a pay-out',
    description:
      'Blocks the amount and its fee at once. The same `order_id` with the same content answers ' +
      'with the existing trade and `Idempotent-Replayed: true`.',
    body: CreatePayoutSchema,
    response: responses(201, TradeSchema, 400, 401, 413, 415, 422, 429, 503),
  },
} as const;

export function registerWithdrawals(scope: FastifyInstance, app: App): void {
  scope.post('/orders/withdrawal/create', CREATE, (request, reply) => {
    const create = (fields: RawFields) => createPayout(app, callerOf(request), fields);
    return answerBody(request, reply, 201, create, createdTrade);
  });
}
