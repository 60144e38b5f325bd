import { type Operations } from './schema.gen.ts';
export type ClientOptions = {
    /** Where the service is: `https://pay.example`. */
    baseUrl: string;
    /** The API token; leave it out for a token of mode `signature`. */
    token?: string;
    /** The token's signing secret: each request is then signed with X-Signature. */
    signingSecret?: string;
    /** Your merchant id, for the calls that do not name it. */
    merchantId?: string;
    /** How long one attempt may take; default: 30,000. */
    timeoutMs?: number;
    /** How often a request is sent again where that is safe; default: 4. */
    retries?: number;
    /** Default: the runtime's own. */
    fetch?: typeof fetch;
};
/** What else the answer said; `replayed`: the trade is from an earlier request. */
export type AnswerInfo = {
    status: number;
    headers: Headers;
    requestId: string | null;
    replayed: boolean;
    /** 1, or more after retries. */
    attempts: number;
};
export type CallOptions = {
    /** Ends the call, also while it waits to be sent again. */
    signal?: AbortSignal;
    timeoutMs?: number;
    retries?: number;
    onAnswer?: (info: AnswerInfo) => void;
};
export type CallInput = {
    path?: Readonly<Record<string, string>> | undefined;
    query?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined;
    body?: object | undefined;
};
export type CallApi = <Name extends keyof Operations>(name: Name, input: CallInput, options?: CallOptions) => Promise<Operations[Name]['answer']>;
/** Sends operations by their names in the API's document. */
export declare function createCall(options: ClientOptions): CallApi;
