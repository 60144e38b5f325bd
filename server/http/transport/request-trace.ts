// The trace of a request: its own span if spans are recorded, else that of its caller, whose header
// `traceparent` names it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../../app/process/app.ts';
import type { Tracer, TraceSpan } from '../../app/trace/tracer.ts';
import { readTraceparent } from '../../lib/trace-context.ts';
import { requestKindOf } from './request-kind.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless spans are recorded. */
    span: TraceSpan | null;
  }
}

const callersTrace = ({ headers }: FastifyRequest): string | null =>
  readTraceparent(headers['traceparent']);

/** Null if nothing is recorded and the caller sent none, or a malformed one. */
export const traceOf = (request: FastifyRequest): string | null =>
  request.span?.traceparent ?? callersTrace(request);

/** Null for probes: these spans would hide the others. */
function startSpan(tracer: Tracer, request: FastifyRequest): TraceSpan | null {
  const { method, id: request_id } = request;
  // The route's pattern, because addresses of payment pages are secrets.
  const { url: route } = request.routeOptions;
  if (route !== undefined && requestKindOf(method, route) === 'platform') return null;
  return tracer.start(route === undefined ? method : `${method} ${route}`, {
    kind: 'server',
    parent: callersTrace(request),
    words: {
      'http.request.method': method,
      'http.route': route,
      'url.scheme': request.protocol,
      'payment_orders.request_id': request_id,
    },
  });
}

const FIRST_FAILURE = 500;

/** Without a tracer no hook is added, so that a request costs nothing more. */
export function traceRequests(server: FastifyInstance, { tracer }: Pick<App, 'tracer'>): void {
  server.decorateRequest('span', null);
  if (tracer === null) return;
  server.addHook('onRequest', (request, _reply, done) => {
    request.span = startSpan(tracer, request);
    done();
  });
  // Not earlier: what reads the body calls the next step from the connection's own events.
  server.addHook('preHandler', ({ span }, _reply, done) => {
    if (span === null) done();
    else tracer.within(span, done);
  });
  server.addHook('onResponse', ({ span, trade_id, caller }, { statusCode: status }, done) => {
    span?.say({
      'http.response.status_code': status,
      'payment_orders.trade_id': trade_id,
      'payment_orders.merchant_id': caller?.merchant.merchant_id,
    });
    span?.end(status >= FIRST_FAILURE ? String(status) : undefined);
    done();
  });
}
