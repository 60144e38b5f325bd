// One log line for each answered request, except probes, and its count and time in the metrics.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../../app/process/app.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { spanIdOf, traceIdOf } from '../../lib/trace-context.ts';
import { requestKindOf } from './request-kind.ts';
import { traceOf } from './request-trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The order that is answered with; null if it is none. */
    trade_id: string | null;
  }
}

type Route = {
  /** Whoever watches the service asks every second: these lines would hide the others. */
  readonly is_probe: boolean;
  readonly counted: { readonly method: string; readonly route: string; readonly status: string };
  readonly timed: {
    readonly method: string;
    readonly route: string;
    readonly status_class: string;
  };
};

type Answered = {
  readonly request_id: string;
  readonly method: string;
  /** The route's pattern, because addresses of payment pages are secrets. */
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly trade_id: string | undefined;
  /** Of the caller's own trace: W3C Trace Context. */
  readonly trace_id: string | undefined;
  /** Only if the request is a span of this trace. */
  readonly span_id: string | undefined;
};

function traceIdIn(request: FastifyRequest): string | undefined {
  const trace = traceOf(request);
  return trace === null ? undefined : traceIdOf(trace);
}

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Routes that name an order; what stands there instead of an id is not logged. */
const OF_TRADE = /\/(?:trades|deliveries)\/:[a-z_]+\/:([a-z_]+)/;

function tradeOf({ trade_id, params }: FastifyRequest, route: string): string | undefined {
  if (trade_id !== null) return trade_id;
  const [, name = ''] = OF_TRADE.exec(route) ?? [];
  const value: unknown = Object(params)[name];
  return typeof value === 'string' && ID.test(value) ? value : undefined;
}

/** Made once for each method, route and status, of which there are few. */
function createRoutes(): (answered: Answered) => Route {
  const known = new Map<string, Route>();
  return ({ method, route, status }) => {
    const name = `${status} ${method} ${route}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = {
      is_probe: requestKindOf(method, route) === 'platform',
      counted: { method, route, status: String(status) },
      timed: { method, route, status_class: `${Math.floor(status / 100)}xx` },
    };
    known.set(name, made);
    return made;
  };
}

/**
 * A batch's commands are all answered in one iteration of the event loop. Their log lines are
 * written together at its end, so that no answer waits for the log lines of others.
 */
export function logRequests(server: FastifyInstance, app: App): void {
  const routeOf = createRoutes();
  let answered: Answered[] = [];
  server.decorateRequest('trade_id', null);
  const write = () => {
    const lines = answered;
    answered = [];
    for (const line of lines) {
      const { is_probe, counted, timed } = routeOf(line);
      app.count('http_requests', counted);
      app.observe('http_request_duration_seconds', line.duration_ms / SECOND_MS, timed);
      if (!is_probe) app.log.info(line);
    }
  };
  server.addHook('onResponse', (request, reply, done) => {
    if (answered.length === 0) setImmediate(write);
    // Fastify makes the options anew each time that they are asked for.
    const route = request.routeOptions.url ?? 'unknown';
    answered.push({
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
      trade_id: tradeOf(request, route),
      trace_id: traceIdIn(request),
      span_id: request.span === null ? undefined : spanIdOf(request.span.traceparent),
    });
    done();
  });
}
