// The answer to a request that is refused because the service is busy: rendered once, so that a
// refusal costs next to nothing.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '../../domain/service/limits.ts';
import { refuse } from '../../domain/service/refusal.ts';
import { errorBody } from '../error/reply.ts';
import { headersFor } from '../transport/http-headers.ts';
import { createShedPages, SHED_PAGE_HEADERS } from './shed-page.ts';

/** Different values, so that clients refused together do not return together. */
const RETRY_AFTER_S = [1, 2, 3];

const OVERLOADED = refuse(
  'unavailable',
  'The service has more requests than it can answer. Nothing was done; try again soon.',
);

/** An order's body may be read and discarded; a statement file's is too large for that. */
function hasSmallBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= LIMITS.body_max_bytes;
}

export type Shed = (request: IncomingMessage, response: ServerResponse) => void;

/** The body and all headers but those that differ by request. */
type Made = { headers: readonly string[]; body: string };

function createJsonAnswer(public_url: string): (request_id: string) => Made {
  const mark = randomUUID();
  const text = JSON.stringify(errorBody(public_url, mark, OVERLOADED));
  const [before = '', behind = ''] = text.split(mark);
  const headers = Object.entries({
    ...headersFor(public_url),
    'content-type': 'application/json; charset=utf-8',
  }).flat();
  return (request_id) => ({ headers, body: `${before}${request_id}${behind}` });
}

/** People get a page in their language, programs get the error body. */
export function createShedAnswer(public_url: string): Shed {
  const jsonAnswer = createJsonAnswer(public_url);
  const pageFor = createShedPages(public_url);
  const page_headers = Object.entries({ ...headersFor(public_url), ...SHED_PAGE_HEADERS }).flat();
  let turn = 0;
  return (request, response) => {
    const request_id = randomUUID();
    turn = (turn + 1) % RETRY_AFTER_S.length;
    const page = pageFor(request);
    const { headers: fixed, body } =
      page === null ? jsonAnswer(request_id) : { headers: page_headers, body: page };
    const length = String(Buffer.byteLength(body));
    const headers = [...fixed, 'content-length', length, 'x-request-id', request_id, 'retry-after'];
    headers.push(`${RETRY_AFTER_S[turn]}`);
    // If the connection stays open, the server reads and discards the body.
    if (!hasSmallBody(request)) headers.push('connection', 'close');
    response.writeHead(503, headers).end(body);
  };
}
