// One log line and one count in the metrics for each answered request.
import type { FastifyInstance } from 'fastify';
import type { App } from '../../app/process/app.ts';

type Labels = { readonly route: string; readonly status: string };

type Answered = {
  readonly request_id: string;
  readonly method: string;
  /** The route's pattern, because addresses of payment pages are secrets. */
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
};

/** The same object for the same route and status, of which there are few. */
function createLabels(): (route: string, status: number) => Labels {
  const by_route = new Map<string, Map<number, Labels>>();
  return (route, status) => {
    const by_status = by_route.get(route) ?? new Map<number, Labels>();
    by_route.set(route, by_status);
    const labels = by_status.get(status) ?? { route, status: String(status) };
    by_status.set(status, labels);
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
      app.count('http_requests', labelsOf(line.route, line.status));
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
