// Owners change a person's role, disable and enable people, and make new links for them.
import type { Person } from '../../domain/access/person.ts';
import { shownLink } from '../../domain/person/change-person.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectLinkEnds } from '../../store/access/person-links.ts';
import type { App } from '../process/app.ts';
import { notFound, type OperatorCaller } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { readRole } from './people.ts';
import { freshLink } from './person-links.ts';
import { type InvitedPersonBody, type PersonBody, personBody } from './person-views.ts';

const REASON_MAX = 500;

async function shown(app: App, person: Person): Promise<PersonBody> {
  const ends = await selectLinkEnds(app.store.db, [person.person_id]);
  return personBody(person, ends.get(person.person_id) ?? null);
}

const readReason = (raw: RawFields) => {
  const reader = readFields(raw, ['reason']);
  const reason = reader.text('reason', REASON_MAX);
  return reader.refusal() ?? reason;
};

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
  const person_id = parseUuid(id);
  if (person_id === null) return notFound();
  const request = { person_id, terms, reason };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_role, request);
  return isRefusal(changed) ? changed : await shown(app, changed.person);
}

export async function disablePerson(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<PersonBody | Refusal> {
  const reason = readReason(raw);
  if (isRefusal(reason)) return reason;
  const person_id = parseUuid(id);
  if (person_id === null) return notFound();
  const request = { person_id, reason };
  const disabled = await changeSetting(app, operator, SETTINGS_ACTS.disable_person, request);
  return isRefusal(disabled) ? disabled : await shown(app, disabled.person);
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
  const person_id = parseUuid(id);
  if (person_id === null) return notFound();
  const request = { person_id, reason };
  const enabled = await changeSetting(app, operator, SETTINGS_ACTS.enable_person, request);
  return isRefusal(enabled) ? enabled : await shown(app, enabled.person);
}

/** A new invitation, or for an active person a link for a new password; earlier ones end. */
export async function relinkPerson(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<InvitedPersonBody | Refusal> {
  const person_id = parseUuid(id);
  if (person_id === null) return notFound();
  const request = { person_id, link: freshLink(app) };
  const linked = await changeSetting(app, operator, SETTINGS_ACTS.link_person, request);
  if (isRefusal(linked)) return linked;
  return { ...(await shown(app, linked.person)), link: shownLink(linked.link) };
}
