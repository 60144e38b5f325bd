// A merchant's callback endpoints with their health, for operators and for the merchant.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readEndpointHealth } from '../../store/callback/endpoint-health.ts';
import type { App } from '../process/app.ts';
import { type Caller, refuseOtherReader } from '../request/caller.ts';
import {
  type EndpointBody,
  endpointBody,
  type VersionedEndpoint,
  versionedEndpoint,
} from './endpoint-view.ts';
import { merchantRecord } from './merchants.ts';

async function withHealth(app: App, merchant_id: string) {
  const health = await readEndpointHealth(app.store.db, merchant_id);
  const { endpoints } = await app.settings.current();
  return (endpoints.get(merchant_id) ?? []).map((endpoint) => ({
    endpoint,
    health: health.find(({ number }) => number === endpoint.number),
  }));
}

export async function listCallbackEndpoints(
  app: App,
  merchant: string,
): Promise<{ data: VersionedEndpoint[] } | Refusal> {
  const record = await merchantRecord(app, merchant);
  if (isRefusal(record)) return record;
  const found = await withHealth(app, record.merchant_id);
  return {
    data: found.map(({ endpoint, health }) =>
      versionedEndpoint(app.store.cipher, endpoint, health),
    ),
  };
}

/** For the merchant itself. */
export async function listOwnEndpoints(
  app: App,
  caller: Caller,
  query: { merchant_id?: string | undefined },
): Promise<{ data: EndpointBody[] } | Refusal> {
  const refused = refuseOtherReader(caller, query.merchant_id);
  if (refused !== null) return refused;
  const found = await withHealth(app, caller.merchant.merchant_id);
  return { data: found.map(({ endpoint, health }) => endpointBody(endpoint, health)) };
}
