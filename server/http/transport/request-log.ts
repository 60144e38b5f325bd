// One log line and one count in the metrics for each answered request.
import type { FastifyInstance } from 'fastify';
import type { App } from '../../app/process/app.ts';
import { SECOND_MS } from '../../lib/durations.ts';

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
};

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
  const write = () => {
    const lines = answered;
    answered = [];
    for (const line of lines) {
      const { counted, timed } = labelsOf(line);
      app.count('http_requests', counted);
      app.observe('http_request_duration_seconds', line.duration_ms / SECOND_MS, timed);
      app.log.info(line);
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
    });
    done();
  });
}
