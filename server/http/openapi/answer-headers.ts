// The headers of answers: what each says, and which answers have it.
import { EXACT } from '../../domain/request/number-fields.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { BURST_SECONDS, ruleFor } from '../../lib/token-bucket.ts';
import type { RouteDocument } from './route-document.ts';

type Header = {
  description: string;
  schema:
    | { type: 'string'; maxLength: number; pattern: string }
    | { type: 'integer'; minimum: number; maximum: number };
};

/** A header’s value is visible ASCII with spaces, and shorter than a client’s limit of all. */
const visible = (maxLength: number) =>
  ({ type: 'string', maxLength, pattern: '^[ -~]*$' }) as const;

const upTo = (maximum: number) => ({ type: 'integer', minimum: 0, maximum }) as const;

const MOST_REQUESTS = ruleFor(LIMITS.token_rate_limit_max).burst;

const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: 'Names this request: give it to the operator, whose log has it',
    schema: { type: 'string', maxLength: 36, pattern: '^[0-9a-f-]{36}$' },
  },
  'Idempotent-Replayed': {
    description: '`true` if an earlier request did it and this one did nothing; otherwise absent',
    schema: { type: 'string', maxLength: 4, pattern: '^true$' },
  },
  'Retry-After': {
    description: 'After how many seconds to send the same request again, if that may help',
    schema: upTo(EXACT.maximum),
  },
  'RateLimit-Policy': {
    description:
      'How many requests the token may send at once, and in how many seconds they return',
    schema: { type: 'string', maxLength: 32, pattern: '^[0-9]+;w=[0-9]+$' },
  },
  'RateLimit-Limit': {
    description: 'How many requests the token may send at once; absent if it has no limit',
    schema: upTo(MOST_REQUESTS),
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left',
    schema: upTo(MOST_REQUESTS),
  },
  'RateLimit-Reset': {
    description: 'After how many seconds all of them are there again',
    schema: upTo(2 * BURST_SECONDS),
  },
  Allow: {
    description: 'The methods that the address has',
    schema: { type: 'string', maxLength: 64, pattern: '^[A-Z]+(?:, [A-Z]+)*$' },
  },
  'Content-Disposition': {
    description: 'The name of the file',
    schema: visible(1_024),
  },
  'Set-Cookie': {
    description:
      'The cookie of a session, or of a visit to the OpenID provider, with its attributes; ' +
      'with `Max-Age=0` it is removed',
    schema: visible(4_096),
  },
  'Repr-Digest': {
    description: 'The SHA-256 of the file, as RFC 9530 writes it: `sha-256=:…:`',
    schema: { type: 'string', maxLength: 54, pattern: '^sha-256=:[A-Za-z0-9+/=]{44}:$' },
  },
} as const satisfies Readonly<Record<string, Header>>;

type Name = keyof typeof ANSWER_HEADERS;

const LIMIT_HEADERS: readonly Name[] = [
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** Refusals that can pass by themselves. */
const PASSING = [422, 429, 503];

/** The request was not read, or failed perhaps before its token was known. */
const BARE = [405, 408, 431, 500];

/** In the order of the table above. Only merchants' tokens have a rate. */
export function headersOfAnswer(
  kind: 'merchant' | 'operator',
  route: RouteDocument,
  status: number,
): Name[] {
  const is_open = kind === 'operator' || route.security?.length === 0;
  const names: Name[] = ['X-Request-Id'];
  if (status === 405) names.push('Allow');
  if (BARE.includes(status)) return names;
  if (route.replays && status < 300) names.push('Idempotent-Replayed');
  if (PASSING.includes(status)) names.push('Retry-After');
  if (!is_open) names.push(...LIMIT_HEADERS);
  if (route.produces.length > 0 && status < 300) names.push('Content-Disposition');
  if (status < 300 && status !== 202) names.push(...route.answer_headers);
  return names;
}

/** Those that the answers of an API have. */
export function headersOf(kind: 'merchant' | 'operator'): object {
  const named = Object.entries(ANSWER_HEADERS);
  const used = named.filter(([name]) => !NOT_OF[kind].includes(name));
  return Object.fromEntries(used);
}

const NOT_OF = {
  merchant: ['Set-Cookie', 'Repr-Digest'],
  operator: ['Idempotent-Replayed', ...LIMIT_HEADERS],
};
