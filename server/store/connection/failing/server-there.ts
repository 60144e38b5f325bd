// Whether anybody is left at the other end of a connection: a network that drops everything gives
// no error, and a statement that reads much may be silent for a minute although nothing is wrong.
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const LONGEST_MS = 5_000;

/** PostgreSQL's question for TLS; any answer will do, and none is logged there. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort'>;

/**
 * Asks on a second connection to the same address. True also if there is no network in between, and
 * if the first connection is closed already, which says so itself.
 */
export async function isServerThere(stream: Duplex, longest_ms = LONGEST_MS): Promise<boolean> {
  const { remoteAddress: host, remotePort: port } = stream as Partial<Ends>;
  if (host === undefined || port === undefined) return true;
  const socket = connect({ host, port });
  socket.unref();
  const { promise: is_there, resolve } = Promise.withResolvers<boolean>();
  // As long for the whole of it: the timeout of a socket begins anew with each event.
  const timer = setTimeout(() => resolve(false), longest_ms);
  socket.on('data', () => resolve(true));
  socket.on('close', () => resolve(false));
  // A close follows.
  socket.on('error', () => undefined);
  socket.write(SSL_REQUEST);
  try {
    return await is_there;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
