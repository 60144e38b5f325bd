import { withMerchant } from './inputs.js';
export function sandboxOf(call, own) {
    return {
        /** Its magic values, and what its simulated bank answers by itself. */
        show: (options) => call('showSandbox', { query: own === undefined ? {} : { merchant_id: own } }, options),
        /** Lets the simulated bank do something with an order: pay it, let it expire … */
        play: (play, options) => call('playOrder', { body: withMerchant(play, own) }, options),
        /** Asks for a fault, to see how your program copes with it. */
        fault: (fault, options) => call('setSandboxFault', { body: withMerchant(fault, own) }, options),
    };
}
