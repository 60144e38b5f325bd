// Recipients of alerts are added, changed and removed.

import { shortEmail } from '../../lib/email.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import type { SettingsDecision, SettingsVerdict } from '../setting/settings-decision.ts';
import { originOf } from '../values/web-address.ts';
import type { AlertRecipient } from './alert-recipient.ts';

const MOST_RECIPIENTS = 20;
const MOST_OF_MERCHANT = 5;
/** Of all merchants together. */
const MOST_IN_ALL = 2_000;
/** For so long the secret before signs too. */
const OVERLAP_MS = 24 * 3_600_000;

/** An address as lists show it: the origin of a URL, `a…@example.com` of an e-mail address. */
export function shownAddress({ channel, address }: AlertRecipient): string | null {
  if (address === null) return null;
  return channel === 'callback' ? originOf(address) : shortEmail(address);
}

/** For the audit trail: without what is secret in an address. */
function detailOf(recipient: AlertRecipient) {
  const { channel, name, merchant_id, min_severity, kinds, enabled } = recipient;
  const address = shownAddress(recipient);
  return { channel, name, merchant_id, address, min_severity, kinds, enabled };
}

/** What can be changed of a recipient but its secret. */
export function recipientTerms({ name, address, min_severity, kinds, enabled }: AlertRecipient) {
  return { name, address, min_severity, kinds, enabled };
}

const targetOf = ({ alert_recipient_id }: AlertRecipient) =>
  `alert_recipients/${alert_recipient_id}`;

/** Null: there is room for one more. */
function refuseMore(known: readonly AlertRecipient[], merchant_id: string | null): Refusal | null {
  const of_same = known.filter((one) => one.merchant_id === merchant_id).length;
  const most = merchant_id === null ? MOST_RECIPIENTS : MOST_OF_MERCHANT;
  if (of_same < most && known.length < MOST_IN_ALL) return null;
  const whose = merchant_id === null ? '' : ' of this merchant';
  const count = Math.max(of_same, most);
  return refuse(
    'act_not_allowed',
    of_same < most
      ? `There are ${MOST_IN_ALL} recipients in all: remove one first.`
      : `There are ${count} recipients${whose}: remove one first.`,
  );
}

export function decideNewRecipient(
  known: readonly AlertRecipient[],
  recipient: AlertRecipient,
): SettingsVerdict<AlertRecipient, null> {
  const full = refuseMore(known, recipient.merchant_id);
  if (full !== null) return full;
  return { saved: recipient, target: targetOf(recipient), detail: detailOf(recipient), ask: null };
}

export type RecipientChange = {
  alert_recipient_id: string;
  changes: Partial<Pick<AlertRecipient, 'name' | 'address' | 'min_severity' | 'kinds' | 'enabled'>>;
  /** A new secret; null: the present one stays. */
  secret: string | null;
  now: number;
};

/** What the request does not name stays. */
export function decideRecipient(
  before: AlertRecipient,
  { changes, secret, now }: RecipientChange,
): SettingsDecision<AlertRecipient, null> {
  const rotated =
    secret === null
      ? {}
      : { secret, previous_secret: before.secret, previous_secret_until: now + OVERLAP_MS };
  const saved = { ...before, ...changes, ...rotated };
  const detail = { ...detailOf(saved), rotate_secret: secret !== null };
  return { saved, target: targetOf(saved), detail, ask: null };
}

export const decideRecipientRemoval = (
  recipient: AlertRecipient,
): SettingsDecision<AlertRecipient, null> => ({
  saved: recipient,
  target: targetOf(recipient),
  detail: detailOf(recipient),
  ask: null,
});
