// A merchant's callback endpoints with their health, for operators and for the merchant.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readEndpointHealth } from '../../store/callback/endpoint-health.ts';
import type { App } from '../process/app.ts';
import { type Caller, refuseOtherReader } from '../request/caller.ts';
import { type EndpointBody, endpointBody } from './endpoint-view.ts';
import { merchantRecord } from './merchants.ts';

export async function listCallbackEndpoints(
  app: App,
  merchant: string,
): Promise<{ data: EndpointBody[] } | Refusal> {
  const record = await merchantRecord(app, merchant);
  if (isRefusal(record)) return record;
  const { merchant_id } = record;
  const health = await readEndpointHealth(app.store.db, merchant_id);
  const { endpoints } = await app.settings.current();
  const data = (endpoints.get(merchant_id) ?? []).map((one) =>
    endpointBody(
      one,
      health.find(({ number }) => number === one.number),
    ),
  );
  return { data };
}

/** For the merchant itself. */
export async function listOwnEndpoints(
  app: App,
  caller: Caller,
  query: { merchant_id?: string | undefined },
): Promise<{ data: EndpointBody[] } | Refusal> {
  const refused = refuseOtherReader(caller, query.merchant_id);
  if (refused !== null) return refused;
  return await listCallbackEndpoints(app, caller.merchant.merchant_id);
}
