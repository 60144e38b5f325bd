// Finds out which operator sent a request: by a bearer token, looked up by its hash.

import { ownTokenRights } from '../../domain/operator-token/change-own-token.ts';
import { noOperatorToken } from '../../domain/service/api-token.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { allowsAddress, isTokenActive } from '../../domain/service/token.ts';
import type { OperatorToken } from '../../store/access/operator-tokens.ts';
import { readOwnToken } from '../../store/access/own-tokens.ts';
import { openPersonName } from '../../store/access/people.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { confirmationPlace } from '../request/confirmation-place.ts';

const BEARER = /^bearer ([\x21-\x7e]{1,512})$/i;

const NOT_VALID = 'The Authorization header does not carry a valid operator’s token.';

/** The same answer for every reason, so that an attacker learns nothing from it. */
function isOpen(token: OperatorToken, address: string, { settings }: App): boolean {
  return (
    isTokenActive({ ...token, revoked_at: null }, settings.now()) && allowsAddress(token, address)
  );
}

/**
 * Of a token that a person made for themselves: asked of the database for every request, so that
 * it loses what the person loses from that moment on, in every process.
 */
async function asItsPerson(app: App, caller: OperatorCaller): Promise<OperatorCaller | null> {
  const { operator_token_id, person_id, origin } = caller;
  if (operator_token_id === null || person_id === null || origin === null) return null;
  const { db, cipher } = app.store;
  const here = confirmationPlace(app, operator_token_id, origin.address);
  const state = await readOwnToken(db, operator_token_id, here);
  const rights = state === null ? null : ownTokenRights(state, app.settings.now());
  if (state === null || rights === null) return null;
  const name = openPersonName(cipher, { person_id, name: state.person_name });
  return { ...caller, ...rights, name, is_own_token: true };
}

export async function authenticateOperator(
  app: App,
  request: { authorization: string | undefined; address: string; request_id: string },
): Promise<OperatorCaller | Refusal> {
  const token = BEARER.exec(request.authorization ?? '')?.[1] ?? '';
  const settings = await app.settings.current();
  const found = settings.operator_tokens.get(sha256Hex(token));
  const refused = (): Refusal =>
    refuse('unauthorized', noOperatorToken(request.authorization ?? '', token) ?? NOT_VALID);
  if (token === '' || found === undefined || !isOpen(found, request.address, app)) return refused();
  const { operator_token_id, person_id, name, role, scopes, merchant_id } = found;
  const { address, request_id } = request;
  const caller: OperatorCaller = {
    person_id,
    operator_token_id,
    session_id: null,
    name,
    role,
    scopes,
    merchant_id,
    confirmed_at: null,
    origin: { address, request_id, session_id: null, operator_token_id },
  };
  return found.is_own ? ((await asItsPerson(app, caller)) ?? refused()) : caller;
}
