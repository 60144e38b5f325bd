// Pay-ins, pay-outs, refunds, orders of both directions, and the balance.
import type { CallOptions } from '../api/call-api.ts';
import { atCursor, byCursor, type List, listOf } from '../api/pages.ts';
import {
  type BodyOf,
  type CallMerchant,
  type QueryOf,
  type WithMerchant,
  withMerchant,
} from './inputs.ts';
import type { Balance, OrderComparison, OrderPage, Trade } from './schema.gen.ts';

/** Names a trade; `merchant_id` if the client has none of its own. */
export type TradeName = WithMerchant<{ id: string }>;

const getTradeOf =
  (call: CallMerchant, own: string | undefined) =>
  (trade: string | TradeName, options?: CallOptions): Promise<Trade> => {
    const { id, merchant_id = own } = typeof trade === 'string' ? { id: trade } : trade;
    return call('getOrder', { path: { merchant: merchant_id ?? '', uuid: id } }, options);
  };

const cancelOf =
  (call: CallMerchant, own: string | undefined) =>
  (trade: string | TradeName, options?: CallOptions): Promise<Trade> => {
    const named = typeof trade === 'string' ? { id: trade } : trade;
    return call('cancelOrder', { body: withMerchant(named, own) }, options);
  };

export function payinsOf(call: CallMerchant, own: string | undefined) {
  return {
    /** Sent again with the same `order_id` and content, it answers with the same pay-in. */
    create: (payin: BodyOf<'createPayin'>, options?: CallOptions): Promise<Trade> =>
      call('createPayin', { body: withMerchant(payin, own) }, options),
    get: getTradeOf(call, own),
    /** What the customer says; the pay-in completes when the bank line arrives. */
    attachUtr: (claim: BodyOf<'attachUtr'>, options?: CallOptions): Promise<Trade> =>
      call('attachUtr', { body: withMerchant(claim, own) }, options),
    /** Before money came. A second time it answers with the canceled trade. */
    cancel: cancelOf(call, own),
  };
}

export function payoutsOf(call: CallMerchant, own: string | undefined) {
  return {
    /** Blocks the amount and its fee at once. MayRepeat by its `order_id`. */
    create: (payout: BodyOf<'createPayout'>, options?: CallOptions): Promise<Trade> =>
      call('createPayout', { body: withMerchant(payout, own) }, options),
    get: getTradeOf(call, own),
    /** Before anybody took it. */
    cancel: cancelOf(call, own),
  };
}

export function refundsOf(call: CallMerchant, own: string | undefined) {
  return {
    /** Answers with the pay-out that pays the money back. MayRepeat by its `order_id`. */
    create: (refund: BodyOf<'createRefund'>, options?: CallOptions): Promise<Trade> =>
      call('createRefund', { body: withMerchant(refund, own) }, options),
    get: getTradeOf(call, own),
    cancel: cancelOf(call, own),
  };
}

export function ordersOf(call: CallMerchant, own: string | undefined) {
  return {
    /** Your trades of both directions, newest first unless `sort` says otherwise. */
    list: (query: QueryOf<'listOrders'> = {}, options?: CallOptions): List<Trade, OrderPage> =>
      listOf(
        (cursor: string | undefined) =>
          call(
            'listOrders',
            { query: { merchant_id: own, ...query, ...atCursor(cursor) } },
            options,
          ),
        byCursor,
      ),
    get: getTradeOf(call, own),
    /** By your own `order_id`; throws a NotFoundError if there is none. */
    find: (order: string | BodyOf<'findOrder'>, options?: CallOptions): Promise<Trade> => {
      const named = typeof order === 'string' ? { order_id: order } : order;
      return call('findOrder', { body: withMerchant(named, own) }, options);
    },
    /**
     * Do your records agree? Answers with the orders whose state is another one here; with `resend`
     * the events that you missed of them are sent to your endpoints again.
     */
    compare: (orders: BodyOf<'compareOrders'>, options?: CallOptions): Promise<OrderComparison> =>
      call('compareOrders', { body: withMerchant(orders, own) }, options),
    cancel: cancelOf(call, own),
  };
}

export function balancesOf(call: CallMerchant, own: string | undefined) {
  return {
    /** With `at`, such as `2026-03-01T00:00:00Z`: at this moment of the past. */
    get: (
      merchant_id: string | undefined = own,
      options?: CallOptions & QueryOf<'getBalance'>,
    ): Promise<Balance> =>
      call(
        'getBalance',
        { path: { merchant_id: merchant_id ?? '' }, query: { at: options?.at } },
        options,
      ),
  };
}
