// The headers of answers: what each says, and which answers have it.
import type { RouteDocument } from './route-document.ts';

type Header = { description: string; schema: { type: 'string' | 'integer' } };

const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: 'Names this request: give it to the operator, whose log has it',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` if an earlier request did it and this one did nothing; otherwise absent',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'After how many seconds to send the same request again, if that may help',
    schema: { type: 'integer' },
  },
  'RateLimit-Policy': {
    description:
      'How many requests the token may send at once, and in how many seconds they return',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'How many requests the token may send at once; absent if it has no limit',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'After how many seconds all of them are there again',
    schema: { type: 'integer' },
  },
  'Content-Disposition': {
    description: 'The name of the file',
    schema: { type: 'string' },
  },
  'Set-Cookie': {
    description:
      'The cookie of a session, or of a visit to the OpenID provider, with its attributes; ' +
      'with `Max-Age=0` it is removed',
    schema: { type: 'string' },
  },
  'Repr-Digest': {
    description: 'The SHA-256 of the file, as RFC 9530 writes it: `sha-256=:…:`',
    schema: { type: 'string' },
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
const BARE = [431, 500];

/** In the order of the table above. Only merchants' tokens have a rate. */
export function headersOfAnswer(
  kind: 'merchant' | 'operator',
  route: RouteDocument,
  status: number,
): Name[] {
  const is_open = kind === 'operator' || route.security?.length === 0;
  const names: Name[] = ['X-Request-Id'];
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
