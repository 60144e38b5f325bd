// Operators set where a merchant's callbacks go by default, and rotate their secret.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { newWebhookSecret } from '../process/standard-webhook.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { merchantRecord } from './merchants.ts';

/** The old secret also signs until `previous_secret_until`, so that receivers can change over. */
export type CallbackEndpointBody = {
  url: string | null;
  secret: string;
  previous_secret_until: string | null;
};

export async function putCallbackEndpoint(
  app: App,
  operator: OperatorCaller,
  merchant_id: string,
  raw: RawFields,
): Promise<CallbackEndpointBody | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const reader = readFields(raw, ['url', 'rotate_secret']);
  const policy = { allow_local: app.allow_local_callbacks };
  const url = reader.webAddress('url', 'callback', policy);
  if (raw.fields.url === undefined)
    reader.wrong('url', 'required', 'is required (null removes it)');
  const rotate = reader.flag('rotate_secret', false);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const { merchant_id: id } = record.merchant;
  const fresh = { secret: newWebhookSecret(), now: serviceTime(app) };
  const request = { merchant_id: id, url, rotate, ...fresh };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.set_default_address, request);
  if (isRefusal(changed)) return changed;
  const { secret, previous_until } = changed.callbacks;
  if (secret === null) throw new Error(`No callback secret of ${id}`);
  return { url, secret, previous_secret_until: isoOrNull(previous_until) };
}

/** Without the secret, which is shown only when the endpoint is set. */
export async function getCallbackEndpoint(
  app: App,
  merchant_id: string,
): Promise<Omit<CallbackEndpointBody, 'secret'> | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const { url, previous_until } = record.callbacks;
  return { url, previous_secret_until: isoOrNull(previous_until) };
}
