// Under pressure idle connections make room: whoever keeps one open without using it must not keep
// others out.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a connection may be idle while most places are taken. */
export const PRESSED_IDLE_MS = 5_000;

/** Shares of all places: from here on there is pressure, and below the other one none any more. */
const PRESSED_FROM = 0.75;
const RELAXED_BELOW = 0.5;

/** Looking at every connection for each new one would cost more than it frees. */
const LOOK_EVERY_MS = 1_000;

/**
 * Node gives a socket a timeout only between two requests, and takes it away when the next one
 * begins. A client whose request is on its way when its time is over sends it again, as with every
 * connection that a server keeps alive.
 */
function shorten(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) {
    if ((socket.timeout ?? 0) > PRESSED_IDLE_MS) socket.setTimeout(PRESSED_IDLE_MS);
  }
}

/** Watches a server whose connections are limited to `most`. */
export function makeRoom(server: Server, most: number, clock = () => performance.now()): void {
  const relaxed_ms = server.keepAliveTimeout;
  const sockets = new Set<Socket>();
  let looked_at = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size < most * RELAXED_BELOW) server.keepAliveTimeout = relaxed_ms;
    });
    const at = clock();
    if (sockets.size < most * PRESSED_FROM || at - looked_at < LOOK_EVERY_MS) return;
    looked_at = at;
    server.keepAliveTimeout = Math.min(relaxed_ms, PRESSED_IDLE_MS);
    shorten(sockets);
  });
}
