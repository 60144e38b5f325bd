// Routes of the operator API: list callback deliveries, send one or many again.

import { listDeliveries, resendDelivery } from '../../../app/callback/list-deliveries.ts';
import { resendEvents } from '../../../app/callback/resend-events.ts';
import { getDelivery } from '../../../app/callback/show-delivery.ts';
import {
  FIND_DELIVERIES,
  RESEND_DELIVERY,
  RESEND_EVENTS,
} from '../../../domain/merchant/delivery-requests.ts';
import { DeliveryPageSchema, DeliveryWithAttemptsSchema } from '../../schema/delivery-schema.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import { RESEND_WORDS, ResentSchema } from '../../schema/resend-schema.ts';
import { PAGING, shape, text } from '../../schema/shapes.ts';
import { onlyWord } from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Callbacks';

export const DELIVERY_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/deliveries',
    operation_id: 'listDeliveries',
    right: 'callbacks.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'List deliveries, newest first',
    description:
      'Filters can be combined. Deliveries that ended before `removed_before` were removed by ' +
      'their age.',
    query: { ...queryOf(FIND_DELIVERIES), ...PAGING },
    answer: DeliveryPageSchema,
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
    body: strictBodyOf(RESEND_DELIVERY),
    answer: shape<{ event_id: string; status: 'waiting' }>('ResentDelivery', {
      event_id: text('As in the header webhook-id'),
      status: onlyWord('waiting'),
    }),
    handle: ({ app, operator, fields }) => resendDelivery(app, operator, fields),
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
    body: strictBodyOf(RESEND_EVENTS),
    answer: ResentSchema,
    handle: ({ app, operator, fields }) => resendEvents(app, operator, fields),
  }),
];
