// Operators search the audit trail: who did what to what, when, from where and why. Everybody sees
// their own log.

import { FIND_AUDIT } from '../../domain/access/trail-requests.ts';
import { ACTOR_ROLES, type Actor } from '../../domain/record/origin.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { Chained } from '../../store/access/audit-rows.ts';
import { type AuditSearch, selectAudit } from '../../store/access/audit-search.ts';
import type { App } from '../process/app.ts';
import { type NamedActor, namedActor, namesOfActors } from '../request/actor-names.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { NUMBER_FORM, type Page, pageOf, readPage } from '../request/paging.ts';
import { type NamedTarget, namesOfTargets } from '../request/target-names.ts';
import { iso } from '../request/views.ts';
import { SETTING_ACTIONS } from '../setting/setting-actions.ts';

export type AuditQuery = QueryTexts<typeof FIND_AUDIT>;
type PageQuery = Partial<Record<'cursor' | 'limit', string>>;

export function auditBody({ number, at, actor, action, target, detail, origin, hash }: Chained) {
  return { number: Number(number), at: iso(at), actor, action, target, detail, origin, hash };
}
export type AuditBody = ReturnType<typeof auditBody>;

/** In lists, not in exported files: those are checked as they were chained. */
export type ListedAuditBody = AuditBody & {
  actor: NamedActor & { token_name: string | null };
  named_target: NamedTarget | null;
};

/** The token with which a person did it; a refused request is noted by the service itself. */
function tokenOf({ actor: { id }, origin }: Chained): string | null {
  const token = origin?.operator_token_id ?? null;
  return id === null || id === token ? null : token;
}

async function withNames(app: App, found: readonly Chained[]): Promise<ListedAuditBody[]> {
  const names = await namesOfActors(
    app,
    found.flatMap((entry) => [entry.actor.id, tokenOf(entry)]),
  );
  const targets = await namesOfTargets(
    app,
    found.map(({ target }) => target),
  );
  return found.map((entry) => ({
    ...auditBody(entry),
    actor: {
      ...namedActor(entry.actor, names),
      token_name: names.get(tokenOf(entry) ?? '') ?? null,
    },
    named_target: targets.get(entry.target) ?? null,
  }));
}

/** A role, or else an actor's id: no id reads like a role. */
function actorOf(actor: string | null): { role: Actor['role'] | null; actor_id: string | null } {
  const role = ACTOR_ROLES.find((one) => one === actor) ?? null;
  return { role, actor_id: role === null ? actor : null };
}

/** `caller`: whose own changes are not those of others. */
export function readAuditSearch(query: AuditQuery, caller: OperatorCaller): AuditSearch | Refusal {
  const read = readFilters(FIND_AUDIT, query);
  if (isRefusal(read)) return read;
  const { actor, settings, ...search } = read;
  const actions = settings === null ? null : { name: 'settings', words: SETTING_ACTIONS };
  const except = settings === 'by_others' ? ownId(caller) : null;
  return { ...search, ...actorOf(actor), actions, except, own: null };
}

async function pageOfAudit(
  app: App,
  search: AuditSearch | Refusal,
  query: PageQuery,
): Promise<Page<ListedAuditBody> | Refusal> {
  const page = readPage(query, [NUMBER_FORM], search);
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const before = cursor?.[0] === undefined ? null : BigInt(cursor[0]);
  const found = await selectAudit(app.store.db, filters, { before, limit: limit + 1 });
  return pageOf(await withNames(app, found), limit, (entry) => [entry.number]);
}

export async function listAudit(
  app: App,
  caller: OperatorCaller,
  query: AuditQuery & PageQuery,
): Promise<Page<ListedAuditBody> | Refusal> {
  const { limit, cursor, ...filters } = query;
  return await pageOfAudit(app, readAuditSearch(filters, caller), query);
}

/**
 * Of acts by others, such as a changed role, a person is not told from where they came; people of a
 * merchant are not told the names of the operator's people either.
 */
function asOwn(body: ListedAuditBody, caller: OperatorCaller): ListedAuditBody {
  const { actor } = body;
  if (actor.id === null || actor.id === ownId(caller)) return body;
  const known = { ...actor, token_name: null };
  if (caller.merchant_id === null) return { ...body, origin: null, actor: known };
  return { ...body, origin: null, actor: { ...known, name: null }, named_target: null };
}

const ownId = ({ person_id, operator_token_id }: OperatorCaller): string =>
  person_id ?? operator_token_id ?? '';

/** What the caller did, their sign-ins, and what happened to their account. */
export async function listOwnAudit(
  app: App,
  caller: OperatorCaller,
  query: AuditQuery & PageQuery,
): Promise<Page<ListedAuditBody> | Refusal> {
  const { limit, cursor, ...filters } = query;
  const search = readAuditSearch(filters, caller);
  const own = ownId(caller);
  const page = await pageOfAudit(app, isRefusal(search) ? search : { ...search, own }, query);
  return isRefusal(page) ? page : { ...page, data: page.data.map((body) => asOwn(body, caller)) };
}
