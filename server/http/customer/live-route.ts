// The stream that notifies an open page of changes of its trade: server-sent events, one per
// change, and a heartbeat in between.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal } from '../../domain/service/refusal.ts';
import { networkOf } from '../../lib/ip-address.ts';
import type { LiveStreams } from '../transport/live-streams.ts';
import { endWork } from '../transport/long-answers.ts';
import { beginStream } from '../transport/stream-answer.ts';
import type { PageActs } from './page-acts.ts';
import { languageOf } from './page-language.ts';
import type { PageRenderer } from './page-renderer.ts';
import { statusBody } from './page-status.ts';

/**
 * With no room for another stream: the page polls instead, and its script tries a stream again
 * later.
 */
const FULL_RETRY_S = 30;

type LiveRequest = FastifyRequest<{ Params: { token: string } }>;

export type LiveRoute = { acts: PageActs; streams: LiveStreams; renderer: PageRenderer };

export function serveLive(scope: FastifyInstance, route: LiveRoute): void {
  const { acts, streams, renderer } = route;
  const handle = async (request: LiveRequest, reply: FastifyReply) => {
    const { token } = request.params;
    const reserved = streams.take({ page: token, address: networkOf(request.ip) });
    if (reserved === null) return reply.status(429).header('retry-after', FULL_RETRY_S).send();
    let tell: () => void = () => undefined;
    const watch = await acts
      .watch(token, () => tell())
      .catch((error: unknown) => {
        reserved.leave();
        throw error;
      });
    if (isRefusal(watch)) {
      reserved.leave();
      return renderer.notFound(reply);
    }
    const { raw } = reply;
    if (raw.destroyed) {
      reserved.leave();
      watch.end();
      reply.hijack();
      raw.end();
      return reply;
    }
    raw.once('close', watch.end);
    const { texts } = languageOf(request);
    const message = () => {
      const standing = watch.moment();
      const body = JSON.stringify(statusBody(standing, acts.now(), texts));
      // `id` is what a browser that lost its stream sends as the last event it has seen.
      return `id: ${standing.sequence}\nevent: trade\ndata: ${body}\n\n`;
    };
    beginStream(reply);
    tell = reserved.open(raw, message).tell;
    endWork(raw);
    return reply;
  };
  // No HEAD route, because a HEAD request would never end.
  scope.get('/:token/live', { exposeHeadRoute: false }, handle);
}
