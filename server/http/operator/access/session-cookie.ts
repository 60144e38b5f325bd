// The cookies of a session and of a visit to the OpenID provider: read by no script, sent to this
// host only and only from its own pages.
import type { FastifyReply } from 'fastify';
import { OPENID_REQUEST_LIFE_MS } from '../../../domain/access/openid.ts';

/**
 * `__Host-`: browsers take it only with Secure, without Domain and for the whole host, so that no
 * neighbouring host can set it. Over http they take it from this machine's own address only.
 */
const NAME = '__Host-session';
/** The page to which the provider leads back asks by itself, so that strict is enough. */
const OPENID_NAME = '__Host-openid';
const OPENID_LIFE = `; Max-Age=${OPENID_REQUEST_LIFE_MS / 1_000}`;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Null if there is none, or more than one: then one of them is not ours. */
function readCookie(name: string, header: string | undefined): string | null {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [found = '', ...value] = pair.trim().split('=');
    return found === name ? [value.join('=')] : [];
  });
  const [secret] = values;
  return secret === undefined || values.length > 1 ? null : secret;
}

export const readSessionCookie = (header: string | undefined) => readCookie(NAME, header);
export const readOpenidCookie = (header: string | undefined) => readCookie(OPENID_NAME, header);

/** True if the header names the cookie at all, also twice. */
export const hasSessionCookie = (header: string | undefined): boolean =>
  (header ?? '').split(';').some((pair) => pair.trim().startsWith(`${NAME}=`));

/** What an answer does with a cookie: null removes it, undefined leaves it as it is. */
type NewSecret = string | null | undefined;

const cookieText = (name: string, secret: string | null, life = '') =>
  `${name}=${secret ?? ''}; ${ATTRIBUTES}${secret === null ? '; Max-Age=0' : life}`;

/** An answer that sets cookies. That of a session ends with the browser, or by the service. */
export class CookieAnswer {
  readonly #body: object;
  readonly #session: NewSecret;
  readonly #openid: NewSecret;

  constructor(body: object, session: NewSecret, openid?: NewSecret) {
    this.#body = body;
    this.#session = session;
    this.#openid = openid;
  }

  send(reply: FastifyReply): FastifyReply {
    const [session, openid] = [this.#session, this.#openid];
    if (session !== undefined) reply.header('set-cookie', cookieText(NAME, session));
    if (openid !== undefined) {
      reply.header('set-cookie', cookieText(OPENID_NAME, openid, OPENID_LIFE));
    }
    return reply.status(200).send(this.#body);
  }
}
