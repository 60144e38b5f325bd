// Serves the documents as pages below /docs, a page for every error, and the API reference.

import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { REFUSAL_CODES, refuse } from '../../domain/service/refusal.ts';
import { withoutTrailing } from '../../domain/values/separators.ts';
import { sendRefusal } from '../error/reply.ts';
import { DOCS_POLICY, PICTURE_POLICY } from '../transport/http-headers.ts';
import { apiReference, apiReferencePolicy } from './api-reference.ts';
import { registerDocsAssets } from './assets.ts';
import { errorDocument } from './error-document.ts';
import { documents, pictures } from './library.ts';
import { renderDocument } from './render-markdown.ts';
import { type DocumentPage, renderPage, WELCOME } from './render-page.ts';
import { searchContent, searchedText } from './search-page.ts';

const NO_SUCH_PAGE = refuse('not_found', 'There is no such page.');
const HTML = 'text/html; charset=utf-8';
const SHORT = 'public, max-age=300';

type Shown = { title: string; current: string; markdown: string };

function sendPage(reply: FastifyReply, page: DocumentPage) {
  return reply
    .headers({ 'content-security-policy': DOCS_POLICY, 'cache-control': SHORT })
    .type(HTML)
    .send(renderPage(page));
}

function sendDocument(reply: FastifyReply, base: string, { title, current, markdown }: Shown) {
  const { html, headings } = renderDocument(markdown);
  return sendPage(reply, { base, title, current, content: html, headings });
}

function sendPicture(reply: FastifyReply, path: string, picture: Buffer) {
  const is_drawing = path.endsWith('.svg');
  if (is_drawing) reply.header('content-security-policy', PICTURE_POLICY);
  return reply
    .header('cache-control', SHORT)
    .type(is_drawing ? 'image/svg+xml' : 'image/png')
    .send(picture);
}

function registerPages(server: FastifyInstance, base: () => string): void {
  server.get('/', (_request, reply) => reply.redirect(`${base()}/docs/`));
  server.get('/docs', (_request, reply) => reply.redirect(`${base()}/docs/`));
  server.get('/docs/', (_request, reply) => {
    const found = documents().get('README') ?? documents().get('index');
    const { title, markdown } = found ?? { title: 'Documents', markdown: WELCOME };
    return sendDocument(reply, base(), { title, current: '', markdown });
  });
  server.get<{ Querystring: { q?: unknown } }>('/docs/search', (request, reply) => {
    const query = searchedText(request.query.q);
    const content = searchContent(base(), query);
    const page = { base: base(), title: 'Search', current: '', content, headings: [], query };
    return sendPage(reply, page);
  });
  server.get<{ Params: { code: string } }>('/docs/errors/:code', (request, reply) => {
    const code = REFUSAL_CODES.find((known) => known === request.params.code);
    if (code === undefined) return sendRefusal(reply, NO_SUCH_PAGE);
    const shown = {
      title: code,
      current: 'reference/errors/',
      markdown: errorDocument(code, '../guide'),
    };
    return sendDocument(reply, base(), shown);
  });
  server.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const path = request.params['*'];
    const document = documents().get(path);
    if (document !== undefined) return sendDocument(reply, base(), { ...document, current: path });
    const picture = pictures().get(path);
    if (picture !== undefined) return sendPicture(reply, path, picture);
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
  registerDocsAssets(server, SHORT);
  registerPages(server, base);
  registerReference(server, base);
}
