/** The reason with which an attempt ends that took too long. */
export declare const ATTEMPT_OVER: DOMException;
export type AttemptLimits = {
    timeoutMs: number;
    signal: AbortSignal | undefined;
};
/** Runs `act` with a signal that ends with the caller's, or after the time. */
export declare function withLimit<Value>({ timeoutMs, signal }: AttemptLimits, act: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
/** Ends early with the signal's reason. */
export declare function pause(delay_ms: number, signal: AbortSignal | undefined): Promise<void>;
