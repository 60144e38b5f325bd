// Routes of the merchant API: the event feed.
import type { FastifyInstance } from 'fastify';
import { listEvents } from '../../app/callback/list-events.ts';
import type { App } from '../../app/process/app.ts';
import { responses } from '../error/error-schema.ts';
import { EventPageSchema, EventQuerySchema } from '../schema/schemas.ts';
import { answerQuery } from './answer.ts';
import { callerOf } from './authenticate.ts';

const LIST = {
  config: { scopes: ['read'] },
  schema: {
    operationId: 'listEvents',
    tags: ['Events'],
    summary: 'List your events in order, without gaps',
    description: 'The same events as in callbacks, so that you need not rely on their delivery.',
    querystring: EventQuerySchema,
    response: responses(200, EventPageSchema, 401, 404, 422, 429, 503),
  },
} as const;

export function registerEvents(scope: FastifyInstance, app: App): void {
  scope.get('/events', LIST, (request, reply) =>
    answerQuery(request, reply, EventQuerySchema, (query) =>
      listEvents(app, callerOf(request), query),
    ),
  );
}
