// Answers that are streams of server-sent events: their headers, and the end of their work.
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Proxies must neither store the stream nor buffer it for compression. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Only a request that asks for it gets one. */
export const wantsStream = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.startsWith('text/event-stream') === true;

/** Sends the headers and returns the response, to which the caller writes from now on. */
export function beginStream(reply: FastifyReply): ServerResponse {
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.headers(STREAM_HEADERS).getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  reply.hijack();
  if (!raw.destroyed) raw.writeHead(200);
  return raw;
}
