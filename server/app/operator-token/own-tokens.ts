// People make, list and revoke tokens of their own. A token is shown once.

import { scopesOf } from '../../domain/access/rights.ts';
import type { RightScope } from '../../domain/access/roles.ts';
import { ownTokenScopes, refuseTokenMaker } from '../../domain/operator-token/change-own-token.ts';
import { scopesNamed } from '../../domain/operator-token/operator-token-requests.ts';
import { ISSUE_OWN_TOKEN } from '../../domain/operator-token/own-token-requests.ts';
import type { KnownOperatorToken } from '../../domain/record/operator-token.ts';
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectOwnTokens } from '../../store/access/own-tokens.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { newTokenText } from './issue-operator-token.ts';

export type OwnTokenBody = {
  id: string;
  name: string;
  scopes: readonly RightScope[];
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  /** The token that asks. */
  is_current: boolean;
};

const ownTokenBody = (token: KnownOperatorToken, caller: OperatorCaller): OwnTokenBody => ({
  id: token.operator_token_id,
  name: token.name,
  scopes: token.scopes ?? scopesOf(caller.role),
  created_at: iso(token.created_at),
  expires_at: isoOrNull(token.expires_at),
  last_used_at: isoOrNull(token.last_used_at),
  is_current: token.operator_token_id === caller.operator_token_id,
});

export type IssuedOwnToken = OwnTokenBody & { token: string };

export async function issueOwnToken(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<IssuedOwnToken | Refusal> {
  const created_at = app.settings.now();
  const reading = beginReading(ISSUE_OWN_TOKEN, raw);
  const { role, person_id, merchant_id } = operator;
  const scopes = ownTokenScopes(scopesNamed(reading.values.scopes, role, reading));
  const read = reading.result();
  if (isRefusal(read)) return read;
  const refused = refuseTokenMaker(operator);
  if (refused !== null) return refused;
  const token: KnownOperatorToken = {
    operator_token_id: newId(),
    name: read.name,
    ...{ role, scopes, person_id, merchant_id, is_own: true, allowed_ips: [] },
    expires_at: created_at + read.days * DAY_MS,
    ...{ created_at, last_used_at: null, revoked_at: null },
  };
  const request = { token, ...newTokenText() };
  const issued = await changeSetting(app, operator, SETTINGS_ACTS.issue_own_token, request);
  if (isRefusal(issued)) return issued;
  return { ...ownTokenBody(issued.token, operator), token: issued.text };
}

export async function listOwnTokens(
  app: App,
  operator: OperatorCaller,
  query: { cursor?: string | undefined; limit?: string | undefined },
): Promise<Page<OwnTokenBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], null);
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const { person_id } = operator;
  if (person_id === null) return refuseUnknown();
  const asked = { person_id, before: cursor?.[0] ?? null, now: app.settings.now() };
  const found = await selectOwnTokens(app.store.db, { ...asked, limit: limit + 1 });
  const bodies = found.map((token) => ownTokenBody(token, operator));
  return pageOf(bodies, limit, (token) => [token.id]);
}

/** No process accepts it from that moment on. */
export async function revokeOwnToken(
  app: App,
  { person_id, ...operator }: OperatorCaller,
  id: string,
): Promise<{ id: string; revoked: true } | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null || person_id === null) return refuseUnknown();
  const request = { operator_token_id, person_id, now: app.settings.now() };
  const act = SETTINGS_ACTS.revoke_own_token;
  const revoked = await changeSetting(app, { ...operator, person_id }, act, request);
  return isRefusal(revoked) ? revoked : { id: operator_token_id, revoked: true };
}
