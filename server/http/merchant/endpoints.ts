// Route of the merchant API: where callbacks go, and how their receivers answer.
import type { FastifyInstance } from 'fastify';
import type { EndpointBody } from '../../app/merchant/endpoint-view.ts';
import { listOwnEndpoints } from '../../app/merchant/list-endpoints.ts';
import type { App } from '../../app/process/app.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { responses } from '../error/error-schema.ts';
import { readQuery } from '../request/read-request.ts';
import { EndpointSchema } from '../schema/endpoint-schema.ts';
import { MerchantQuerySchema } from '../schema/schemas.ts';
import { list, shape } from '../schema/shapes.ts';
import { answer } from './answer.ts';
import { callerOf } from './authenticate.ts';

const EndpointsSchema = shape<{ data: EndpointBody[] }>('Endpoints', {
  data: list(EndpointSchema, { description: 'The default endpoint first, then by number' }),
});

const LIST = {
  config: { scopes: ['read'] },
  schema: {
    operationId: 'listEndpoints',
    tags: ['Events'],
    summary: 'List your callback endpoints with their health',
    description:
      'An endpoint is `failing` after 5 failed attempts in a row over an hour or more: your ' +
      'events wait, one of them is sent as a probe from time to time, and all are sent once one ' +
      'is accepted.',
    querystring: MerchantQuerySchema,
    response: responses(200, EndpointsSchema, 401, 404, 429, 503),
  },
} as const;

export function registerEndpoints(scope: FastifyInstance, app: App): void {
  scope.get('/endpoints', LIST, async (request, reply) => {
    const query = readQuery(MerchantQuerySchema.properties, request.query, 'ignored');
    if (isRefusal(query)) return answer(reply, 200, query);
    return answer(reply, 200, await listOwnEndpoints(app, callerOf(request), query));
  });
}
