// How people, their links and sessions are shown to owners and to themselves.
import type { Person } from '../../domain/access/person.ts';
import type { PasswordLinkKind } from '../../domain/access/person-link.ts';
import { type Session, sessionEnd } from '../../domain/access/session.ts';
import { personTerms } from '../../domain/person/change-person.ts';
import type { App } from '../process/app.ts';
import { settingVersion } from '../request/setting-version.ts';
import { iso, isoOrNull } from '../request/views.ts';

export function personBody(app: App, person: Person, link_expires_at: number | null) {
  const { person_id, name, email, role, merchant_id, state, second_factors, has_password, openid } =
    person;
  return {
    id: person_id,
    name,
    email,
    role,
    merchant_id,
    state,
    second_factors: [...second_factors],
    has_password,
    openid: openid === null ? null : { ...openid, connected_at: iso(openid.connected_at) },
    link_expires_at: isoOrNull(link_expires_at),
    created_at: iso(person.created_at),
    changed_at: iso(person.changed_at),
    version: settingVersion(app.store.cipher, personTerms(person)),
  };
}

export type PersonBody = ReturnType<typeof personBody>;

/** Shown once: only its hash is stored. */
export type LinkBody = { kind: PasswordLinkKind; url: string; expires_at: string };

export type InvitedPersonBody = PersonBody & { link: LinkBody };

/** The secret is behind `#`, which browsers send to no server, so that no log has it. */
export const linkUrl = (app: Pick<App, 'public_url'>, secret: string) =>
  `${app.public_url}/console/link#${secret}`;

/** Whoever opens it is signed in: only a sandbox makes such links. */
export const signInLinkUrl = (app: Pick<App, 'public_url'>, secret: string) =>
  `${app.public_url}/console/enter#${secret}`;

export function sessionBody(session: Session, current: string | null) {
  return {
    id: session.session_id,
    person_id: session.person_id,
    address: session.address,
    user_agent: session.user_agent,
    created_at: iso(session.created_at),
    last_seen_at: iso(session.last_seen_at),
    ends_at: iso(sessionEnd(session)),
    is_current: session.session_id === current,
  };
}

export type SessionBody = ReturnType<typeof sessionBody>;
