// Turns facts and refusals into answers: pages, redirects and the pages for what went wrong.
import type { FastifyReply } from 'fastify';
import type { PageView } from '../../domain/page-view.ts';
import { ENGLISH } from '../../pages/english.ts';
import { errorPage } from '../../pages/error-page.ts';
import type { AssetPaths, PagePaths, PageProblem } from '../../pages/page-context.ts';
import { paymentPage } from '../../pages/payment-page.ts';
import type { ErrorKey } from '../../pages/texts.ts';
import type { Asset } from './page-assets.ts';

const HTML = 'text/html; charset=utf-8';

export type PageRenderer = {
  pathOf(token: string): string;
  page(reply: FastifyReply, token: string, view: PageView, problem?: PageProblem): FastifyReply;
  error(reply: FastifyReply, status: number, key: ErrorKey, token?: string): FastifyReply;
};

export function pageRenderer(
  base_path: string,
  assets: Readonly<Record<keyof AssetPaths, Asset>>,
): PageRenderer {
  const asset = (key: keyof AssetPaths) => `${base_path}/pay/assets/${assets[key].name}`;
  const asset_paths: AssetPaths = { css: asset('css'), js: asset('js'), icon: asset('icon') };
  const pathOf = (token: string) => `${base_path}/pay/${encodeURIComponent(token)}`;
  const pathsOf = (token: string): PagePaths => {
    const page = pathOf(token);
    const [status, utr] = [`${page}/status`, `${page}/utr`];
    return {
      ...asset_paths,
      page,
      status,
      utr,
      cancel: `${page}/cancel`,
      assign: `${page}/assign`,
    };
  };
  return {
    pathOf,
    page: (reply, token, view, problem) =>
      reply
        .status(problem === undefined ? 200 : 422)
        .type(HTML)
        .send(
          paymentPage({ view, texts: ENGLISH, paths: pathsOf(token), problem: problem ?? null }),
        ),
    error: (reply, status, key, token) =>
      reply
        .status(status)
        .type(HTML)
        .send(
          errorPage({
            key,
            texts: ENGLISH,
            assets: asset_paths,
            back: token === undefined ? null : pathOf(token),
          }),
        ),
  };
}
