// Routes of the operator API: merchants' events in order.
import { listMerchantEvents } from '../../../app/callback/list-events.ts';
import { EventPageSchema } from '../../schema/schemas.ts';
import { count, optional, PAGING, uuid } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

export const EVENT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/events',
    operation_id: 'listMerchantEvents',
    right: 'callbacks.read',
    own_merchant: { query: 'merchant_id' },
    tag: 'Events',
    summary: 'List a merchant’s events in order, without gaps',
    description:
      'The same feed that the merchant reads. Ask again with `after` set to `next_after` for as ' +
      'long as `has_more` is true.',
    query: {
      merchant_id: optional(uuid('Whose; required')),
      after: count('The number of the last event that you have; 0 = from the start'),
      limit: PAGING.limit,
    },
    answer: EventPageSchema,
    handle: ({ app, query }) =>
      listMerchantEvents(app, { ...query, merchant_id: query.merchant_id }),
  }),
];
