// Routes of the merchant API that are in the sandbox only: its magic values, its simulated bank and
// its scripted faults. In live mode they do not exist.

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../app/process/app.ts';
import { mayHaveApiFault, setSandboxFault, takeApiFault } from '../../app/sandbox/faults.ts';
import { playOwnOrder } from '../../app/sandbox/play-order.ts';
import { showSandbox } from '../../app/sandbox/show-sandbox.ts';
import { PLAY_ORDER, SET_FAULT } from '../../domain/sandbox/sandbox-requests.ts';
import { refuse } from '../../domain/service/refusal.ts';
import { responses } from '../error/error-schema.ts';
import { sendRefusal } from '../error/reply.ts';
import { bodyOf } from '../schema/request-schema.ts';
import { SandboxFaultSchema, SandboxSchema } from '../schema/sandbox-schemas.ts';
import { TradeSchema } from '../schema/schemas.ts';
import { SIGNED_MERCHANT } from '../schema/shapes.ts';
import { answerBody, answerQuery } from './answer.ts';
import { callerOf } from './authenticate.ts';

const TAGS = ['Sandbox'];

const ShowQuerySchema = Type.Object({ merchant_id: SIGNED_MERCHANT });

const SHOW = {
  config: { scopes: ['read'] },
  schema: {
    operationId: 'showSandbox',
    tags: TAGS,
    summary: 'The sandbox’s magic values, and what its simulated bank answers',
    description: 'In the sandbox only: in live mode there is nothing here.',
    querystring: ShowQuerySchema,
    response: responses(200, SandboxSchema, 401, 404, 422, 429, 503),
  },
} as const;

const PLAY = {
  config: { scopes: ['payin', 'payout'] },
  schema: {
    operationId: 'playOrder',
    tags: TAGS,
    summary: 'Let the simulated bank do something with an order',
    description: 'In the sandbox only: in live mode there is nothing here.',
    body: bodyOf(PLAY_ORDER),
    response: responses(200, TradeSchema, 400, 401, 413, 415, 422, 429, 503),
  },
} as const;

const FAULT = {
  config: { scopes: ['payin', 'payout'] },
  schema: {
    operationId: 'setSandboxFault',
    tags: TAGS,
    summary: 'Ask for a fault, to see how your program copes with it',
    description: 'In the sandbox only. Requests to `/api/v1/sandbox` themselves never fail by it.',
    body: bodyOf(SET_FAULT),
    response: responses(200, SandboxFaultSchema, 400, 401, 413, 415, 422, 429, 503),
  },
} as const;

const OWN_PATHS = '/api/v1/sandbox';

const SCRIPTED = refuse(
  'unavailable',
  'The sandbox was asked for this fault: POST /api/v1/sandbox/faults.',
  { retry_after_s: 1 },
);

/** Registered before the routes, so that it holds for all of them. */
export function failAsScripted(scope: FastifyInstance, app: App): void {
  if (app.mode !== 'sandbox') return;
  scope.addHook('preHandler', (request, reply, done) => {
    const caller = callerOf(request);
    if (!mayHaveApiFault(app, caller)) return done();
    if (request.routeOptions.url?.startsWith(OWN_PATHS) === true) return done();
    takeApiFault(app, caller).then((is_taken) => {
      if (is_taken) sendRefusal(reply, SCRIPTED);
      else done();
    }, done);
  });
}

export function registerSandbox(scope: FastifyInstance, app: App): void {
  if (app.mode !== 'sandbox') return;
  scope.get('/sandbox', SHOW, (request, reply) =>
    answerQuery(request, reply, ShowQuerySchema, (query) =>
      showSandbox(app, callerOf(request), query),
    ),
  );
  scope.post('/sandbox/orders', PLAY, (request, reply) =>
    answerBody(request, reply, 200, (fields) => playOwnOrder(app, callerOf(request), fields)),
  );
  scope.post('/sandbox/faults', FAULT, (request, reply) =>
    answerBody(request, reply, 200, (fields) => setSandboxFault(app, callerOf(request), fields)),
  );
}
