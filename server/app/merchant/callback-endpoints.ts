// A merchant's callback endpoints: added, changed, removed, and their secrets rotated.
import { endpointsByMerchant } from '../../domain/merchant/merchant-endpoints.ts';
import {
  type CallbackEndpoint,
  DEFAULT_ENDPOINT,
  ENDPOINT_NUMBER_MAX,
} from '../../domain/record/callback-endpoint.ts';
import { changedFields } from '../../domain/record/changed-fields.ts';
import type { MerchantRecord } from '../../domain/record/merchant.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { originOf } from '../../domain/values/web-address.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import {
  nextEndpointNumber,
  readCallbackEndpoints,
  removeCallbackEndpoint,
  saveCallbackEndpoint,
} from '../../store/callback/callback-endpoints.ts';
import { readEndpointHealth, reviveEndpoint } from '../../store/callback/endpoint-health.ts';
import type { Transaction } from '../../store/connection/database.ts';
import { lockMerchantRecord, saveMerchant } from '../../store/merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { newWebhookSecret } from '../process/standard-webhook.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { gatedChange, type SettingsChange } from '../setting/gated-change.ts';
import { changedEndpoint, ENDPOINT_FIELDS, readEndpointChanges } from './endpoint-fields.ts';
import { type EndpointBody, endpointBody } from './endpoint-view.ts';
import { merchantRecord } from './merchants.ts';

export type EndpointWithSecret = EndpointBody & { secret: string };

const OVERLAP_MS = 24 * 3_600_000;

async function bodyIn(tx: Transaction, endpoint: CallbackEndpoint): Promise<EndpointBody> {
  const health = await readEndpointHealth(tx, endpoint.merchant_id);
  return endpointBody(
    endpoint,
    health.find(({ number }) => number === endpoint.number),
  );
}

type Kept = { record: MerchantRecord; endpoints: readonly CallbackEndpoint[] };

/** The merchant and its endpoints as they are now, locked. */
async function lockEndpoints(tx: Transaction, app: App, merchant_id: string): Promise<Kept> {
  const { cipher } = app.store;
  const record = await lockMerchantRecord(tx, cipher, merchant_id);
  const stored = await readCallbackEndpoints(tx, cipher, merchant_id);
  return { record, endpoints: endpointsByMerchant([record], stored).get(merchant_id) ?? [] };
}

async function saveEndpoint(
  tx: Transaction,
  app: App,
  record: MerchantRecord,
  endpoint: CallbackEndpoint,
): Promise<void> {
  const { cipher } = app.store;
  if (endpoint.number === DEFAULT_ENDPOINT) {
    const { url, secret, previous_secret, previous_until } = endpoint;
    const callbacks = { url, secret, previous_secret, previous_until };
    await saveMerchant(tx, cipher, { ...record, callbacks });
  }
  await saveCallbackEndpoint(tx, cipher, endpoint);
}

const targetOf = ({ merchant_id, number }: CallbackEndpoint) =>
  `merchants/${merchant_id}/callback_endpoints/${number}`;

/** A merchant's own people decide about their own addresses. */
function addressChange(before: string | null, after: CallbackEndpoint): SettingsChange {
  const shown = (url: string | null) => ({ url: url === null ? null : originOf(url) });
  return {
    act: 'callback_address',
    merchant_id: after.merchant_id,
    target: targetOf(after),
    before: { url: before },
    after: { url: after.url },
    shown: { before: shown(before), after: shown(after.url) },
  };
}

/** Of the address only scheme, host and port, because its path may hold a key. */
function auditDetail(endpoint: CallbackEndpoint) {
  const { number, url, description, event_types, max_concurrent, max_per_second } = endpoint;
  const shown = url === null ? null : originOf(url);
  const enabled = endpoint.disabled_at === null;
  return {
    endpoint: number,
    url: shown,
    description,
    event_types,
    max_concurrent,
    max_per_second,
    enabled,
  };
}

function withSecret(endpoint: CallbackEndpoint, now: number, is_new: boolean): CallbackEndpoint {
  return {
    ...endpoint,
    secret: newWebhookSecret(),
    previous_secret: is_new ? null : endpoint.secret,
    previous_until: is_new || endpoint.secret === null ? null : now + OVERLAP_MS,
  };
}

const shownSecret = ({ secret, number }: CallbackEndpoint): string => {
  if (secret === null) throw new Error(`No secret of endpoint ${number}`);
  return secret;
};

export async function createCallbackEndpoint(
  app: App,
  operator: OperatorCaller,
  merchant: string,
  raw: RawFields,
): Promise<EndpointWithSecret | Refusal> {
  const reader = readFields(raw, ENDPOINT_FIELDS);
  const changes = readEndpointChanges(app, raw, reader);
  if (typeof raw.fields.url !== 'string') reader.wrong('url', 'required', 'is required');
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const record = await merchantRecord(app, merchant);
  if (isRefusal(record)) return record;
  const { merchant_id } = record.merchant;
  const now = serviceTime(app);
  const made = await gatedChange(app, operator, async (tx, gate) => {
    const { endpoints } = await lockEndpoints(tx, app, merchant_id);
    if (endpoints.length >= LIMITS.callback_endpoints_max) return refuseMore();
    const number = await nextEndpointNumber(tx, merchant_id);
    if (number > ENDPOINT_NUMBER_MAX) return refuseMore();
    const plain = { ...newEndpoint(merchant_id, number, now), url: null };
    const endpoint = withSecret(changedEndpoint(plain, changes, now), now, true);
    const needed = operator.merchant_id === null ? await gate(addressChange(null, endpoint)) : null;
    if (needed !== null) return needed;
    await saveCallbackEndpoint(tx, app.store.cipher, endpoint);
    await bumpSettingsVersion(tx);
    const actor = operatorActor(operator);
    const detail = auditDetail(endpoint);
    await auditIn(tx, actor, 'callback_endpoint_added', targetOf(endpoint), detail);
    return { ...endpointBody(endpoint, undefined), secret: shownSecret(endpoint) };
  });
  if (!isRefusal(made)) await app.settings.refresh();
  return made;
}

