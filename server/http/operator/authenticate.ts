// Who an operator's request is from, before anything of it is read; every denial is logged, and
// noted in the audit trail.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../../app/app.ts';
import { authenticateOperator } from '../../app/authenticate-operator.ts';
import type { OperatorCaller } from '../../app/caller.ts';
import { createDenialNotes } from '../../app/note-denials.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { sendRefusal } from '../reply.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is authenticated. */
    operator: OperatorCaller | null;
  }
}

/** The caller of an authenticated route: the hook lets nobody else through. */
export function operatorOf(request: FastifyRequest): OperatorCaller {
  if (request.operator === null) throw new Error('The route was reached without an operator');
  return request.operator;
}

export function authenticateOperators(scope: FastifyInstance, app: App): void {
  const noteDenial = createDenialNotes(app);
  scope.decorateRequest('operator', null);
  scope.addHook('onRequest', async (request, reply) => {
    const { authorization } = request.headers;
    const operator = await authenticateOperator(app, { authorization });
    if (!isRefusal(operator)) {
      request.operator = operator;
      return;
    }
    const { id: request_id, method, ip: address } = request;
    const path = request.routeOptions.url ?? 'unknown';
    const denial = { request_id, method, path, address };
    app.log.warn(denial, 'operator request denied');
    // The answer does not wait for it: what was denied is told at once.
    noteDenial(denial).catch((error: unknown) => {
      app.log.warn({ err: error, request_id }, 'the denial could not be noted');
    });
    return sendRefusal(reply, operator);
  });
}
