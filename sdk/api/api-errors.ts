// What the SDK throws: one class per kind of failure, all of them a PaymentOrdersError.
import type { Error as ErrorBody, FieldError as FieldErrorBody } from '../merchant/schema.gen.ts';

/** The codes that this version knows; a newer service may send others. */
export type ErrorCode = ErrorBody['code'] | (string & {});

/** One wrong field: its name, the kind of error, and how to correct it. */
export type FieldProblem = FieldErrorBody;

/** Everything that the SDK throws on purpose; an aborted call throws your signal's reason. */
export class PaymentOrdersError extends Error {
  override readonly name: string = 'PaymentOrdersError';
}

/** No answer came. The request may have been carried out or not. */
export class ConnectionError extends PaymentOrdersError {
  override readonly name: string = 'ConnectionError';
}

/** No answer came within `timeoutMs`. The request may have been carried out or not. */
export class RequestTimeoutError extends ConnectionError {
  override readonly name: string = 'RequestTimeoutError';
}

export type WebhookProblem =
  /** One of the three headers is missing or malformed. */
  | 'headers'
  /** The secret is not one of a callback endpoint. */
  | 'secret'
  /** It was signed too long ago, or your clock is wrong. */
  | 'too_old'
  /** It was signed in the future: your clock is wrong. */
  | 'too_new'
  /** None of the secrets has signed this body. */
  | 'signature'
  /** This is not the raw body of an event: the message says what to give. */
  | 'body';

/** The callback must not be believed: answer 400, and change nothing. */
export class WebhookError extends PaymentOrdersError {
  override readonly name: string = 'WebhookError';
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}

export type AnswerParts = {
  status: number;
  headers: Headers;
  /** Null if the answer was not the service's own, for example a proxy's page. */
  body: ErrorBody | null;
};

/** The service answered, and the answer is no success. */
export class ApiError extends PaymentOrdersError {
  override readonly name: string = 'ApiError';
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

  constructor({ status, headers, body }: AnswerParts) {
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
  override readonly name: string = 'AuthenticationError';
}

/** 404: there is nothing here, or it belongs to somebody else. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError';
}

/** The request itself is wrong; `fields` names each wrong field. */
export class InvalidRequestError extends ApiError {
  override readonly name: string = 'InvalidRequestError';
}

/** The request is right, and its rules say no; `code` says why. Nothing was stored. */
export class RefusedError extends ApiError {
  override readonly name: string = 'RefusedError';
}

/** 429: too many requests; `retryAfterSeconds` says when to go on. */
export class RateLimitError extends ApiError {
  override readonly name: string = 'RateLimitError';
}

/** 5xx: the service could not answer; of a 503 see `detail` whether it may have acted. */
export class ServiceError extends ApiError {
  override readonly name: string = 'ServiceError';
}

const LINK = ' See ';

function messageOf(status: number, body: ErrorBody | null): string {
  if (body === null) return `The answer has the status ${status}, and is not the service's own.`;
  return `${body.code}: ${body.detail}${LINK}${body.type}`;
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^[0-9]{1,9}$/.test(header) ? Number(header) : null;
}

const UNREADABLE = [400, 405, 408, 413, 415, 431];

function classOf({ status, body }: AnswerParts): typeof ApiError {
  if (status === 401 || status === 403) return AuthenticationError;
  if (status === 404) return NotFoundError;
  if (status === 429) return RateLimitError;
  if (status >= 500) return ServiceError;
  if (UNREADABLE.includes(status) || body?.code === 'invalid_request') return InvalidRequestError;
  return status === 422 ? RefusedError : ApiError;
}

function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  const texts = ['type', 'code', 'title', 'detail', 'request_id'];
  return (
    texts.every((name) => typeof members.get(name) === 'string') &&
    Array.isArray(members.get('errors'))
  );
}

/** `parsed` is the body as JSON; undefined if it is none. */
export function errorOf(status: number, headers: Headers, parsed: unknown): ApiError {
  const parts = { status, headers, body: isErrorBody(parsed) ? parsed : null };
  const Kind = classOf(parts);
  return new Kind(parts);
}
