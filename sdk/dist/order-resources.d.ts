import type { CallApi, CallOptions } from './call-api.ts';
import { type BodyOf, type QueryOf, type WithMerchant } from './inputs.ts';
import { type List } from './pages.ts';
import type { Balance, OrderComparison, OrderPage, Trade } from './schema.gen.ts';
/** Names a trade; `merchant_id` if the client has none of its own. */
export type TradeName = WithMerchant<{
    id: string;
}>;
export declare function payinsOf(call: CallApi, own: string | undefined): {
    /** Sent again with the same `order_id` and content, it answers with the same pay-in. */
    create: (payin: BodyOf<'createPayin'>, options?: CallOptions) => Promise<Trade>;
    get: (trade: string | TradeName, options?: CallOptions) => Promise<Trade>;
    /** What the customer says; the pay-in completes when the bank line arrives. */
    attachUtr: (claim: BodyOf<'attachUtr'>, options?: CallOptions) => Promise<Trade>;
    /** Before money came. A second time it answers with the canceled trade. */
    cancel: (trade: string | TradeName, options?: CallOptions) => Promise<Trade>;
};
export declare function payoutsOf(call: CallApi, own: string | undefined): {
    /** Blocks the amount and its fee at once. Repeatable by its `order_id`. */
    create: (payout: BodyOf<'createPayout'>, options?: CallOptions) => Promise<Trade>;
    get: (trade: string | TradeName, options?: CallOptions) => Promise<Trade>;
    /** Before anybody took it. */
    cancel: (trade: string | TradeName, options?: CallOptions) => Promise<Trade>;
};
export declare function refundsOf(call: CallApi, own: string | undefined): {
    /** Answers with the pay-out that pays the money back. Repeatable by its `order_id`. */
    create: (refund: BodyOf<'createRefund'>, options?: CallOptions) => Promise<Trade>;
    get: (trade: string | TradeName, options?: CallOptions) => Promise<Trade>;
    cancel: (trade: string | TradeName, options?: CallOptions) => Promise<Trade>;
};
export declare function ordersOf(call: CallApi, own: string | undefined): {
    /** Your trades of both directions, newest first unless `sort` says otherwise. */
    list: (query?: QueryOf<'listOrders'>, options?: CallOptions) => List<Trade, OrderPage>;
    get: (trade: string | TradeName, options?: CallOptions) => Promise<Trade>;
    /** By your own `order_id`; throws a NotFoundError if there is none. */
    find: (order: string | BodyOf<'findOrder'>, options?: CallOptions) => Promise<Trade>;
    /**
     * Do your records agree? Answers with the orders whose state is another one here; with `resend`
     * the events that you missed of them are sent to your endpoints again.
     */
    compare: (orders: BodyOf<'compareOrders'>, options?: CallOptions) => Promise<OrderComparison>;
    cancel: (trade: string | TradeName, options?: CallOptions) => Promise<Trade>;
};
export declare function balancesOf(call: CallApi, own: string | undefined): {
    get: (merchant_id?: string | undefined, options?: CallOptions) => Promise<Balance>;
};
