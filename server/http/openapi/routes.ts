// Serves the OpenAPI documents and the Postman collection, made from the running service’s routes.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { buildOpenApi, type OpenApiKind } from './build-openapi.ts';
import { buildPostman } from './postman.ts';
import { collectRoutes } from './route-document.ts';

const ADDRESSES: Readonly<Record<OpenApiKind, string>> = {
  merchant: '/openapi.json',
  operator: '/operator/openapi.json',
};

const POSTMAN_ADDRESS = '/docs/postman.json';

type Made = { readonly public_url: string; readonly text: string; readonly tag: string };

/** Made on first use, because the address is known only after listening. */
function madeOnce(make: (public_url: string) => object): (public_url: string) => Made {
  let made: Made | null = null;
  return (public_url) => {
    if (made?.public_url === public_url) return made;
    const text = JSON.stringify(make(public_url));
    // Weak: it is the same document in each coding.
    const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    made = { public_url, text, tag };
    return made;
  };
}

/** Call it before the routes are registered, so that it sees them. */
export function serveOpenApi(server: FastifyInstance): void {
  const routes = collectRoutes(server);
  const postman = (public_url: string): object => {
    const document = JSON.stringify(buildOpenApi('merchant', public_url, routes));
    return buildPostman(JSON.parse(document));
  };
  const served: [address: string, make: (public_url: string) => object][] = [
    [ADDRESSES.merchant, (public_url) => buildOpenApi('merchant', public_url, routes)],
    [ADDRESSES.operator, (public_url) => buildOpenApi('operator', public_url, routes)],
    [POSTMAN_ADDRESS, postman],
  ];
  for (const [address, make] of served) {
    const documentOf = madeOnce(make);
    server.get(address, (request, reply) => {
      const { text, tag } = documentOf(server.public_url);
      reply.headers({ etag: tag, 'cache-control': 'no-cache' });
      if (request.headers['if-none-match'] === tag) return reply.status(304).send();
      return reply.type('application/json; charset=utf-8').send(text);
    });
  }
}
