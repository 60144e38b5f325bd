// Owners invite and list people.
import { canonicalEmail, merchantProblem, type Person } from '../../domain/access/person.ts';
import { PERSON_ROLES } from '../../domain/access/roles.ts';
import { isRefusal, type Refusal, refuseFields } from '../../domain/service/refusal.ts';
import { emailProblem } from '../../lib/email.ts';
import { parseUuid } from '../../lib/uuid.ts';
import {
  emailHash,
  insertPerson,
  lockPersonByEmail,
  selectPeople,
  selectPerson,
} from '../../store/access/people.ts';
import { selectLinkEnds } from '../../store/access/person-links.ts';
import { readClock } from '../../store/batch/settings-version.ts';
import { refuseInvitation } from '../approval/gate-role.ts';
import { openingBy } from '../approval/opening.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { gatedChange } from '../setting/gated-change.ts';
import { makeLink } from './person-links.ts';
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

export function newPerson(
  given: Pick<Person, 'name' | 'email' | 'role' | 'merchant_id'>,
  now: number,
): Person {
  return {
    ...given,
    person_id: newId(),
    state: 'invited',
    second_factors: [],
    has_password: false,
    created_at: now,
    changed_at: now,
  };
}

const takenEmail = (): Refusal =>
  refuseFields([{ field: 'email', code: 'not_allowed', message: 'belongs to another person' }]);

/** The e-mail address stays out of the audit trail, which nobody can correct. */
export async function invitePerson(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<InvitedPersonBody | Refusal> {
  const given = await readInvitation(app, raw);
  if (isRefusal(given)) return given;
  const { cipher } = app.store;
  const actor = operatorActor(operator);
  return await gatedChange(app, operator, async (tx, gate) => {
    // Nothing is written before the gate.
    const other = await lockPersonByEmail(tx, cipher, emailHash(cipher, given.email));
    if (other !== null) return takenEmail();
    const needed = await refuseInvitation(tx, gate, given);
    if (needed !== null) return needed;
    const person = newPerson(given, await readClock(tx));
    const opening = openingBy('invitation', operator);
    if (!(await insertPerson(tx, cipher, person, opening))) return takenEmail();
    const { person_id, role, merchant_id } = person;
    const made = { person_id, kind: 'invitation', created_by: actor.id } as const;
    const link = await makeLink(app, tx, made, opening);
    const detail = { role, merchant_id, link_expires_at: link.expires_at };
    await auditIn(tx, actor, 'person_invited', `people/${person_id}`, detail);
    return { ...personBody(person, Date.parse(link.expires_at)), link };
  });
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
