// The package's entry: the client of the merchant API, and everything that merchants import.
import { createCall } from './call-api.js';
import { eventsOf, publishedOf } from './event-resources.js';
import { balancesOf, ordersOf, payinsOf, payoutsOf, refundsOf } from './order-resources.js';
import { disputesOf, proofsOf, settlementsOf } from './record-resources.js';
import { sandboxOf } from './sandbox-resources.js';
export { ApiError, AuthenticationError, ConnectionError, InvalidRequestError, NotFoundError, PaymentOrdersError, RateLimitError, RefusedError, RequestTimeoutError, ServiceError, } from './api-errors.js';
export { verifyProof, } from './verify-proof.js';
export { verifyWebhook, WebhookError, } from './webhook.js';
/** One merchant's client: all of the merchant API, by nouns. It keeps nothing between calls. */
export class PaymentOrders {
    payins;
    payouts;
    refunds;
    /** Of both directions. */
    orders;
    balance;
    settlements;
    disputes;
    events;
    proofs;
    limits;
    states;
    /** In the sandbox only. */
    sandbox;
    constructor(options) {
        // The token stays in a closure, so that printing the client does not show it.
        const call = createCall(options);
        const { merchantId } = options;
        this.payins = payinsOf(call, merchantId);
        this.payouts = payoutsOf(call, merchantId);
        this.refunds = refundsOf(call, merchantId);
        this.orders = ordersOf(call, merchantId);
        this.balance = balancesOf(call, merchantId);
        this.settlements = settlementsOf(call, merchantId);
        this.disputes = disputesOf(call, merchantId);
        this.events = eventsOf(call, merchantId);
        this.proofs = proofsOf(call, merchantId);
        this.sandbox = sandboxOf(call, merchantId);
        const { limits, states } = publishedOf(call);
        this.limits = limits;
        this.states = states;
    }
}
