import type { Error as ErrorBody, FieldError as FieldErrorBody } from './schema.gen.ts';
/** The codes that this version knows; a newer service may send others. */
export type ErrorCode = ErrorBody['code'] | (string & {});
/** One wrong field: its name, the kind of error, and how to correct it. */
export type FieldProblem = FieldErrorBody;
/** Everything that the SDK throws on purpose; an aborted call throws your signal's reason. */
export declare class PaymentOrdersError extends Error {
    readonly name: string;
}
/** No answer came. The request may have been carried out or not. */
export declare class ConnectionError extends PaymentOrdersError {
    readonly name: string;
}
/** No answer came within `timeoutMs`. The request may have been carried out or not. */
export declare class RequestTimeoutError extends ConnectionError {
    readonly name: string;
}
export type AnswerParts = {
    status: number;
    headers: Headers;
    /** Null if the answer was not the service's own, for example a proxy's page. */
    body: ErrorBody | null;
};
/** The service answered, and the answer is no success. */
export declare class ApiError extends PaymentOrdersError {
    readonly name: string;
    readonly status: number;
    /** `unknown` if the answer was not the service's own. */
    readonly code: ErrorCode;
    readonly title: string;
    /** One sentence about this request. */
    readonly detail: string;
    /** The page about this error: its cause, and what to do. */
    readonly docUrl: string | null;
    /** The same request may succeed later. */
    readonly retryable: boolean;
    /** Name it to the operator: the service's log has it. */
    readonly requestId: string | null;
    /** All wrong fields, in the order of the fields. */
    readonly fields: readonly FieldProblem[];
    readonly retryAfterSeconds: number | null;
    /** The whole body: some codes have members of their own. */
    readonly body: Readonly<Record<string, unknown>>;
    constructor({ status, headers, body }: AnswerParts);
}
/** 401: the token is wrong, or may not do this. */
export declare class AuthenticationError extends ApiError {
    readonly name: string;
}
/** 404: there is nothing here, or it belongs to somebody else. */
export declare class NotFoundError extends ApiError {
    readonly name: string;
}
/** The request itself is wrong; `fields` names each wrong field. */
export declare class InvalidRequestError extends ApiError {
    readonly name: string;
}
/** The request is right, and its rules say no; `code` says why. Nothing was stored. */
export declare class RefusedError extends ApiError {
    readonly name: string;
}
/** 429: too many requests; `retryAfterSeconds` says when to go on. */
export declare class RateLimitError extends ApiError {
    readonly name: string;
}
/** 5xx: the service could not answer; of a 503 see `detail` whether it may have acted. */
export declare class ServiceError extends ApiError {
    readonly name: string;
}
/** `parsed` is the body as JSON; undefined if it is none. */
export declare function errorOf(status: number, headers: Headers, parsed: unknown): ApiError;
