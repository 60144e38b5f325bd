// Operators set who receives alerts: addresses for signed callbacks, and e-mail addresses.
import { ALERT_CHANNELS, type AlertChannel } from '../../domain/alert/alert-notice.ts';
import {
  ATTENTION_KINDS,
  type AttentionKind,
  SEVERITIES,
} from '../../domain/alert/attention-kinds.ts';
import type { AlertRecipient } from '../../domain/alert-setting/alert-recipient.ts';
import { type RecipientChange, shownAddress } from '../../domain/alert-setting/change-recipient.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { emailProblem } from '../../lib/email.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { countWaitingNotices } from '../../store/alert/notices.ts';
import { readRecipients } from '../../store/alert/recipients.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { newWebhookSecret } from '../process/standard-webhook.ts';
import { notFound, type OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

const NAME_MAX = 100;
const EMAIL_MAX = 254;

export function recipientBody(recipient: AlertRecipient, waiting: number, secret: string | null) {
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
  };
}

export type RecipientBody = ReturnType<typeof recipientBody>;

export async function listRecipients(app: App): Promise<{ data: RecipientBody[] }> {
  const { db, cipher } = app.store;
  const recipients = await readRecipients(db, cipher);
  const waiting = await countWaitingNotices(db);
  const notices = (id: string) =>
    waiting.find(({ alert_recipient_id }) => alert_recipient_id === id)?.notices ?? 0;
  return {
    data: recipients.map((one) => recipientBody(one, notices(one.alert_recipient_id), null)),
  };
}

const FIELDS = [
  'channel',
  'merchant_id',
  'name',
  'address',
  'min_severity',
  'kinds',
  'enabled',
  'rotate_secret',
] as const;

function readAddress(app: App, reader: FieldReader, channel: AlertChannel): string {
  if (channel === 'callback') {
    const policy = { allow_local: app.allow_local_callbacks };
    const url = reader.webAddress('address', 'callback', policy);
    if (url === null) reader.wrong('address', 'required', 'is required');
    return url ?? '';
  }
  const address = reader.text('address', EMAIL_MAX);
  const problem = emailProblem(address);
  if (problem !== null) reader.wrong('address', 'format', problem);
  return address;
}

/** An empty list: all kinds. */
function readKindNames(reader: FieldReader): readonly AttentionKind[] {
  const value = reader.raw('kinds');
  if (!Array.isArray(value) || value.length > ATTENTION_KINDS.length) {
    reader.wrong('kinds', 'type', `must be a list of at most ${ATTENTION_KINDS.length} kinds`);
    return [];
  }
  const wrong = value.findIndex((one) => ATTENTION_KINDS.every((kind) => kind !== one));
  if (wrong !== -1) reader.wrong(`kinds[${wrong}]`, 'unknown_value', 'must be a kind of alerts');
  return ATTENTION_KINDS.filter((kind) => value.includes(kind));
}

type Changes = RecipientChange['changes'];

/** The fields that the request has; a new recipient needs the first two. */
function readChanges(
  app: App,
  raw: RawFields,
  reader: FieldReader,
  channel: AlertChannel,
  is_new: boolean,
): Changes {
  const has = (name: string) => raw.fields[name] !== undefined;
  const changes: Changes = {};
  if (is_new || has('name')) changes.name = reader.text('name', NAME_MAX);
  if (is_new || has('address')) changes.address = readAddress(app, reader, channel);
  if (has('min_severity')) {
    changes.min_severity = reader.choice('min_severity', SEVERITIES, true) ?? 'warning';
  }
  if (has('kinds')) changes.kinds = readKindNames(reader);
  if (has('enabled')) changes.enabled = reader.flag('enabled');
  return changes;
}

/** A merchant gets warnings about its endpoints only, which these filters would all leave out. */
function refuseFilters(reader: FieldReader, { min_severity, kinds }: Changes): void {
  const rule = 'is only for recipients of the house: a merchant is told of its endpoints';
  if (min_severity === 'critical') reader.wrong('min_severity', 'unknown_value', rule);
  if (kinds !== undefined && kinds.length > 0) reader.wrong('kinds', 'unknown_value', rule);
}

/** Null: the house's. */
async function readMerchant(app: App, reader: FieldReader): Promise<string | null> {
  if ((reader.raw('merchant_id') ?? null) === null) return null;
  const merchant_id = reader.uuid('merchant_id');
  const { merchants } = await app.settings.current();
  if (merchants.has(merchant_id)) return merchant_id;
  reader.wrong('merchant_id', 'unknown_value', 'must be the id of a merchant');
  return null;
}

export async function createRecipient(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<RecipientBody | Refusal> {
  const reader = readFields(raw, FIELDS);
  const channel = reader.choice('channel', ALERT_CHANNELS, true);
  const merchant_id = await readMerchant(app, reader);
  const changes = readChanges(app, raw, reader, channel ?? 'callback', true);
  if (merchant_id !== null) refuseFilters(reader, changes);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  if (channel === null) throw new Error('A recipient without a channel was not refused');
  const recipient: AlertRecipient = {
    alert_recipient_id: newId(),
    channel,
    name: '',
    merchant_id,
    address: '',
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
    ...changes,
  };
  const made = await changeSetting(app, operator, SETTINGS_ACTS.add_recipient, recipient);
  return isRefusal(made) ? made : recipientBody(made, 0, made.secret);
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
  const reader = readFields(raw, FIELDS);
  const changes = readChanges(app, raw, reader, known?.channel ?? 'callback', false);
  if ((known?.merchant_id ?? null) !== null) refuseFilters(reader, changes);
  if (reader.raw('merchant_id') !== undefined) {
    reader.wrong('merchant_id', 'unknown_value', 'cannot be changed: add a recipient instead');
  }
  const rotate = reader.flag('rotate_secret', false);
  if (rotate && known?.channel === 'email') {
    reader.wrong('rotate_secret', 'unknown_value', 'is only for callbacks');
  }
  const refused = reader.refusal();
  if (refused !== null) return refused;
  if (known === undefined) return notFound();
  const secret = rotate ? newWebhookSecret() : null;
  const request = { alert_recipient_id: known.alert_recipient_id, changes, secret, now };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_recipient, request);
  return isRefusal(changed) ? changed : recipientBody(changed, 0, secret);
}

export async function removeRecipient(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<RecipientBody | Refusal> {
  const alert_recipient_id = parseUuid(id);
  if (alert_recipient_id === null) return notFound();
  const named = { alert_recipient_id };
  const removed = await changeSetting(app, operator, SETTINGS_ACTS.remove_recipient, named);
  return isRefusal(removed) ? removed : recipientBody(removed, 0, null);
}

/** Also used by tests of a recipient. */
export async function findRecipient(app: App, id: string): Promise<AlertRecipient | Refusal> {
  const alert_recipient_id = parseUuid(id);
  const recipients = await readRecipients(app.store.db, app.store.cipher);
  return recipients.find((one) => one.alert_recipient_id === alert_recipient_id) ?? notFound();
}
