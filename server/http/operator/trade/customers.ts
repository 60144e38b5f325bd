// Route of the operator API: a customer of a merchant.

import { type CustomerBody, showCustomer } from '../../../app/trade/show-customer.ts';
import { CLIENT_LIMITS } from '../../../domain/merchant/client-limits.ts';
import type { OrderCount } from '../../../domain/record/trade.ts';
import { SHOW_CUSTOMER } from '../../../domain/trade/query-requests.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { flag, integer, list, shape, text, textOrNull, uuid, words } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

export const OrderCountSchema = shape<OrderCount>('OrderCount', {
  count: integer('At most 1,000'),
  has_more: flag('There are more than `count`'),
});

const CustomerSchema = shape<CustomerBody>('Customer', {
  merchant_id: uuid('Whose customer'),
  merchant_name: text('Of the merchant'),
  client_id: text('The merchant’s own name for the customer'),
  orders: shape<CustomerBody['orders']>('CustomerOrders', {
    payins: OrderCountSchema,
    completed_payins: OrderCountSchema,
    failed_payins: OrderCountSchema,
    disputed: OrderCountSchema,
    payouts: OrderCountSchema,
  }),
  limits: list(
    shape<CustomerBody['limits'][number]>('CustomerLimit', {
      limit: words(CLIENT_LIMITS, 'The merchant’s setting'),
      currency: textOrNull('Of a sum: ISO 4217 code; null: a number of pay-ins'),
      used: integer('So many pay-ins, or of a sum so many minor units'),
      most: integer('What the merchant allows'),
    }),
    { description: 'Each limit that the merchant has set; sums by the currencies of the day' },
  ),
});

export const CUSTOMER_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/customers',
    operation_id: 'showCustomer',
    right: 'trades.read',
    own_merchant: { query: 'merchant_id' },
    tag: 'Trades',
    summary: 'Show a merchant’s customer: their orders by number, and their limits',
    description:
      'Nobody is a customer before their first order. `GET /trades` and `GET /disputes` list ' +
      'what is counted, with the same `merchant_id` and `client_id`.',
    query: queryOf(SHOW_CUSTOMER),
    answer: CustomerSchema,
    handle: ({ app, query }) => showCustomer(app, query),
  }),
];
