// One log line for each answered request, except probes, and its count and time in the metrics.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../../app/process/app.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { requestKindOf } from './request-kind.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The order that is answered with; null if it is none. */
    trade_id: string | null;
  }
}

type Labels = {
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
};

const TRACE = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|-)/;

const traceOf = ({ headers }: FastifyRequest): string | undefined => {
  const given = headers['traceparent'];
  return typeof given === 'string' ? TRACE.exec(given)?.[1] : undefined;
};

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Routes that name an order; what stands there instead of an id is not logged. */
const OF_TRADE = /\/(?:trades|deliveries)\/:[a-z_]+\/:([a-z_]+)/;

function tradeOf({ trade_id, params, routeOptions }: FastifyRequest): string | undefined {
  if (trade_id !== null) return trade_id;
  const [, name = ''] = OF_TRADE.exec(routeOptions.url ?? '') ?? [];
  const value: unknown = Object(params)[name];
  return typeof value === 'string' && ID.test(value) ? value : undefined;
}

/** The same objects for the same method, route and status, of which there are few. */
function createLabels(): (answered: Answered) => Labels {
  const known = new Map<string, Labels>();
  return ({ method, route, status }) => {
    const name = `${status} ${method} ${route}`;
    const status_class = `${Math.floor(status / 100)}xx`;
    const labels = known.get(name) ?? {
      counted: { method, route, status: String(status) },
      timed: { method, route, status_class },
    };
    known.set(name, labels);
    return labels;
  };
}

/**
 * A batch's commands are all answered in one iteration of the event loop. Their log lines are
 * written together at its end, so that no answer waits for the log lines of others.
 */
export function logRequests(server: FastifyInstance, app: App): void {
  const labelsOf = createLabels();
  let answered: Answered[] = [];
  server.decorateRequest('trade_id', null);
  const write = () => {
    const lines = answered;
    answered = [];
    for (const line of lines) {
      const { counted, timed } = labelsOf(line);
      app.count('http_requests', counted);
      app.observe('http_request_duration_seconds', line.duration_ms / SECOND_MS, timed);
      // Whoever watches the service asks every second: these lines would hide the others.
      if (requestKindOf(line.method, line.route) !== 'platform') app.log.info(line);
    }
  };
  server.addHook('onResponse', (request, reply, done) => {
    if (answered.length === 0) setImmediate(write);
    answered.push({
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
      trade_id: tradeOf(request),
      trace_id: traceOf(request),
    });
    done();
  });
}
