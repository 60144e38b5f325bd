import { recordPath, withMerchant, } from './inputs.js';
import { byCursor, byNumber, listOf } from './pages.js';
const at = (cursor) => (cursor === undefined ? {} : { cursor });
export function settlementsOf(call, own) {
    return {
        list: (query = {}, options) => listOf((cursor) => call('listSettlements', { query: { merchant_id: own, ...query, ...at(cursor) } }, options), byCursor),
        get: (settlement, options) => call('getSettlement', { path: recordPath(settlement, own) }, options),
        lines: (settlement, query = {}, options) => listOf((cursor) => {
            const path = recordPath(settlement, own);
            return call('listSettlementLines', { path, query: { ...query, ...at(cursor) } }, options);
        }, byCursor),
        /** To print: a page of HTML. */
        document: (settlement, options) => call('getSettlementDocument', { path: recordPath(settlement, own) }, options),
        csv: (settlement, options) => call('getSettlementCsv', { path: recordPath(settlement, own) }, options),
    };
}
/** The service acts once per key, so a call without one gets a key and can be sent again. */
const keyed = (fields) => ({
    ...fields,
    idempotency_key: fields.idempotency_key ?? crypto.randomUUID(),
});
export function disputesOf(call, own) {
    const step = (name) => (dispute, options) => {
        const named = typeof dispute === 'string' ? { id: dispute } : dispute;
        return call(name, { body: withMerchant(named, own) }, options);
    };
    return {
        list: (query = {}, options) => listOf((cursor) => call('listDisputes', { query: { merchant_id: own, ...query, ...at(cursor) } }, options), byCursor),
        get: (dispute, options) => call('getDispute', { path: recordPath(dispute, own) }, options),
        open: (dispute, options) => call('openDispute', { body: withMerchant(keyed(dispute), own) }, options),
        message: (message, options) => call('messageDispute', { body: withMerchant(keyed(message), own) }, options),
        /** You bear the contested amount. Never sent again by itself, like the two below. */
        accept: step('acceptDispute'),
        withdraw: step('withdrawDispute'),
        appeal: step('appealDispute'),
        /** A picture: PNG, JPEG or WebP. The same file is sent once. */
        sendFile: (dispute, file, query = {}, options) => call('sendDisputeFile', { path: recordPath(dispute, own), query, body: file }, options),
        downloadFile: (file, options) => {
            const { dispute_id: id, id: file_id, ...merchant } = file;
            const path = { ...recordPath({ id, ...merchant }, own), file: file_id };
            return call('downloadDisputeFile', { path }, options);
        },
    };
}
export function proofsOf(call, own) {
    return {
        /** The daily proofs that include your book, newest first. */
        list: ({ merchant_id = own, ...query } = {}, options) => listOf((cursor) => {
            const path = { merchant_id: merchant_id ?? '' };
            return call('listProofs', { path, query: { ...query, ...at(cursor) } }, options);
        }, byCursor),
        /** Of a day, as in `2026-11-20`, or the `latest`; check it with `verifyProof`. */
        get: (day, merchant_id = own, options) => call('getProof', { path: { merchant_id: merchant_id ?? '', day } }, options),
        /** The entries of your book, in order. */
        entries: ({ merchant_id = own, ...query } = {}, options) => listOf((after) => {
            const path = { merchant_id: merchant_id ?? '' };
            const asked = after === undefined ? query : { ...query, after };
            return call('listBookEntries', { path, query: asked }, options);
        }, byNumber),
        /** Get the key that you trust by another way than this one. */
        keys: (options) => call('listProofKeys', {}, options),
    };
}
