// Compression of answers: of what is made once when it is made, of large lists while they are sent.
import { brotliCompressSync, gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Coding = 'br' | 'gzip';

export type CompressedBody = { plain: Buffer; br: Buffer; gzip: Buffer };

/** The best and slowest level: a file is compressed once and sent many times. */
export function compressed(plain: Buffer): CompressedBody {
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) };
}

export function takes({ headers }: FastifyRequest, coding: Coding): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').toLowerCase();
  return accepted.split(',').some((part) => {
    const [name, quality = ''] = part.split(';').map((text) => text.trim());
    return name === coding && !/^q=0(?:\.0*)?$/.test(quality);
  });
}

export function sendCompressed(
  reply: FastifyReply,
  { plain, br, gzip: zipped }: CompressedBody,
): FastifyReply {
  reply.header('vary', 'accept-encoding');
  if (takes(reply.request, 'br')) return reply.header('content-encoding', 'br').send(br);
  if (takes(reply.request, 'gzip')) return reply.header('content-encoding', 'gzip').send(zipped);
  return reply.send(plain);
}

/** Below it an answer fits into the packets that are sent at once anyway. */
export const LEAST_TO_COMPRESS = 16_384;

/** The fastest level: it leaves about a tenth of a list already. */
const LIST_LEVEL = 1;

/**
 * Only what is read, so that no create has a hook more: a page of 200 orders is 240 kB. A thread of
 * its own compresses it. ADR 0114 says whose lengths could tell what: what is shown once is never
 * the answer to a GET, and no other site can make a browser ask for any of these answers.
 */
export function compressLists(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    if (route.method !== 'GET') return;
    const others = route.onSend === undefined ? [] : [route.onSend].flat();
    route.onSend = [...others, compressList];
  });
}

type Next = (error: Error | null, payload?: unknown) => void;

function compressList(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  next: Next,
): void {
  const is_large = typeof payload === 'string' && payload.length >= LEAST_TO_COMPRESS;
  if (is_large && !isFile(reply)) {
    sendZipped(request, reply, payload, next);
  } else next(null, payload);
}

/** Its bytes stay as they are: a header may have their digest. */
const isFile = (reply: FastifyReply): boolean => reply.hasHeader('content-disposition');

function sendZipped(request: FastifyRequest, reply: FastifyReply, text: string, next: Next): void {
  const varies = String(reply.getHeader('vary') ?? '');
  if (!varies.includes('accept-encoding')) {
    reply.header('vary', varies === '' ? 'accept-encoding' : `${varies}, accept-encoding`);
  }
  if (!takes(request, 'gzip')) {
    next(null, text);
    return;
  }
  gzip(text, { level: LIST_LEVEL }, (error, zipped) => {
    if (error === null) reply.header('content-encoding', 'gzip');
    next(error, zipped);
  });
}
