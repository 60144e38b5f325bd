// Operators set where a merchant's callbacks go by default, and rotate their secret.
import { isRefusal, type Refusal } from '../domain/refusal.ts';
import type { MerchantRecord } from '../store/merchants.ts';
import type { App } from './app.ts';
import { type OperatorCaller, operatorActor, SERVICE } from './caller.ts';
import { type RawFields, readFields } from './fields.ts';
import { changeMerchant, merchantRecord } from './merchants.ts';
import { newWebhookSecret } from './standard-webhook.ts';
import { isoOrNull } from './views.ts';

/** The old secret signs too until `previous_secret_until`, so that receivers can change over. */
export type CallbackEndpointBody = {
  url: string | null;
  secret: string;
  previous_secret_until: string | null;
};

const OVERLAP_MS = 24 * 3_600_000;

const rotated = ({ callbacks }: MerchantRecord, url: string | null) => ({
  url,
  secret: newWebhookSecret(),
  previous_secret: callbacks.secret,
  previous_until: Date.now() + OVERLAP_MS,
});

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
  const rotate = reader.raw('rotate_secret') ?? false;
  if (typeof rotate !== 'boolean') reader.wrong('rotate_secret', 'type', 'must be true or false');
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const change = (before: MerchantRecord) => ({
    ...before,
    callbacks: rotate === true ? rotated(before, url) : { ...before.callbacks, url },
  });
  const told = { action: 'callback_endpoint_set', detail: { url, rotate } };
  const { merchant_id: id } = record.merchant;
  const { callbacks } = await changeMerchant(app, operatorActor(operator), id, change, told);
  return {
    url,
    secret: callbacks.secret,
    previous_secret_until: isoOrNull(callbacks.previous_until),
  };
}

/** The receiver said 410 Gone: nothing more is sent there until an operator sets an endpoint. */
export async function disableEndpoint(app: App, merchant_id: string, gone: string): Promise<void> {
  const { merchants } = await app.settings.current();
  if (merchants.get(merchant_id)?.callbacks.url !== gone) return;
  const change = (before: MerchantRecord) => ({
    ...before,
    callbacks: {
      ...before.callbacks,
      url: before.callbacks.url === gone ? null : before.callbacks.url,
    },
  });
  const told = { action: 'callback_endpoint_disabled', detail: { url: gone, status: 410 } };
  await changeMerchant(app, SERVICE, merchant_id, change, told);
  app.log.warn({ merchant_id }, 'the callback endpoint said 410 Gone and was disabled');
}

/** Without the secret, which is shown only to who sets the endpoint. */
export async function getCallbackEndpoint(
  app: App,
  merchant_id: string,
): Promise<Omit<CallbackEndpointBody, 'secret'> | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const { url, previous_until } = record.callbacks;
  return { url, previous_secret_until: isoOrNull(previous_until) };
}
