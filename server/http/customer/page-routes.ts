// The routes of the payment page: the page, its status, its forms and its files, all below /pay.

import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRefusal } from '../../domain/service/refusal.ts';
import { withoutTrailing } from '../../domain/values/separators.ts';
import { sendCompressed } from '../transport/compression.ts';
import type { LiveStreams } from '../transport/live-streams.ts';
import { serveBrands } from './brand-routes.ts';
import { serveLive } from './live-route.ts';
import type { PageActs } from './page-acts.ts';
import { type Asset, readPageAssets } from './page-assets.ts';
import { compressPages } from './page-compression.ts';
import { type PageRequest, showProblem, takeForms, UTR_TOO_LONG } from './page-forms.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { languageOf } from './page-language.ts';
import { createPageLimits } from './page-limits.ts';
import { type PageRenderer, pageRenderer } from './page-renderer.ts';
import { statusBody } from './page-status.ts';
import { takePlays } from './play-forms.ts';
import { takeReceipts } from './receipt-route.ts';
import { isSameOrigin } from './same-origin.ts';

/** A bank's whole message, with every character percent-encoded as nine in some scripts. */
const FORM_MAX_BYTES = 20_480;

export type PageOptions = {
  streams: LiveStreams;
  /** Of one address; 0: pages have no limits. */
  requests_per_second: number;
};

/** A context of its own, with its own parsers, headers and error pages. */
export function registerPageRoutes(
  server: FastifyInstance,
  acts: PageActs,
  { streams, requests_per_second }: PageOptions,
): void {
  const public_url = new URL(acts.public_url);
  const assets = readPageAssets();
  const limits = createPageLimits(requests_per_second);
  const renderer = pageRenderer(withoutTrailing(public_url.pathname, '/'), assets, limits);
  server.addHook('preClose', (closed) => {
    streams.stop();
    closed();
  });
  void server.register(
    (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      void scope.register(formbody, { bodyLimit: FORM_MAX_BYTES });
      scope.addHook('onRequest', (request, reply, next) => {
        reply.headers(PAGE_HEADERS);
        const wait_s = limits.take(request, tokenOf(request));
        const is_own =
          request.method !== 'POST' || isSameOrigin(request.headers, public_url.origin);
        if (wait_s > 0) renderer.tooOften(reply, wait_s);
        else if (is_own) next();
        else renderer.error(reply, 403, 'foreign', tokenOf(request));
      });
      compressPages(scope);
      answerErrors(scope, acts, renderer);
      serveAssets(scope, Object.values(assets));
      serveBrands(scope, acts, renderer);
      servePage(scope, acts, renderer);
      serveLive(scope, { acts, streams, renderer });
      takeForms(scope, { acts, renderer });
      takePlays(scope, { acts, renderer });
      takeReceipts(scope, { acts, renderer });
      done();
    },
    { prefix: '/pay' },
  );
}

function tokenOf(request: FastifyRequest): string | undefined {
  const { params } = request;
  const has_token = typeof params === 'object' && params !== null && 'token' in params;
  return has_token ? String(params.token) : undefined;
}

function answerErrors(scope: FastifyInstance, acts: PageActs, renderer: PageRenderer): void {
  scope.setNotFoundHandler((_request, reply) => {
    reply.headers(PAGE_HEADERS);
    return renderer.notFound(reply);
  });
  scope.setErrorHandler((error, request, reply) => {
    reply.headers(PAGE_HEADERS);
    if (acts.isOutage(error)) {
      reply.header('retry-after', '2');
      // The form may have been processed before the answer was lost.
      if (request.method === 'POST') {
        return renderer.error(reply, 503, 'unconfirmed', tokenOf(request));
      }
      return renderer.error(reply, 503, 'unavailable');
    }
    const status = statusOf(error);
    const token = tokenOf(request);
    if (status === 413 && token !== undefined && request.url.endsWith('/utr')) {
      return showProblem({ acts, renderer }, reply, token, UTR_TOO_LONG);
    }
    if (status >= 400 && status < 500) {
      return renderer.error(reply, status, 'invalid', tokenOf(request));
    }
    request.log.error({ err: error }, 'payment page failed');
    return renderer.error(reply, 500, 'internal');
  });
}

/** Errors of the framework (too large, not a form) have a status; everything else is a bug. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return Number(error.statusCode);
}

function serveAssets(scope: FastifyInstance, assets: readonly Asset[]): void {
  for (const { name, content_type, body } of assets) {
    scope.get(`/assets/${name}`, (_request, reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(content_type);
      return sendCompressed(reply, body);
    });
  }
}

function servePage(scope: FastifyInstance, acts: PageActs, renderer: PageRenderer): void {
  scope.get('/:token', async (request: PageRequest, reply) => {
    const { token } = request.params;
    const view = await acts.open(token);
    if (isRefusal(view)) return renderer.notFound(reply);
    return renderer.page(reply, token, view);
  });
  scope.get('/:token/status', async (request: PageRequest, reply) => {
    const view = await acts.open(request.params.token);
    if (isRefusal(view)) return renderer.notFound(reply);
    return reply.send(statusBody(view, view.now, languageOf(request).texts));
  });
}
