// Operators set where a merchant's callbacks go by default, and rotate their secret.
import { DEFAULT_ENDPOINT } from '../../domain/record/callback-endpoint.ts';
import type { MerchantRecord } from '../../domain/record/merchant.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { originOf } from '../../domain/values/web-address.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import {
  readCallbackEndpoints,
  saveCallbackEndpoint,
} from '../../store/callback/callback-endpoints.ts';
import { reviveEndpoint } from '../../store/callback/endpoint-health.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { lockMerchantRecord, saveMerchant } from '../../store/merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { newWebhookSecret } from '../process/standard-webhook.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, SERVICE } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { isoOrNull } from '../request/views.ts';
import type { SettingsChange } from '../setting/gated-change.ts';
import { changeMerchant, merchantRecord } from './merchants.ts';

/** The old secret also signs until `previous_secret_until`, so that receivers can change over. */
export type CallbackEndpointBody = {
  url: string | null;
  secret: string;
  previous_secret_until: string | null;
};

const OVERLAP_MS = 24 * 3_600_000;

const rotated = ({ callbacks }: MerchantRecord, url: string | null, now: number) => ({
  url,
  secret: newWebhookSecret(),
  previous_secret: callbacks.secret,
  previous_until: now + OVERLAP_MS,
});

function addressChange(before: MerchantRecord, after: MerchantRecord): SettingsChange {
  const { merchant_id } = before.merchant;
  const [was, is] = [before.callbacks.url, after.callbacks.url];
  const shown = (url: string | null) => ({ url: url === null ? null : originOf(url) });
  return {
    act: 'callback_address',
    merchant_id,
    target: `merchants/${merchant_id}`,
    before: { url: was },
    after: { url: is },
    shown: { before: shown(was), after: shown(is) },
  };
}

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
  const change = (before: MerchantRecord) => ({
    ...before,
    callbacks:
      // A secret that cannot be decrypted is of no use to anybody.
      rotate || before.callbacks.secret === null
        ? rotated(before, url, serviceTime(app))
        : { ...before.callbacks, url },
  });
  const told = {
    action: 'callback_endpoint_set' as const,
    detail: { url: url === null ? null : originOf(url), rotate },
    // A merchant's own people decide about their own address.
    asks: operator.merchant_id === null ? addressChange : null,
  };
  const { merchant_id: id } = record.merchant;
  const changed = await changeMerchant(app, operator, id, change, told);
  if (isRefusal(changed)) return changed;
  // What waits goes to the new address at once.
  await reviveEndpoint(
    app.store.db,
    { merchant_id: id, number: DEFAULT_ENDPOINT },
    { now: serviceTime(app) },
  );
  const { callbacks } = changed;
  if (callbacks.secret === null) throw new Error(`No callback secret of ${id}`);
  return {
    url,
    secret: callbacks.secret,
    previous_secret_until: isoOrNull(callbacks.previous_until),
  };
}

/**
 * The receiver answered 410 Gone: nothing more is sent there until somebody enables the endpoint;
 * a default endpoint loses its address. Written in the attempt's transaction; false if the endpoint
 * has changed meanwhile.
 */
export async function disableEndpointIn(
  tx: Queryable,
  app: App,
  { merchant_id, number }: { merchant_id: string; number: number },
  gone: string,
): Promise<boolean> {
  const { cipher } = app.store;
  const before = await lockMerchantRecord(tx, cipher, merchant_id);
  if (number === DEFAULT_ENDPOINT) {
    if (before.callbacks.url !== gone) return false;
    await saveMerchant(tx, cipher, { ...before, callbacks: { ...before.callbacks, url: null } });
  } else {
    const stored = await readCallbackEndpoints(tx, cipher, merchant_id);
    const endpoint = stored.find((one) => one.number === number);
    if (endpoint?.url !== gone || endpoint.disabled_at !== null) return false;
    const disabled = { disabled_at: serviceTime(app), disabled_by: 'gone' } as const;
    await saveCallbackEndpoint(tx, cipher, { ...endpoint, ...disabled });
  }
  await bumpSettingsVersion(tx);
  const detail = { endpoint: number, url: originOf(gone), status: 410 };
  await auditIn(tx, SERVICE, 'callback_endpoint_disabled', `merchants/${merchant_id}`, detail);
  return true;
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
