// Operators search the audit trail: who did what to what, when, from where and why. Everybody sees
// their own log.

import { ACTOR_ROLES, type Actor } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import type { Chained } from '../../store/access/audit-rows.ts';
import { type AuditSearch, selectAudit } from '../../store/access/audit-search.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type FieldReader, readFields } from '../request/fields.ts';
import { NUMBER_FORM, type Page, pageOf, readPage } from '../request/paging.ts';
import { readMoment } from '../request/read-moment.ts';
import { iso } from '../request/views.ts';

const WORD_MAX_LENGTH = 64;
const TARGET_MAX_LENGTH = 200;

const AUDIT_FILTER_NAMES = [
  ...(['actor', 'action', 'target', 'address', 'request_id', 'session_id'] as const),
  ...(['operator_token_id', 'note', 'from', 'to'] as const),
] as const;

type Name = (typeof AUDIT_FILTER_NAMES)[number];
export type AuditQuery = Partial<Record<Name, string>>;
type PageQuery = Partial<Record<'cursor' | 'limit', string>>;

export function auditBody({ number, at, actor, action, target, detail, origin, hash }: Chained) {
  return { number: Number(number), at: iso(at), actor, action, target, detail, origin, hash };
}
export type AuditBody = ReturnType<typeof auditBody>;

/** A role, or else an actor's id: no id reads like a role. */
function actorOf(actor: string | null): { role: Actor['role'] | null; actor_id: string | null } {
  const role = ACTOR_ROLES.find((one) => one === actor) ?? null;
  return { role, actor_id: role === null ? actor : null };
}

function readId(reader: FieldReader, query: AuditQuery, name: 'session_id' | 'operator_token_id') {
  const given = query[name];
  if (given === undefined) return null;
  const id = parseUuid(given);
  if (id === null) reader.wrong(name, 'format', 'must be an id');
  return id;
}

export function readAuditSearch(query: AuditQuery): AuditSearch | Refusal {
  const reader = readFields({ fields: query, errors: [] }, AUDIT_FILTER_NAMES);
  const moment = (name: 'from' | 'to') =>
    query[name] === undefined ? null : readMoment(reader, name);
  const actor = reader.optionalText('actor', WORD_MAX_LENGTH);
  const search = {
    action: reader.optionalText('action', WORD_MAX_LENGTH),
    target: reader.optionalText('target', TARGET_MAX_LENGTH),
    address: reader.optionalText('address', WORD_MAX_LENGTH),
    request_id: reader.optionalText('request_id', WORD_MAX_LENGTH),
    session_id: readId(reader, query, 'session_id'),
    operator_token_id: readId(reader, query, 'operator_token_id'),
    note: reader.optionalText('note', TARGET_MAX_LENGTH),
    from: moment('from'),
    to: moment('to'),
  };
  return reader.refusal() ?? { ...search, ...actorOf(actor), own: null };
}

async function pageOfAudit(
  app: App,
  search: AuditSearch | Refusal,
  query: PageQuery,
): Promise<Page<AuditBody> | Refusal> {
  const page = readPage(query, [NUMBER_FORM], search);
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const before = cursor?.[0] === undefined ? null : BigInt(cursor[0]);
  const found = await selectAudit(app.store.db, filters, { before, limit: limit + 1 });
  return pageOf(found.map(auditBody), limit, (entry) => [entry.number]);
}

export async function listAudit(
  app: App,
  query: AuditQuery & PageQuery,
): Promise<Page<AuditBody> | Refusal> {
  const { limit, cursor, ...filters } = query;
  return await pageOfAudit(app, readAuditSearch(filters), query);
}

/** Of acts by others, such as a changed role, a person is not told from where they came. */
function asOwn(body: AuditBody, id: string): AuditBody {
  return body.actor.id === id || body.actor.id === null ? body : { ...body, origin: null };
}

/** What the caller did, their sign-ins, and what happened to their account. */
export async function listOwnAudit(
  app: App,
  caller: OperatorCaller,
  query: AuditQuery & PageQuery,
): Promise<Page<AuditBody> | Refusal> {
  const { limit, cursor, ...filters } = query;
  const search = readAuditSearch(filters);
  const own = caller.person_id ?? caller.operator_token_id ?? '';
  const page = await pageOfAudit(app, isRefusal(search) ? search : { ...search, own }, query);
  return isRefusal(page) ? page : { ...page, data: page.data.map((body) => asOwn(body, own)) };
}
