// Answers sent before the whole body has arrived: the connection is then closed, but the rest of
// the body is read and discarded for a moment first. Closing a socket with unread bytes resets it,
// and the client would lose the answer.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LINGER_MS = 1_000;

/** Null once the connection is gone: then nobody reads the answer. */
function linger(socket: Socket | null): void {
  if (socket === null) return;
  // The server calls this once the answer is written.
  socket.destroySoon = () => {
    socket.end();
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

export function closeAfterEarlyAnswers(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request;
    const has_body =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (has_body && !raw.complete) {
      reply.header('connection', 'close');
      linger(reply.raw.socket);
    }
    done();
  });
}
