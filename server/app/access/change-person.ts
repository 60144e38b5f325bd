// Owners change a person's role, disable and enable people, and make new links for them.
import { type Person, type PersonChange, refusePersonChange } from '../../domain/access/person.ts';
import { rightsBeyond } from '../../domain/access/rights.ts';
import type { PersonRole } from '../../domain/access/roles.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { lockPerson, savePerson } from '../../store/access/people.ts';
import { dropPersonLink, selectLinkEnds } from '../../store/access/person-links.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { refuseNewInvitation, refuseReturn, refuseRole } from '../approval/gate-role.ts';
import { openingBy } from '../approval/opening.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { type Gate, gatedChange } from '../setting/gated-change.ts';
import { endAccess } from './end-access.ts';
import { readRole } from './people.ts';
import { makeLink } from './person-links.ts';
import { type InvitedPersonBody, type PersonBody, personBody } from './person-views.ts';

const REASON_MAX = 500;

type Allowed = { tx: Queryable; person: Person; gate: Gate };

/** Locks the person, asks the rules, and does the rest in the same transaction. */
async function changePerson<Answer>(
  app: App,
  operator: OperatorCaller,
  id: string,
  change: { kind: PersonChange; role?: PersonRole },
  work: (allowed: Allowed) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const person_id = parseUuid(id);
  if (person_id === null) return notFound();
  const { cipher } = app.store;
  const changed = await gatedChange(app, operator, async (tx, gate) => {
    const found = await lockPerson(tx, cipher, person_id);
    if (found === null) return notFound();
    const facts = { ...found, asked_by: operator.person_id };
    const refused = refusePersonChange(change.kind, facts, change.role);
    return refused ?? (await work({ tx, person: found.person, gate }));
  });
  // The person's tokens are settings of the process.
  if (!isRefusal(changed)) await app.settings.refresh();
  return changed;
}

async function shown(tx: Queryable, person: Person): Promise<PersonBody> {
  const ends = await selectLinkEnds(tx, [person.person_id]);
  return personBody(person, ends.get(person.person_id) ?? null);
}

const readReason = (raw: RawFields) => {
  const reader = readFields(raw, ['reason']);
  const reason = reader.text('reason', REASON_MAX);
  return reader.refusal() ?? reason;
};

/** Sessions and tokens end, so that nothing goes on with the rights of the former role. */
export async function changePersonRole(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<PersonBody | Refusal> {
  const reader = readFields(raw, ['role', 'merchant_id', 'reason']);
  const terms = await readRole(app, reader);
  const reason = reader.text('reason', REASON_MAX);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const change = { kind: 'role', role: terms.role } as const;
  return await changePerson(app, operator, id, change, async ({ tx, person, gate }) => {
    const needed = await refuseRole(tx, gate, person, terms);
    if (needed !== null) return needed;
    const changed = { ...person, ...terms };
    const gained = rightsBeyond({ ...terms, scopes: null }, { ...person, scopes: null });
    const way = gained.length > 0 ? 'role_raised' : 'role_lowered';
    await savePerson(tx, changed, openingBy(way, operator));
    const ended = await endAccess(tx, person.person_id);
    const before = { role: person.role, merchant_id: person.merchant_id };
    const detail = { reason, before, after: terms, ...ended };
    const target = `people/${person.person_id}`;
    await auditIn(tx, operatorActor(operator), 'person_role_changed', target, detail);
    return await shown(tx, changed);
  });
}

export async function disablePerson(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<PersonBody | Refusal> {
  const reason = readReason(raw);
  if (isRefusal(reason)) return reason;
  return await changePerson(app, operator, id, { kind: 'disable' }, async ({ tx, person }) => {
    const changed: Person = { ...person, state: 'disabled' };
    await savePerson(tx, changed, openingBy('person_disabled', operator));
    await dropPersonLink(tx, person.person_id);
    const ended = await endAccess(tx, person.person_id);
    const target = `people/${person.person_id}`;
    const states = { before: { state: person.state }, after: { state: changed.state } };
    const detail = { reason, ...states, ...ended };
    await auditIn(tx, operatorActor(operator), 'person_disabled', target, detail);
    return await shown(tx, changed);
  });
}

/** With the password that they had; without one they are invited again by a new link. */
export async function enablePerson(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<PersonBody | Refusal> {
  const reason = readReason(raw);
  if (isRefusal(reason)) return reason;
  return await changePerson(app, operator, id, { kind: 'enable' }, async ({ tx, person, gate }) => {
    const needed = await refuseReturn(tx, gate, person);
    if (needed !== null) return needed;
    const changed: Person = { ...person, state: person.has_password ? 'active' : 'invited' };
    await savePerson(tx, changed, openingBy('person_enabled', operator));
    const target = `people/${person.person_id}`;
    await auditIn(tx, operatorActor(operator), 'person_enabled', target, {
      reason,
      before: { state: person.state },
      after: { state: changed.state },
    });
    return await shown(tx, changed);
  });
}

/** A new invitation, or for an active person a link for a new password; earlier ones end. */
export async function relinkPerson(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<InvitedPersonBody | Refusal> {
  const actor = operatorActor(operator);
  return await changePerson(app, operator, id, { kind: 'link' }, async ({ tx, person, gate }) => {
    const { person_id, has_password } = person;
    const needed = has_password ? null : await refuseNewInvitation(tx, gate, person);
    if (needed !== null) return needed;
    const kind = has_password ? 'password_reset' : 'invitation';
    const opening = openingBy(has_password ? 'password_link' : 'invitation_link', operator);
    const link = await makeLink(app, tx, { person_id, kind, created_by: actor.id }, opening);
    const detail = { kind, expires_at: link.expires_at };
    await auditIn(tx, actor, 'person_link_made', `people/${person_id}`, detail);
    return { ...(await shown(tx, person)), link };
  });
}
