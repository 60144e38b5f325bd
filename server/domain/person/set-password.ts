// A person sets a new password: with the old one, or by a link.
import type { Person } from '../access/person.ts';
import type { LinkKind } from '../access/person-link.ts';
import { type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import type { SettingsVerdict } from '../setting/settings-decision.ts';
import { personTarget } from './change-person.ts';

export const wrongPassword = (field: string, message: string): Refusal =>
  refuseFields([{ field, code: 'format', message }]);

export const OLD_PASSWORD_WRONG = wrongPassword(
  'old_password',
  'is wrong, or too many tries have locked it for a while',
);

export const LINK_WRONG = refuse(
  'not_found',
  'The link is unknown, was used or replaced, or has expired.',
);

/** What a person signs in with, as it is now. */
export type SignInRecord = Pick<Person, 'person_id' | 'state'> & { password_hash: string | null };

export type NewPassword = { person_id: string; password_hash: string };

export type OwnPassword = NewPassword & {
  /** The hash with which the old password was compared. */
  old_hash: string | null;
  /** Goes on: the person asks in it. */
  session_id: string;
};

/** The person may have been disabled, or the password replaced, while both were hashed. */
export function decideOwnPassword(
  now: SignInRecord,
  { person_id, password_hash, old_hash, session_id }: OwnPassword,
): SettingsVerdict<NewPassword & { session_id: string }, null> {
  if (now.state !== 'active' || now.password_hash !== old_hash) return OLD_PASSWORD_WRONG;
  const saved = { person_id, password_hash, session_id };
  return { saved, target: personTarget(person_id), detail: {}, ask: null };
}

export type LinkFacts = {
  link: { kind: LinkKind; created_by: string | null } | null;
  person: SignInRecord | null;
};

/** Links are found by the hash of their secret. */
export type PasswordByLink = { link_hash: string; password_hash: string };

/** The link may have been used, or the person disabled, while the password was hashed. */
export function decidePasswordByLink(
  { link, person }: LinkFacts,
  { password_hash }: PasswordByLink,
): SettingsVerdict<NewPassword, null> {
  if (link === null || person === null || person.state === 'disabled') return LINK_WRONG;
  const { person_id } = person;
  return {
    saved: { person_id, password_hash },
    target: personTarget(person_id),
    detail: { kind: link.kind, made_by: link.created_by },
    ask: null,
  };
}
