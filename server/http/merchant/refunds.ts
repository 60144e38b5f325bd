// Routes of the merchant API: refund a pay-in by a pay-out.
import type { FastifyInstance } from 'fastify';
import { createRefund } from '../../app/payout/create-refund.ts';
import type { App } from '../../app/process/app.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import { responses } from '../error/error-schema.ts';
import { CreateRefundSchema, TradeSchema } from '../schema/schemas.ts';
import { answerBody, createdTrade } from './answer.ts';
import { callerOf } from './authenticate.ts';

const CREATE = {
  config: { scopes: ['payout'] },
  schema: {
    operationId: 'createRefund',
    repeatable: 'always',
    replays: true,
    tags: ['Pay-outs'],
    summary: 'Refund a pay-in, in full or in part',
    description:
      'Answers with the pay-out that pays the money back. The same `order_id` with the same ' +
      'content answers with the existing one and `Idempotent-Replayed: true`.',
    body: CreateRefundSchema,
    response: responses(201, TradeSchema, 400, 401, 413, 415, 422, 429, 503),
  },
} as const;

export function registerRefunds(scope: FastifyInstance, app: App): void {
  scope.post('/orders/refund/create', CREATE, (request, reply) => {
    const create = (fields: RawFields) => createRefund(app, callerOf(request), fields);
    return answerBody(request, reply, 201, create, createdTrade);
  });
}
