// A merchant's callback endpoints: added, changed, removed, and their secrets rotated.
import type { NamedEndpoint } from '../../domain/merchant/change-endpoint.ts';
import { CREATE_ENDPOINT, UPDATE_ENDPOINT } from '../../domain/merchant/endpoint-requests.ts';
import { type CallbackEndpoint, DEFAULT_ENDPOINT } from '../../domain/record/callback-endpoint.ts';
import { beginReading, type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readEndpointHealth } from '../../store/callback/endpoint-health.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { newWebhookSecret, webhookSecretOf } from '../process/standard-webhook.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import { addressRules } from '../request/read-web-address.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { type VersionedEndpoint, versionedEndpoint } from './endpoint-view.ts';
import { merchantRecord } from './merchants.ts';

export type EndpointWithSecret = VersionedEndpoint & { secret: string };

async function bodyNow(app: App, endpoint: CallbackEndpoint): Promise<VersionedEndpoint> {
  const health = await readEndpointHealth(app.store.db, endpoint.merchant_id);
  return versionedEndpoint(
    app.store.cipher,
    endpoint,
    health.find(({ number }) => number === endpoint.number),
  );
}

const shownSecret = ({ secret, number }: CallbackEndpoint): string => {
  if (secret === null) throw new Error(`No secret of endpoint ${number}`);
  return secret;
};

const fresh = (app: App) => ({ secret: newWebhookSecret(), now: serviceTime(app) });

/**
 * The same request of the same caller with the same key has the same secret: computed with the
 * service's own key, so nobody else can, and known again by the endpoint that has it.
 */
const freshFor = (app: App, operator: OperatorCaller, about: string, key: string | undefined) =>
  key === undefined
    ? fresh(app)
    : {
        ...fresh(app),
        secret: webhookSecretOf(
          app.store.cipher.lookup(JSON.stringify([about, identityOf(operator), key])),
        ),
      };

export async function createCallbackEndpoint(
  app: App,
  operator: OperatorCaller,
  merchant: string,
  raw: RawFields,
  idempotency_key?: string,
): Promise<EndpointWithSecret | Refusal> {
  const changes = readRequest(CREATE_ENDPOINT, raw, addressRules(app));
  if (isRefusal(changes)) return changes;
  const record = await merchantRecord(app, merchant);
  if (isRefusal(record)) return record;
  const { merchant_id } = record;
  const about = `callback_endpoints/${merchant_id}`;
  const request = { merchant_id, changes, ...freshFor(app, operator, about, idempotency_key) };
  const made = await changeSetting(app, operator, SETTINGS_ACTS.add_endpoint, request);
  if (isRefusal(made)) return made;
  return { ...(await bodyNow(app, made)), secret: shownSecret(made) };
}

type Named = { merchant: string; endpoint: string };

/** Null if the path names no endpoint. */
export function readEndpointNumber(text: string): number | null {
  return /^(?:0|[1-9][0-9]{0,6})$/.test(text) ? Number(text) : null;
}

/** The endpoint of the path, with a secret and the time for an act that needs them. */
async function named(app: App, { merchant, endpoint }: Named): Promise<NamedEndpoint | Refusal> {
  const record = await merchantRecord(app, merchant);
  if (isRefusal(record)) return record;
  const { merchant_id } = record;
  return { merchant_id, number: readEndpointNumber(endpoint), ...fresh(app) };
}

export async function updateCallbackEndpoint(
  app: App,
  operator: OperatorCaller,
  path: Named,
  raw: RawFields,
): Promise<VersionedEndpoint | Refusal> {
  const reading = beginReading(UPDATE_ENDPOINT, raw, addressRules(app));
  if (reading.values.url === null && path.endpoint !== String(DEFAULT_ENDPOINT)) {
    reading.wrong('url', 'required', 'is required; to stop callbacks, disable the endpoint');
  }
  const changes = reading.result();
  if (isRefusal(changes)) return changes;
  const found = await named(app, path);
  if (isRefusal(found)) return found;
  const request = { ...found, changes };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_endpoint, request);
  return isRefusal(changed) ? changed : await bodyNow(app, changed);
}

/** The secret before signs too for a day, so that the receiver can change over. */
export async function rotateCallbackSecret(
  app: App,
  operator: OperatorCaller,
  path: Named,
  idempotency_key?: string,
): Promise<EndpointWithSecret | Refusal> {
  const found = await named(app, path);
  if (isRefusal(found)) return found;
  const about = `callback_endpoints/${found.merchant_id}/${found.number}/secret`;
  const request = { ...found, ...freshFor(app, operator, about, idempotency_key) };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.rotate_secret, request);
  if (isRefusal(changed)) return changed;
  return { ...(await bodyNow(app, changed)), secret: shownSecret(changed) };
}

/** What waits for it is given up. */
export async function deleteCallbackEndpoint(
  app: App,
  operator: OperatorCaller,
  path: Named,
): Promise<VersionedEndpoint | Refusal> {
  const found = await named(app, path);
  if (isRefusal(found)) return found;
  const removed = await changeSetting(app, operator, SETTINGS_ACTS.remove_endpoint, found);
  return isRefusal(removed) ? removed : await bodyNow(app, removed);
}
