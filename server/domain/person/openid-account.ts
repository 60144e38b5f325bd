// A person gets or loses the account at an OpenID provider by which they sign in.
import {
  ACCOUNT_TAKEN,
  type OpenidAccount,
  refuseAcceptance,
  refuseConnecting,
  refuseDisconnecting,
} from '../access/openid.ts';
import type { LinkKind } from '../access/person-link.ts';
import type { PersonRole } from '../access/roles.ts';
import { refuseUnknown } from '../service/refusal.ts';
import type { SettingsVerdict } from '../setting/settings-decision.ts';
import { personTarget } from './change-person.ts';
import { LINK_WRONG, type SignInRecord } from './set-password.ts';

/** What a person signs in with now. */
export type AccountRecord = SignInRecord & { role: PersonRole; has_openid: boolean };

export type AccountFacts = {
  person: AccountRecord;
  /** Whom the account signs in now; null: nobody. */
  holder: string | null;
};

export type AccountByLink = { link_hash: string; account: OpenidAccount };
export type AcceptanceFacts = {
  link: { kind: LinkKind; created_by: string | null } | null;
  person: AccountRecord | null;
  holder: string | null;
};
export type NewAccount = { person_id: string; account: OpenidAccount };

/** The link replaces whatever signed the person in before, as it does with a new password. */
export function decideAcceptance(
  { link, person, holder }: AcceptanceFacts,
  { account }: AccountByLink,
): SettingsVerdict<NewAccount, null> {
  if (link === null || person === null || person.state === 'disabled') return LINK_WRONG;
  const refused = refuseAcceptance(person.role);
  if (refused !== null) return refused;
  const { person_id } = person;
  if (holder !== null && holder !== person_id) return ACCOUNT_TAKEN;
  return {
    saved: { person_id, account },
    target: personTarget(person_id),
    detail: { kind: link.kind, made_by: link.created_by, by: 'openid' },
    ask: null,
  };
}

/** `session_id`: goes on, because the person asks in it. */
export type Connecting = { person_id: string; session_id: string; account: OpenidAccount };

export function decideConnecting(
  { person, holder }: AccountFacts,
  request: Connecting,
): SettingsVerdict<Connecting, null> {
  if (person.state !== 'active') return refuseUnknown();
  const refused = refuseConnecting(person.has_openid);
  if (refused !== null) return refused;
  if (holder !== null) return ACCOUNT_TAKEN;
  return { saved: request, target: personTarget(request.person_id), detail: {}, ask: null };
}

export type Disconnecting = { person_id: string; session_id: string };

export function decideDisconnecting(
  person: AccountRecord,
  request: Disconnecting,
): SettingsVerdict<Disconnecting, null> {
  if (person.state !== 'active' || !person.has_openid) return refuseUnknown();
  const refused = refuseDisconnecting(person.password_hash !== null);
  if (refused !== null) return refused;
  return { saved: request, target: personTarget(request.person_id), detail: {}, ask: null };
}
