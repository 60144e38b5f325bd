// Routes of the operator API: a merchant's callback endpoints.

import {
  type EndpointTestBody,
  testCallbackEndpoint,
} from '../../../app/callback/test-endpoint.ts';
import {
  createCallbackEndpoint,
  deleteCallbackEndpoint,
  type EndpointWithSecret,
  rotateCallbackSecret,
  updateCallbackEndpoint,
} from '../../../app/merchant/callback-endpoints.ts';
import type { VersionedEndpoint } from '../../../app/merchant/endpoint-view.ts';
import { listCallbackEndpoints } from '../../../app/merchant/list-endpoints.ts';
import { CREATE_ENDPOINT, UPDATE_ENDPOINT } from '../../../domain/merchant/endpoint-requests.ts';
import { LIMITS } from '../../../domain/service/limits.ts';
import { SentHeadersSchema } from '../../schema/delivery-schema.ts';
import { ENDPOINT } from '../../schema/endpoint-schema.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  integer,
  integerOrNull,
  list,
  request,
  settingVersionText,
  shape,
  text,
  textOrNull,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Callbacks';
const own_merchant = { param: 'id' } as const;

const VERSIONED = { ...ENDPOINT, version: settingVersionText() };
const EndpointSchema = shape<VersionedEndpoint>('Endpoint', VERSIONED);

const WithSecretSchema = shape<EndpointWithSecret>('EndpointWithSecret', {
  ...VERSIONED,
  secret: text('`whsec_…`: with it the merchant verifies signatures; shown only now'),
});

const named = ({ id, number }: { id: string; number: string }) => ({
  merchant: id,
  endpoint: number,
});

export const CALLBACK_ENDPOINTS_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/merchants/:id/callback_endpoints',
    operation_id: 'listCallbackEndpoints',
    right: 'callbacks.read',
    own_merchant,
    tag,
    summary: 'List a merchant’s callback endpoints with their health',
    description:
      'All of them in one answer, the default endpoint with number 0 included. Secrets are shown ' +
      'only when they are made.',
    answer: shape<{ data: VersionedEndpoint[] }>('Endpoints', {
      data: list(EndpointSchema, { description: 'By number, the default endpoint first' }),
    }),
    handle: ({ app, params }) => listCallbackEndpoints(app, params.id),
  }),
  route({
    method: 'POST',
    url: '/merchants/:id/callback_endpoints',
    operation_id: 'createCallbackEndpoint',
    shows_once: ['secret'],
    approval: { acts: ['callback_address'] },
    right: 'callbacks.change',
    own_merchant,
    tag,
    summary: 'Add a callback endpoint, and see its secret',
    description:
      `A merchant has at most ${LIMITS.callback_endpoints_max}, the default one included. ` +
      'A request repeated with the same Idempotency-Key adds one, and its answer has the same ' +
      'secret.',
    body: strictBodyOf(CREATE_ENDPOINT),
    idempotent: true,
    status: 201,
    answer: WithSecretSchema,
    handle: ({ app, operator, params, fields, idempotency_key }) =>
      createCallbackEndpoint(app, operator, params.id, fields, idempotency_key),
  }),
  route({
    method: 'PATCH',
    url: '/merchants/:id/callback_endpoints/:number',
    operation_id: 'updateCallbackEndpoint',
    takes_version: true,
    approval: { acts: ['callback_address'] },
    right: 'callbacks.change',
    own_merchant,
    tag,
    summary: 'Change a callback endpoint; the rest stays',
    description: 'What waits goes to the new address with its next attempt.',
    body: strictBodyOf(UPDATE_ENDPOINT),
    answer: EndpointSchema,
    handle: ({ app, operator, params, fields }) =>
      updateCallbackEndpoint(app, operator, named(params), fields),
  }),
  route({
    method: 'POST',
    url: '/merchants/:id/callback_endpoints/:number/rotate_secret',
    operation_id: 'rotateCallbackSecret',
    right: 'callbacks.change',
    own_merchant,
    tag,
    summary: 'Make a new secret; the old one also signs for a day',
    description: 'Repeated with the same Idempotency-Key, it answers with the same secret.',
    body: request('RotateCallbackSecret', {}),
    body_optional: true,
    idempotent: true,
    answer: WithSecretSchema,
    handle: ({ app, operator, params, idempotency_key }) =>
      rotateCallbackSecret(app, operator, named(params), idempotency_key),
  }),
  route({
    method: 'POST',
    url: '/merchants/:id/callback_endpoints/:number/test',
    operation_id: 'testCallbackEndpoint',
    right: 'callbacks.resend',
    own_merchant,
    tag,
    summary: 'Send a signed test event to an endpoint, and say what happened',
    description:
      'Its type is `endpoint.test`; it is in no feed. The answer takes as long as the attempt.',
    body: request('TestCallbackEndpoint', {}),
    body_optional: true,
    answer: shape<EndpointTestBody>('EndpointTest', {
      outcome: words(
        ['delivered', 'failed'],
        '`delivered`: the receiver accepted it; `failed`: see `error`',
      ),
      event_id: text('As in the header webhook-id'),
      sent_to: text('The address, without its query'),
      headers: SentHeadersSchema,
      body: text('The body of the request'),
      status: integerOrNull('HTTP status of the answer; null if there was none'),
      error: textOrNull('Why it failed'),
      duration_ms: integer('How long it took'),
      reply_head: text('The first kilobyte of the answer'),
    }),
    handle: ({ app, operator, params }) => testCallbackEndpoint(app, operator, named(params)),
  }),
  route({
    method: 'DELETE',
    url: '/merchants/:id/callback_endpoints/:number',
    operation_id: 'deleteCallbackEndpoint',
    right: 'callbacks.change',
    own_merchant,
    tag,
    summary: 'Remove a callback endpoint; what waits for it is given up',
    description:
      'Refused for the default endpoint, whose `url` is set to null instead. It never waits for ' +
      'a second person.',
    answer: EndpointSchema,
    handle: ({ app, operator, params }) => deleteCallbackEndpoint(app, operator, named(params)),
  }),
];
