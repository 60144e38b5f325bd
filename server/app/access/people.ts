// Owners invite and list people.
import { canonicalEmail, merchantProblem, type Person } from '../../domain/access/person.ts';
import { PERSON_ROLES } from '../../domain/access/roles.ts';
import { shownLink } from '../../domain/person/change-person.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { emailProblem } from '../../lib/email.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectPeople, selectPerson } from '../../store/access/people.ts';
import { selectLinkEnds } from '../../store/access/person-links.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { notFound, type OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { freshLink } from './person-links.ts';
import { type InvitedPersonBody, type PersonBody, personBody } from './person-views.ts';

const NAME_MAX = 128;
const EMAIL_MAX = 254;

/** The role and the merchant that belongs to it. */
export async function readRole(app: App, reader: FieldReader) {
  const role = reader.choice('role', PERSON_ROLES, true) ?? 'viewer';
  const given = reader.raw('merchant_id');
  const is_given = given !== undefined && given !== null;
  const merchant_id = is_given ? reader.uuid('merchant_id') : null;
  const problem = merchantProblem(role, merchant_id);
  if (problem !== null) {
    reader.wrong('merchant_id', is_given ? 'not_allowed' : 'required', problem);
  } else if (merchant_id !== null) {
    const { merchants } = await app.settings.current();
    const known = merchants.get(merchant_id);
    if (known === undefined || known.merchant.is_house) {
      reader.wrong('merchant_id', 'unknown_value', 'is not a merchant');
    }
  }
  return { role, merchant_id };
}

export function readNameAndEmail(reader: FieldReader): Pick<Person, 'name' | 'email'> {
  const name = reader.text('name', NAME_MAX);
  const email = canonicalEmail(reader.text('email', EMAIL_MAX));
  const problem = emailProblem(email);
  if (problem !== null) reader.wrong('email', 'format', problem);
  return { name, email };
}

async function readInvitation(app: App, raw: RawFields) {
  const reader = readFields(raw, ['name', 'email', 'role', 'merchant_id']);
  const { name, email } = readNameAndEmail(reader);
  const terms = await readRole(app, reader);
  return reader.refusal() ?? { name, email, ...terms };
}

export async function invitePerson(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<InvitedPersonBody | Refusal> {
  const given = await readInvitation(app, raw);
  if (isRefusal(given)) return given;
  const request = { given: { ...given, person_id: newId() }, link: freshLink(app) };
  const invited = await changeSetting(app, operator, SETTINGS_ACTS.invite_person, request);
  if (isRefusal(invited)) return invited;
  const { person, link } = invited;
  return { ...personBody(person, link.expires_at), link: shownLink(link) };
}

export type PeopleQuery = {
  merchant_id?: string | undefined;
  cursor?: string | undefined;
  limit?: string | undefined;
};

export async function listPeople(
  app: App,
  query: PeopleQuery,
): Promise<Page<PersonBody> | Refusal> {
  const reader = readFields({ fields: query, errors: [] }, ['merchant_id']);
  const merchant_id = query.merchant_id === undefined ? null : reader.uuid('merchant_id');
  const page = readPage(query, [UUID_FORM], reader.refusal());
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const { db, cipher } = app.store;
  const filter = { merchant_id, before: cursor?.[0] ?? null, limit: limit + 1 };
  const found = await selectPeople(db, cipher, filter);
  const ends = await selectLinkEnds(
    db,
    found.map(({ person_id }) => person_id),
  );
  const bodies = found.map((person) => personBody(person, ends.get(person.person_id) ?? null));
  return pageOf(bodies, limit, (person) => [person.id]);
}

export async function getPerson(app: App, id: string): Promise<PersonBody | Refusal> {
  const person_id = parseUuid(id);
  if (person_id === null) return notFound();
  const { db, cipher } = app.store;
  const person = await selectPerson(db, cipher, person_id);
  if (person === null) return notFound();
  const ends = await selectLinkEnds(db, [person_id]);
  return personBody(person, ends.get(person_id) ?? null);
}
