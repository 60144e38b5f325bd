// Refuses compressed bodies: a few bytes could become gigabytes, and a signature is over the body
// as it was sent.
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../domain/service/refusal.ts';
import { sendRefusal } from '../error/reply.ts';

const COMPRESSED = refuse(
  'unsupported_media_type',
  'The body is compressed, which is not read here: send it as it is, without Content-Encoding.',
);

export function refuseCompressedBodies(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const coding = request.headers['content-encoding'];
    if (coding === undefined || coding.trim().toLowerCase() === 'identity') return done();
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    // As RFC 9110 has it: which codings are read.
    reply.header('accept-encoding', 'identity');
    sendRefusal(reply, COMPRESSED);
  });
}
