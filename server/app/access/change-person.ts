// Owners change a person's role, disable and enable people, and make new links for them.

import type { Person } from '../../domain/access/person.ts';
import { shownLink } from '../../domain/person/change-person.ts';
import {
  CHANGE_PERSON_ROLE,
  DISABLE_PERSON,
  ENABLE_PERSON,
} from '../../domain/person/person-requests.ts';
import { beginReading, type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectLinkEnds } from '../../store/access/person-links.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { checkMerchant } from './people.ts';
import { freshLink } from './person-links.ts';
import { type InvitedPersonBody, type PersonBody, personBody } from './person-views.ts';

async function shown(app: App, person: Person): Promise<PersonBody> {
  const ends = await selectLinkEnds(app.store.db, [person.person_id]);
  return personBody(app, person, ends.get(person.person_id) ?? null);
}

export async function changePersonRole(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<PersonBody | Refusal> {
  const reading = beginReading(CHANGE_PERSON_ROLE, raw);
  await checkMerchant(app, reading);
  const given = reading.result();
  if (isRefusal(given)) return given;
  const { reason, ...terms } = given;
  const person_id = parseUuid(id);
  if (person_id === null) return refuseUnknown();
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
  const given = readRequest(DISABLE_PERSON, raw);
  if (isRefusal(given)) return given;
  const person_id = parseUuid(id);
  if (person_id === null) return refuseUnknown();
  const request = { person_id, ...given };
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
  const given = readRequest(ENABLE_PERSON, raw);
  if (isRefusal(given)) return given;
  const person_id = parseUuid(id);
  if (person_id === null) return refuseUnknown();
  const request = { person_id, ...given };
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
  if (person_id === null) return refuseUnknown();
  const request = { person_id, link: freshLink(app) };
  const linked = await changeSetting(app, operator, SETTINGS_ACTS.link_person, request);
  if (isRefusal(linked)) return linked;
  return { ...(await shown(app, linked.person)), link: shownLink(linked.link) };
}
