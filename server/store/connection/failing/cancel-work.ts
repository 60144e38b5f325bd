// Ends what a connection's server is still doing for nobody. A closed connection alone ends no
// commit that waits for a standby: its server process would stay, with its locks, and each new
// connection would be one more.
import { connect } from 'node:net';
import type pg from 'pg';

/** Those the driver keeps for this purpose: of the server process, and what proves who asks. */
type Keys = { readonly processID: number | null; readonly secretKey: number | null };

const CANCEL_REQUEST = 80_877_102;
const LONGEST_MS = 5_000;

function messageOf(process_id: number, key: number): Buffer {
  const message = Buffer.alloc(16);
  for (const [index, word] of [message.length, CANCEL_REQUEST, process_id, key].entries()) {
    message.writeInt32BE(word, index * 4);
  }
  return message;
}

/**
 * PostgreSQL's request to cancel, on a connection of its own and, as libpq sends it, without TLS.
 * Nothing is answered; a server out of reach is not told.
 */
export function cancelWork(client: pg.ClientBase): void {
  const { processID: process_id, secretKey: key } = client as unknown as Keys;
  const { host, port } = client as unknown as pg.Client;
  if (process_id === null || key === null) return;
  const socket = connect(
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  );
  socket.setTimeout(LONGEST_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.end(messageOf(process_id, key));
  socket.resume();
  socket.unref();
}
