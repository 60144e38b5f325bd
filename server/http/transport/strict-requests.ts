// Refuses requests that two programs could read differently: unsupported HTTP versions and more
// than one Host, which Node's parser lets through.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { refuse } from '../../domain/service/refusal.ts';
import { errorBody } from '../error/reply.ts';

const SPOKEN: readonly string[] = ['1.0', '1.1'];

const VERSION = refuse('unreadable_request', 'The request is not HTTP/1.1 or HTTP/1.0.');
const HOSTS = refuse('unreadable_request', 'The request has more than one Host header.');

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Closes the connection, because what follows on it cannot be trusted either. */
export function strictRequests(public_url: string, next: RequestListener): RequestListener {
  return (request, response) => {
    const is_spoken = SPOKEN.includes(request.httpVersion);
    if (is_spoken && !hasTwoHosts(request)) return next(request, response);
    const body = errorBody(public_url, randomUUID(), is_spoken ? HOSTS : VERSION);
    const text = JSON.stringify(body);
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('content-length', Buffer.byteLength(text));
    response.setHeader('connection', 'close');
    response.writeHead(body.status).end(text);
  };
}
