// Answers with an error: one body for every refusal, outage and bug.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app/process/app.ts';
import { isOutage, isOutcomeUnknown } from '../../app/process/outage.ts';
import { endedApart } from '../../app/request/reads-apart.ts';
import { type FieldError, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { RefusedBody } from '../json/json-body.ts';
import { ERROR_CATALOGUE } from './error-catalogue.ts';
import type { FailureLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where customers and merchants reach the service; without a slash at its end. */
    public_url: string;
    failure_limit: FailureLimit;
  }
}

export type ErrorBody = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  retryable: boolean;
  request_id: string;
  errors: readonly FieldError[];
};

export function errorBody(public_url: string, request_id: string, refusal: Refusal): ErrorBody {
  const { code, detail, errors = [], extra } = refusal;
  const { title, status, retryable } = ERROR_CATALOGUE[code];
  const type = `${public_url}/docs/errors/${code}`;
  return { type, title, status, detail, code, retryable, request_id, errors, ...extra };
}

/** Too many 401 from one address become 429, whatever the token and the route. */
function limitFailures(reply: FastifyReply, refusal: Refusal): Refusal {
  if (refusal.code !== 'unauthorized') return refusal;
  const retry_after_s = reply.server.failure_limit.take(reply.request.ip);
  if (retry_after_s === 0) return refusal;
  return refuse('rate_limited', 'Too many requests with wrong tokens.', { retry_after_s });
}

export function sendRefusal(reply: FastifyReply, given: Refusal): FastifyReply {
  const refusal = limitFailures(reply, given);
  const body = errorBody(reply.server.public_url, reply.request.id, refusal);
  if (refusal.retry_after_s !== undefined) reply.header('retry-after', refusal.retry_after_s);
  return reply.status(body.status).type('application/json; charset=utf-8').send(body);
}

/** The framework's own errors, by their codes. */
const FRAMEWORK_REFUSALS: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: refuse('body_too_large', 'The body is larger than allowed here.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse(
    'unsupported_media_type',
    'The Content-Type must be application/json.',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refuse(
    'unreadable_request',
    'The body does not have the length of its Content-Length.',
  ),
  FST_ERR_BAD_URL: refuse('not_found', 'The address is malformed.'),
  FST_ERR_MAX_PARAM_LENGTH: refuse('not_found', 'The address is malformed.'),
};

const OUTAGE = refuse('unavailable', 'The database is not answering. Try again soon.', {
  retry_after_s: 2,
});

/** Of a process that serves several cells: the others answer on. */
export const cellsAway = (names: readonly string[]): Refusal => {
  const cells = names.length === 1 ? `cell ${names[0]} is` : `cells ${names.join(', ')} are`;
  return refuse('unavailable', `The ${cells} not answering. Try again soon.`, {
    retry_after_s: 2,
  });
};
const UNKNOWN = refuse(
  'unavailable',
  'The database did not confirm the request, so it may have been carried out or not. Send the ' +
    'same request again: an order with the same order_id is never created twice.',
  { retry_after_s: 2 },
);
const FAULT = refuse(
  'internal',
  'The service failed because of a bug. It was logged with the request_id.',
);
const BROKEN_OFF = refuse('unreadable_request', 'The request was cut off before its end.');

function refusalOf(error: FastifyError): Refusal | null {
  if (error instanceof RefusedBody) return error.refusal;
  const known = FRAMEWORK_REFUSALS[error.code];
  if (known !== undefined) return known;
  // The body's stream failed: the client disconnected.
  return error.statusCode === 400 && error.code === 'ECONNRESET' ? BROKEN_OFF : null;
}

/**
 * Refusals keep their status, outages are 503, everything else is a bug: logged, and answered
 * without details.
 */
export function answerErrors(app: App) {
  const outage = app.cell === null ? OUTAGE : cellsAway([app.cell.name]);
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = refusalOf(error);
    const ended = refusal ?? endedApart(error);
    if (ended !== null) return sendRefusal(reply, ended);
    const fields = { request_id: request.id, route: request.routeOptions.url, err: error };
    if (isOutage(error)) {
      app.log.warn(fields, 'request failed by an outage');
      return sendRefusal(reply, isOutcomeUnknown(error) ? UNKNOWN : outage);
    }
    app.log.error(fields, 'request failed by a bug');
    return sendRefusal(reply, FAULT);
  };
}
