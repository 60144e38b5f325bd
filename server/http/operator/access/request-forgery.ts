// Refuses requests that another site makes a browser send: by what browsers say of the origin, and
// by a token that only our own pages can read.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { csrfToken } from '../../../app/access/start-session.ts';
import { type Refusal, refuse } from '../../../domain/service/refusal.ts';
import { isSameOrigin } from '../../customer/same-origin.ts';

const CSRF_HEADER = 'x-csrf-token';

type Asked = { method: string; headers: IncomingHttpHeaders };

const otherSite = (): Refusal =>
  refuse('forbidden', 'The request came from another site than this service.');

/** The address bar counts as our own page for what changes nothing. */
const READ_FROM = ['same-origin', 'none'];

function isToken(given: string | string[] | undefined, secret: string): boolean {
  const sent = Buffer.from(String(given ?? ''));
  const wanted = Buffer.from(csrfToken(secret));
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}

/** For a request with a session's cookie: a browser sends it whoever made it send the request. */
export function refuseForgery(
  { method, headers }: Asked,
  secret: string,
  own_origin: string,
): Refusal | null {
  if (method === 'GET') {
    const site = headers['sec-fetch-site'];
    return site === undefined || READ_FROM.includes(String(site)) ? null : otherSite();
  }
  if (!isSameOrigin(headers, own_origin)) return otherSite();
  if (isToken(headers[CSRF_HEADER], secret)) return null;
  const why = 'The header X-CSRF-Token does not carry the csrf_token of this session.';
  return refuse('forbidden', why);
}

/**
 * For a sign-in, which has no session yet: a page elsewhere could sign its visitor in as somebody
 * else. Programs send neither header.
 */
export function refuseOtherSite(headers: IncomingHttpHeaders, own_origin: string): Refusal | null {
  const is_program = headers['sec-fetch-site'] === undefined && headers.origin === undefined;
  return is_program || isSameOrigin(headers, own_origin) ? null : otherSite();
}
