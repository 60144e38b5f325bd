// Operators create, list and revoke the tokens of feeds; a token is shown once.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { insertOperatorToken, UNBOUND } from '../../store/access/operator-tokens.ts';
import {
  type FeedToken,
  selectFeedTokens as list,
  lockFeedToken,
  markFeedTokenRevoked as revoke,
  saveFeedTerms,
} from '../../store/account/feed-tokens.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { refuseBeyond } from '../operator-token/operator-token-terms.ts';
import type { App } from '../process/app.ts';
import { newId, newRandom, sha256Hex } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { askedEnd, gateShown, gateWidened } from '../setting/gate-settings.ts';
import { gatedChange } from '../setting/gated-change.ts';
import { FEED_FIELDS, firstTerms, readTerms, termsBody } from './feed-terms.ts';

const NAME_MAX = 128;

export type FeedTokenBody = ReturnType<typeof body>;

export type IssuedFeedToken = FeedTokenBody & { token: string };

const body = (token: FeedToken) => ({
  id: token.operator_token_id,
  name: token.name,
  ...termsBody(token),
  created_at: iso(token.created_at),
  revoked_at: isoOrNull(token.revoked_at),
});

export async function issueFeedToken(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<IssuedFeedToken | Refusal> {
  const beyond = refuseBeyond({ role: 'feed', scopes: null }, operator);
  if (beyond !== null) return beyond;
  const reader = readFields(raw, ['name', ...FEED_FIELDS]);
  const name = reader.text('name', NAME_MAX);
  const created_at = Date.now();
  const terms = { ...firstTerms(created_at), ...(await readTerms(app, reader)) };
  if (terms.receiving_account_ids.length === 0) {
    reader.wrong('receiving_account_ids', 'required', 'is required');
  }
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const token = `feed_${Buffer.from(newRandom(32)).toString('base64url')}`;
  const made = {
    operator_token_id: newId(),
    name,
    role: 'feed',
    token_hash: sha256Hex(token),
    service_mode: app.mode,
    ...UNBOUND,
    ...terms,
  } as const;
  const issued = await gatedChange(app, operator, async (tx, gate) => {
    const after = { name, ...termsBody(terms), expires_at: askedEnd(raw.fields.expires_at) };
    const about = { act: 'operator_token', merchant_id: null, target: 'feed_tokens' } as const;
    const needed = await gateShown(gate, { ...about, before: null, after });
    if (needed !== null) return needed;
    await insertOperatorToken(tx, made, created_at);
    await bumpSettingsVersion(tx);
    const target = `feed_tokens/${made.operator_token_id}`;
    await auditIn(tx, operatorActor(operator), 'feed_token_issued', target, {
      name,
      ...termsBody(terms),
    });
    const { operator_token_id } = made;
    return { ...body({ ...terms, operator_token_id, name, created_at, revoked_at: null }), token };
  });
  if (!isRefusal(issued)) await app.settings.refresh();
  return issued;
}

export async function listFeedTokens(
  app: App,
  query: { cursor?: string | undefined; limit?: string | undefined },
): Promise<Page<FeedTokenBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], null);
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const found = await list(app.store.db, { before: cursor?.[0] ?? null, limit: limit + 1 });
  return pageOf(found.map(body), limit, (token) => [token.id]);
}

/** What the request does not name stays unchanged, and so does the token itself. */
export async function changeFeedToken(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<FeedTokenBody | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return notFound();
  const reader = readFields(raw, FEED_FIELDS);
  const change = await readTerms(app, reader);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const changed = await gatedChange(app, operator, async (tx, gate) => {
    const before = await lockFeedToken(tx, operator_token_id);
    if (before === null) return notFound();
    const terms = { ...before, ...change };
    const place = `feed_tokens/${operator_token_id}`;
    const none = { scopes: [] };
    const needed = await gateWidened(gate, place, { ...before, ...none }, { ...terms, ...none });
    if (needed !== null) return needed;
    await saveFeedTerms(tx, operator_token_id, terms);
    await bumpSettingsVersion(tx);
    const target = `feed_tokens/${operator_token_id}`;
    const detail = { before: termsBody(before), after: termsBody(terms) };
    await auditIn(tx, operatorActor(operator), 'feed_token_changed', target, detail);
    return body(terms);
  });
  if (!isRefusal(changed)) await app.settings.refresh();
  return changed;
}

/** Within a second no process accepts it any more. */
export async function revokeFeedToken(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<{ id: string; revoked: true } | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return notFound();
  const revoked = await app.store.db.transaction(async (tx) => {
    const revoked_at = Date.now();
    if (!(await revoke(tx, operator_token_id, revoked_at))) return false;
    await bumpSettingsVersion(tx);
    const target = `feed_tokens/${operator_token_id}`;
    await auditIn(tx, operatorActor(operator), 'feed_token_revoked', target, {
      before: { revoked_at: null },
      after: { revoked_at: iso(revoked_at) },
    });
    return true;
  });
  if (!revoked) return notFound();
  await app.settings.refresh();
  return { id: operator_token_id, revoked: true };
}
