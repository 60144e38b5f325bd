// Registers the open routes of the operator API: without a caller, but not for other sites.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createFailureNotes } from '../../../app/access/note-failed-sign-ins.ts';
import type { App } from '../../../app/process/app.ts';
import { refuseWhileHanging } from '../../../app/process/outage.ts';
import { isRefusal, type Refusal, refuse } from '../../../domain/service/refusal.ts';
import { networkOf } from '../../../lib/ip-address.ts';
import type { BucketRule } from '../../../lib/token-bucket.ts';
import { createBuckets } from '../../error/rate-limit.ts';
import { sendRefusal } from '../../error/reply.ts';
import type { OpenRoute } from '../route/open-route.ts';
import { EMPTY_FIELDS, readBodyFields } from '../route/read-fields.ts';
import { schemaOf } from '../route/route-schema.ts';
import { refuseOtherSite } from './request-forgery.ts';
import { CookieAnswer, readOpenidCookie, readSessionCookie } from './session-cookie.ts';

/** People of one office may share an address. */
const STORING: BucketRule = { per_second: 1, burst: 60 };

function refuseStoring(storing: ReturnType<typeof createBuckets>, address: string): Refusal | null {
  const { retry_after_s } = storing.takeOne(networkOf(address));
  if (retry_after_s <= 0) return null;
  const detail = 'Too many requests from this address: wait a little.';
  return refuse('rate_limited', detail, { retry_after_s });
}

const fieldsOf = ({ body }: OpenRoute, request: FastifyRequest) =>
  body === undefined ? EMPTY_FIELDS : readBodyFields({ body }, request);

export function addOpenRoutes(
  scope: FastifyInstance,
  app: App,
  routes: readonly OpenRoute[],
): void {
  const noteFailure = createFailureNotes(app);
  scope.addHook('onRequest', ({ headers }, reply, done) => {
    const refused = refuseOtherSite(headers, new URL(app.public_url).origin);
    if (refused === null) done();
    else sendRefusal(reply, refused);
  });
  const storing = createBuckets(STORING);
  for (const route of routes) {
    scope.route({
      method: route.method,
      url: route.url,
      schema: { ...schemaOf(route), security: [] },
      handler: async (request, reply) => {
        const fields = fieldsOf(route, request);
        if (isRefusal(fields)) return sendRefusal(reply, fields);
        const { ip: address, id: request_id, headers } = request;
        const limited = route.stores === true ? refuseStoring(storing, address) : null;
        if (limited !== null) return sendRefusal(reply, limited);
        refuseWhileHanging(app, route.method);
        const result = await route.handle({
          app,
          fields,
          origin: { address, request_id, user_agent: headers['user-agent'] },
          secret: readSessionCookie(headers.cookie),
          openid_secret: readOpenidCookie(headers.cookie),
          noteFailure,
        });
        if (isRefusal(result)) return sendRefusal(reply, result);
        return result instanceof CookieAnswer ? result.send(reply) : reply.send(result);
      },
    });
  }
}
