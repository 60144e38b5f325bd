// The payment page on the wire: the page, its status, its forms and its files, all below /pay.
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageView } from '../../domain/page-view.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { ENGLISH } from '../../pages/english.ts';
import { secondsLeft, timeLeft } from '../../pages/moment.ts';
import type { PageProblem } from '../../pages/page-context.ts';
import { problemKey } from '../../pages/problem-text.ts';
import type { PageActs } from './page-acts.ts';
import { type Asset, readPageAssets } from './page-assets.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { type PageRenderer, pageRenderer } from './page-renderer.ts';
import { isSameOrigin } from './same-origin.ts';

const FORM_MAX_BYTES = 4_096;

type PageRequest = FastifyRequest<{ Params: { token: string }; Body: unknown }>;

/** Everything below /pay in a context of its own: its parsers, headers and error pages. */
export function registerPageRoutes(server: FastifyInstance, acts: PageActs): void {
  const public_url = new URL(acts.public_url);
  const assets = readPageAssets();
  const renderer = pageRenderer(public_url.pathname.replace(/\/+$/, ''), assets);
  void server.register(
    (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      void scope.register(formbody, { bodyLimit: FORM_MAX_BYTES });
      scope.addHook('onRequest', (request, reply, next) => {
        reply.headers(PAGE_HEADERS);
        const is_own =
          request.method !== 'POST' || isSameOrigin(request.headers, public_url.origin);
        if (is_own) next();
        else renderer.error(reply, 403, 'foreign', tokenOf(request));
      });
      answerErrors(scope, acts, renderer);
      serveAssets(scope, Object.values(assets));
      servePage(scope, acts, renderer);
      takeForms(scope, acts, renderer);
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
    return renderer.error(reply, 404, 'not_found');
  });
  scope.setErrorHandler((error, request, reply) => {
    reply.headers(PAGE_HEADERS);
    if (acts.isOutage(error)) {
      reply.header('retry-after', '2');
      return renderer.error(reply, 503, 'unavailable');
    }
    const status = statusOf(error);
    if (status >= 400 && status < 500) {
      return renderer.error(reply, status, 'invalid', tokenOf(request));
    }
    request.log.error({ err: error }, 'payment page failed');
    return renderer.error(reply, 500, 'internal');
  });
}

/** What the framework refuses (too large, not a form) says its status; all else is a bug. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return Number(error.statusCode);
}

function serveAssets(scope: FastifyInstance, assets: readonly Asset[]): void {
  for (const { name, content_type, body } of assets) {
    scope.get(`/assets/${name}`, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(content_type)
        .send(body),
    );
  }
}

function servePage(scope: FastifyInstance, acts: PageActs, renderer: PageRenderer): void {
  scope.get('/:token', async (request: PageRequest, reply) => {
    const { token } = request.params;
    const view = await acts.open(token);
    if (isRefusal(view)) return renderer.error(reply, 404, 'not_found');
    return renderer.page(reply, token, view);
  });
  scope.get('/:token/status', async (request: PageRequest, reply) => {
    const view = await acts.open(request.params.token);
    if (isRefusal(view)) return renderer.error(reply, 404, 'not_found');
    return reply.send(statusBody(view));
  });
}

function statusBody(view: PageView) {
  const is_timed = view.state === 'pending';
  const seconds_left = is_timed ? secondsLeft(view.expires_at, view.now) : null;
  const time_left = seconds_left === null ? null : timeLeft(seconds_left, ENGLISH);
  return { state: view.state, sequence: view.sequence, seconds_left, time_left };
}

function takeForms(scope: FastifyInstance, acts: PageActs, renderer: PageRenderer): void {
  const answer = (reply: FastifyReply, token: string, result: PageView | Refusal, utr?: string) =>
    isRefusal(result)
      ? refuseForm(reply, token, result, utr ?? null)
      : reply.redirect(renderer.pathOf(token), 303);

  /** The page as it is now, with what is wrong in place. */
  const refuseForm = async (
    reply: FastifyReply,
    token: string,
    refusal: Pick<Refusal, 'code'> & Partial<Refusal>,
    utr: string | null,
  ) => {
    const view = await acts.open(token);
    if (isRefusal(view)) return renderer.error(reply, 404, 'not_found');
    if (refusal.retry_after_s !== undefined) {
      reply.header('retry-after', String(refusal.retry_after_s));
    }
    const key = utr === '' ? 'utr_missing' : problemKey(refusal.code);
    const problem: PageProblem = { key, utr };
    return renderer.page(reply, token, view, problem);
  };

  scope.post('/:token/utr', async (request: PageRequest, reply) => {
    const { token } = request.params;
    const utr = utrOf(request.body);
    if (utr.trim() === '') return refuseForm(reply, token, { code: 'invalid_request' }, '');
    return answer(reply, token, await acts.attachUtr(token, utr), utr);
  });
  scope.post('/:token/cancel', async (request: PageRequest, reply) => {
    const { token } = request.params;
    return answer(reply, token, await acts.cancel(token));
  });
  scope.post('/:token/assign', async (request: PageRequest, reply) => {
    const { token } = request.params;
    return answer(reply, token, await acts.assign(token));
  });
  // A refused form stays at its own address: opened again there, the page is what is meant.
  for (const form of ['utr', 'cancel', 'assign']) {
    scope.get(`/:token/${form}`, (request: PageRequest, reply) =>
      reply.redirect(renderer.pathOf(request.params.token), 303),
    );
  }
}

/** A field that is missing, or given twice, is as good as empty. */
function utrOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('utr' in body)) return '';
  return typeof body.utr === 'string' ? body.utr : '';
}
