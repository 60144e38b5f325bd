import { PaymentOrdersError } from './api-errors.ts';
import type { Event as FeedEvent } from './schema.gen.ts';
/** As in the feed of events, without its number. */
export type WebhookEvent = Omit<FeedEvent, 'number'>;
export type WebhookProblem = 
/** One of the three headers is missing or malformed. */
'headers'
/** The secret is not one of a callback endpoint. */
 | 'secret'
/** It was signed too long ago, or your clock is wrong. */
 | 'too_old'
/** It was signed in the future: your clock is wrong. */
 | 'too_new'
/** None of the secrets has signed this body. */
 | 'signature'
/** It was signed, but is no event. */
 | 'body';
/** The callback must not be believed: answer 400, and change nothing. */
export declare class WebhookError extends PaymentOrdersError {
    readonly name: string;
    readonly problem: WebhookProblem;
    constructor(problem: WebhookProblem, detail: string);
}
/** Of fetch, or a plain object as Node has it. */
export type WebhookHeaders = {
    get(name: string): string | null;
} | Readonly<Record<string, string | readonly string[] | undefined>>;
export type WebhookOptions = {
    /** How far the time of the signature may be from now; default: 300. */
    toleranceSeconds?: number;
    /** The present time in milliseconds; default: your clock. */
    now?: number;
};
/**
 * The event of a callback, once its signature and time are proven; otherwise throws a WebhookError.
 * `body` is the raw body, before any parsing. Give several secrets while one replaces another.
 * Store `id` and skip an event whose id you have: every retry has the same.
 */
export declare function verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders, secret: string | readonly string[], options?: WebhookOptions): Promise<WebhookEvent>;
