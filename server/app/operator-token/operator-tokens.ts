// Operators list, change and revoke the tokens of their programs.

import {
  CHANGE_OPERATOR_TOKEN,
  scopesNamed,
} from '../../domain/operator-token/operator-token-requests.ts';
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectOperatorTokens as list } from '../../store/access/operator-tokens.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import {
  type OperatorTokenBody,
  operatorTokenBodies,
  operatorTokenBody,
  termsNamed,
} from './operator-token-views.ts';

export async function listOperatorTokens(
  app: App,
  query: { cursor?: string | undefined; limit?: string | undefined },
): Promise<Page<OperatorTokenBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], null);
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const found = await list(app.store.db, { before: cursor?.[0] ?? null, limit: limit + 1 });
  return pageOf(await operatorTokenBodies(app, found), limit, (token) => [token.id]);
}

/** What the request does not name stays unchanged; the role never changes. */
export async function changeOperatorToken(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<OperatorTokenBody | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return refuseUnknown();
  const reading = beginReading(CHANGE_OPERATOR_TOKEN, raw, { now: app.settings.now() });
  const read = reading.result();
  if (isRefusal(read)) return read;
  const scopes = scopesNamed(read.scopes, 'owner', reading);
  const changes = {
    ...(read.name === undefined ? {} : { name: read.name }),
    ...(scopes === null ? {} : { scopes }),
    ...termsNamed(read),
  };
  const request = { operator_token_id, changes };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_operator_token, request);
  return isRefusal(changed) ? changed : await operatorTokenBody(app, changed);
}

/** Within a second no process accepts it any more. */
export async function revokeOperatorToken(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<{ id: string; revoked: true } | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return refuseUnknown();
  const request = { operator_token_id, now: app.settings.now() };
  const revoked = await changeSetting(app, operator, SETTINGS_ACTS.revoke_operator_token, request);
  return isRefusal(revoked) ? revoked : { id: operator_token_id, revoked: true };
}
