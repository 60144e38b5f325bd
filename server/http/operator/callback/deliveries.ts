// Routes of the operator API: list callback deliveries, send one or many again.

import { listDeliveries, resendDelivery } from '../../../app/callback/list-deliveries.ts';
import { resendEvents } from '../../../app/callback/resend-events.ts';
import { getDelivery } from '../../../app/callback/show-delivery.ts';
import { readFields } from '../../../app/request/fields.ts';
import { ENDPOINT_NUMBER_MAX } from '../../../domain/record/callback-endpoint.ts';
import { DeliverySchema, DeliveryWithAttemptsSchema } from '../../schema/delivery-schema.ts';
import { RESEND, RESEND_WORDS, ResentSchema } from '../../schema/resend-schema.ts';
import {
  filter,
  integer,
  optional,
  PAGING,
  pageShape,
  request,
  shape,
  text,
  uuid,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Callbacks';
const MOST_SEQUENCE = 2 ** 31 - 1;

export const DELIVERY_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/deliveries',
    operation_id: 'listDeliveries',
    right: 'callbacks.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'List deliveries, newest first',
    query: {
      merchant_id: filter('Of one merchant'),
      trade_id: filter('Of one trade'),
      status: filter('`waiting`, `delivered` or `exhausted`'),
      endpoint: filter('To the endpoint with this number; give `merchant_id` too'),
      type: filter('Of events of this type, as `deposit.completed` or `deposit.*`'),
      ...PAGING,
    },
    answer: pageShape('DeliveryPage', DeliverySchema),
    handle: ({ app, query }) => listDeliveries(app, query),
  }),
  route({
    method: 'GET',
    url: '/deliveries/:merchant_id/:trade_id/:sequence/:endpoint',
    operation_id: 'getDelivery',
    right: 'callbacks.read',
    own_merchant: { param: 'merchant_id' },
    tag,
    summary: 'Get one delivery with its request and its attempts',
    description:
      '`endpoint` is the number of the endpoint; 0 (the default) also for an address that the ' +
      'trade gave. The body is made again from the event, so it is the one that was sent; only ' +
      '`url` in it says where the payment page is now.',
    answer: DeliveryWithAttemptsSchema,
    handle: ({ app, params }) => getDelivery(app, params),
  }),
  route({
    method: 'POST',
    url: '/deliveries/resend',
    operation_id: 'resendDelivery',
    right: 'callbacks.resend',
    own_merchant: { field: 'merchant_id' },
    tag,
    summary: 'Send one delivery again, now',
    description: 'Whatever its status; the receiver sees the same webhook-id.',
    body: request('ResendDelivery', {
      merchant_id: uuid('The merchant who is called'),
      trade_id: uuid('The trade'),
      sequence: integer('Which change of the trade'),
      endpoint: optional(
        integer('Number of the endpoint; 0 (the default) also for an address that the trade gave'),
      ),
    }),
    answer: shape<{ event_id: string; status: 'waiting' }>('ResentDelivery', {
      event_id: text('As in the header webhook-id'),
      status: words(['waiting']),
    }),
    handle: async ({ app, operator, fields }) => {
      const reader = readFields(fields, ['merchant_id', 'trade_id', 'sequence', 'endpoint']);
      const merchant_id = reader.uuid('merchant_id');
      const trade_id = reader.uuid('trade_id');
      const sequence = reader.integer('sequence');
      if (reader.raw('sequence') !== undefined && (sequence < 1 || sequence > MOST_SEQUENCE)) {
        reader.wrong('sequence', 'range', `must be from 1 to ${MOST_SEQUENCE}`);
      }
      const endpoint_number = reader.raw('endpoint') === undefined ? 0 : reader.integer('endpoint');
      if (endpoint_number < 0 || endpoint_number > ENDPOINT_NUMBER_MAX) {
        reader.wrong('endpoint', 'range', `must be from 0 to ${ENDPOINT_NUMBER_MAX}`);
      }
      const refused = reader.refusal();
      if (refused !== null) return refused;
      const which = { sequence, endpoint_number };
      return await resendDelivery(app, operator, merchant_id, trade_id, which);
    },
  }),
  route({
    method: 'POST',
    url: '/events/resend',
    operation_id: 'resendEvents',
    right: 'callbacks.resend',
    own_merchant: { field: 'merchant_id' },
    tag,
    summary: 'Send past events of a merchant again',
    description: RESEND_WORDS,
    body: request('ResendEvents', { merchant_id: uuid('The merchant who is called'), ...RESEND }),
    answer: ResentSchema,
    handle: ({ app, operator, fields }) => resendEvents(app, operator, fields),
  }),
];
