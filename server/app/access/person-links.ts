// Links by which a person sets a password: made by owners, used once.

import { passwordProblem } from '../../domain/access/password.ts';
import {
  LINK_LIFE_MS,
  PASSWORD_LINK_KINDS,
  type PasswordLinkKind,
} from '../../domain/access/person-link.ts';
import { SET_PASSWORD_BY_LINK } from '../../domain/access/sign-in-requests.ts';
import type { FreshLink } from '../../domain/person/change-person.ts';
import type { Opening } from '../../domain/record/tie.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../../domain/service/refusal.ts';
import { lockCredentials, savePassword, selectPerson } from '../../store/access/people.ts';
import { putPersonLink, selectPersonLink, usePersonLink } from '../../store/access/person-links.ts';
import { readClock } from '../../store/batch/settings-version.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { iso } from '../request/views.ts';
import { endAccess } from './end-access.ts';
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

export const wrongLink = (): Refusal =>
  refuse('not_found', 'The link is unknown, was used or replaced, or has expired.');

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
    return wrongLink();
  }
  await giveBackTry(app, targets);
  const problem = passwordProblem(given.password, person);
  if (problem !== null) return wrongPassword('password', problem);
  const password_hash = await app.passwords.hash(given.password);
  if (isRefusal(password_hash)) return password_hash;
  const used = await useUp(app, use, password_hash, origin);
  if (!isRefusal(used)) await app.settings.refresh();
  return used;
}

export const wrongPassword = (field: string, message: string): Refusal =>
  refuseFields([{ field, code: 'format', message }]);

/** The link may have been used or the person disabled while the password was hashed. */
async function useUp(
  app: App,
  use: Parameters<typeof usePersonLink>[1],
  password_hash: string,
  { address, request_id }: SignInOrigin,
): Promise<Used> {
  return await app.store.db.transaction(async (tx) => {
    const link = await selectPersonLink(tx, use);
    const person = link === null ? null : await lockCredentials(tx, link.person_id);
    if (person === null || person.state === 'disabled') return wrongLink();
    const used = await usePersonLink(tx, use);
    if (used === null) return wrongLink();
    const { person_id } = person;
    await savePassword(tx, person_id, password_hash);
    const ended = await endAccess(tx, person_id);
    const origin = { address, request_id, session_id: null, operator_token_id: null };
    const actor = { role: 'operator', id: person_id, origin } as const;
    const detail = { kind: used.kind, made_by: used.created_by, ...ended };
    await auditIn(tx, actor, 'person_link_used', `people/${person_id}`, detail);
    return { outcome: 'password_set' };
  });
}
