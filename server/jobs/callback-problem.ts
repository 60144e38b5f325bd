// Short codes for why a callback failed; merchants see them, so they reveal nothing of the
// service's inside.
import { errors } from 'undici';

export const CALLBACK_PROBLEMS = [
  'no_address',
  'address_not_allowed',
  'dns',
  'connection_refused',
  'connection_closed',
  'unreachable',
  'tls',
  'timeout',
  'redirect',
  'bad_status',
  'bad_response',
  'headers_too_large',
] as const;
export type CallbackProblem = (typeof CALLBACK_PROBLEMS)[number];

/** A problem that this service detects, thrown through the HTTP client. */
export class CallbackError extends Error {
  override readonly name = 'CallbackError';
  readonly problem: CallbackProblem;

  constructor(problem: CallbackProblem, options?: ErrorOptions) {
    super(`callback failed: ${problem}`, options);
    this.problem = problem;
  }
}

const BY_CODE: readonly (readonly [RegExp, CallbackProblem])[] = [
  [/^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/, 'connection_closed'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN|EACCES|EPERM)$/, 'unreachable'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'headers_too_large'],
  // undici asserts on an unrequested 101 and on a status below 100; some receivers send them.
  [/^(?:UND_ERR_RES|ERR_ASSERTION$)/, 'bad_response'],
  // OpenSSL has many names for a faulty certificate.
  [/^(?:ERR_TLS|ERR_SSL|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/, 'tls'],
  [/^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/, 'tls'],
];

/** The code for an error of the network or the receiver; undefined for a bug. */
export function callbackProblem(error: unknown): CallbackProblem | undefined {
  if (error instanceof CallbackError) return error.problem;
  // If several addresses were tried, the first failure stands for all.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return callbackProblem(error.errors[0]);
  }
  if (error instanceof errors.HTTPParserError) return 'bad_response';
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  return BY_CODE.find(([pattern]) => pattern.test(code))?.[1];
}
