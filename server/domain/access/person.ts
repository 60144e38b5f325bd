// A person who works with the service, and the rules of who may change whom.

import { type Refusal, refuse } from '../service/refusal.ts';
import type { ConnectedAccount } from './openid.ts';
import { isMerchantRole, type PersonRole } from './roles.ts';

/** Null if the role belongs to this merchant, or to none, as it should. */
export function merchantProblem(role: PersonRole, merchant_id: string | null): string | null {
  const needs_one = isMerchantRole(role);
  if (needs_one === (merchant_id !== null)) return null;
  return needs_one ? 'is required for people of a merchant' : 'is only for people of a merchant';
}

/** `invited`: nothing signs them in yet. `disabled`: cannot sign in, whatever is known of them. */
export const PERSON_STATES = ['invited', 'active', 'disabled'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** What a sign-in asks for beside the password. */
export const SECOND_FACTORS = ['totp', 'passkey'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

export type Person = {
  person_id: string;
  name: string;
  /** In its canonical form. */
  email: string;
  role: PersonRole;
  /** Set exactly for the roles of a merchant's people. */
  merchant_id: string | null;
  state: PersonState;
  second_factors: readonly SecondFactor[];
  has_password: boolean;
  /** At an OpenID provider; null: none signs the person in. */
  openid: ConnectedAccount | null;
  created_at: number;
  changed_at: number;
};

/** Whether the person has used a link, and something signs them in since. */
export const canSignIn = ({ has_password, openid }: Pick<Person, 'has_password' | 'openid'>) =>
  has_password || openid !== null;

/** Two spellings of an address reach the same person, so they are one account. */
export function canonicalEmail(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

/** What happens to a person beside the change of its own row. */
export const PERSON_CHANGES = ['role', 'disable', 'enable', 'link'] as const;
export type PersonChange = (typeof PERSON_CHANGES)[number];

export type PersonFacts = {
  person: Person;
  /** Active owners, this person included if it is one. */
  active_owners: number;
  /** Who asks: a person's id, or null for a token of nobody. */
  asked_by: string | null;
};

/** The states from which each change leads, and whether a person may do it to itself. */
const CHANGE_RULES: Readonly<
  Record<PersonChange, { from: readonly PersonState[]; own: boolean; words: string }>
> = {
  role: { from: PERSON_STATES, own: false, words: 'A person never changes their own role.' },
  disable: {
    from: ['invited', 'active'],
    own: false,
    words: 'A person does not disable themselves: another owner does it.',
  },
  enable: { from: ['disabled'], own: false, words: 'A person does not enable themselves.' },
  link: {
    from: ['invited', 'active'],
    own: false,
    words: 'Your own password is changed with the old one, not with a link.',
  },
};

const takesOwner = (change: PersonChange, role: PersonRole | null) =>
  change === 'disable' || (change === 'role' && role !== 'owner');

/** Null if the change is allowed; `role` is the new one of a change of role. */
export function refusePersonChange(
  change: PersonChange,
  { person, active_owners, asked_by }: PersonFacts,
  role: PersonRole | null = null,
): Refusal | null {
  const { from, own, words } = CHANGE_RULES[change];
  if (!own && asked_by === person.person_id) return refuse('forbidden', words);
  if (!from.includes(person.state)) {
    return refuse('person_state', `This person is ${person.state}, so nothing was changed.`);
  }
  const is_last = person.role === 'owner' && person.state === 'active' && active_owners <= 1;
  if (is_last && takesOwner(change, role)) {
    return refuse('last_owner', 'This is the last active owner: name another owner first.');
  }
  return null;
}

/** On the machine of the service, links are made for owners only. */
export function refuseNoOwner({ role, state }: Pick<Person, 'role' | 'state'>): Refusal | null {
  if (role === 'owner' && state !== 'disabled') return null;
  return refuse('person_state', 'This address belongs to somebody who is no active owner.');
}
