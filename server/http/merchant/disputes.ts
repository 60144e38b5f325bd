// Routes of the merchant API: disputes about a merchant's own trades.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  getOwnDispute,
  listOwnDisputes,
  OWN_DISPUTE_STEPS,
  type OwnDisputeStep,
  openOwnDispute,
  stepOwnDispute,
} from '../../app/dispute/own-disputes.ts';
import type { App } from '../../app/process/app.ts';
import {
  FIND_OWN_DISPUTES,
  OPEN_OWN_DISPUTE,
  OWN_STEPS,
} from '../../domain/dispute/own-requests.ts';
import { responses } from '../error/error-schema.ts';
import { DisputeSchema, DisputeWithMessagesSchema } from '../schema/dispute-schemas.ts';
import { bodyOf, queryOf } from '../schema/request-schema.ts';
import { PAGING, pageShape, SIGNED_MERCHANT, uuid } from '../schema/shapes.ts';
import { answer, answerBody, answerQuery } from './answer.ts';
import { callerOf } from './authenticate.ts';

const tags = ['Disputes'];
const READS = { config: { scopes: ['read'] } } as const;
const WRITES = { config: { scopes: ['payin', 'payout'] } } as const;

const ListQuerySchema = Type.Object({
  merchant_id: SIGNED_MERCHANT,
  ...queryOf(FIND_OWN_DISPUTES),
  ...PAGING,
});

const LIST = {
  ...READS,
  schema: {
    operationId: 'listDisputes',
    tags,
    summary: 'List your disputes, newest first',
    description: 'Those that you, a customer or the operator opened.',
    querystring: ListQuerySchema,
    response: responses(200, pageShape('DisputePage', DisputeSchema), 401, 404, 422, 429, 503),
  },
};

const GET = {
  ...READS,
  schema: {
    operationId: 'getDispute',
    tags,
    summary: 'Get a dispute with its messages',
    description:
      'Notes of operators for each other are left out. Another merchant’s dispute has the ' +
      'answer 404.',
    params: Type.Object({ merchant: uuid('Your merchant id'), uuid: uuid('The dispute') }),
    response: responses(200, DisputeWithMessagesSchema, 401, 404, 429, 503),
  },
};

const OPEN = {
  ...WRITES,
  schema: {
    operationId: 'openDispute',
    repeatable: 'with_key' as const,
    tags,
    summary: 'Contest a trade or a part of its amount',
    description: 'Send `idempotency_key`, so that a repeated request opens one dispute only.',
    body: bodyOf(OPEN_OWN_DISPUTE),
    response: responses(201, DisputeSchema, 400, 401, 413, 415, 422, 429, 503),
  },
};

const SUMMARIES: Readonly<Record<OwnDisputeStep, string>> = {
  message: 'Write to the operator, and to the customer unless you say otherwise',
  accept: 'Accept a dispute about a credit: you bear the contested amount',
  withdraw: 'Withdraw a dispute that you opened',
  appeal: 'Appeal a decision, once and within its time',
};

const DESCRIPTIONS: Readonly<Record<OwnDisputeStep, string>> = {
  message: 'Send `idempotency_key`, so that a repeated request sends one message only.',
  accept: 'It cannot be taken back.',
  withdraw: 'The trade is then as if nobody had contested it.',
  appeal: 'Until `appeal_until`; the dispute is then decided once more.',
};

const stepOptions = (act: OwnDisputeStep) => ({
  ...WRITES,
  schema: {
    operationId: `${act}Dispute`,
    repeatable: act === 'message' ? ('with_key' as const) : ('never' as const),
    tags,
    summary: SUMMARIES[act],
    description: DESCRIPTIONS[act],
    body: bodyOf(OWN_STEPS[act]),
    response: responses(200, DisputeSchema, 400, 401, 404, 413, 415, 422, 429, 503),
  },
});

export function registerDisputes(scope: FastifyInstance, app: App): void {
  scope.get('/disputes', LIST, (request, reply) =>
    answerQuery(request, reply, ListQuerySchema, (query) =>
      listOwnDisputes(app, callerOf(request), query),
    ),
  );
  scope.get<{ Params: { merchant: string; uuid: string } }>(
    '/disputes/:merchant/:uuid',
    GET,
    async (request, reply) => {
      return answer(reply, 200, await getOwnDispute(app, callerOf(request), request.params));
    },
  );
  scope.post('/disputes/create', OPEN, (request, reply) =>
    answerBody(request, reply, 201, (fields) => openOwnDispute(app, callerOf(request), fields)),
  );
  for (const act of OWN_DISPUTE_STEPS) {
    scope.post(`/disputes/${act}`, stepOptions(act), (request, reply) =>
      answerBody(request, reply, 200, (fields) =>
        stepOwnDispute(app, callerOf(request), act, fields),
      ),
    );
  }
}
