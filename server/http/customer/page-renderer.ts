// Turns results and refusals into answers: pages, redirects and error pages.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageView } from '../../domain/page/page-view.ts';
import { errorPage } from '../../pages/error-page.ts';
import type { PagePaths, PageProblem } from '../../pages/parts/page-context.ts';
import { paymentPage } from '../../pages/payment/payment-page.ts';
import type { ErrorKey } from '../../pages/texts/texts.ts';
import { assetPathsOf, type PageAssets } from './page-assets.ts';
import { allowFraming } from './page-headers.ts';
import { languageOf } from './page-language.ts';
import type { PageLimits } from './page-limits.ts';

const HTML = 'text/html; charset=utf-8';

export type PageRenderer = {
  /** The page's address, in the language that the visitor chose. */
  pathOf(token: string, request: FastifyRequest): string;
  page(reply: FastifyReply, token: string, view: PageView, problem?: PageProblem): FastifyReply;
  error(reply: FastifyReply, status: number, key: ErrorKey, token?: string): FastifyReply;
  /** The same answer for every address without a trade; 429 for too many of them. */
  notFound(reply: FastifyReply): FastifyReply;
  tooOften(reply: FastifyReply, wait_s: number): FastifyReply;
};

export function pageRenderer(
  base_path: string,
  assets: PageAssets,
  limits: PageLimits,
): PageRenderer {
  const asset_paths = assetPathsOf(base_path, assets);
  const pathOf = (token: string, request: FastifyRequest, below = '') =>
    `${base_path}/pay/${encodeURIComponent(token)}${below}${languageOf(request).query}`;
  const pathsOf = (token: string, request: FastifyRequest): PagePaths => ({
    ...asset_paths,
    base: base_path,
    page: pathOf(token, request),
    status: pathOf(token, request, '/status'),
    live: pathOf(token, request, '/live'),
    utr: pathOf(token, request, '/utr'),
    paid: pathOf(token, request, '/paid'),
    receipt: pathOf(token, request, '/receipt'),
    cancel: pathOf(token, request, '/cancel'),
    assign: pathOf(token, request, '/assign'),
    play: pathOf(token, request, '/play'),
    play_amount: pathOf(token, request, '/play-amount'),
    dispute: pathOf(token, request, '/dispute'),
    message: pathOf(token, request, '/message'),
  });
  const error: PageRenderer['error'] = (reply, status, key, token) => {
    const { request } = reply;
    const { texts } = languageOf(request);
    const back = token === undefined ? null : pathOf(token, request);
    return reply
      .status(status)
      .type(HTML)
      .send(errorPage({ key, texts, assets: asset_paths, back }));
  };
  const tooOften: PageRenderer['tooOften'] = (reply, wait_s) =>
    error(reply.header('retry-after', wait_s), 429, 'rate_limited');
  return {
    pathOf: (token, request) => pathOf(token, request),
    page: (reply, token, view, problem) => {
      const { request } = reply;
      const { texts } = languageOf(request);
      const paths = pathsOf(token, request);
      allowFraming(reply, view.branding.frame_ancestors);
      return reply
        .status(problem === undefined ? 200 : 422)
        .type(HTML)
        .send(paymentPage({ view, texts, paths, problem: problem ?? null }));
    },
    error,
    tooOften,
    notFound: (reply) => {
      const wait_s = limits.takeWrong(reply.request);
      return wait_s > 0 ? tooOften(reply, wait_s) : error(reply, 404, 'not_found');
    },
  };
}
