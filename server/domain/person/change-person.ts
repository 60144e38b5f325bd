// People are invited, get another role, are disabled and enabled, and get new links.
import { canonicalEmail, canSignIn, type Person, refusePersonChange } from '../access/person.ts';
import { LINK_LIFE_MS, type PasswordLinkKind } from '../access/person-link.ts';
import { rightsBeyond, roleHas } from '../access/rights.ts';
import { type Opening, openingBy } from '../record/tie.ts';
import { refuseFields } from '../service/refusal.ts';
import { openly, type SettingsAsk } from '../setting/settings-ask.ts';
import type { Asker, SettingsVerdict } from '../setting/settings-decision.ts';
import { isoMoment } from '../values/day.ts';

export const personTarget = (person_id: string): string => `people/${person_id}`;

type Terms = Pick<Person, 'role' | 'merchant_id'>;

/** What an owner decides about somebody. */
export const personTerms = ({ role, merchant_id }: Person): Terms => ({ role, merchant_id });

/** Whether one person alone may not do it. `before` is null for an invitation. */
const concerns = (before: Terms | null, after: Terms): boolean =>
  roleHas(after.role, 'approvals.decide') ||
  roleHas(after.role, 'merchant_tokens.change') ||
  before?.role === 'owner';

/**
 * Who becomes one of those that approve, or becomes one again, and who stops being an owner, needs
 * a second person: else somebody invites their own second pair of eyes. Not before there have been
 * two owners who can sign in: the first one invites the second alone. Owners who were disabled
 * count, so that nobody gets rid of the others first.
 */
function askAboutRole(
  known_owners: number,
  target: string,
  { before, after, about }: { before: Terms | null; after: Terms; about: object },
): SettingsAsk | null {
  if (!concerns(before, after) || known_owners < 2) return null;
  const { merchant_id } = after;
  return openly({ merchant_id, target, before, after: { ...about, ...after } });
}

/** A link that was just made: its secret is in the address only. */
export type FreshLink = { url: string; link_hash: string };

export type MadeLink = FreshLink & {
  person_id: string;
  kind: PasswordLinkKind;
  created_by: string | null;
  created_at: number;
  expires_at: number;
};

/** The link as whoever asked for it sees it, once. */
export const shownLink = ({ kind, url, expires_at }: MadeLink) => ({
  kind,
  url,
  expires_at: isoMoment(expires_at),
});

function linkBy(
  asker: Asker,
  { link, person_id, kind }: { link: FreshLink; person_id: string; kind: PasswordLinkKind },
  now: number,
): MadeLink {
  const created_by = asker.person_id ?? asker.operator_token_id;
  const expires_at = now + LINK_LIFE_MS[kind];
  return { ...link, person_id, kind, created_by, created_at: now, expires_at };
}

type Named = Pick<Person, 'person_id' | 'name' | 'email' | 'role' | 'merchant_id'>;

export const newPerson = (given: Named, now: number): Person => ({
  ...given,
  state: 'invited',
  second_factors: [],
  has_password: false,
  openid: null,
  created_at: now,
  changed_at: now,
});

/** What is saved about a person: how it opens a way to sign in decides who is tied to them. */
export type SavedPerson = { person: Person; opening: Opening };
export type LinkedPerson = SavedPerson & { link: MadeLink };

export type InvitationFacts = {
  /** Somebody has the address. */
  is_taken: boolean;
  /** Owners who could sign in at some time. */
  known_owners: number;
  /** The database's true time. */
  clock: number;
};

export type Invitation = { given: Named; link: FreshLink };

export const EMAIL_TAKEN = refuseFields([
  { field: 'email', code: 'not_allowed', message: 'belongs to another person' },
]);

/** The e-mail address stays out of the audit trail, which nobody can correct. */
export function decideInvitation(
  { is_taken, known_owners, clock }: InvitationFacts,
  { given, link: fresh }: Invitation,
  asker: Asker,
): SettingsVerdict<LinkedPerson> {
  if (is_taken) return EMAIL_TAKEN;
  const person = newPerson(given, clock);
  const { person_id, name, email, role, merchant_id } = person;
  const link = linkBy(asker, { link: fresh, person_id, kind: 'invitation' }, clock);
  const about = { name, email: canonicalEmail(email) };
  return {
    saved: { person, opening: openingBy('invitation', asker), link },
    target: personTarget(person_id),
    detail: { role, merchant_id, link_expires_at: isoMoment(link.expires_at) },
    ask: askAboutRole(known_owners, 'people', {
      before: null,
      after: { role, merchant_id },
      about,
    }),
    shown_once: { link: shownLink(link) },
  };
}

