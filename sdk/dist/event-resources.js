import { withMerchant } from './inputs.js';
import { byNumber, listOf } from './pages.js';
import { resumingFeed } from './resuming-feed.js';
const SPARE_MS = 30_000;
export function eventsOf(call, own) {
    return {
        /** The events that there are after the number `after`, in order and without gaps. */
        list: (query = {}, options) => listOf((after) => {
            const asked = after === undefined ? query : { ...query, after };
            return call('listEvents', { query: { merchant_id: own, ...asked } }, options);
        }, byNumber),
        /** Where callbacks go, and how their receivers answer. */
        endpoints: (options) => call('listEndpoints', { query: { merchant_id: own } }, options),
        /** Like `list`, but waits for the next events, and goes on after failures. */
        follow: (options = {}) => {
            const { signal } = options;
            const limits = signal === undefined ? {} : { signal };
            return resumingFeed((after, wait) => {
                const query = { merchant_id: own, after, wait };
                const timeoutMs = wait * 1_000 + SPARE_MS;
                return call('listEvents', { query }, { ...limits, timeoutMs, retries: 0 });
            }, options);
        },
        /** Has past events sent to the endpoints again; `next_after` says whether to go on. */
        resend: (events = {}, options) => call('resendEvents', { body: withMerchant(events, own) }, options),
    };
}
export function publishedOf(call) {
    return {
        /** The limits in force, currencies and payment types. */
        limits: { get: (options) => call('getLimits', {}, options) },
        /** The states, and every transition between them. */
        states: { get: (options) => call('getStates', {}, options) },
    };
}
