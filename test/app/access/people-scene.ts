// People for tests: invited, with a password, signed in.
import { ok } from 'node:assert/strict';
import { authenticateSession } from '../../../server/app/access/authenticate-session.ts';
import type { SignInFailure } from '../../../server/app/access/note-failed-sign-ins.ts';
import { invitePerson } from '../../../server/app/access/people.ts';
import { makeLink, setPasswordByLink } from '../../../server/app/access/person-links.ts';
import { type InvitedPersonBody, personBody } from '../../../server/app/access/person-views.ts';
import { signIn } from '../../../server/app/access/sign-in.ts';
import type { App } from '../../../server/app/process/app.ts';
import { newId } from '../../../server/app/process/ids.ts';
import { newPerson } from '../../../server/domain/person/change-person.ts';
import { openedHere } from '../../../server/domain/record/tie.ts';
import { insertPerson } from '../../../server/store/access/people.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';

export const PASSWORD = 'five quiet geese by the river';

const origin = (address = '203.0.113.7') => ({
  address,
  request_id: 'request-1',
  user_agent: 'Firefox/128',
});

export const failures: SignInFailure[] = [];
const noteFailure = (failure: SignInFailure) => {
  failures.push(failure);
};

let count = 0;

/** A person with a link that nobody has used. */
export async function invited(app: App, fields: Record<string, unknown> = {}) {
  count += 1;
  const person = { name: 'Ada', email: `person-${count}@example.com`, role: 'viewer', ...fields };
  return accepted(await invitePerson(app, OPERATOR, raw(person)));
}

export const useLink = (app: App, link: string, password = PASSWORD, address?: string) =>
  setPasswordByLink(app, raw({ link, password }), origin(address), noteFailure);

/** No band asks for a second person, and nobody is tied to them. */
async function madeHere(app: App, fields: Record<string, unknown>): Promise<InvitedPersonBody> {
  count += 1;
  const named = { name: 'Ada', email: `person-${count}@example.com` };
  const given = { ...named, merchant_id: null, person_id: newId() };
  const person = newPerson({ ...given, role: 'viewer', ...fields }, app.settings.now());
  const { person_id } = person;
  return await app.store.db.transaction(async (tx) => {
    ok(await insertPerson(tx, app.store.cipher, person, openedHere('machine_owner')));
    const terms = { person_id, kind: 'invitation', created_by: null } as const;
    const link = await makeLink(app, tx, terms, openedHere('machine_link'));
    return { ...personBody(app, person, Date.parse(link.expires_at)), link };
  });
}

/** A person with a password, tied to nobody: as if made on the machine. */
export async function active(app: App, fields: Record<string, unknown> = {}) {
  const person = await madeHere(app, fields);
  accepted(await useLink(app, person.link.url));
  return person;
}

type Given = { password?: string; address?: string };

export const trySignIn = (app: App, email: string, { password = PASSWORD, address }: Given = {}) =>
  signIn(app, raw({ email, password }), origin(address), noteFailure);

export const callerOf = (app: App, secret: string) =>
  authenticateSession(app, { secret, address: '203.0.113.7', request_id: 'request-2' });

/** A new session of the person. */
export async function entered(app: App, { email }: Pick<InvitedPersonBody, 'email'>) {
  const { secret } = accepted(await trySignIn(app, email));
  const caller = accepted(await callerOf(app, secret));
  ok(caller.session_id !== null);
  return { caller, secret, session_id: caller.session_id };
}
