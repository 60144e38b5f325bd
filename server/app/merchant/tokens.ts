// Operators issue, list and revoke merchants' API tokens; a token is shown once.

import { ISSUE_TOKEN } from '../../domain/merchant/token-requests.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { formatApiToken } from '../../domain/service/api-token.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import type { ApiToken } from '../../domain/service/token.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readTokens } from '../../store/merchant/tokens.ts';
import type { App } from '../process/app.ts';
import { newId, newRandom, sha256Hex } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { merchantRecord } from './merchants.ts';

export type TokenBody = {
  id: string;
  merchant_id: string;
  mode: ApiToken['mode'];
  scopes: readonly string[];
  allowed_ips: readonly string[];
  require_signature: boolean;
  rate_limit_per_second: number | null;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
  last_used_at: string | null;
};

/** `token` is null in signature mode, in which the secret itself is never sent with a request. */
export type IssuedToken = TokenBody & { token: string | null; signing_secret: string };

function body(token: ApiToken): TokenBody {
  return {
    id: token.token_id,
    merchant_id: token.merchant_id,
    mode: token.mode,
    scopes: token.scopes,
    allowed_ips: token.allowed_ips,
    require_signature: token.require_signature,
    rate_limit_per_second: token.rate_limit_per_second,
    expires_at: isoOrNull(token.expires_at),
    revoked_at: isoOrNull(token.revoked_at),
    created_at: iso(token.created_at),
    last_used_at: isoOrNull(token.last_used_at),
  };
}

export async function issueToken(
  app: App,
  operator: OperatorCaller,
  merchant_id: string,
  raw: RawFields,
): Promise<IssuedToken | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const terms = readRequest(ISSUE_TOKEN, raw, { now: app.settings.now() });
  if (isRefusal(terms)) return terms;
  const token: ApiToken = {
    token_id: newId(),
    merchant_id: record.merchant_id,
    ...terms,
    revoked_at: null,
    created_at: Date.now(),
    last_used_at: null,
  };
  const text = formatApiToken(app.mode, newRandom(32));
  const signing_secret = `sk_${Buffer.from(newRandom(32)).toString('base64url')}`;
  const fresh = { text, token_hash: sha256Hex(text), signing_secret, now: app.settings.now() };
  const request = { token, ...fresh };
  const issued = await changeSetting(app, operator, SETTINGS_ACTS.issue_token, request);
  if (isRefusal(issued)) return issued;
  return { ...body(token), token: terms.mode === 'token' ? text : null, signing_secret };
}

export async function listTokens(
  app: App,
  merchant_id: string,
): Promise<{ data: TokenBody[]; next_cursor: null } | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const { db, cipher } = app.store;
  const tokens = await readTokens(db, cipher, record.merchant_id);
  return { data: tokens.map(body), next_cursor: null };
}

export async function revokeToken(
  app: App,
  operator: OperatorCaller,
  merchant_id: string,
  token_id: string,
): Promise<{ id: string; revoked: true } | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  const id = parseUuid(token_id);
  if (isRefusal(record) || id === null) return refuseUnknown();
  const named = { merchant_id: record.merchant_id, token_id: id };
  const revoked = await changeSetting(app, operator, SETTINGS_ACTS.revoke_token, named);
  return isRefusal(revoked) ? revoked : { id, revoked: true };
}
