import { withMerchant } from './inputs.js';
import { byCursor, listOf } from './pages.js';
const getTradeOf = (call, own) => (trade, options) => {
    const { id, merchant_id = own } = typeof trade === 'string' ? { id: trade } : trade;
    return call('getOrder', { path: { merchant: merchant_id ?? '', uuid: id } }, options);
};
const cancelOf = (call, own) => (trade, options) => {
    const named = typeof trade === 'string' ? { id: trade } : trade;
    return call('cancelOrder', { body: withMerchant(named, own) }, options);
};
export function payinsOf(call, own) {
    return {
        /** Sent again with the same `order_id` and content, it answers with the same pay-in. */
        create: (payin, options) => call('createPayin', { body: withMerchant(payin, own) }, options),
        get: getTradeOf(call, own),
        /** What the customer says; the pay-in completes when the bank line arrives. */
        attachUtr: (claim, options) => call('attachUtr', { body: withMerchant(claim, own) }, options),
        /** Before money came. A second time it answers with the canceled trade. */
        cancel: cancelOf(call, own),
    };
}
export function payoutsOf(call, own) {
    return {
        /** Blocks the amount and its fee at once. Repeatable by its `order_id`. */
        create: (payout, options) => call('createPayout', { body: withMerchant(payout, own) }, options),
        get: getTradeOf(call, own),
        /** Before anybody took it. */
        cancel: cancelOf(call, own),
    };
}
export function refundsOf(call, own) {
    return {
        /** Answers with the pay-out that pays the money back. Repeatable by its `order_id`. */
        create: (refund, options) => call('createRefund', { body: withMerchant(refund, own) }, options),
        get: getTradeOf(call, own),
        cancel: cancelOf(call, own),
    };
}
export function ordersOf(call, own) {
    return {
        /** Your trades of both directions, newest first unless `sort` says otherwise. */
        list: (query = {}, options) => listOf((cursor) => call('listOrders', { query: { merchant_id: own, ...query, ...next(cursor) } }, options), byCursor),
        get: getTradeOf(call, own),
        /** By your own `order_id`; throws a NotFoundError if there is none. */
        find: (order, options) => {
            const named = typeof order === 'string' ? { order_id: order } : order;
            return call('findOrder', { body: withMerchant(named, own) }, options);
        },
        /**
         * Do your records agree? Answers with the orders whose state is another one here; with `resend`
         * the events that you missed of them are sent to your endpoints again.
         */
        compare: (orders, options) => call('compareOrders', { body: withMerchant(orders, own) }, options),
        cancel: cancelOf(call, own),
    };
}
export function balancesOf(call, own) {
    return {
        get: (merchant_id = own, options) => call('getBalance', { path: { merchant_id: merchant_id ?? '' } }, options),
    };
}
/** The first page has no cursor of its own. */
const next = (cursor) => (cursor === undefined ? {} : { cursor });
