// Routes of the merchant API: the event feed, as pages, with a wait for the next event, and as a
// stream.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { followEvents, type OpenRequest, streamEvents } from '../../app/callback/follow-events.ts';
import { RESEND_SCOPES } from '../../app/callback/queue-again.ts';
import { resendOwnEvents } from '../../app/callback/resend-events.ts';
import type { App } from '../../app/process/app.ts';
import { FOLLOWER_LIMITS } from '../../app/process/event-followers.ts';
import { RESEND_EVENTS } from '../../domain/merchant/delivery-requests.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { responses } from '../error/error-schema.ts';
import { readQuery, type Texts } from '../request/read-request.ts';
import { bodyOf } from '../schema/request-schema.ts';
import { RESEND_WORDS, ResentSchema } from '../schema/resend-schema.ts';
import { EventPageSchema, EventQuerySchema } from '../schema/schemas.ts';
import { endWork } from '../transport/long-answers.ts';
import { beginStream, wantsStream } from '../transport/stream-answer.ts';
import { answer, answerBody } from './answer.ts';
import { callerOf } from './authenticate.ts';
import { eventSink } from './event-stream.ts';

const LIST = {
  config: { scopes: ['read'] },
  schema: {
    operationId: 'listEvents',
    tags: ['Events'],
    summary: 'List your events in order, without gaps',
    description:
      'The same events as in callbacks, so that you need not rely on their delivery. With `wait` ' +
      'the answer comes with the next event, or empty after so many seconds. With ' +
      '`Accept: text/event-stream` the answer stays open as a stream of server-sent events: the ' +
      'events after `after`, or after the `Last-Event-ID` header, then each one when it happens. ' +
      `Of one merchant at most ${FOLLOWER_LIMITS.per_merchant} requests may wait or stream at ` +
      'once; 429 refuses another.',
    querystring: EventQuerySchema,
    response: responses(200, EventPageSchema, 401, 404, 422, 429, 503),
  },
} as const;

const RESEND_ROUTE = {
  config: { scopes: RESEND_SCOPES, weight: 50 },
  schema: {
    operationId: 'resendEvents',
    tags: ['Events'],
    summary: 'Have past events sent to your endpoints again',
    description: `${RESEND_WORDS}\n\nCounts as 50 requests. The token needs \`payin\` or \`payout\`.`,
    body: bodyOf(RESEND_EVENTS),
    response: responses(200, ResentSchema, 400, 401, 413, 415, 422, 429, 503),
  },
} as const;

function followerOf(request: FastifyRequest, { raw }: FastifyReply): OpenRequest {
  return {
    caller: callerOf(request),
    address: request.ip,
    isGone: () => raw.destroyed,
    onGone: (ended) => {
      raw.once('close', ended);
    },
    idle: () => endWork(raw),
  };
}

/** Clients that lost their stream send the last event they have read. */
function resumedFrom({ headers }: FastifyRequest, query: Texts): Texts {
  const last = headers['last-event-id'];
  return typeof last === 'string' && last !== '' ? { ...query, after: last } : query;
}

async function answerStream(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  query: Texts,
): Promise<object | undefined> {
  const stream = await streamEvents(app, followerOf(request, reply), resumedFrom(request, query));
  if (isRefusal(stream)) return answer(reply, 200, stream);
  const response = beginStream(reply);
  try {
    await stream.run(eventSink(response));
  } catch (error) {
    // The answer has begun, so the error cannot be its status any more: the client connects again.
    app.log.warn({ request_id: request.id, err: error }, 'a stream of events ended by an error');
  }
  response.end();
  return undefined;
}

export function registerEvents(scope: FastifyInstance, app: App): void {
  scope.get('/events', LIST, async (request, reply) => {
    const query = readQuery(EventQuerySchema.properties, request.query, 'ignored');
    if (isRefusal(query)) return answer(reply, 200, query);
    if (wantsStream(request)) return await answerStream(app, request, reply, query);
    return answer(reply, 200, await followEvents(app, followerOf(request, reply), query));
  });
  scope.post('/events/resend', RESEND_ROUTE, (request, reply) =>
    answerBody(request, reply, 200, (fields) => resendOwnEvents(app, callerOf(request), fields)),
  );
}