const refuseMore = (): Refusal =>
  refuse(
    'act_not_allowed',
    `There are ${LIMITS.callback_endpoints_max} callback endpoints: remove one first.`,
  );

const newEndpoint = (merchant_id: string, number: number, now: number): CallbackEndpoint => ({
  merchant_id,
  number,
  url: null,
  secret: null,
  previous_secret: null,
  previous_until: null,
  description: '',
  event_types: [],
  max_concurrent: null,
  max_per_second: null,
  disabled_at: null,
  disabled_by: null,
  created_at: now,
});

type Named = { merchant: string; endpoint: string };

/** Null if the path names no endpoint. */
export function readEndpointNumber(text: string): number | null {
  return /^(?:0|[1-9][0-9]{0,6})$/.test(text) ? Number(text) : null;
}

/** Changes one endpoint under its merchant's lock; `change` gives what it is afterwards. */
async function changeEndpoint<Value>(
  app: App,
  operator: OperatorCaller,
  { merchant, endpoint }: Named,
  change: (tx: Transaction, kept: Kept, before: CallbackEndpoint, gate: Gate) => Promise<Value>,
): Promise<Value | Refusal> {
  const record = await merchantRecord(app, merchant);
  if (isRefusal(record)) return record;
  const number = readEndpointNumber(endpoint);
  const changed = await gatedChange(app, operator, async (tx, gate) => {
    const kept = await lockEndpoints(tx, app, record.merchant.merchant_id);
    const before = kept.endpoints.find((one) => one.number === number);
    return before === undefined ? notFound() : await change(tx, kept, before, gate);
  });
  if (!isRefusal(changed)) await app.settings.refresh();
  return changed;
}

type Gate = Parameters<Parameters<typeof gatedChange>[2]>[1];

export async function updateCallbackEndpoint(
  app: App,
  operator: OperatorCaller,
  named: Named,
  raw: RawFields,
): Promise<EndpointBody | Refusal> {
  const reader = readFields(raw, ENDPOINT_FIELDS);
  const changes = readEndpointChanges(app, raw, reader);
  if (changes.url === null && named.endpoint !== String(DEFAULT_ENDPOINT)) {
    reader.wrong('url', 'required', 'is required; to stop callbacks, disable the endpoint');
  }
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const now = serviceTime(app);
  return await changeEndpoint(app, operator, named, async (tx, { record }, before, gate) => {
    const changed = changedEndpoint(before, changes, now);
    // A secret that cannot be decrypted is of no use to anybody.
    const after = before.secret === null ? withSecret(changed, now, true) : changed;
    const needed =
      operator.merchant_id === null ? await gate(addressChange(before.url, after)) : null;
    if (needed !== null) return needed;
    await saveEndpoint(tx, app, record, after);
    // What waits goes to the new address at once.
    if (after.url !== before.url || changes.enabled === true)
      await reviveEndpoint(tx, after, { now });
    const body = await bodyIn(tx, after);
    await bumpSettingsVersion(tx);
    const actor = operatorActor(operator);
    const fields_changed = changedFields(auditDetail(before), auditDetail(after));
    const detail = { endpoint: after.number, ...fields_changed };
    await auditIn(tx, actor, 'callback_endpoint_changed', targetOf(after), detail);
    return body;
  });
}

/** The secret before signs too for a day, so that the receiver can change over. */
export async function rotateCallbackSecret(
  app: App,
  operator: OperatorCaller,
  named: Named,
): Promise<EndpointWithSecret | Refusal> {
  const now = serviceTime(app);
  return await changeEndpoint(app, operator, named, async (tx, { record }, before) => {
    const after = withSecret(before, now, false);
    await saveEndpoint(tx, app, record, after);
    const body = await bodyIn(tx, after);
    await bumpSettingsVersion(tx);
    const actor = operatorActor(operator);
    const detail = { endpoint: after.number };
    await auditIn(tx, actor, 'callback_secret_rotated', targetOf(after), detail);
    return { ...body, secret: shownSecret(after) };
  });
}

/** What waits for it is given up. */
export async function deleteCallbackEndpoint(
  app: App,
  operator: OperatorCaller,
  named: Named,
): Promise<EndpointBody | Refusal> {
  const now = serviceTime(app);
  return await changeEndpoint(app, operator, named, async (tx, _kept, before) => {
    if (before.number === DEFAULT_ENDPOINT) {
      return refuse(
        'act_not_allowed',
        'The default endpoint cannot be removed: set its url to null instead.',
      );
    }
    await removeCallbackEndpoint(tx, before, now);
    await reviveEndpoint(tx, before, { now, is_over: true });
    const body = await bodyIn(tx, before);
    await bumpSettingsVersion(tx);
    const actor = operatorActor(operator);
    const detail = auditDetail(before);
    await auditIn(tx, actor, 'callback_endpoint_removed', targetOf(before), detail);
    return body;
  });
}
