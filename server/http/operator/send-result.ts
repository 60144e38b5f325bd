// Sends what an operator's request has come to: a value, a refusal, a proposal, a file or a stream.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WaitingProposal } from '../../app/approval/proposal-view.ts';
import type { App } from '../../app/process/app.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { sendRefusal } from '../error/reply.ts';
import { begunFile, FileAnswer, sendFile } from '../transport/file-answer.ts';
import type { LiveStreams } from '../transport/live-streams.ts';
import { operatorOf, stillMay } from './access/authenticate.ts';
import { CookieAnswer } from './access/session-cookie.ts';
import { ItemsAnswer } from './route/items-answer.ts';
import { LineAnswer } from './route/line-stream.ts';
import { LiveAnswer, sendLive } from './route/live-answer.ts';
import type { OperatorRoute } from './route/route.ts';

type Sending = {
  route: Pick<OperatorRoute, 'status'>;
  streams: LiveStreams;
  /** Knows the caller. */
  appOf: () => App;
};

export function sendResult(
  { route, streams, appOf }: Sending,
  request: FastifyRequest,
  reply: FastifyReply,
  result: object,
) {
  if (isRefusal(result)) return sendRefusal(reply, result);
  if (result instanceof WaitingProposal) return reply.status(202).send(result.proposal);
  if (result instanceof ItemsAnswer) return reply.status(route.status ?? 200).send(result.body);
  if (result instanceof FileAnswer) return begunFile(result).then((file) => sendFile(reply, file));
  if (result instanceof CookieAnswer) return result.send(reply);
  if (result instanceof LineAnswer) return result.send(reply);
  if (result instanceof LiveAnswer) {
    return sendLive(result, request, reply, {
      streams,
      operator: operatorOf(request),
      stillMay: () => stillMay(appOf(), request),
    });
  }
  return reply.status(route.status ?? 200).send(result);
}
