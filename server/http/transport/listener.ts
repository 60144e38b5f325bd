// The listening socket, open from the first moment: until the service is ready, or while it is
// away, it answers 503.
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { refuse } from '../../domain/service/refusal.ts';
import { StartupError } from '../../startup-error.ts';
import { errorBody } from '../error/reply.ts';
import { HTTP_LIMITS } from './http-limits.ts';
import { strictRequests } from './strict-requests.ts';

export type Guard = (handler: RequestListener) => RequestListener;

export type Listener = {
  server: Server;
  /** Stands before the handler from its first request on; given before the handler. */
  guardWith(guard: Guard): void;
  /** More connections at once are closed as they come; `dropped` is told of each. */
  limitConnections(most: number, dropped: () => void): void;
  /** Ends answers that would stay open by themselves, once no more requests are taken. */
  endWith(end: () => void): void;
  /** From now on, requests go here. */
  serve(handler: RequestListener): void;
  /** Throws a StartupError where the port or the address cannot be had; returns the port. */
  open(host: string, port: number): Promise<number>;
  /** Takes no more; resolves when every request that was taken is answered. */
  close(): Promise<void>;
};

const RETRY_AFTER_S = 1;

const AWAY = refuse('unavailable', 'The service starts, or its database is away. Try again soon.', {
  retry_after_s: RETRY_AFTER_S,
});

/** The same bodies as later, from before there are routes. */
function notReady(public_url: string): RequestListener {
  return (request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('cache-control', 'no-store');
    if (request.url === '/healthz') {
      response.writeHead(200).end(JSON.stringify({ ok: true }));
      return;
    }
    response.setHeader('retry-after', RETRY_AFTER_S).setHeader('connection', 'close');
    response.writeHead(503).end(JSON.stringify(errorBody(public_url, randomUUID(), AWAY)));
  };
}

function problemOf(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(`Port ${port} is taken on ${host}: stop what uses it, or set PORT.`, {
      cause: error,
    });
  }
  if (error.code === 'EACCES') {
    return new StartupError(`Port ${port} needs more rights: set PORT to 1024 or above.`, {
      cause: error,
    });
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartupError(`HOST ${host} is no address of this machine.`, { cause: error });
  }
  return error;
}

const IDLE_CHECK_MS = 20;

/** A connection that is kept alive would hold the server open: each is closed once it is idle. */
function closed(server: Server, endOpen: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearInterval(timer);
      resolve();
    });
    endOpen();
  });
}

async function openPort(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(problemOf(error, host, port)));
    server.listen(port, host, () => resolve());
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Not open yet: a worker opens its port when it can answer. */
export function createListener(public_url: string): Listener {
  let guard: Guard = (next) => next;
  let endOpen: () => void = () => undefined;
  let handler: RequestListener = notReady(public_url);
  const strict = strictRequests(public_url, (request, response) => handler(request, response));
  const server = createServer(HTTP_LIMITS, strict);
  return {
    server,
    guardWith(given) {
      guard = given;
    },
    limitConnections(most, dropped) {
      // Dropped as one of several workers, too: the others are as full.
      Object.assign(server, { maxConnections: most, dropMaxConnection: true });
      server.on('drop', dropped);
    },
    endWith(end) {
      endOpen = end;
    },
    serve(next) {
      handler = guard(next);
    },
    open: (host, port) => openPort(server, host, port),
    close: () => closed(server, endOpen),
  };
}

/** Throws a StartupError where the port or the address cannot be had. */
export async function listen(
  host: string,
  port: number,
  public_url: string,
): Promise<Listener & { port: number }> {
  const listener = createListener(public_url);
  /** The port in use, also where a free one was asked for. */
  return { ...listener, port: await listener.open(host, port) };
}
