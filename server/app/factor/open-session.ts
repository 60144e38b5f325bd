// Opens a session that lacked the second factor, once that was given or set up.
import type { Refusal } from '../../domain/service/refusal.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { openHalfSession } from '../../store/factor/session-stages.ts';
import { noSession } from '../access/authenticate-session.ts';
import { noteSignIn } from '../access/sign-in.ts';
import { csrfToken, newSecret } from '../access/start-session.ts';
import { sha256Hex } from '../process/ids.ts';
import type { FactorOwner } from './factor-owner.ts';

/** `secret` becomes the cookie. */
export type OpenedSession = { secret: string; csrf_token: string };

export async function openSession(
  tx: Queryable,
  { person_id, session_id, origin }: FactorOwner,
): Promise<OpenedSession | Refusal> {
  const secret = newSecret();
  const opened = await openHalfSession(tx, { session_id, session_hash: sha256Hex(secret) });
  if (!opened) return noSession();
  const { address, request_id } = origin;
  await noteSignIn(tx, person_id, { session_id }, { address, request_id, user_agent: undefined });
  return { secret, csrf_token: csrfToken(secret) };
}
