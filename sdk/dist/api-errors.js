/** Everything that the SDK throws on purpose; an aborted call throws your signal's reason. */
export class PaymentOrdersError extends Error {
    name = 'PaymentOrdersError';
}
/** No answer came. The request may have been carried out or not. */
export class ConnectionError extends PaymentOrdersError {
    name = 'ConnectionError';
}
/** No answer came within `timeoutMs`. The request may have been carried out or not. */
export class RequestTimeoutError extends ConnectionError {
    name = 'RequestTimeoutError';
}
/** The service answered, and the answer is no success. */
export class ApiError extends PaymentOrdersError {
    name = 'ApiError';
    status;
    /** `unknown` if the answer was not the service's own. */
    code;
    title;
    /** One sentence about this request. */
    detail;
    /** The page about this error: its cause, and what to do. */
    docUrl;
    /** The same request may succeed later. */
    retryable;
    /** Name it to the operator: the service's log has it. */
    requestId;
    /** All wrong fields, in the order of the fields. */
    fields;
    retryAfterSeconds;
    /** The whole body: some codes have members of their own. */
    body;
    constructor({ status, headers, body }) {
        super(messageOf(status, body));
        this.status = status;
        this.code = body?.code ?? 'unknown';
        this.title = body?.title ?? `The answer has the status ${status}`;
        this.detail = body?.detail ?? this.title;
        this.docUrl = body?.type ?? null;
        this.retryable = body?.retryable ?? status >= 500;
        this.requestId = body?.request_id ?? headers.get('x-request-id');
        this.fields = body?.errors ?? [];
        this.retryAfterSeconds = secondsOf(headers.get('retry-after'));
        this.body = { ...body };
    }
}
/** 401: the token is wrong, or may not do this. */
export class AuthenticationError extends ApiError {
    name = 'AuthenticationError';
}
/** 404: there is nothing here, or it belongs to somebody else. */
export class NotFoundError extends ApiError {
    name = 'NotFoundError';
}
/** The request itself is wrong; `fields` names each wrong field. */
export class InvalidRequestError extends ApiError {
    name = 'InvalidRequestError';
}
/** The request is right, and its rules say no; `code` says why. Nothing was stored. */
export class RefusedError extends ApiError {
    name = 'RefusedError';
}
/** 429: too many requests; `retryAfterSeconds` says when to go on. */
export class RateLimitError extends ApiError {
    name = 'RateLimitError';
}
/** 5xx: the service could not answer; of a 503 see `detail` whether it may have acted. */
export class ServiceError extends ApiError {
    name = 'ServiceError';
}
const LINK = ' See ';
function messageOf(status, body) {
    if (body === null)
        return `The answer has the status ${status}, and is not the service's own.`;
    return `${body.code}: ${body.detail}${LINK}${body.type}`;
}
function secondsOf(header) {
    return header !== null && /^[0-9]{1,9}$/.test(header) ? Number(header) : null;
}
const UNREADABLE = [400, 405, 408, 413, 415, 431];
function classOf({ status, body }) {
    if (status === 401 || status === 403)
        return AuthenticationError;
    if (status === 404)
        return NotFoundError;
    if (status === 429)
        return RateLimitError;
    if (status >= 500)
        return ServiceError;
    if (UNREADABLE.includes(status) || body?.code === 'invalid_request')
        return InvalidRequestError;
    return status === 422 ? RefusedError : ApiError;
}
function isErrorBody(value) {
    if (typeof value !== 'object' || value === null)
        return false;
    const members = new Map(Object.entries(value));
    const texts = ['type', 'code', 'title', 'detail', 'request_id'];
    return (texts.every((name) => typeof members.get(name) === 'string') &&
        Array.isArray(members.get('errors')));
}
/** `parsed` is the body as JSON; undefined if it is none. */
export function errorOf(status, headers, parsed) {
    const parts = { status, headers, body: isErrorBody(parsed) ? parsed : null };
    const Kind = classOf(parts);
    return new Kind(parts);
}
