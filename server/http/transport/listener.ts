// The listening socket, open from the start: until the service is ready, and while it is
// unavailable, it answers 503.
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { refuse } from '../../domain/service/refusal.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { errorBody } from '../error/reply.ts';
import { HTTP_LIMITS } from './http-limits.ts';
import { makeRoom } from './idle-connections.ts';
import { strictRequests } from './strict-requests.ts';

export type Guard = (handler: RequestListener) => RequestListener;

export type Listener = {
  server: Server;
  /** Wraps the handler from its first request on; call it before `serve`. */
  guardWith(guard: Guard): void;
  /**
   * Further connections are closed at once; `dropped` is called for each. If most places are taken,
   * idle connections end sooner.
   */
  limitConnections(most: number, dropped: () => void): void;
  /** Sets what ends long answers once no more requests are accepted. */
  endWith(end: () => void): void;
  /** From now on, requests go to this handler. */
  serve(handler: RequestListener): void;
  /** Throws a StartupError if the port or the address is not available; returns the port. */
  open(host: string, port: number): Promise<number>;
  /**
   * From now on each answer ends its connection. Whoever keeps connections then makes new ones, and
   * sends no request on one that is about to be closed.
   */
  endConnections(): void;
  /** Accepts no more requests; resolves when every accepted one is answered. */
  close(): Promise<void>;
};

const RETRY_AFTER_S = 1;

const AWAY = refuse(
  'unavailable',
  'The service is starting, or its database is unreachable. Try again soon.',
  {
    retry_after_s: RETRY_AFTER_S,
  },
);

/** The same error bodies as later, before there are routes. */
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
    return new StartupError(
      `Port ${port} is in use on ${host}: stop the program that uses it, or set PORT.`,
      {
        cause: error,
      },
    );
  }
  if (error.code === 'EACCES') {
    return new StartupError(`Port ${port} needs more rights: set PORT to 1024 or above.`, {
      cause: error,
    });
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartupError(`HOST ${host} is not an address of this machine.`, { cause: error });
  }
  return error;
}

const IDLE_CHECK_MS = 20;

/** A kept-alive connection would keep the server open, so each is closed once it is idle. */
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
  let ends_connections = false;
  const strict = strictRequests(public_url, (request, response) => {
    if (ends_connections) response.setHeader('connection', 'close');
    handler(request, response);
  });
  const server = createServer(HTTP_LIMITS, strict);
  return {
    server,
    guardWith(given) {
      guard = given;
    },
    limitConnections(most, dropped) {
      // Dropped rather than passed to another worker: the others are as full.
      Object.assign(server, { maxConnections: most, dropMaxConnection: true });
      server.on('drop', dropped);
      makeRoom(server, most);
    },
    endWith(end) {
      endOpen = end;
    },
    serve(next) {
      handler = guard(next);
    },
    open: (host, port) => openPort(server, host, port),
    endConnections() {
      ends_connections = true;
    },
    close: () => closed(server, endOpen),
  };
}

/** Throws a StartupError if the port or the address is not available. */
export async function listen(
  host: string,
  port: number,
  public_url: string,
): Promise<Listener & { port: number }> {
  const listener = createListener(public_url);
  /** The port in use, even if any free one was requested. */
  return { ...listener, port: await listener.open(host, port) };
}
