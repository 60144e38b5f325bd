// Operators create, list and revoke the tokens of feeds; a token is shown once.

import { feedTermsRow, refuseFeedIssuer } from '../../domain/operator-token/change-feed-token.ts';
import {
  CHANGE_FEED_TOKEN,
  ISSUE_FEED_TOKEN,
} from '../../domain/operator-token/feed-token-requests.ts';
import type { FeedToken } from '../../domain/record/operator-token.ts';
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectFeedTokens as list } from '../../store/account/feed-tokens.ts';
import type { App } from '../process/app.ts';
import { newId, newRandom, sha256Hex } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { settingVersion } from '../request/setting-version.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { accountsNamed, feedTermsNamed, firstTerms } from './feed-terms.ts';

export type FeedTokenBody = ReturnType<typeof body>;

export type IssuedFeedToken = FeedTokenBody & { token: string };

const body = (app: App, token: FeedToken) => ({
  id: token.operator_token_id,
  name: token.name,
  ...feedTermsRow(token),
  created_at: iso(token.created_at),
  revoked_at: isoOrNull(token.revoked_at),
  version: settingVersion(app.store.cipher, feedTermsRow(token)),
});

export async function issueFeedToken(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<IssuedFeedToken | Refusal> {
  const beyond = refuseFeedIssuer(operator);
  if (beyond !== null) return beyond;
  const reading = beginReading(ISSUE_FEED_TOKEN, raw, { now: app.settings.now() });
  const accounts = await accountsNamed(app, reading);
  const read = reading.result();
  if (isRefusal(read)) return read;
  const { name } = read;
  const created_at = Date.now();
  const terms = { ...firstTerms(created_at), ...accounts, ...feedTermsNamed(read) };
  const text = `feed_${Buffer.from(newRandom(32)).toString('base64url')}`;
  const token = { operator_token_id: newId(), name, created_at, revoked_at: null, ...terms };
  const { expires_at: asked_end } = raw.fields;
  const request = { token, text, token_hash: sha256Hex(text), asked_end };
  const issued = await changeSetting(app, operator, SETTINGS_ACTS.issue_feed_token, request);
  return isRefusal(issued) ? issued : { ...body(app, token), token: text };
}

export async function listFeedTokens(
  app: App,
  query: { cursor?: string | undefined; limit?: string | undefined },
): Promise<Page<FeedTokenBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], null);
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const found = await list(app.store.db, { before: cursor?.[0] ?? null, limit: limit + 1 });
  return pageOf(
    found.map((token) => body(app, token)),
    limit,
    (token) => [token.id],
  );
}

/** What the request does not name stays unchanged, and so does the token itself. */
export async function changeFeedToken(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<FeedTokenBody | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return refuseUnknown();
  const reading = beginReading(CHANGE_FEED_TOKEN, raw, { now: app.settings.now() });
  const accounts = await accountsNamed(app, reading);
  const read = reading.result();
  if (isRefusal(read)) return read;
  const changes = { ...accounts, ...feedTermsNamed(read) };
  const request = { operator_token_id, changes };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_feed_token, request);
  return isRefusal(changed) ? changed : body(app, changed);
}

/** Within a second no process accepts it any more. */
export async function revokeFeedToken(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<{ id: string; revoked: true } | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return refuseUnknown();
  const request = { operator_token_id, now: Date.now() };
  const revoked = await changeSetting(app, operator, SETTINGS_ACTS.revoke_feed_token, request);
  return isRefusal(revoked) ? revoked : { id: operator_token_id, revoked: true };
}
