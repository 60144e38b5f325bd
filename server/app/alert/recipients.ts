// Operators set who receives alerts: addresses for signed callbacks, and e-mail addresses.

import type { AlertRecipient } from '../../domain/alert-setting/alert-recipient.ts';
import {
  CHANGE_RECIPIENT,
  CREATE_RECIPIENT,
  checkAddress,
  refuseFilters,
} from '../../domain/alert-setting/alert-requests.ts';
import { recipientTerms, shownAddress } from '../../domain/alert-setting/change-recipient.ts';
import { beginReading, namedOnly, type RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { countWaitingNotices } from '../../store/alert/notices.ts';
import { readRecipients } from '../../store/alert/recipients.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { newWebhookSecret } from '../process/standard-webhook.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type OfNamedMerchant, withMerchantNames } from '../request/merchant-names.ts';
import { addressRules } from '../request/read-web-address.ts';
import { settingVersion } from '../request/setting-version.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export function recipientBody(
  app: App,
  recipient: AlertRecipient,
  waiting: number,
  secret: string | null,
) {
  return {
    id: recipient.alert_recipient_id,
    channel: recipient.channel,
    name: recipient.name,
    merchant_id: recipient.merchant_id,
    address: shownAddress(recipient),
    min_severity: recipient.min_severity,
    kinds: [...recipient.kinds],
    enabled: recipient.enabled,
    created_at: iso(recipient.created_at),
    last_delivered_at: isoOrNull(recipient.last_delivered_at),
    failing_since: isoOrNull(recipient.failing_since),
    last_problem: recipient.last_problem,
    waiting_notices: waiting,
    previous_secret_until: isoOrNull(recipient.previous_secret_until),
    secret,
    version: settingVersion(app.store.cipher, recipientTerms(recipient)),
  };
}

export type RecipientBody = ReturnType<typeof recipientBody>;

export type ListedRecipientBody = OfNamedMerchant<RecipientBody>;

export async function listRecipients(app: App): Promise<{ data: ListedRecipientBody[] }> {
  const { db, cipher } = app.store;
  const recipients = await readRecipients(db, cipher);
  const waiting = await countWaitingNotices(db);
  const notices = (id: string) =>
    waiting.find(({ alert_recipient_id }) => alert_recipient_id === id)?.notices ?? 0;
  const bodies = recipients.map((one) =>
    recipientBody(app, one, notices(one.alert_recipient_id), null),
  );
  return { data: await withMerchantNames(app, bodies) };
}

export async function createRecipient(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<RecipientBody | Refusal> {
  const reading = beginReading(CREATE_RECIPIENT, raw, addressRules(app));
  const { merchant_id: named } = reading.values;
  if (typeof named === 'string') {
    const { merchants } = await app.settings.current();
    if (merchants.has(named)) refuseFilters(reading.values, reading);
    else reading.wrong('merchant_id', 'unknown_value', 'must be the id of a merchant');
  }
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { channel, name, merchant_id, address, ...filters } = asked;
  const recipient: AlertRecipient = {
    alert_recipient_id: newId(),
    channel,
    name,
    merchant_id,
    address,
    secret: channel === 'callback' ? newWebhookSecret() : null,
    previous_secret: null,
    previous_secret_until: null,
    min_severity: 'warning',
    kinds: [],
    enabled: true,
    created_at: serviceTime(app),
    failing_since: null,
    last_problem: null,
    last_delivered_at: null,
    ...namedOnly(filters),
  };
  const made = await changeSetting(app, operator, SETTINGS_ACTS.add_recipient, recipient);
  return isRefusal(made) ? made : recipientBody(app, made, 0, made.secret);
}

/** What the request does not name stays; a new secret is shown only now. */
export async function changeRecipient(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<RecipientBody | Refusal> {
  const alert_recipient_id = parseUuid(id);
  const { db, cipher } = app.store;
  const now = serviceTime(app);
  const known = (await readRecipients(db, cipher)).find(
    (one) => one.alert_recipient_id === alert_recipient_id,
  );
  const reading = beginReading(CHANGE_RECIPIENT, raw, addressRules(app));
  const { address, rotate_secret: rotates } = reading.values;
  checkAddress(known?.channel ?? 'callback', address, reading);
  if ((known?.merchant_id ?? null) !== null) refuseFilters(reading.values, reading);
  if (raw.fields.merchant_id !== undefined) {
    reading.wrong('merchant_id', 'unknown_value', 'cannot be changed: add a recipient instead');
  }
  if (rotates === true && known?.channel === 'email') {
    reading.wrong('rotate_secret', 'unknown_value', 'is only for callbacks');
  }
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { rotate_secret, ...changes } = asked;
  if (known === undefined) return refuseUnknown();
  const secret = rotate_secret ? newWebhookSecret() : null;
  const request = {
    alert_recipient_id: known.alert_recipient_id,
    changes: namedOnly(changes),
    secret,
    now,
  };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_recipient, request);
  return isRefusal(changed) ? changed : recipientBody(app, changed, 0, secret);
}

export async function removeRecipient(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<RecipientBody | Refusal> {
  const alert_recipient_id = parseUuid(id);
  if (alert_recipient_id === null) return refuseUnknown();
  const named = { alert_recipient_id };
  const removed = await changeSetting(app, operator, SETTINGS_ACTS.remove_recipient, named);
  return isRefusal(removed) ? removed : recipientBody(app, removed, 0, null);
}

/** Also used by tests of a recipient. */
export async function findRecipient(app: App, id: string): Promise<AlertRecipient | Refusal> {
  const alert_recipient_id = parseUuid(id);
  const recipients = await readRecipients(app.store.db, app.store.cipher);
  return recipients.find((one) => one.alert_recipient_id === alert_recipient_id) ?? refuseUnknown();
}
