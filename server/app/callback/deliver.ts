// Turns claimed deliveries into requests: present address, rendered body, signature.
import type { DeliveryQueue } from '../../domain/callback/delivery-places.ts';
import { requestHeaders } from '../../domain/callback/request-headers.ts';
import type { CallbackEndpoint } from '../../domain/record/callback-endpoint.ts';
import type { LeasedDelivery } from '../../store/callback/claim-deliveries.ts';
import type { DeliveryKey } from '../../store/callback/deliveries.ts';
import { type NumberedEvent, readEventsByKey } from '../../store/callback/events.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { isOutage } from '../process/outage.ts';
import { serviceTime } from '../process/service-time.ts';
import type { Settings } from '../process/settings-cache.ts';
import { signWebhook } from '../process/standard-webhook.ts';
import { callbackUrl, endpointOf } from './callback-address.ts';
import { queueAt } from './delivery-queue.ts';
import { accountsOf, callbackBody, eventId } from './event-view.ts';

export type ClaimedDelivery = {
  merchant_id: string;
  trade_id: string;
  sequence: number;
  endpoint_number: number;
  endpoint: bigint;
  queue: DeliveryQueue;
  /** True if its endpoint has limits of its own. */
  is_limited: boolean;
  /** True if the endpoint has been removed: the delivery ends. */
  is_removed: boolean;
  /** Null if there is no address any more. */
  url: string | null;
  /** 1, 2, 3 … */
  attempt: number;
  /** How many of these were made before an operator asked to send it again. */
  attempts_before: number;
  body: string;
  /** When the event happened. */
  event_at: number;
  /** As the header webhook-timestamp has it; null if there is no secret to sign with. */
  signed_at: number | null;
  /** The trace in which its order was created; null if it has none. */
  trace_context: string | null;
  /** All headers, including the signature. */
  headers: Record<string, string>;
};

const keyOf = (key: Omit<DeliveryKey, 'endpoint_number'>) => `${key.trade_id}_${key.sequence}`;

/** Another process may have created a merchant since the settings were loaded. */
async function settingsFor(app: App, claimed: readonly LeasedDelivery[]): Promise<Settings> {
  const settings = await app.settings.current();
  const knows_all = claimed.every(({ merchant_id }) => settings.merchants.has(merchant_id));
  return knows_all ? settings : await app.settings.refresh();
}

/** None if the endpoint has been removed: then nothing is sent. */
function liveSecrets(endpoint: CallbackEndpoint | undefined, now: number): string[] {
  if (endpoint === undefined) return [];
  const { merchant_id, number, secret, previous_secret, previous_until } = endpoint;
  if (secret === null) {
    throw new Error(`The callback secret ${number} of ${merchant_id} cannot be decrypted`);
  }
  const both = previous_secret !== null && previous_until !== null && previous_until > now;
  return both ? [secret, previous_secret] : [secret];
}

/** The body of each callback, with the trade as it was at the event, and the present address. */
async function contents(app: App, claimed: readonly LeasedDelivery[], settings: Settings) {
  const { db, cipher } = app.store;
  const keys = [...new Map(claimed.map((delivery) => [delivery.trade_id, delivery])).values()];
  const [events, trades] = await Promise.all([
    readEventsByKey(db, cipher, claimed),
    readTrades(db, cipher, keys),
  ]);
  const { page_url } = app;
  const accounts = await accountsOf(app, events);
  const by_key = new Map<string, NumberedEvent>(events.map((event) => [keyOf(event), event]));
  const by_trade = new Map(trades.map((trade) => [trade.trade_id, trade]));
  return (delivery: LeasedDelivery) => {
    const event = by_key.get(keyOf(delivery));
    const trade = by_trade.get(delivery.trade_id);
    if (event === undefined || trade === undefined) {
      throw new Error(`Delivery ${keyOf(delivery)} has no event`);
    }
    return {
      url: callbackUrl(settings, trade.merchant_id, delivery.endpoint_number, trade.callback_url),
      body: JSON.stringify(callbackBody(event, trade, { page_url, accounts })),
      event_at: event.at,
      trace_context: trade.trace_context,
    };
  };
}

async function signed(app: App, claimed: readonly LeasedDelivery[]): Promise<ClaimedDelivery[]> {
  const settings = await settingsFor(app, claimed);
  const contentOf = await contents(app, claimed, settings);
  const now = serviceTime(app);
  // Receivers compare it with their own clocks.
  const timestamp_s = Math.floor(app.settings.now() / 1000);
  return claimed.map((delivery) => {
    const { attempts: attempt, queue, ...rest } = delivery;
    const content = contentOf(delivery);
    const { body } = content;
    const id = eventId(delivery);
    const { merchant_id, endpoint_number } = delivery;
    const to = endpointOf(settings, merchant_id, endpoint_number);
    const secrets = liveSecrets(to, now);
    const is_removed = to === undefined;
    const signature = is_removed ? null : signWebhook({ secrets, id, timestamp_s, body });
    const headers = requestHeaders({ id, timestamp_s, signature });
    const signed_at = is_removed ? null : timestamp_s * 1_000;
    return { ...rest, ...content, is_removed, queue: queueAt(queue), attempt, signed_at, headers };
  });
}

/** A callback that cannot be made is logged and retried when its lease ends; the others go out. */
async function signedAlone(app: App, delivery: LeasedDelivery): Promise<ClaimedDelivery[]> {
  try {
    return await signed(app, [delivery]);
  } catch (error) {
    if (isOutage(error)) throw error;
    app.log.error({ err: error, event_id: eventId(delivery) }, 'a callback could not be made');
    return [];
  }
}

/** Each is signed with the present time. If this process dies, the lease simply ends. */
export async function signDeliveries(
  app: App,
  claimed: readonly LeasedDelivery[],
): Promise<ClaimedDelivery[]> {
  if (claimed.length === 0) return [];
  try {
    return await signed(app, claimed);
  } catch (error) {
    if (isOutage(error)) throw error;
    return (await Promise.all(claimed.map((delivery) => signedAlone(app, delivery)))).flat();
  }
}

export type DeliveryAttemptResult = {
  status: number | null;
  error: string | null;
  duration_ms: number;
  /** At most 1 kB of text. */
  reply_head: string;
  retry_after_ms: number | null;
};

export type Ended = { delivery: ClaimedDelivery; result: DeliveryAttemptResult; ended_at: number };
