// Routes for the platform that runs the service: liveness, readiness and metrics.
import type { FastifyInstance } from 'fastify';

export type ReadyAnswer = { ok: boolean; checks: Readonly<Record<string, string>> };
export type MetricsText = { content_type: string; body: string };

export type PlatformOptions = {
  /** Absent: no metrics on this port. */
  metrics?: () => Promise<MetricsText>;
  /** Readiness: a write to the database succeeds. */
  ready: () => Promise<ReadyAnswer>;
};

export function registerPlatform(server: FastifyInstance, options: PlatformOptions): void {
  const { metrics, ready } = options;
  server.get('/healthz', (_request, reply) => reply.send({ ok: true }));
  server.get('/readyz', async (_request, reply) => {
    const state = await ready();
    return reply.status(state.ok ? 200 : 503).send(state);
  });
  if (metrics === undefined) return;
  server.get('/metrics', async (_request, reply) => {
    const { content_type, body } = await metrics();
    return reply.type(content_type).send(body);
  });
}
