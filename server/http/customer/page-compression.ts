// Compresses what is below /pay: its files once, its pages whenever they are sent.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Coding = 'br' | 'gzip';

export type CompressedBody = { plain: Buffer; br: Buffer; gzip: Buffer };

/** The best and slowest level: a file is compressed once and sent many times. */
export function compressed(plain: Buffer): CompressedBody {
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) };
}

function takes({ headers }: FastifyRequest, coding: Coding): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').toLowerCase();
  return accepted.split(',').some((part) => {
    const [name, quality = ''] = part.split(';').map((text) => text.trim());
    return name === coding && !/^q=0(?:\.0*)?$/.test(quality);
  });
}

export function sendCompressed(
  reply: FastifyReply,
  { plain, br, gzip }: CompressedBody,
): FastifyReply {
  reply.header('vary', 'accept-encoding');
  if (takes(reply.request, 'br')) return reply.header('content-encoding', 'br').send(br);
  if (takes(reply.request, 'gzip')) return reply.header('content-encoding', 'gzip').send(gzip);
  return reply.send(plain);
}

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
