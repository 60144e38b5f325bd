import type { Operations } from './schema.gen.ts';
export type RetryQuestion = {
    operation: keyof Operations;
    has_key: boolean;
    error: unknown;
    /** How often it was sent: 1, 2, 3 … */
    attempt: number;
    retries: number;
    /** From 0 to 1. */
    random: number;
};
/** Milliseconds until the request is sent again; null: it is not. */
export declare function retryDelay(question: RetryQuestion): number | null;
