// The descriptions of routes beside their schemas: the source of the OpenAPI documents.
import type { FastifyInstance } from 'fastify';

/** `with_key`: if the body has an `idempotency_key`. */
export type Repeatable = 'always' | 'with_key' | 'never';

/** Headers of single operations. */
type OwnHeader = 'Set-Cookie' | 'Repr-Digest';

declare module 'fastify' {
  interface FastifySchema {
    operationId?: string;
    tags?: readonly string[];
    summary?: string;
    description?: string;
    /** `[]`: no token needed. */
    security?: readonly Readonly<Record<string, readonly string[]>>[];
    /** Media types of the body, if it is not JSON. */
    consumes?: readonly string[];
    /** Media types of the successful answer, if it is a file. */
    produces?: readonly string[];
    /** Whether the same request, sent again, does nothing twice; default: only a GET. */
    repeatable?: Repeatable;
    /** Answers with `Idempotent-Replayed` if an earlier request did it. */
    replays?: boolean;
    /** What only some successful answers have. */
    answer_headers?: readonly OwnHeader[];
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
  repeatable: Repeatable;
  replays: boolean;
  answer_headers: readonly OwnHeader[];
  body: unknown;
  querystring: unknown;
  params: unknown;
  headers: unknown;
  response: unknown;
};

/** Call it before the routes are registered; the returned list then fills. */
export function collectRoutes(server: FastifyInstance): RouteDocument[] {
  const routes: RouteDocument[] = [];
  server.addHook('onRoute', ({ method, url, schema }) => {
    if (schema?.operationId === undefined) return;
    const { operationId, tags = [], summary, description, security } = schema;
    const {
      consumes = [],
      produces = [],
      repeatable,
      replays = false,
      answer_headers = [],
    } = schema;
    const { body, querystring, params, headers, response } = schema;
    const shapes = { body, querystring, params, headers, response };
    const texts = {
      operationId,
      tags,
      summary,
      description,
      security,
      consumes,
      produces,
      replays,
      answer_headers,
    };
    for (const one of [method].flat().filter((name) => name !== 'HEAD')) {
      const otherwise = one === 'GET' ? 'always' : 'never';
      routes.push({ method: one, url, repeatable: repeatable ?? otherwise, ...texts, ...shapes });
    }
  });
  return routes;
}
