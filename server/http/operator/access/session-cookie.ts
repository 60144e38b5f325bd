// The cookie of a session: read by no script, sent to this host only and only from its own pages.
import type { FastifyReply } from 'fastify';

/**
 * `__Host-`: browsers take it only with Secure, without Domain and for the whole host, so that no
 * neighbouring host can set it. Over http they take it from this machine's own address only.
 */
const NAME = '__Host-session';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Null if there is none, or more than one: then one of them is not ours. */
export function readSessionCookie(header: string | undefined): string | null {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return name === NAME ? [value.join('=')] : [];
  });
  const [secret] = values;
  return secret === undefined || values.length > 1 ? null : secret;
}

/** True if the header names the cookie at all, also twice. */
export const hasSessionCookie = (header: string | undefined): boolean =>
  (header ?? '').split(';').some((pair) => pair.trim().startsWith(`${NAME}=`));

/** An answer that sets the cookie; null removes it. It ends with the browser, or by the service. */
export class CookieAnswer {
  readonly #body: object;
  readonly #secret: string | null;

  constructor(body: object, secret: string | null) {
    this.#body = body;
    this.#secret = secret;
  }

  send(reply: FastifyReply): FastifyReply {
    const end = this.#secret === null ? '; Max-Age=0' : '';
    reply.header('set-cookie', `${NAME}=${this.#secret ?? ''}; ${ATTRIBUTES}${end}`);
    return reply.status(200).send(this.#body);
  }
}
