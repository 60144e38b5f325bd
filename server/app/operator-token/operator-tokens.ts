// Operators list, change and revoke the tokens of their programs.
import type { OperatorTokenTerms } from '../../domain/record/operator-token.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectOperatorTokens as list } from '../../store/access/operator-tokens.ts';
import type { App } from '../process/app.ts';
import { notFound, type OperatorCaller } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { readName, readTokenTerms, TERM_FIELDS } from './operator-token-terms.ts';
import { type OperatorTokenBody, operatorTokenBody } from './operator-token-views.ts';

export async function listOperatorTokens(
  app: App,
  query: { cursor?: string | undefined; limit?: string | undefined },
): Promise<Page<OperatorTokenBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], null);
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const found = await list(app.store.db, { before: cursor?.[0] ?? null, limit: limit + 1 });
  return pageOf(found.map(operatorTokenBody), limit, (token) => [token.id]);
}

/** An owner has every scope: which of them the token's role has is asked when it is known. */
function readChange(app: App, raw: RawFields): Partial<OperatorTokenTerms> | Refusal {
  const reader = readFields(raw, TERM_FIELDS);
  const named = reader.raw('name') === undefined ? {} : { name: readName(reader) };
  const terms = readTokenTerms(app, reader, 'owner');
  return reader.refusal() ?? { ...terms, ...named };
}

/** What the request does not name stays unchanged; the role never changes. */
export async function changeOperatorToken(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<OperatorTokenBody | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return notFound();
  const changes = readChange(app, raw);
  if (isRefusal(changes)) return changes;
  const request = { operator_token_id, changes };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_operator_token, request);
  return isRefusal(changed) ? changed : operatorTokenBody(changed);
}

/** Within a second no process accepts it any more. */
export async function revokeOperatorToken(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<{ id: string; revoked: true } | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return notFound();
  const request = { operator_token_id, now: app.settings.now() };
  const revoked = await changeSetting(app, operator, SETTINGS_ACTS.revoke_operator_token, request);
  return isRefusal(revoked) ? revoked : { id: operator_token_id, revoked: true };
}
