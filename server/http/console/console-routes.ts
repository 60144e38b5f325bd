// Serves the operators' console below /console: one page for every address, and its files.
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/service/refusal.ts';
import { sendRefusal } from '../error/reply.ts';
import { sendCompressed } from '../transport/compression.ts';
import { builtAt, type ConsoleFiles, readConsole } from './console-files.ts';

const FOLDER = fileURLToPath(new URL('../../../console/dist/', import.meta.url));
const NONCE_MARK = '%STYLE_NONCE%';
const HTML = 'text/html; charset=utf-8';
/** Names of assets contain a hash of their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Payment Orders</title>
<meta http-equiv="refresh" content="2">
<p>The console is being built; this takes some seconds after the first start.</p>`;

/** Scripts only from here; styles from here, and those that carry this answer's nonce. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const NO_SUCH_FILE = refuse('not_found', 'The console has no such file.');

/** Read again when they were built again, which the first start and developers do. */
function keepFiles(folder: string): () => ConsoleFiles | null {
  let [files, built_at]: [ConsoleFiles | null, number | null] = [null, null];
  return () => {
    const now = builtAt(folder);
    if (now !== built_at) [files, built_at] = [readConsole(folder), now];
    return files;
  };
}

function sendConsole(reply: FastifyReply, files: ConsoleFiles | null): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  reply
    .headers({ 'content-security-policy': policyOf(nonce), 'cache-control': 'no-store' })
    .type(HTML);
  if (files === null) return reply.status(503).header('retry-after', 2).send(NOT_BUILT);
  return reply.send(files.page.replace(NONCE_MARK, nonce));
}

type WithPath = FastifyRequest<{ Params: { '*': string } }>;

export function registerConsole(server: FastifyInstance, folder: string = FOLDER): void {
  const filesOf = keepFiles(folder);
  server.get('/console', (_request, reply) => sendConsole(reply, filesOf()));
  server.get('/console/*', (request: WithPath, reply) => {
    const path = request.params['*'];
    const files = filesOf();
    if (!path.startsWith('assets/')) return sendConsole(reply, files);
    const file = files?.assets.get(path);
    if (file === undefined) return sendRefusal(reply, NO_SUCH_FILE);
    const { plain, br, gzip, type } = file;
    reply.type(type).header('cache-control', FOR_EVER);
    if (br === null || gzip === null) return reply.send(plain);
    return sendCompressed(reply, { plain, br, gzip });
  });
}
