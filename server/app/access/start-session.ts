// Starts a session: the secret of its cookie is known to the browser only, the database has its
// hash.
import { createHmac } from 'node:crypto';
import { type SessionStage, userAgentHead } from '../../domain/access/session.ts';
import { insertSession } from '../../store/access/sessions.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { newId, newRandom, sha256Hex } from '../process/ids.ts';

/** From where somebody signs in. */
export type SignInOrigin = {
  address: string;
  request_id: string;
  user_agent: string | undefined;
};

export type StartedSession = {
  session_id: string;
  /** The value of the cookie: 256 random bits. */
  secret: string;
};

export const newSecret = () => Buffer.from(newRandom(32)).toString('base64url');

/** 43 characters; anything else is not looked up. */
export const SECRET_FORM = /^[\w-]{43}$/;

/** Always a new secret: one that a browser had before could have been set by somebody else. */
export async function startSession(
  tx: Queryable,
  cipher: Cipher,
  person_id: string,
  stage: SessionStage,
  { address, user_agent }: SignInOrigin,
): Promise<StartedSession> {
  const secret = newSecret();
  const session_id = newId();
  await insertSession(tx, cipher, {
    session_id,
    person_id,
    session_hash: sha256Hex(secret),
    stage,
    address,
    user_agent: userAgentHead(user_agent),
  });
  return { session_id, secret };
}

/**
 * What a page sends back in a header to show that it can read the service's answers. Computed from
 * the cookie's secret, so every process knows it.
 */
export function csrfToken(secret: string): string {
  return createHmac('sha256', secret).update('csrf').digest('base64url');
}
