// Serves the OpenAPI documents, made of the very routes that are running.
import type { FastifyInstance } from 'fastify';
import { buildOpenApi, type OpenApiKind } from './build-openapi.ts';
import { collectRoutes } from './route-document.ts';

const ADDRESSES: Readonly<Record<OpenApiKind, string>> = {
  merchant: '/openapi.json',
  operator: '/operator/openapi.json',
};

/** Registered before the routes that it tells of. */
export function serveOpenApi(server: FastifyInstance): void {
  const routes = collectRoutes(server);
  for (const kind of ['merchant', 'operator'] as const) {
    server.get(ADDRESSES[kind], (_request, reply) =>
      reply.send(buildOpenApi(kind, server.public_url, routes)),
    );
  }
}
