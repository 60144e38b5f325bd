// Serves the documents as pages below /docs, a page for every error, and the API reference.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REFUSAL_CODES, refuse } from '../../domain/service/refusal.ts';
import { withoutTrailing } from '../../domain/values/separators.ts';
import { sendRefusal } from '../error/reply.ts';
import { DOCS_POLICY, PICTURE_POLICY } from '../transport/http-headers.ts';
import { API_KINDS, apiPages, apiWebhooks, WEBHOOKS_START, webhookPath } from './api-document.ts';
import { apiOverview, apiPage } from './api-page.ts';
import { registerDocsAssets } from './assets.ts';
import { API_START } from './contents.ts';
import { errorDocument } from './error-document.ts';
import { llmsText, markdownAt } from './for-programs.ts';
import { documents, pictures } from './library.ts';
import { isForBrowser, missingContent } from './missing-page.ts';
import { type PageContent, renderDocument } from './render-markdown.ts';
import { type DocumentPage, renderPage, WELCOME } from './render-page.ts';
import { searchContent, searchedText } from './search-page.ts';
import { webhookPage, webhooksOverview } from './webhook-page.ts';

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

/** Programs are told in JSON, as everywhere. */
function sendMissing(request: FastifyRequest, reply: FastifyReply, base: string, path: string) {
  reply.header('vary', 'Accept');
  if (!isForBrowser(request.headers.accept)) return sendRefusal(reply, NO_SUCH_PAGE);
  reply.status(404);
  return sendPage(reply, { base, current: '', ...missingContent(base, path) });
}

function sendDocument(reply: FastifyReply, base: string, { title, current, markdown }: Shown) {
  const { html, headings } = renderDocument(markdown);
  return sendPage(reply, { base, title, current, content: html, headings });
}

/** The text of a document as it is written, for programs. */
function sendMarkdown(request: FastifyRequest, reply: FastifyReply, base: string, path: string) {
  const markdown = markdownAt(path.slice(0, -'.md'.length));
  if (markdown === null) return sendMissing(request, reply, base, path);
  return reply.header('cache-control', SHORT).type('text/markdown; charset=utf-8').send(markdown);
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
  server.get('/llms.txt', (_request, reply) => {
    const text = llmsText(withoutTrailing(server.public_url, '/'));
    return reply.header('cache-control', SHORT).type('text/plain; charset=utf-8').send(text);
  });
  server.get<{ Params: { code: string } }>('/docs/errors/:code', (request, reply) => {
    if (request.params.code.endsWith('.md')) {
      return sendMarkdown(request, reply, base(), `errors/${request.params.code}`);
    }
    const code = REFUSAL_CODES.find((known) => known === request.params.code);
    if (code === undefined) return sendMissing(request, reply, base(), request.params.code);
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
    if (path.endsWith('.md')) return sendMarkdown(request, reply, base(), path);
    const picture = pictures().get(path);
    if (picture !== undefined) return sendPicture(reply, path, picture);
    return sendMissing(request, reply, base(), path);
  });
}

function registerReference(server: FastifyInstance, base: () => string): void {
  const pages = new Map<string, () => PageContent>([
    ...API_KINDS.flatMap(apiPages).map((page) => [page.path, () => apiPage(base(), page)] as const),
    [WEBHOOKS_START, () => webhooksOverview(base())],
    ...apiWebhooks().map((one) => [webhookPath(one.type), () => webhookPage(base(), one)] as const),
  ]);
  server.get('/docs/api', (_request, reply) => reply.redirect(`${base()}/docs/${API_START}`));
  server.get('/docs/api/', (_request, reply) => {
    return sendPage(reply, { base: base(), current: API_START, ...apiOverview(base()) });
  });
  server.get<{ Params: { '*': string } }>('/docs/api/*', (request, reply) => {
    const current = `api/${request.params['*']}`;
    if (current.endsWith('.md')) return sendMarkdown(request, reply, base(), current);
    const contentOf = pages.get(current);
    if (contentOf === undefined) return sendMissing(request, reply, base(), current);
    return sendPage(reply, { base: base(), current, ...contentOf() });
  });
}

export function registerDocs(server: FastifyInstance): void {
  const base = () => withoutTrailing(new URL(server.public_url).pathname, '/');
  registerDocsAssets(server, SHORT);
  registerPages(server, base);
  registerReference(server, base);
}
