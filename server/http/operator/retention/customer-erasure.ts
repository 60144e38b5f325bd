// Routes of the operator API: all data of a customer are erased.
import {
  type AsideBody,
  CUSTOMER_ERASURE_STATES,
  type CustomerErasureBody,
  eraseCustomer,
  showCustomerErasure,
} from '../../../app/erasure/erase-customer.ts';
import { ERASURE_OBSTACLES } from '../../../domain/erasure/erase-payer.ts';
import { ERASE_CUSTOMER } from '../../../domain/erasure/erasure-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  integer,
  list,
  momentOrNull,
  shape,
  text,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { OrderCountSchema } from '../trade/customers.ts';

const AsideSchema = shape<AsideBody>('OrderPutAside', {
  trade_id: uuid('The order'),
  order_id: text('The merchant’s own number of it'),
  reason: words(ERASURE_OBSTACLES, 'Why it may not be erased yet'),
  until: momentOrNull('Null: nobody knows'),
});

const CustomerErasureSchema = shape<CustomerErasureBody>('CustomerErasure', {
  merchant_id: uuid('The merchant'),
  trade_id: uuid('The customer’s first order, which names the customer in the audit trail'),
  state: words(
    CUSTOMER_ERASURE_STATES,
    '`looking`: orders are looked at; `erasing`: those that may be erased wait for it; of the ' +
      'last erasure of this customer',
  ),
  proposal_id: uuidOrNull('Waits for a second person'),
  asked_at: momentOrNull('When it was last asked for: later orders are not erased by it'),
  ended_at: momentOrNull('When all that may be erased was erased'),
  is_late: flag(
    'Orders wait for more than ten minutes: something has begun about them, or no process has ' +
      'the address of the database’s owner, or its log says why it cannot',
  ),
  orders: OrderCountSchema,
  looked_at: integer('Orders that were looked at; before anybody asked, at most the first 50'),
  to_erase: integer('Orders that will be erased'),
  erased: integer('Orders that were erased'),
  nothing_left: integer('Orders that had nothing to erase'),
  put_aside: integer('Orders that may not be erased yet. Nothing erases them later by itself'),
  put_aside_orders: list(AsideSchema, {
    maxItems: 100,
    description: 'The first 100 of these, oldest first',
  }),
  newer_orders: OrderCountSchema,
});

const tag = 'Erasure';
const url = '/trades/:merchant_id/:id/customer-erasure';

export const CUSTOMER_ERASURE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url,
    operation_id: 'showCustomerErasure',
    right: 'payers.erase',
    tag,
    summary: 'Show what erasing all data of a customer would erase, or how far it is',
    description:
      'Changes nothing. Any order names its customer: `GET /trades` with `merchant_id`, ' +
      '`client_id` and `limit=1` finds one. `put_aside_orders` says what stands against which, ' +
      'and until when if a date is known; `newer_orders` counts what came after the request.',
    answer: CustomerErasureSchema,
    handle: ({ app, params }) => showCustomerErasure(app, params),
  }),
  route({
    method: 'POST',
    url,
    operation_id: 'eraseCustomer',
    approval: { acts: ['erasure'] },
    right: 'payers.erase',
    tag,
    summary: 'Erase all data of the customer whose order this is, for good',
    description:
      'All orders of the customer at this merchant up to now, each by the rule of `erasePayer`. ' +
      'Orders that may not be erased yet are put aside; the answer names them. Without an ' +
      '`early_reason` these are also all that are not five years old. Refused with ' +
      '`act_not_allowed` and its `reason` if no order may be erased. While one goes on, the ' +
      'same request changes nothing.',
    body: strictBodyOf(ERASE_CUSTOMER),
    answer: CustomerErasureSchema,
    handle: ({ app, operator, params, fields }) => eraseCustomer(app, operator, params, fields),
  }),
];
