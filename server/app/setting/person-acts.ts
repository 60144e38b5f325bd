// Settings acts on people, and on their ties.
import {
  decideDisabling,
  decideEnabling,
  decideInvitation,
  decideLink,
  decideRole,
  EMAIL_TAKEN,
  type Invitation,
  type KnownPerson,
  type LinkRequest,
  personTerms,
  type RoleChange,
  type StateChange,
} from '../../domain/person/change-person.ts';
import { decideUntie, type UntieRequest } from '../../domain/person/untie-people.ts';
import {
  countKnownOwners,
  emailHash,
  insertPerson,
  lockPeople,
  lockPerson,
  lockPersonByEmail,
  savePerson,
} from '../../store/access/people.ts';
import { dropPersonLink, putPersonLink } from '../../store/access/person-links.ts';
import { endTies, readTies } from '../../store/approval/ties.ts';
import { readClock } from '../../store/batch/settings-version.ts';
import { settingVersion } from '../request/setting-version.ts';
import { endAccess } from './end-access.ts';
import { type At, actOfOne, actOfTwo, NOTHING_MORE } from './settings-act.ts';

async function lockKnown(
  { tx, cipher }: At,
  { person_id }: { person_id: string },
): Promise<KnownPerson | null> {
  const found = await lockPerson(tx, cipher, person_id);
  if (found === null) return null;
  return { ...found, known_owners: await countKnownOwners(tx), clock: await readClock(tx) };
}

export const PERSON_ACTS = {
  invite_person: actOfTwo({
    action: 'person_invited',
    locks: [],
    gate: 'person_role',
    version: null,
    lock: async ({ tx, cipher }, { given }: Invitation) => {
      const other = await lockPersonByEmail(tx, cipher, emailHash(cipher, given.email));
      const known_owners = await countKnownOwners(tx);
      return { is_taken: other !== null, known_owners, clock: await readClock(tx) };
    },
    decide: decideInvitation,
    save: async ({ tx, cipher }, { saved: { person, opening, link } }) => {
      if (!(await insertPerson(tx, cipher, person, opening))) return null;
      await putPersonLink(tx, link, opening);
      return NOTHING_MORE;
    },
    overtaken: EMAIL_TAKEN,
  }),
  change_role: actOfTwo({
    action: 'person_role_changed',
    locks: ['people'],
    gate: 'person_role',
    version: 'save',
    lock: (at, request: RoleChange) => lockKnown(at, request),
    seen: {
      version: ({ cipher }, { person }) => settingVersion(cipher, personTerms(person)),
      by: ['person_role_changed', 'person_invited'],
    },
    decide: decideRole,
    save: async ({ tx }, { saved: { person, opening } }) => {
      await savePerson(tx, person, opening);
      return await endAccess(tx, person.person_id);
    },
  }),
  disable_person: actOfOne({
    action: 'person_disabled',
    locks: ['people'],
    gate: null,
    version: 'save',
    lock: (at, request: StateChange) => lockKnown(at, request),
    decide: decideDisabling,
    save: async ({ tx }, { saved: { person, opening } }) => {
      await savePerson(tx, person, opening);
      await dropPersonLink(tx, person.person_id);
      return await endAccess(tx, person.person_id);
    },
  }),
  enable_person: actOfTwo({
    action: 'person_enabled',
    locks: ['people'],
    gate: 'person_role',
    version: null,
    lock: (at, request: StateChange) => lockKnown(at, request),
    decide: decideEnabling,
    save: async ({ tx }, { saved: { person, opening } }) => {
      await savePerson(tx, person, opening);
      return NOTHING_MORE;
    },
  }),
  link_person: actOfTwo({
    action: 'person_link_made',
    locks: ['people'],
    gate: 'person_role',
    version: null,
    lock: (at, request: LinkRequest) => lockKnown(at, request),
    decide: decideLink,
    save: async ({ tx }, { saved: { opening, link } }) => {
      await putPersonLink(tx, link, opening);
      return NOTHING_MORE;
    },
  }),
  untie_people: actOfTwo({
    action: 'people_untied',
    locks: ['people'],
    gate: 'person_role',
    version: null,
    lock: async ({ tx, cipher }, { person_id, other }: UntieRequest) => {
      const ids = other === null ? [person_id] : [person_id, other];
      const locked = await lockPeople(tx, cipher, ids);
      const person = locked.get(person_id);
      if (person === undefined || locked.size < ids.length) return null;
      return { person, ties: await readTies(tx) };
    },
    decide: decideUntie,
    save: async ({ tx, now }, { saved: { person_id, other, by } }) => {
      await endTies(tx, { person_id, other }, { by, at: now });
      return NOTHING_MORE;
    },
  }),
};
