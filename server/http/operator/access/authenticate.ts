// Authenticates an operator's request and checks its right before its body is read; every denial is
// logged and recorded in the audit trail.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticateOperator } from '../../../app/access/authenticate-operator.ts';
import { authenticateSession } from '../../../app/access/authenticate-session.ts';
import { createDenialNotes } from '../../../app/access/note-denials.ts';
import { createOperatorTokenUses } from '../../../app/operator-token/note-token-use.ts';
import type { App } from '../../../app/process/app.ts';
import { refuseWhileHanging } from '../../../app/process/outage.ts';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import { isRefusal, type Refusal, refuse } from '../../../domain/service/refusal.ts';
import { sendRefusal } from '../../error/reply.ts';
import type { OperatorRoute } from '../route/route.ts';
import { checkAccess, checkConfirmation } from './check-access.ts';
import { refuseForgery } from './request-forgery.ts';
import { hasSessionCookie, readSessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    operator_route?: OperatorRoute;
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

/** Logs a denied request, and notes it in the audit trail. */
export type NoteDenial = (
  request: FastifyRequest,
  refusal: Refusal,
  caller: OperatorCaller | null,
) => void;

function createNoteDenial(app: App): NoteDenial {
  const noteDenial = createDenialNotes(app);
  return ({ id: request_id, method, ip: address, routeOptions }, { extra }, caller) => {
    const denial = {
      request_id,
      method,
      path: routeOptions.url ?? 'unknown',
      address,
      ...(caller === null ? {} : whoOf(caller)),
      ...(extra?.missing_right === undefined ? {} : { missing_right: String(extra.missing_right) }),
    };
    app.log.warn(denial, 'operator request denied');
    // Not awaited, so that the denial is answered at once.
    noteDenial(denial).catch((error: unknown) => {
      app.log.warn(
        { err: error, request_id },
        'the denial could not be recorded in the audit trail',
      );
    });
  };
}

function whoOf({ person_id, operator_token_id, is_own_token }: OperatorCaller) {
  if (operator_token_id === null) return { person_id };
  return is_own_token === true ? { person_id, operator_token_id } : { operator_token_id };
}

/** The route of a request: there is none without its right. */
function routeOf({ routeOptions }: FastifyRequest): OperatorRoute {
  const { operator_route } = routeOptions.config;
  if (operator_route === undefined) throw new Error('The route says no right that it needs');
  return operator_route;
}

/** Read by a page while nobody touches it: the console says so of its reads. */
const isBackground = (request: FastifyRequest): boolean =>
  routeOf(request).background === true ||
  (request.method === 'GET' && request.headers['x-background'] !== undefined);

/** A token or a session; with both, one of them could be somebody else's. */
async function callerOf(app: App, request: FastifyRequest): Promise<OperatorCaller | Refusal> {
  const { id: request_id, ip: address, method, headers } = request;
  const { authorization, cookie } = headers;
  if (!hasSessionCookie(cookie)) {
    return await authenticateOperator(app, { authorization, address, request_id });
  }
  if (authorization !== undefined) {
    return refuse('unauthorized', 'The request carries both a token and a session.');
  }
  const secret = readSessionCookie(cookie) ?? '';
  const is_background = isBackground(request);
  const caller = await authenticateSession(app, { secret, address, request_id, is_background });
  if (isRefusal(caller)) return caller;
  const own_origin = new URL(app.public_url).origin;
  return refuseForgery({ method, headers }, secret, own_origin) ?? caller;
}

export function authenticateOperators(scope: FastifyInstance, app: App): NoteDenial {
  const noteDenial = createNoteDenial(app);
  const noteUse = createOperatorTokenUses(app);
  scope.decorateRequest('operator', null);
  scope.addHook('onRequest', async (request, reply) => {
    const caller = await callerOf(app, request);
    if (isRefusal(caller)) {
      noteDenial(request, caller, null);
      return sendRefusal(reply, caller);
    }
    noteUse(caller);
    const refused = checkAccess(caller, routeOf(request), {
      params: Object(request.params),
      query: Object(request.query),
    });
    if (refused !== null) {
      noteDenial(request, refused, caller);
      return sendRefusal(reply, refused);
    }
    // Not a denial: whoever confirms may go on.
    const unconfirmed = checkConfirmation(caller, routeOf(request), app.settings.now());
    if (unconfirmed !== null) return sendRefusal(reply, unconfirmed);
    refuseWhileHanging(app, request.method);
    request.operator = caller;
  });
  return noteDenial;
}

/** Whether the caller of an answer that stays open may still have it. */
export async function stillMay(app: App, request: FastifyRequest): Promise<boolean> {
  const caller = await callerOf(app, request);
  if (isRefusal(caller)) return false;
  const given = { params: Object(request.params), query: Object(request.query) };
  return checkAccess(caller, routeOf(request), given) === null;
}