/** The person and all owners, locked. */
export type KnownPerson = {
  person: Person;
  active_owners: number;
  known_owners: number;
  clock: number;
};

export type RoleChange = { person_id: string; terms: Terms; reason: string };

/** Sessions and tokens end, so that nothing goes on with the rights of the former role. */
export function decideRole(
  facts: KnownPerson,
  { terms, reason }: RoleChange,
  asker: Asker,
): SettingsVerdict<SavedPerson> {
  const refused = refusePersonChange('role', { ...facts, asked_by: asker.person_id }, terms.role);
  if (refused !== null) return refused;
  const { person, known_owners } = facts;
  const { person_id, name } = person;
  const gained = rightsBeyond({ ...terms, scopes: null }, { ...person, scopes: null });
  const way = gained.length > 0 ? 'role_raised' : 'role_lowered';
  const before = personTerms(person);
  const target = personTarget(person_id);
  return {
    saved: { person: { ...person, ...terms }, opening: openingBy(way, asker) },
    target,
    detail: { reason, before, after: terms },
    ask: askAboutRole(known_owners, target, { before, after: terms, about: { name } }),
  };
}

export type StateChange = { person_id: string; reason: string };

function withState(
  person: Person,
  state: Person['state'],
  { reason }: StateChange,
  opening: Opening,
) {
  return {
    saved: { person: { ...person, state }, opening },
    target: personTarget(person.person_id),
    detail: { reason, before: { state: person.state }, after: { state } },
  };
}

export function decideDisabling(
  facts: KnownPerson,
  request: StateChange,
  asker: Asker,
): SettingsVerdict<SavedPerson, null> {
  const refused = refusePersonChange('disable', { ...facts, asked_by: asker.person_id });
  if (refused !== null) return refused;
  const opening = openingBy('person_disabled', asker);
  return { ...withState(facts.person, 'disabled', request, opening), ask: null };
}

/** With the password or account that they had; without any they are invited by a new link. */
export function decideEnabling(
  facts: KnownPerson,
  request: StateChange,
  asker: Asker,
): SettingsVerdict<SavedPerson> {
  const refused = refusePersonChange('enable', { ...facts, asked_by: asker.person_id });
  if (refused !== null) return refused;
  const { person, known_owners } = facts;
  const { name, changed_at } = person;
  const terms = personTerms(person);
  const state = canSignIn(person) ? 'active' : 'invited';
  const decided = withState(person, state, request, openingBy('person_enabled', asker));
  const about = { name, state: 'enabled again', since: changed_at };
  const asked = { before: terms, after: terms, about };
  return { ...decided, ask: askAboutRole(known_owners, decided.target, asked) };
}

export type LinkRequest = { person_id: string; link: FreshLink };

/** A new invitation, or for an active person a link for a new password; earlier ones end. */
export function decideLink(
  facts: KnownPerson,
  { link: fresh }: LinkRequest,
  asker: Asker,
): SettingsVerdict<LinkedPerson> {
  const refused = refusePersonChange('link', { ...facts, asked_by: asker.person_id });
  if (refused !== null) return refused;
  const { person, known_owners, clock } = facts;
  const { person_id, name, email, changed_at } = person;
  const is_known = canSignIn(person);
  const kind = is_known ? 'password_reset' : 'invitation';
  const way = is_known ? 'password_link' : 'invitation_link';
  const link = linkBy(asker, { link: fresh, person_id, kind }, clock);
  const target = personTarget(person_id);
  const terms = personTerms(person);
  const about = { name, email, link: 'a new link for the invitation', since: changed_at };
  return {
    saved: { person, opening: openingBy(way, asker), link },
    target,
    detail: { kind, expires_at: isoMoment(link.expires_at) },
    // For somebody who never signed in it is the same act as the invitation.
    ask: is_known
      ? null
      : askAboutRole(known_owners, target, { before: terms, after: terms, about }),
    shown_once: { link: shownLink(link) },
  };
}
