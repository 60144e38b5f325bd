// An answer that stays open: server-sent events with what has changed, a heartbeat in between, and
// an end as soon as the caller may not have it any more.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperatorCaller } from '../../../app/request/caller.ts';
import type { LiveStreams } from '../../transport/live-streams.ts';
import { endWork } from '../../transport/long-answers.ts';
import { beginStream } from '../../transport/stream-answer.ts';

const FULL_RETRY_S = 30;
const RECHECK_EVERY_MS = 20_000;

type Watch = {
  /** What is told now. */
  message(): object;
  end(): void;
};

export class LiveAnswer {
  readonly event: string;
  readonly start: (changed: () => void) => Watch;

  /** `start` begins to watch: it calls `changed` after each change. */
  constructor(event: string, start: LiveAnswer['start']) {
    this.event = event;
    this.start = start;
  }
}

type Sent = {
  streams: LiveStreams;
  operator: OperatorCaller;
  /** Whether the caller may still have the answer. */
  stillMay(): Promise<boolean>;
};

/** The streams of one person, or of one token, are bounded together. */
const ownerOf = ({ person_id, operator_token_id }: OperatorCaller): string =>
  `operator/${person_id ?? operator_token_id}`;

export function sendLive(
  answer: LiveAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  { streams, operator, stillMay }: Sent,
): FastifyReply {
  const reserved = streams.take({ page: ownerOf(operator), address: request.ip });
  if (reserved === null) return reply.status(429).header('retry-after', FULL_RETRY_S).send();
  const { raw } = reply;
  let tell: () => void = () => undefined;
  const watch = answer.start(() => tell());
  const end = () => raw.end();
  const recheck = setInterval(() => {
    stillMay()
      .then((may) => (may ? undefined : end()))
      .catch(end);
  }, RECHECK_EVERY_MS).unref();
  raw.once('close', () => {
    clearInterval(recheck);
    watch.end();
  });
  beginStream(reply);
  if (raw.destroyed) {
    clearInterval(recheck);
    watch.end();
    reserved.leave();
    return reply;
  }
  const message = () => `event: ${answer.event}\ndata: ${JSON.stringify(watch.message())}\n\n`;
  tell = reserved.open(raw, message).tell;
  endWork(raw);
  return reply;
}
