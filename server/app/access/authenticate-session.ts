// Finds out whose session a request's cookie belongs to. Asked of the database for every request,
// so that a revoked session has no rights from that moment on, in every process.
import { isSessionOpen, SEEN_EVERY_MS, type SessionStage } from '../../domain/access/session.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { openPersonName } from '../../store/access/people.ts';
import { type FoundSession, markSessionSeen, selectSession } from '../../store/access/sessions.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { SECRET_FORM } from './start-session.ts';

export type SessionRequest = {
  secret: string;
  address: string;
  request_id: string;
  /** A page asked by itself, nobody did anything: the session is not used. */
  is_background?: boolean;
};

/** The same answer for every reason. */
export const noSession = (): Refusal =>
  refuse('unauthorized', 'There is no open session: sign in.');

/** The session of the cookie if it is open and in this stage, and its person may still sign in. */
export async function findSession(
  app: App,
  secret: string,
  stage: SessionStage,
  is_background = false,
): Promise<FoundSession | null> {
  if (!SECRET_FORM.test(secret)) return null;
  const { db, cipher } = app.store;
  const found = await selectSession(db, cipher, sha256Hex(secret));
  if (found === null || found.stage !== stage || !found.is_active) return null;
  if (!isSessionOpen(found, found.now)) return null;
  if (!is_background && found.now - found.last_seen_at >= SEEN_EVERY_MS) {
    await markSessionSeen(db, found.session_id);
  }
  return found;
}

export async function authenticateSession(
  app: App,
  { secret, address, request_id, is_background = false }: SessionRequest,
): Promise<OperatorCaller | Refusal> {
  const found = await findSession(app, secret, 'open', is_background);
  if (found === null) return noSession();
  const { session_id, person_id, role, merchant_id, confirmed_at } = found;
  return {
    person_id,
    operator_token_id: null,
    session_id,
    name: openPersonName(app.store.cipher, found),
    role,
    scopes: null,
    merchant_id,
    confirmed_at,
    origin: { address, request_id, session_id, operator_token_id: null },
  };
}
