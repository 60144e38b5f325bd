// Owners invite and list people.

import type { Person } from '../../domain/access/person.ts';
import { shownLink } from '../../domain/person/change-person.ts';
import { FIND_PEOPLE, INVITE_PERSON } from '../../domain/person/person-requests.ts';
import { beginReading, type RawFields, readFilters } from '../../domain/request/read-request.ts';
import type { Notes, QueryTexts } from '../../domain/request/request-shape.ts';
import { hasNames } from '../../domain/search/name-search.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { type PeopleFilter, selectPeople, selectPerson } from '../../store/access/people.ts';
import { selectLinkEnds } from '../../store/access/person-links.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type OfNamedMerchant, withMerchantNames } from '../request/merchant-names.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { freshLink } from './person-links.ts';
import { type InvitedPersonBody, type PersonBody, personBody } from './person-views.ts';

type MerchantReading = Notes & {
  readonly values: { readonly merchant_id?: string | null | undefined };
};

/** Notes a merchant whom the service does not know. */
export async function checkMerchant(
  app: App,
  reading: MerchantReading,
  rule = 'is not a merchant',
): Promise<void> {
  const { merchant_id } = reading.values;
  if (typeof merchant_id !== 'string') return;
  const { merchants } = await app.settings.current();
  const known = merchants.get(merchant_id);
  if (known === undefined || known.is_house) {
    reading.wrong('merchant_id', 'unknown_value', rule);
  }
}

export async function invitePerson(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<InvitedPersonBody | Refusal> {
  const reading = beginReading(INVITE_PERSON, raw);
  await checkMerchant(app, reading);
  const given = reading.result();
  if (isRefusal(given)) return given;
  const request = { given: { ...given, person_id: newId() }, link: freshLink(app) };
  const invited = await changeSetting(app, operator, SETTINGS_ACTS.invite_person, request);
  if (isRefusal(invited)) return invited;
  const { person, link } = invited;
  return { ...personBody(app, person, link.expires_at), link: shownLink(link) };
}

export type ListedPersonBody = OfNamedMerchant<PersonBody>;

export type PeopleQuery = QueryTexts<typeof FIND_PEOPLE> & PageQuery;

const READ_AT_ONCE = 500;

/** Names are encrypted, so that they are compared here. */
async function findPeople(
  { store: { db, cipher } }: App,
  words: readonly string[],
  filter: PeopleFilter,
): Promise<Person[]> {
  if (words.length === 0) return await selectPeople(db, cipher, filter);
  const found: Person[] = [];
  let { before } = filter;
  for (;;) {
    const read = await selectPeople(db, cipher, { ...filter, before, limit: READ_AT_ONCE });
    found.push(
      ...read.filter(({ name, email, person_id }) => hasNames(words, [name, email, person_id])),
    );
    if (found.length >= filter.limit || read.length < READ_AT_ONCE) break;
    before = read.at(-1)?.person_id ?? null;
  }
  return found.slice(0, filter.limit);
}

export async function listPeople(
  app: App,
  query: PeopleQuery,
): Promise<Page<ListedPersonBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], readFilters(FIND_PEOPLE, query));
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const { merchant_id } = filters;
  const filter = { merchant_id, before: cursor?.[0] ?? null, limit: limit + 1 };
  const found = await findPeople(app, filters.q ?? [], filter);
  const ends = await selectLinkEnds(
    app.store.db,
    found.map(({ person_id }) => person_id),
  );
  const bodies = found.map((person) => personBody(app, person, ends.get(person.person_id) ?? null));
  return pageOf(await withMerchantNames(app, bodies), limit, (person) => [person.id]);
}

export async function getPerson(app: App, id: string): Promise<PersonBody | Refusal> {
  const person_id = parseUuid(id);
  if (person_id === null) return refuseUnknown();
  const { db, cipher } = app.store;
  const person = await selectPerson(db, cipher, person_id);
  if (person === null) return refuseUnknown();
  const ends = await selectLinkEnds(db, [person_id]);
  return personBody(app, person, ends.get(person_id) ?? null);
}
