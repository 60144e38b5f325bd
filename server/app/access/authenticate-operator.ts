// Finds out which operator sent a request: by a bearer token, looked up by its hash.

import { noOperatorToken } from '../../domain/service/api-token.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { allowsAddress, isTokenActive } from '../../domain/service/token.ts';
import type { OperatorToken } from '../../store/access/operator-tokens.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';

const BEARER = /^bearer ([\x21-\x7e]{1,512})$/i;

const NOT_VALID = 'The Authorization header does not carry a valid operator’s token.';

/** The same answer for every reason, so that an attacker learns nothing from it. */
function isOpen(token: OperatorToken, address: string, { settings }: App): boolean {
  return (
    isTokenActive({ ...token, revoked_at: null }, settings.now()) && allowsAddress(token, address)
  );
}

export async function authenticateOperator(
  app: App,
  request: { authorization: string | undefined; address: string; request_id: string },
): Promise<OperatorCaller | Refusal> {
  const token = BEARER.exec(request.authorization ?? '')?.[1] ?? '';
  const settings = await app.settings.current();
  const found = settings.operator_tokens.get(sha256Hex(token));
  if (token === '' || found === undefined || !isOpen(found, request.address, app)) {
    const detail = noOperatorToken(request.authorization ?? '', token) ?? NOT_VALID;
    return refuse('unauthorized', detail);
  }
  const { operator_token_id, person_id, name, role, scopes, merchant_id } = found;
  const { address, request_id } = request;
  return {
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
}
