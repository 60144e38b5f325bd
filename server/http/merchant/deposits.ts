// Routes of the merchant API: create a pay-in, and attach a UTR to it.
import type { FastifyInstance } from 'fastify';
import type { App } from '../../app/process/app.ts';
import { attachUtr } from '../../app/trade/attach-utr.ts';
import { createPayin } from '../../app/trade/create-payin.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import { responses } from '../error/error-schema.ts';
import { AttachUtrSchema, CreatePayinSchema, TradeSchema } from '../schema/schemas.ts';
import { answerBody, createdTrade } from './answer.ts';
import { callerOf } from './authenticate.ts';

const CREATE = {
  config: { scopes: ['payin'] },
  schema: {
    operationId: 'createPayin',
    repeatable: 'always',
    replays: true,
    tags: ['Pay-ins'],
    summary: 'Create a pay-in',
    description:
      'The same `order_id` with the same content answers with the existing trade and ' +
      '`Idempotent-Replayed: true`.',
    body: CreatePayinSchema,
    response: responses(201, TradeSchema, 400, 401, 413, 415, 422, 429, 503),
  },
} as const;

const ATTACH_UTR = {
  config: { scopes: ['payin'] },
  schema: {
    operationId: 'attachUtr',
    repeatable: 'always',
    tags: ['Pay-ins'],
    summary: 'Attach a UTR to a pay-in',
    description: 'A UTR is a claim: the trade completes only when the matching bank line arrives.',
    body: AttachUtrSchema,
    response: responses(201, TradeSchema, 400, 401, 413, 415, 422, 429, 503),
  },
} as const;

export function registerDeposits(scope: FastifyInstance, app: App): void {
  scope.post('/orders/deposit/create', CREATE, (request, reply) => {
    const create = (fields: RawFields) => createPayin(app, callerOf(request), fields);
    return answerBody(request, reply, 201, create, createdTrade);
  });
  scope.post('/orders/deposit/utr', ATTACH_UTR, (request, reply) =>
    answerBody(request, reply, 201, (fields) => attachUtr(app, callerOf(request), fields)),
  );
}
