// The account at an OpenID provider by which a person signs in: when it may be connected, accepted
// in place of a password, and removed.
import { MINUTE_MS } from '../../lib/durations.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import type { PersonRole } from './roles.ts';

/** Who somebody is at the provider: a subject is unique within its issuer, and never reused. */
export type OpenidAccount = { issuer: string; subject: string };

/** `connected_at`: since when it signs the person in here. */
export type ConnectedAccount = OpenidAccount & { connected_at: number };

/** What a visit to the provider is for. */
export const OPENID_PURPOSES = ['sign_in', 'accept_link', 'connect'] as const;
export type OpenidPurpose = (typeof OPENID_PURPOSES)[number];

/** How long the provider may take to answer, with the time that a person needs there. */
export const OPENID_REQUEST_LIFE_MS = 10 * MINUTE_MS;

/** A text that no other account has. */
export const openidKey = ({ issuer, subject }: OpenidAccount): string =>
  JSON.stringify([issuer, subject]);

/** What `openidKey` made. */
export function readOpenidKey(text: string): [issuer: string, subject: string] {
  const [issuer, subject] = JSON.parse(text) as unknown[];
  return [String(issuer), String(subject)];
}

/** The same for everybody who is not let in, so that it tells nothing about people here. */
export const NOBODYS_ACCOUNT = refuse(
  'sign_in_failed',
  'Nobody who may sign in here is connected with this account. Accept your invitation with it, ' +
    'or sign in with your password and connect it under Your account.',
);

export const ACCOUNT_TAKEN = refuse(
  'act_not_allowed',
  'This account signs in somebody else here already.',
);

/** Owners come in also while the provider is away, so a password of theirs is never replaced. */
export function refuseAcceptance(role: PersonRole): Refusal | null {
  if (role !== 'owner') return null;
  const detail =
    'Owners keep a password for the day on which the provider is away: set one with the link, ' +
    'then connect the account under Your account.';
  return refuse('act_not_allowed', detail);
}

export function refuseConnecting(connected: boolean): Refusal | null {
  if (!connected) return null;
  return refuse('act_not_allowed', 'You are connected already: disconnect that account first.');
}

/** Without a password nothing would sign the person in any more. */
export function refuseDisconnecting(has_password: boolean): Refusal | null {
  if (has_password) return null;
  const detail = 'You have no password: an owner makes a link by which you set one.';
  return refuse('act_not_allowed', detail);
}
