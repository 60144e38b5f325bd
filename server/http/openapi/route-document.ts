// What routes say about themselves beside their shapes: the source of the OpenAPI documents.
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifySchema {
    operationId?: string;
    tags?: readonly string[];
    summary?: string;
    description?: string;
    /** `[]`: open to everybody. */
    security?: readonly Readonly<Record<string, readonly string[]>>[];
    /** Types of the body, where it is not JSON. */
    consumes?: readonly string[];
    /** Types of the good answer, where it is a file. */
    produces?: readonly string[];
  }
}

export type RouteDocument = {
  method: string;
  /** As registered, with `:name` for parameters. */
  url: string;
  operationId?: string | undefined;
  tags: readonly string[];
  summary?: string | undefined;
  description?: string | undefined;
  security?: readonly object[] | undefined;
  consumes: readonly string[];
  produces: readonly string[];
  body: unknown;
  querystring: unknown;
  params: unknown;
  headers: unknown;
  response: unknown;
};

/** Registered before the routes; what it returns fills as they come. */
export function collectRoutes(server: FastifyInstance): RouteDocument[] {
  const routes: RouteDocument[] = [];
  server.addHook('onRoute', ({ method, url, schema }) => {
    if (schema?.operationId === undefined) return;
    const { operationId, tags = [], summary, description, security } = schema;
    const { consumes = [], produces = [] } = schema;
    const { body, querystring, params, headers, response } = schema;
    const shapes = { body, querystring, params, headers, response };
    const texts = { operationId, tags, summary, description, security, consumes, produces };
    for (const one of [method].flat().filter((name) => name !== 'HEAD')) {
      routes.push({ method: one, url, ...texts, ...shapes });
    }
  });
  return routes;
}
