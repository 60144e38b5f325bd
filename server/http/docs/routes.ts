// Serves the documents as pages below /docs, a page for every error, and the API reference.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { REFUSAL_CODES, refuse } from '../../domain/service/refusal.ts';
import { withoutTrailing } from '../../domain/values/separators.ts';
import { sendRefusal } from '../error/reply.ts';
import { PAGE_POLICY } from '../transport/http-headers.ts';
import { apiReference, apiReferencePolicy } from './api-reference.ts';
import { errorDocument } from './error-document.ts';
import { documents, pictures } from './library.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderPage, WELCOME } from './render-page.ts';

const NO_SUCH_PAGE = refuse('not_found', 'There is no such page.');
const HTML = 'text/html; charset=utf-8';
const SHORT = 'public, max-age=300';
const CSS = readFileSync(new URL('docs.css', import.meta.url));

type Shown = { title: string; current: string; markdown: string };

function sendPage(reply: FastifyReply, base: string, { title, current, markdown }: Shown) {
  return reply
    .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': SHORT })
    .type(HTML)
    .send(renderPage({ base, title, current, content: renderMarkdown(markdown) }));
}

function registerPages(server: FastifyInstance, base: () => string): void {
  server.get('/', (_request, reply) => reply.redirect(`${base()}/docs/`));
  server.get('/docs', (_request, reply) => reply.redirect(`${base()}/docs/`));
  server.get('/docs/', (_request, reply) => {
    const found = documents().get('README') ?? documents().get('index');
    const { title, markdown } = found ?? { title: 'Documents', markdown: WELCOME };
    return sendPage(reply, base(), { title, current: '', markdown });
  });
  server.get('/docs/assets/docs.css', (_request, reply) =>
    reply.header('cache-control', SHORT).type('text/css; charset=utf-8').send(CSS),
  );
  server.get<{ Params: { code: string } }>('/docs/errors/:code', (request, reply) => {
    const code = REFUSAL_CODES.find((known) => known === request.params.code);
    if (code === undefined) return sendRefusal(reply, NO_SUCH_PAGE);
    return sendPage(reply, base(), { title: code, current: '', markdown: errorDocument(code) });
  });
  server.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const path = request.params['*'];
    const document = documents().get(path);
    if (document !== undefined) return sendPage(reply, base(), { ...document, current: path });
    const picture = pictures().get(path);
    if (picture !== undefined) {
      return reply.header('cache-control', SHORT).type('image/png').send(picture);
    }
    const without_ending = path.replace(/\.md$/, '');
    if (!documents().has(without_ending)) return sendRefusal(reply, NO_SUCH_PAGE);
    return reply.redirect(`${base()}/docs/${without_ending}`);
  });
}

function registerReference(server: FastifyInstance, base: () => string): void {
  server.get('/docs/api', (_request, reply) => reply.redirect(`${base()}/docs/api/`));
  server.get('/docs/api/', async (_request, reply) => {
    const reference = await apiReference(base());
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', apiReferencePolicy(nonce))
      .type(HTML)
      .send(reference.page(nonce));
  });
  server.get('/docs/api/js/scalar.js', async (request, reply) => {
    const { script, script_gzip } = await apiReference(base());
    const takes_gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    if (takes_gzip) reply.header('content-encoding', 'gzip');
    return reply
      .headers({ vary: 'accept-encoding', 'cache-control': SHORT })
      .type('text/javascript; charset=utf-8')
      .send(takes_gzip ? script_gzip : script);
  });
}

export function registerDocs(server: FastifyInstance): void {
  const base = () => withoutTrailing(new URL(server.public_url).pathname, '/');
  registerPages(server, base);
  registerReference(server, base);
}
