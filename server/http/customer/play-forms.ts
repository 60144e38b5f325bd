// The forms of the sandbox's panel. In live mode they do not exist.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PlayProblem } from '../../app/sandbox/play-page.ts';
import type { PageView } from '../../domain/page/page-view.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { answerForm, fieldOf, type PageRequest, type Pages, showProblem } from './page-forms.ts';

export function takePlays(scope: FastifyInstance, pages: Pages): void {
  const { play } = pages.acts;
  if (play === null) return;
  const { renderer } = pages;

  const finish = (
    reply: FastifyReply,
    token: string,
    result: PageView | Refusal | PlayProblem,
  ): Promise<FastifyReply> => {
    if (!('why' in result)) return answerForm(pages, reply, token, result);
    return showProblem(pages, reply, token, { key: 'other', utr: null, is_play: true });
  };

  scope.post('/:token/play', async (request: PageRequest, reply) => {
    const { token } = request.params;
    return finish(reply, token, await play.act(token, fieldOf(request.body, 'act')));
  });
  scope.post('/:token/play-amount', async (request: PageRequest, reply) => {
    const { token } = request.params;
    return finish(reply, token, await play.payAmount(token, fieldOf(request.body, 'amount')));
  });
  for (const form of ['play', 'play-amount']) {
    scope.get(`/:token/${form}`, (request: PageRequest, reply) =>
      reply.redirect(renderer.pathOf(request.params.token, request), 303),
    );
  }
}
