// Sessions are listed and ended: one's own by anybody, everybody's by owners.

import { FIND_SESSIONS } from '../../domain/person/person-requests.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts, RequestOf } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectPerson } from '../../store/access/people.ts';
import { revokeSession, revokeSessionsOf, selectSessions } from '../../store/access/sessions.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { type SessionBody, sessionBody } from './person-views.ts';

export type SessionsQuery = QueryTexts<typeof FIND_SESSIONS> & PageQuery;

async function listOf(
  app: App,
  operator: OperatorCaller,
  filters: RequestOf<typeof FIND_SESSIONS> | Refusal,
  query: SessionsQuery,
): Promise<Page<SessionBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], filters);
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const filter = { ...page.filters, before: cursor?.[0] ?? null, limit: limit + 1 };
  const found = await selectSessions(app.store.db, app.store.cipher, filter);
  const bodies = found.map((session) => sessionBody(session, operator.session_id));
  return pageOf(bodies, limit, (session) => [session.id]);
}

/** Open sessions, newest first. */
export async function listSessions(
  app: App,
  operator: OperatorCaller,
  query: SessionsQuery,
): Promise<Page<SessionBody> | Refusal> {
  return await listOf(app, operator, readFilters(FIND_SESSIONS, query), query);
}

export async function listOwnSessions(
  app: App,
  operator: OperatorCaller,
  query: SessionsQuery,
): Promise<Page<SessionBody> | Refusal> {
  const { person_id } = operator;
  if (person_id === null) return refuseUnknown();
  return await listOf(app, operator, { person_id }, query);
}

export type RevokedSessionBody = { id: string; revoked: true };

async function revokeOne(
  app: App,
  operator: OperatorCaller,
  id: string,
  person_id: string | null,
): Promise<RevokedSessionBody | Refusal> {
  const session_id = parseUuid(id);
  if (session_id === null) return refuseUnknown();
  return await app.store.db.transaction(async (tx) => {
    const revoked = await revokeSession(tx, session_id, person_id);
    if (revoked === null) return refuseUnknown();
    const target = `people/${revoked.person_id}`;
    await auditIn(tx, operatorActor(operator), 'session_revoked', target, { session_id });
    return { id: session_id, revoked: true };
  });
}

export async function revokeAnySession(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<RevokedSessionBody | Refusal> {
  return await revokeOne(app, operator, id, null);
}

/** Another person's session is answered as one that does not exist. */
export async function revokeOwnSession(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<RevokedSessionBody | Refusal> {
  if (operator.person_id === null) return refuseUnknown();
  return await revokeOne(app, operator, id, operator.person_id);
}

export type RevokedSessionsBody = { revoked: number };

/** All of one's own sessions except the one that asks. */
export async function revokeOtherSessions(
  app: App,
  operator: OperatorCaller,
): Promise<RevokedSessionsBody | Refusal> {
  const { person_id, session_id } = operator;
  if (person_id === null) return refuseUnknown();
  return await app.store.db.transaction(async (tx) => {
    const revoked = await revokeSessionsOf(tx, person_id, session_id);
    const actor = operatorActor(operator);
    await auditIn(tx, actor, 'sessions_revoked', `people/${person_id}`, { revoked });
    return { revoked };
  });
}

export async function revokeSessionsOfPerson(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<RevokedSessionsBody | Refusal> {
  const person_id = parseUuid(id);
  if (person_id === null) return refuseUnknown();
  const { db, cipher } = app.store;
  return await db.transaction(async (tx) => {
    if ((await selectPerson(tx, cipher, person_id)) === null) return refuseUnknown();
    const revoked = await revokeSessionsOf(tx, person_id);
    const actor = operatorActor(operator);
    await auditIn(tx, actor, 'sessions_revoked', `people/${person_id}`, { revoked });
    return { revoked };
  });
}

export type SignedOutBody = { outcome: 'signed_out' };

/** Ends the session in the database, not only in the browser. */
export async function signOut(
  app: App,
  operator: OperatorCaller,
): Promise<SignedOutBody | Refusal> {
  const { person_id, session_id } = operator;
  if (person_id === null || session_id === null) return refuseUnknown();
  return await app.store.db.transaction(async (tx) => {
    await revokeSession(tx, session_id, person_id);
    const actor = operatorActor(operator);
    await auditIn(tx, actor, 'signed_out', `people/${person_id}`, { session_id });
    return { outcome: 'signed_out' };
  });
}
