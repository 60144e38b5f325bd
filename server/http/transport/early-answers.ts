// Answers that are given before the whole body has come: the connection is closed, and until then
// what still comes is thrown away for a moment, so that the sender can read the answer. A socket
// that is closed over unread bytes is reset, and takes the answer with it.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LINGER_MS = 1_000;

/** Null once the connection is gone: then nobody is there to read. */
function linger(socket: Socket | null): void {
  if (socket === null) return;
  // What the server calls once the answer is written.
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
