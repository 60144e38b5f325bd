// Routes of the operator API: a merchant's callback endpoint.
import {
  type CallbackEndpointBody,
  getCallbackEndpoint,
  putCallbackEndpoint,
} from '../../../app/merchant/callback-endpoint.ts';
import { LIMITS } from '../../../domain/service/limits.ts';
import {
  flag,
  momentOrNull,
  optional,
  orNull,
  request,
  shape,
  text,
  textOrNull,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const ENDPOINT = {
  url: textOrNull('Null: callbacks go only to a trade’s own callback_url'),
  previous_secret_until: momentOrNull('Until then the previous secret also signs'),
};

const tag = 'Callbacks';

export const CALLBACK_ENDPOINT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'PUT',
    url: '/merchants/:id/callback_endpoint',
    operation_id: 'putCallbackEndpoint',
    approval: { acts: ['callback_address'] },
    right: 'callbacks.change',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Set a merchant’s callback address, and see its secret',
    body: request('PutCallbackEndpoint', {
      url: orNull('string', {
        format: 'uri',
        maxLength: LIMITS.url_max_length,
        description: 'Null removes it',
      }),
      rotate_secret: optional(flag('Make a new secret; the old one also signs for a day')),
    }),
    answer: shape<CallbackEndpointBody>('CallbackEndpointWithSecret', {
      ...ENDPOINT,
      secret: text('`whsec_…`: with it the merchant verifies signatures'),
    }),
    handle: ({ app, operator, params, fields }) =>
      putCallbackEndpoint(app, operator, params.id, fields),
  }),
  route({
    method: 'GET',
    url: '/merchants/:id/callback_endpoint',
    operation_id: 'getCallbackEndpoint',
    right: 'callbacks.read',
    own_merchant: { param: 'id' },
    tag,
    summary: 'Get a merchant’s callback address, without its secret',
    answer: shape<Omit<CallbackEndpointBody, 'secret'>>('CallbackEndpoint', ENDPOINT),
    handle: ({ app, params }) => getCallbackEndpoint(app, params.id),
  }),
];
