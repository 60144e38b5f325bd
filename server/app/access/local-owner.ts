// Makes an owner on the machine of the service: the first one, or one more if all others have lost
// their access. No request reaches this.

import { canSignIn, type Person, refuseNoOwner } from '../../domain/access/person.ts';
import { newPerson } from '../../domain/person/change-person.ts';
import { MAKE_OWNER } from '../../domain/person/person-requests.ts';
import { type Opening, openedHere } from '../../domain/record/tie.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import {
  emailHash,
  hasActiveOwner,
  insertPerson,
  lockPersonByEmail,
} from '../../store/access/people.ts';
import { readClock } from '../../store/batch/settings-version.ts';
import type { Transaction } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';
import { makeLink } from './person-links.ts';
import type { LinkBody } from './person-views.ts';

type Named = Pick<Person, 'name' | 'email'>;
type Found = { person: Person; is_new: boolean };

export async function findOrMakeOwner(
  app: App,
  tx: Transaction,
  named: Named,
  opening: Opening,
): Promise<Found> {
  const { cipher } = app.store;
  const known = () => lockPersonByEmail(tx, cipher, emailHash(cipher, named.email));
  const before = await known();
  if (before !== null) return { person: before, is_new: false };
  const given = { ...named, person_id: newId(), role: 'owner', merchant_id: null } as const;
  const made = newPerson(given, await readClock(tx));
  if (await insertPerson(tx, cipher, made, opening)) return { person: made, is_new: true };
  const other = await known();
  if (other === null) throw new Error('A person was neither inserted nor found');
  return { person: other, is_new: false };
}

async function linkFor(app: App, tx: Transaction, { person, is_new }: Found): Promise<LinkBody> {
  const { person_id } = person;
  const kind = canSignIn(person) ? 'password_reset' : 'invitation';
  const made = { person_id, kind, created_by: null } as const;
  const link = await makeLink(app, tx, made, openedHere('machine_link'));
  const action = is_new ? 'owner_created' : 'person_link_made';
  const detail = { on_machine: true, kind, expires_at: link.expires_at };
  await auditIn(tx, SERVICE, action, `people/${person_id}`, detail);
  return link;
}

export type LocalOwnerBody = { id: string; is_new: boolean; link: LinkBody };

/** An owner who exists already gets a new link. */
export async function makeLocalOwner(app: App, raw: RawFields): Promise<LocalOwnerBody | Refusal> {
  const named = readRequest(MAKE_OWNER, raw);
  if (isRefusal(named)) return named;
  return await app.store.db.transaction(async (tx) => {
    const found = await findOrMakeOwner(app, tx, named, openedHere('machine_owner'));
    const { person_id: id } = found.person;
    const refused = refuseNoOwner(found.person);
    if (refused !== null) return refused;
    return { id, is_new: found.is_new, link: await linkFor(app, tx, found) };
  });
}

/** True if somebody can sign in and invite others. */
export const hasOwner = (app: App): Promise<boolean> => hasActiveOwner(app.store.db);
