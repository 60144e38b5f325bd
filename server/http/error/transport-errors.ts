// Refusals of the transport: unreadable, too large, too slow or too frequent requests, and the
// service's own bugs and outages.
import type { ErrorEntry } from './error-entry.ts';
import { curl, merchantGet, ownMerchant, ownToken, repeated, steps } from './error-examples.ts';

export const TRANSPORT_ERRORS = {
  unreadable_request: {
    status: 400,
    title: 'The request is not readable HTTP',
    retryable: false,
    cause:
      'The request breaks the rules of HTTP/1.1: two lengths, a length together with chunks, a folded header, a bare line feed, another protocol, or it was cut off before its end. The connection is closed.',
    fix: 'Use an HTTP client library. If there is a proxy in between, make it send well-formed requests only.',
    example: curl('/api/v1/limits', '-H "Transfer-Encoding: chunked"', '-H "Content-Length: 5"'),
  },
  invalid_json: {
    status: 400,
    title: 'The body is not readable JSON',
    retryable: false,
    cause:
      'The body is empty, not UTF-8, not JSON, nested more than 32 levels deep, or an object in it has the same key twice. `detail` gives the line and the column.',
    fix: 'Send one JSON object, made by a JSON library rather than by concatenating texts.',
    example: curl(
      '/api/v1/orders/search',
      '-H "X-Token: $TOKEN"',
      '-H "Content-Type: application/json"',
      '-d \'{"order_id": "order-1",}\'',
    ),
  },
  method_not_allowed: {
    status: 405,
    title: 'This address does not support this method',
    retryable: false,
    cause: 'The path exists, but not with this method.',
    fix: 'Use a method from the `Allow` header of the answer.',
    example: merchantGet('/api/v1/orders/search'),
  },
  request_timeout: {
    status: 408,
    title: 'The request arrived too slowly',
    retryable: true,
    cause:
      'The headers did not arrive within 5 seconds, or the whole request not within 10. A statement file may take longer, as long as it never pauses for 30 seconds.',
    fix: 'Send the request in one go, and check the network between you and the service.',
    // Says two bytes and sends one: what is missing never arrives, however fast the machine is.
    example: curl(
      '/api/v1/orders/search',
      '-H "X-Token: $TOKEN"',
      '-H "Content-Type: application/json"',
      '-H "Content-Length: 2"',
      "-d '{'",
    ),
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    retryable: false,
    cause: 'The body has more than 64 KiB (a statement file: more than its own limit).',
    fix: 'Send less: no order needs this much. Split a statement file.',
    example: steps(
      "head -c 70000 /dev/zero | tr '\\0' 1 |",
      curl(
        '/api/v1/orders/search',
        '-H "X-Token: $TOKEN"',
        '-H "Content-Type: application/json"',
        '--data-binary @-',
      ),
    ),
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body’s type is not supported here',
    retryable: false,
    cause:
      '`Content-Type` is missing or is not `application/json`, or its charset is not utf-8. Or the body is compressed (`Content-Encoding: gzip`): no compressed body is read, also none of a file.',
    fix: 'Send the header `Content-Type: application/json`, and the body as it is.',
    example: curl('/api/v1/orders/search', '-H "X-Token: $TOKEN"', '-d order_id=order-1'),
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    retryable: true,
    cause:
      'The token has used up its requests; the `RateLimit` headers of every answer say how many are left. Or too many requests with wrong tokens came from this address. Or more of one kind, as exports or searches, are under way than one caller may have at once: `detail` says which. Nothing was done, so the same request may be sent again, also with its Idempotency-Key.',
    fix: 'Wait for the seconds in `Retry-After`, then send the request again.',
    example: steps(
      ownMerchant(),
      ownToken({ rate_limit_per_second: 1 }),
      repeated(
        '1 2 3 4',
        merchantGet('/api/v1/merchant/account_balance/$OWN_MERCHANT', 'OWN_TOKEN'),
      ),
    ),
  },
  header_too_large: {
    status: 431,
    title: 'The headers are too large',
    retryable: false,
    cause: 'All headers together have more than 16 KiB.',
    fix: 'Send only the headers that are needed.',
    example: curl('/api/v1/limits', '-H "X-Padding: $(head -c 20000 /dev/zero | tr \'\\0\' x)"'),
  },
  internal: {
    status: 500,
    title: 'Something went wrong in the service',
    retryable: true,
    cause: 'A bug in the service. It was logged with the request_id of the answer.',
    fix: 'Send the same request again: order_id protects you from doing it twice. If it happens again, tell the operator the request_id.',
    example: { not_shown: 'needs_fault' },
  },
  takes_too_long: {
    status: 422,
    title: 'It takes too long',
    retryable: false,
    cause:
      'A list, search, report or export reads so much that the database ended it. Nothing was changed; others are never kept waiting by it.',
    fix: 'Ask for less: a shorter time, one merchant, fewer states. `detail` says how long one step may take.',
    example: { not_shown: 'needs_much' },
  },
  unavailable: {
    status: 503,
    title: 'The service is not available now',
    retryable: true,
    cause:
      'Either the database is unreachable or restarting, and it is unknown whether the request was carried out. Or more requests came than the service can answer in time, and nothing was done. `detail` says which.',
    fix: 'Send the same request again after the seconds in `Retry-After`: `order_id` protects you from doing it twice.',
    example: { not_shown: 'needs_fault' },
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;
