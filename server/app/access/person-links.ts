// Links by which a person sets a password: made by owners, used once.

import { passwordProblem } from '../../domain/access/password.ts';
import {
  LINK_LIFE_MS,
  PASSWORD_LINK_KINDS,
  type PasswordLinkKind,
} from '../../domain/access/person-link.ts';
import { SET_PASSWORD_BY_LINK } from '../../domain/access/sign-in-requests.ts';
import type { FreshLink } from '../../domain/person/change-person.ts';
import { LINK_WRONG, wrongPassword } from '../../domain/person/set-password.ts';
import type { Opening } from '../../domain/record/tie.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { selectPerson } from '../../store/access/people.ts';
import { putPersonLink, selectPersonLink } from '../../store/access/person-links.ts';
import { readClock } from '../../store/batch/settings-version.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { iso } from '../request/views.ts';
import { changeSettingIn } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import type { NoteFailure } from './note-failed-sign-ins.ts';
import { type LinkBody, linkUrl } from './person-views.ts';
import { giveBackTry, linkTargets, takeTry } from './sign-in-tries.ts';
import { newSecret, SECRET_FORM, type SignInOrigin } from './start-session.ts';

export function freshLink(app: Pick<App, 'public_url'>): FreshLink {
  const secret = newSecret();
  return { url: linkUrl(app, secret), link_hash: sha256Hex(secret) };
}

/** Replaces the person's earlier link. */
export async function makeLink(
  app: Pick<App, 'public_url'>,
  tx: Queryable,
  {
    person_id,
    kind,
    created_by,
  }: { person_id: string; kind: PasswordLinkKind; created_by: string | null },
  opening: Opening,
): Promise<LinkBody> {
  const secret = newSecret();
  const created_at = await readClock(tx);
  const expires_at = created_at + LINK_LIFE_MS[kind];
  const link_hash = sha256Hex(secret);
  const link = { person_id, kind, link_hash, created_by, created_at, expires_at };
  await putPersonLink(tx, link, opening);
  return { kind, url: linkUrl(app, secret), expires_at: iso(expires_at) };
}

/** The whole link is accepted too: that is what people copy. */
export function linkSecret(text: string): string {
  const secret = text.slice(text.lastIndexOf('#') + 1).trim();
  return SECRET_FORM.test(secret) ? secret : '';
}

export type UsedLinkBody = { outcome: 'password_set' };

type Used = UsedLinkBody | Refusal;

/**
 * Sets the password and ends everything that the old one opened. It does not sign in: whoever has
 * a second factor still gives it.
 */
export async function setPasswordByLink(
  app: App,
  raw: RawFields,
  origin: SignInOrigin,
  noteFailure: NoteFailure,
): Promise<Used> {
  const given = readRequest(SET_PASSWORD_BY_LINK, raw);
  if (isRefusal(given)) return given;
  const targets = linkTargets(origin.address);
  const tried = await takeTry(app, targets);
  if (isRefusal(tried)) return tried;
  const { db, cipher } = app.store;
  const use = { link_hash: sha256Hex(linkSecret(given.link)), kinds: PASSWORD_LINK_KINDS };
  const link = await selectPersonLink(db, use);
  const person = link === null ? null : await selectPerson(db, cipher, link.person_id);
  if (person === null || person.state === 'disabled') {
    noteFailure({ action: 'link_failed', person_id: person?.person_id ?? null, origin });
    return LINK_WRONG;
  }
  await giveBackTry(app, targets);
  const problem = passwordProblem(given.password, person);
  if (problem !== null) return wrongPassword('password', problem);
  const password_hash = await app.passwords.hash(given.password);
  if (isRefusal(password_hash)) return password_hash;
  const { person_id } = person;
  const request = { link_hash: use.link_hash, password_hash };
  const { set_password_by_link } = SETTINGS_ACTS;
  const used = await db.transaction((tx) =>
    changeSettingIn({ app, tx, actor: actorOf(person_id, origin) }, set_password_by_link, request),
  );
  if (isRefusal(used)) return used;
  await app.settings.refresh();
  return { outcome: 'password_set' };
}

/** Who has the link acts as the person, without a session. */
function actorOf(id: string, { address, request_id }: SignInOrigin) {
  const origin = { address, request_id, session_id: null, operator_token_id: null };
  return { role: 'operator', id, origin } as const;
}
