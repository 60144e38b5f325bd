// The filters of lists of trades: those that merchants have, and those that only operators have.
import { DIRECTIONS, STATE_REASONS, STATES } from '../../domain/record/trade.ts';
import { PAYMENT_TYPES } from '../../domain/values/payment-type.ts';
import { amountFilters, filter, timeFilters } from './shapes.ts';

export const ORDER_FILTERS = {
  state: filter(`One of: ${STATES.join(', ')}`),
  state_reason: filter(`One of: ${STATE_REASONS.join(', ')}`),
  direction: filter(`One of: ${DIRECTIONS.join(', ')}`),
  currency: filter('ISO 4217 code'),
  type: filter(`One of: ${PAYMENT_TYPES.map((row) => row.type).join(', ')}`),
  order_id: filter('The merchant’s own id of the order'),
  utr: filter('With this UTR'),
  client_id: filter('Of one customer'),
  ...amountFilters('With this amount'),
  ...timeFilters('Created'),
  changed_from: filter('Last changed at or after this time, or on or after this day in UTC'),
  changed_to: filter('Last changed before this time, or before this day in UTC'),
  sort: filter('By the moment of creation: `newest` first (default), or `oldest`'),
};

/** The exports have them as well. */
export const TRADE_FILTERS = {
  merchant_id: filter('Of one merchant'),
  receiving_account_id: filter('Pay-ins shown this receiving account'),
  ...ORDER_FILTERS,
};
