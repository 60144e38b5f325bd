// Sends a signed test event to one callback endpoint, and says what happened.

import {
  requestHeaders,
  type SentHeader,
  shownHeaders,
} from '../../domain/callback/request-headers.ts';
import { addressToTest } from '../../domain/merchant/change-endpoint.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../domain/service/refusal.ts';
import { reviveEndpoint } from '../../store/callback/endpoint-health.ts';
import { readEndpointNumber } from '../merchant/callback-endpoints.ts';
import { merchantRecord } from '../merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { signWebhook } from '../process/standard-webhook.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { endpointOf } from './callback-address.ts';
import { tracedTest } from './trace-attempt.ts';

export type EndpointTestBody = {
  outcome: 'delivered' | 'failed';
  event_id: string;
  /** Without its query. */
  sent_to: string;
  headers: SentHeader[];
  body: string;
  status: number | null;
  error: string | null;
  duration_ms: number;
  reply_head: string;
};

/** Of merchants with a test under way: one each, so that silent addresses hold few requests. */
const under_way = new Set<string>();

const busy = (): Refusal =>
  refuse(
    'act_not_allowed',
    'A test is under way for this merchant, or many are for others: try again when it has ended.',
  );

function messageFor(app: App, { number, secrets }: { number: number; secrets: readonly string[] }) {
  const id = `test_${newId()}`;
  // Receivers compare it with their own clocks.
  const signed_at = app.settings.now();
  const timestamp_s = Math.floor(signed_at / 1_000);
  const data = { endpoint: number };
  const event = { type: 'endpoint.test', timestamp: iso(serviceTime(app)), sequence: 0, data };
  const body = JSON.stringify(event);
  const signature = signWebhook({ secrets, id, timestamp_s, body });
  const headers = requestHeaders({ id, timestamp_s, signature });
  return { id, signed_at, body, headers };
}

/** One that is accepted also makes a failing endpoint be probed at once. */
export async function testCallbackEndpoint(
  app: App,
  operator: OperatorCaller,
  { merchant, endpoint }: { merchant: string; endpoint: string },
): Promise<EndpointTestBody | Refusal> {
  const record = await merchantRecord(app, merchant);
  if (isRefusal(record)) return record;
  const { merchant_id } = record;
  const number = readEndpointNumber(endpoint);
  const settings = await app.settings.current();
  const found = number === null ? undefined : endpointOf(settings, merchant_id, number);
  if (number === null || found === undefined) return refuseUnknown();
  const address = addressToTest(found);
  if (isRefusal(address)) return address;
  const { url, secret } = address;
  if (under_way.has(merchant_id) || under_way.size >= LIMITS.callback_tests_max) return busy();
  under_way.add(merchant_id);
  try {
    const target = `merchants/${merchant_id}/callback_endpoints/${number}`;
    await app.store.db.transaction((tx) =>
      auditIn(tx, operatorActor(operator), 'callback_endpoint_tested', target, {
        endpoint: number,
      }),
    );
    const message = messageFor(app, { number, secrets: [secret] });
    const result = await tracedTest(app, number, async (traced) =>
      app.outlet.post({ url, ...message, headers: { ...message.headers, ...traced } }),
    );
    if (result === null) return refuse('act_not_allowed', 'This process sends no callbacks.');
    const { status, error, duration_ms, reply_head } = result;
    if (error === null) {
      await reviveEndpoint(app.store.db, { merchant_id, number }, { now: serviceTime(app) });
    }
    return {
      outcome: error === null ? 'delivered' : 'failed',
      event_id: message.id,
      sent_to: url.replace(/[?#].*$/s, ''),
      headers: shownHeaders(message.id, message.signed_at),
      body: message.body,
      status,
      error,
      duration_ms,
      reply_head,
    };
  } finally {
    under_way.delete(merchant_id);
  }
}
