// Authenticates an operator's request before its body is read; every denial is logged and recorded
// in the audit trail.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticateOperator } from '../../../app/access/authenticate-operator.ts';
import { createDenialNotes } from '../../../app/access/note-denials.ts';
import type { App } from '../../../app/process/app.ts';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import { isRefusal, type Refusal, refuse } from '../../../domain/service/refusal.ts';
import { sendRefusal } from '../../error/reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Feed tokens open the route, too. */
    feeds?: boolean;
  }
  interface FastifyRequest {
    /** Null until the request is authenticated. */
    operator: OperatorCaller | null;
  }
}

/** The caller of an authenticated route; without one the hook has refused the request. */
export function operatorOf(request: FastifyRequest): OperatorCaller {
  if (request.operator === null) throw new Error('The route was reached without an operator');
  return request.operator;
}

/** A feed's token opens only the routes that are marked for it. */
function refuseFeeds(
  caller: OperatorCaller | Refusal,
  { feeds }: { feeds?: boolean },
): OperatorCaller | Refusal {
  if (isRefusal(caller) || caller.role !== 'feed' || feeds === true) return caller;
  return refuse('forbidden', 'This token may send bank lines and statements, and nothing else.');
}

export function authenticateOperators(scope: FastifyInstance, app: App): void {
  const noteDenial = createDenialNotes(app);
  scope.decorateRequest('operator', null);
  scope.addHook('onRequest', async (request, reply) => {
    const { authorization } = request.headers;
    const { id: request_id, method, ip: address } = request;
    const caller = await authenticateOperator(app, { authorization, address, request_id });
    const operator = refuseFeeds(caller, request.routeOptions.config);
    if (!isRefusal(operator)) {
      request.operator = operator;
      return;
    }
    const known = isRefusal(caller) ? {} : { operator_token_id: caller.operator_token_id };
    const path = request.routeOptions.url ?? 'unknown';
    const denial = { request_id, method, path, address, ...known };
    app.log.warn(denial, 'operator request denied');
    // Not awaited, so that the denial is answered at once.
    noteDenial(denial).catch((error: unknown) => {
      app.log.warn(
        { err: error, request_id },
        'the denial could not be recorded in the audit trail',
      );
    });
    return sendRefusal(reply, operator);
  });
}
