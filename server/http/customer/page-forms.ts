// The forms of the page: give a UTR, say that it is paid, cancel, ask for the account details.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageView } from '../../domain/page/page-view.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { UtrUncertain } from '../../domain/values/utr-in-text.ts';
import type { PageProblem } from '../../pages/parts/page-context.ts';
import { problemKey } from '../../pages/parts/problem-text.ts';
import type { PageActs } from './page-acts.ts';
import type { PageRenderer } from './page-renderer.ts';

export type PageRequest = FastifyRequest<{ Params: { token: string }; Body: unknown }>;

const UNFIT_KEYS = {
  too_long: 'utr_too_long',
  format: 'utr_format',
  not_found: 'utr_not_found',
  own_number: 'utr_own_number',
  account_number: 'utr_account_number',
  amount_or_date: 'utr_amount_or_date',
} as const;

/** A text too long to be parsed is not shown again: the customer should enter the number alone. */
export const UTR_TOO_LONG: PageProblem = { key: 'utr_too_long', utr: '' };

function uncertain(found: UtrUncertain, utr: string): PageProblem {
  if (found.kind === 'unsure') return { key: 'utr_unsure', utr, candidates: found.candidates };
  return found.why === 'too_long' ? UTR_TOO_LONG : { key: UNFIT_KEYS[found.why], utr };
}

/** A field that is missing or given twice counts as empty. */
export function fieldOf(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null) return '';
  const value = new Map<string, unknown>(Object.entries(body)).get(name);
  // Browsers send a line end as two characters but count it as one.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}

/** The page in its present state, with the error beside the field. */
export async function showProblem(
  { acts, renderer }: Pages,
  reply: FastifyReply,
  token: string,
  problem: PageProblem,
): Promise<FastifyReply> {
  const view = await acts.open(token);
  if (isRefusal(view)) return renderer.notFound(reply);
  return renderer.page(reply, token, view, problem);
}

export type Pages = { acts: PageActs; renderer: PageRenderer };

/** On success redirects to the page, so that a reload does not send the form again. */
export async function answerForm(
  pages: Pages,
  reply: FastifyReply,
  token: string,
  result: PageView | Refusal,
  utr: string | null = null,
): Promise<FastifyReply> {
  if (!isRefusal(result)) return reply.redirect(pages.renderer.pathOf(token, reply.request), 303);
  if (result.retry_after_s !== undefined) {
    reply.header('retry-after', String(result.retry_after_s));
  }
  return await showProblem(pages, reply, token, { key: problemKey(result), utr });
}

export function takeForms(scope: FastifyInstance, pages: Pages): void {
  const { acts, renderer } = pages;
  scope.post('/:token/utr', async (request: PageRequest, reply) => {
    const { token } = request.params;
    const utr = fieldOf(request.body, 'utr');
    if (utr.trim() === '') {
      return showProblem(pages, reply, token, { key: 'utr_missing', utr: '' });
    }
    const result = await acts.attachUtr(token, utr);
    if ('kind' in result) return showProblem(pages, reply, token, uncertain(result, utr));
    return answerForm(pages, reply, token, result, utr);
  });
  for (const [form, act] of [
    ['paid', acts.sayPaid],
    ['cancel', acts.cancel],
    ['assign', acts.assign],
  ] as const) {
    scope.post(`/:token/${form}`, async (request: PageRequest, reply) => {
      const { token } = request.params;
      return answerForm(pages, reply, token, await act(token));
    });
  }
  for (const [form, act] of [
    ['dispute', acts.openDispute],
    ['message', acts.sendMessage],
  ] as const) {
    scope.post(`/:token/${form}`, async (request: PageRequest, reply) => {
      const { token } = request.params;
      const words = fieldOf(request.body, 'text');
      const result = await act(token, words);
      if (!('why' in result)) return answerForm(pages, reply, token, result);
      const key = `words_${result.why}` as const;
      return showProblem(pages, reply, token, { key, utr: null, is_dispute: true, words });
    });
  }
  // A refused form is shown at the form's own address: a GET there leads to the page.
  for (const form of ['utr', 'paid', 'receipt', 'cancel', 'assign', 'dispute', 'message']) {
    scope.get(`/:token/${form}`, (request: PageRequest, reply) =>
      reply.redirect(renderer.pathOf(request.params.token, request), 303),
    );
  }
}
