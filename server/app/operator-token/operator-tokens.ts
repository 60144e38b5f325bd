// Operators list, change and revoke the tokens of their programs.
import { scopesOf } from '../../domain/access/rights.ts';
import type { TokenReach } from '../../domain/approval/raises.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import {
  type KnownOperatorToken,
  selectOperatorTokens as list,
  lockOperatorToken,
  type OperatorTokenTerms,
  markOperatorTokenRevoked as revoke,
  saveOperatorTerms,
} from '../../store/access/operator-tokens.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { gateWidened } from '../setting/gate-settings.ts';
import { type Gate, gatedChange } from '../setting/gated-change.ts';
import {
  RESERVED_NAME,
  readName,
  readTokenTerms,
  refuseBeyond,
  TERM_FIELDS,
} from './operator-token-terms.ts';
import {
  type OperatorTokenBody,
  operatorTokenBody,
  targetOf,
  termsOf,
} from './operator-token-views.ts';

/** Afterwards this process knows the change at once, and the others within a second. */
export async function changeTokens<Result>(
  app: App,
  operator: OperatorCaller,
  work: (tx: Queryable, gate: Gate) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const done = await gatedChange(app, operator, work);
  if (!isRefusal(done)) await app.settings.refresh();
  return done;
}

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

/** Without scopes of its own it has all of its role. */
const reachOf = ({ scopes, role, allowed_ips, expires_at }: KnownOperatorToken): TokenReach => ({
  scopes: scopes ?? scopesOf(role),
  allowed_ips,
  expires_at,
  receiving_account_ids: [],
  lines_per_hour: 0,
  daily_cents: 0n,
});

type Change = Partial<OperatorTokenTerms>;

/** An owner has every scope: until the token is known, only the form of the fields is checked. */
function readChange(app: App, raw: RawFields, known: KnownOperatorToken | null): Change | Refusal {
  const reader = readFields(raw, TERM_FIELDS);
  const name = reader.raw('name') === undefined ? known?.name : readName(reader);
  if (known?.name === RESERVED_NAME && name !== known.name) {
    reader.wrong('name', 'not_allowed', 'finds the token of the settings, so it stays');
  }
  const terms = readTokenTerms(app, reader, known?.role ?? 'owner');
  return reader.refusal() ?? { ...terms, ...(name === undefined ? {} : { name }) };
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
  const wrong = readChange(app, raw, null);
  if (isRefusal(wrong)) return wrong;
  return await changeTokens(app, operator, async (tx, gate) => {
    const before = await lockOperatorToken(tx, operator_token_id);
    if (before === null) return notFound();
    const terms = readChange(app, raw, before);
    if (isRefusal(terms)) return terms;
    const after: KnownOperatorToken = { ...before, ...terms };
    const beyond = refuseBeyond(after, operator);
    if (beyond !== null) return beyond;
    const needed = await gateWidened(
      gate,
      targetOf(operator_token_id),
      reachOf(before),
      reachOf(after),
    );
    if (needed !== null) return needed;
    await saveOperatorTerms(tx, operator_token_id, after);
    await bumpSettingsVersion(tx);
    const detail = { before: termsOf(before), after: termsOf(after) };
    const target = targetOf(operator_token_id);
    await auditIn(tx, operatorActor(operator), 'operator_token_changed', target, detail);
    return operatorTokenBody(after);
  });
}

/** Within a second no process accepts it any more. */
export async function revokeOperatorToken(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<{ id: string; revoked: true } | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return notFound();
  return await changeTokens(app, operator, async (tx) => {
    if (!(await revoke(tx, operator_token_id, app.settings.now()))) return notFound();
    await bumpSettingsVersion(tx);
    const target = targetOf(operator_token_id);
    await auditIn(tx, operatorActor(operator), 'operator_token_revoked', target, {});
    return { id: operator_token_id, revoked: true };
  });
}
