// Compresses the pages below /pay whenever they are sent.
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { takes } from '../transport/compression.ts';

/** Above this level pages become hardly smaller, only slower. */
const PAGE_LEVEL = 4;

/**
 * Compression reveals no secret of the page by its length: without cookies, nobody can make a
 * browser request a page whose address they do not know.
 */
export function compressPages(scope: FastifyInstance): void {
  scope.addHook('onSend', (request, reply, payload, next) => {
    const is_page = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
    if (!is_page || typeof payload !== 'string') return next(null, payload);
    reply.header('vary', 'accept-encoding, accept-language');
    if (!takes(request, 'gzip')) return next(null, payload);
    reply.header('content-encoding', 'gzip');
    return next(null, gzipSync(payload, { level: PAGE_LEVEL }));
  });
}
