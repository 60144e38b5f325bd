// Who an operator's request is from, before anything of it is read; every denial is logged.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../../app/app.ts';
import { authenticateOperator } from '../../app/authenticate-operator.ts';
import type { OperatorCaller } from '../../app/caller.ts';
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
  scope.decorateRequest('operator', null);
  scope.addHook('onRequest', async (request, reply) => {
    const { authorization } = request.headers;
    const operator = await authenticateOperator(app, { authorization });
    if (!isRefusal(operator)) {
      request.operator = operator;
      return;
    }
    const { id: request_id, method, ip: address } = request;
    const path = request.routeOptions.url;
    app.log.warn({ request_id, method, path, address }, 'operator request denied');
    return sendRefusal(reply, operator);
  });
}
