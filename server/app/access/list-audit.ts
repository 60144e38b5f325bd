// Operators read the audit trail: who did what to what, when and why.

import { ACTOR_ROLES, type Actor } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type Chained, selectAudit as list } from '../../store/access/audit.ts';
import type { App } from '../process/app.ts';
import { readFields } from '../request/fields.ts';
import { decodeCursor, NUMBER_FORM, type Page, pageOf, readLimit } from '../request/paging.ts';
import { readMoment } from '../request/read-moment.ts';
import { iso } from '../request/views.ts';

const WORD_MAX_LENGTH = 64;
const TARGET_MAX_LENGTH = 200;
const ORDER = ['actor', 'action', 'target', 'from', 'to'];

function auditBody({ number, at, actor, action, target, detail, hash }: Chained) {
  return { number: Number(number), at: iso(at), actor, action, target, detail, hash };
}

/** A role, or else an actor's id: no id reads like a role. */
function actorOf(actor: string | null): { role: Actor['role'] | null; actor_id: string | null } {
  const role = ACTOR_ROLES.find((one) => one === actor) ?? null;
  return { role, actor_id: role === null ? actor : null };
}

export type AuditBody = ReturnType<typeof auditBody>;

export async function listAudit(
  app: App,
  query: Partial<
    Record<'actor' | 'action' | 'target' | 'from' | 'to' | 'cursor' | 'limit', string>
  >,
): Promise<Page<AuditBody> | Refusal> {
  const limit = readLimit(query.limit);
  if (isRefusal(limit)) return limit;
  const cursor = decodeCursor(query.cursor, [NUMBER_FORM]);
  if (isRefusal(cursor)) return cursor;
  const reader = readFields({ fields: query, errors: [] }, ORDER);
  const moment = (name: 'from' | 'to') =>
    query[name] === undefined ? null : readMoment(reader, name);
  const actor = reader.optionalText('actor', WORD_MAX_LENGTH);
  const filter = {
    action: reader.optionalText('action', WORD_MAX_LENGTH),
    target: reader.optionalText('target', TARGET_MAX_LENGTH),
    from: moment('from'),
    to: moment('to'),
  };
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const before = cursor?.[0] === undefined ? null : BigInt(cursor[0]);
  const asked = { ...filter, ...actorOf(actor), before, limit: limit + 1 };
  const found = await list(app.store.db, asked);
  return pageOf(found.map(auditBody), limit, (entry) => [entry.number]);
}
