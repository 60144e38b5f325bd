import type { CallApi, CallOptions } from './call-api.ts';
import { type BodyOf, type QueryOf, type RecordName, type WithMerchant } from './inputs.ts';
import { type List } from './pages.ts';
import type { BookEntry, BookEntryPage, Dispute, DisputePage, DisputeWithMessages, Proof, ProofKeys, ProofPage, ProofSummary, Settlement, SettlementLine, SettlementLinePage, SettlementPage } from './schema.gen.ts';
export declare function settlementsOf(call: CallApi, own: string | undefined): {
    list: (query?: QueryOf<'listSettlements'>, options?: CallOptions) => List<Settlement, SettlementPage>;
    get: (settlement: RecordName, options?: CallOptions) => Promise<Settlement>;
    lines: (settlement: RecordName, query?: QueryOf<'listSettlementLines'>, options?: CallOptions) => List<SettlementLine, SettlementLinePage>;
    /** To print: a page of HTML. */
    document: (settlement: RecordName, options?: CallOptions) => Promise<Blob>;
    csv: (settlement: RecordName, options?: CallOptions) => Promise<Blob>;
};
export declare function disputesOf(call: CallApi, own: string | undefined): {
    list: (query?: QueryOf<'listDisputes'>, options?: CallOptions) => List<Dispute, DisputePage>;
    get: (dispute: RecordName, options?: CallOptions) => Promise<DisputeWithMessages>;
    open: (dispute: BodyOf<'openDispute'>, options?: CallOptions) => Promise<Dispute>;
    message: (message: BodyOf<'messageDispute'>, options?: CallOptions) => Promise<Dispute>;
    /** You bear the contested amount. Never sent again by itself, like the two below. */
    accept: (dispute: RecordName, options?: CallOptions) => Promise<Dispute>;
    withdraw: (dispute: RecordName, options?: CallOptions) => Promise<Dispute>;
    appeal: (dispute: RecordName, options?: CallOptions) => Promise<Dispute>;
    /** A picture: PNG, JPEG or WebP. The same file is sent once. */
    sendFile: (dispute: RecordName, file: Blob, query?: QueryOf<'sendDisputeFile'>, options?: CallOptions) => Promise<Dispute>;
    downloadFile: (file: WithMerchant<{
        dispute_id: string;
        id: string;
    }>, options?: CallOptions) => Promise<Blob>;
};
/** Of your own book; `merchant_id` if the client has none of its own. */
export type BookQuery<Query> = WithMerchant<Query>;
export declare function proofsOf(call: CallApi, own: string | undefined): {
    /** The daily proofs that include your book, newest first. */
    list: ({ merchant_id, ...query }?: BookQuery<QueryOf<'listProofs'>>, options?: CallOptions) => List<ProofSummary, ProofPage>;
    /** Of a day, as in `2026-11-20`, or the `latest`; check it with `verifyProof`. */
    get: (day: string, merchant_id?: string | undefined, options?: CallOptions) => Promise<Proof>;
    /** The entries of your book, in order. */
    entries: ({ merchant_id, ...query }?: BookQuery<QueryOf<'listBookEntries'>>, options?: CallOptions) => List<BookEntry, BookEntryPage>;
    /** Get the key that you trust by another way than this one. */
    keys: (options?: CallOptions) => Promise<ProofKeys>;
};
