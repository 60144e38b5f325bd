// Registers the open routes of the operator API: without a caller, but not for other sites.
import type { FastifyInstance } from 'fastify';
import { createFailureNotes } from '../../../app/access/note-failed-sign-ins.ts';
import type { App } from '../../../app/process/app.ts';
import { isRefusal, refuse } from '../../../domain/service/refusal.ts';
import { networkOf } from '../../../lib/ip-address.ts';
import type { BucketRule } from '../../../lib/token-bucket.ts';
import { createBuckets } from '../../error/rate-limit.ts';
import { sendRefusal } from '../../error/reply.ts';
import type { OpenRoute } from '../route/open-route.ts';
import { readBodyFields } from '../route/read-fields.ts';
import { schemaOf } from '../route/route-schema.ts';
import { refuseOtherSite } from './request-forgery.ts';
import { CookieAnswer, readSessionCookie } from './session-cookie.ts';

/** People of one office may share an address. */
const STORING: BucketRule = { per_second: 1, burst: 60 };
const NO_WAIT = { retry_after_s: 0 };

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
        const fields = readBodyFields(route, request);
        if (isRefusal(fields)) return sendRefusal(reply, fields);
        const { ip: address, id: request_id, headers } = request;
        const { retry_after_s } =
          route.stores === true ? storing.takeOne(networkOf(address)) : NO_WAIT;
        if (retry_after_s > 0) {
          const detail = 'Too many requests from this address: wait a little.';
          return sendRefusal(reply, refuse('rate_limited', detail, { retry_after_s }));
        }
        const result = await route.handle({
          app,
          fields,
          origin: { address, request_id, user_agent: headers['user-agent'] },
          secret: readSessionCookie(headers.cookie),
          noteFailure,
        });
        if (isRefusal(result)) return sendRefusal(reply, result);
        return result instanceof CookieAnswer ? result.send(reply) : reply.send(result);
      },
    });
  }
}
