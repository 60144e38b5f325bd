// Deliveries for the job that sends them: claimed with a lease, rendered and signed; every attempt
// is kept.
import { nextAttemptAt } from '../domain/retry.ts';
import * as deliveries from '../store/deliveries.ts';
import { type NumberedEvent, readEventsByKey } from '../store/events.ts';
import { readClock } from '../store/settings.ts';
import { readTrades } from '../store/trades.ts';
import type { App } from './app.ts';
import { disableEndpoint } from './callback-endpoint.ts';
import { callbackBody, eventId } from './event-view.ts';
import { isOutage } from './outage.ts';
import type { Settings } from './settings-cache.ts';
import { signWebhook } from './standard-webhook.ts';

export type ClaimedDelivery = {
  merchant_id: string;
  trade_id: string;
  sequence: number;
  url: string;
  host: string;
  /** 1, 2, 3 … */
  attempt: number;
  /** Of these, the ones before somebody asked for it once more. */
  attempts_before: number;
  body: string;
  /** All of them, the signature too. */
  headers: Record<string, string>;
};

export type AttemptResult = {
  status: number | null;
  error: string | null;
  duration_ms: number;
  /** At most 1 kB of text. */
  reply_head: string;
  retry_after_ms: number | null;
};

const PER_HOST = 16;

const keyOf = (key: deliveries.DeliveryKey) => `${key.trade_id}_${key.sequence}`;

async function liveSecrets(app: App, merchant_id: string, now: number): Promise<string[]> {
  const find = (settings: Settings) => settings.merchants.get(merchant_id)?.callbacks;
  // Another process may have made the merchant since the last look.
  const callbacks = find(await app.settings.current()) ?? find(await app.settings.refresh());
  if (callbacks === undefined) throw new Error(`No merchant ${merchant_id}`);
  const { secret, previous_secret, previous_until } = callbacks;
  const both = previous_secret !== null && previous_until !== null && previous_until > now;
  return both ? [secret, previous_secret] : [secret];
}

async function render(app: App, claimed: readonly deliveries.Claimed[]) {
  const { db, cipher } = app.store;
  const events = await readEventsByKey(db, claimed);
  const trades = await readTrades(db, cipher, [
    ...new Map(claimed.map((delivery) => [delivery.trade_id, delivery])).values(),
  ]);
  const { accounts } = await app.settings.current();
  const by_key = new Map<string, NumberedEvent>(events.map((event) => [keyOf(event), event]));
  const by_trade = new Map(trades.map((trade) => [trade.trade_id, trade]));
  return (delivery: deliveries.Claimed): string => {
    const event = by_key.get(keyOf(delivery));
    const trade = by_trade.get(delivery.trade_id);
    if (event === undefined || trade === undefined) {
      throw new Error(`Delivery ${keyOf(delivery)} has no event`);
    }
    return JSON.stringify(callbackBody(event, trade, { public_url: app.public_url, accounts }));
  };
}

async function signed(
  app: App,
  claimed: readonly deliveries.Claimed[],
): Promise<ClaimedDelivery[]> {
  const bodyOf = await render(app, claimed);
  const now = Date.now();
  const timestamp_s = Math.floor(now / 1000);
  return await Promise.all(
    claimed.map(async ({ attempts, ...delivery }) => {
      const body = bodyOf({ ...delivery, attempts });
      const id = eventId(delivery);
      const secrets = await liveSecrets(app, delivery.merchant_id, now);
      return {
        ...delivery,
        attempt: attempts,
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'payment-orders',
          'webhook-id': id,
          'webhook-timestamp': String(timestamp_s),
          'webhook-signature': signWebhook({ secrets, id, timestamp_s, body }),
        },
      };
    }),
  );
}

/** One that cannot be made is told and comes again when its lease ends; the others go. */
async function signedAlone(app: App, delivery: deliveries.Claimed): Promise<ClaimedDelivery[]> {
  try {
    return await signed(app, [delivery]);
  } catch (error) {
    if (isOutage(error)) throw error;
    app.log.error({ err: error, event_id: eventId(delivery) }, 'a callback could not be made');
    return [];
  }
}

/** Each comes with its signature of this moment; the lease ends by itself if this process dies. */
export async function claimDeliveries(
  app: App,
  options: { limit: number; busy_hosts: readonly string[]; lease_ms: number },
): Promise<ClaimedDelivery[]> {
  const limits = { ...options, per_host: PER_HOST };
  const claimed = await deliveries.claimDeliveries(app.store.db, limits);
  if (claimed.length === 0) return [];
  try {
    return await signed(app, claimed);
  } catch (error) {
    if (isOutage(error)) throw error;
    return (await Promise.all(claimed.map((delivery) => signedAlone(app, delivery)))).flat();
  }
}

const GONE = 410;

/** An attempt without an error is a whole 2xx answer in time. */
function endOf(
  delivery: ClaimedDelivery,
  result: AttemptResult,
  now: number,
): deliveries.DeliveryEnd {
  if (result.error === null) return { status: 'delivered', due_at: null };
  const { retry_after_ms } = result;
  const due_at =
    result.status === GONE
      ? null
      : nextAttemptAt({
          attempt: delivery.attempt - delivery.attempts_before,
          now,
          jitter: Math.random(),
          ...(retry_after_ms === null ? {} : { retry_after_ms }),
        });
  return due_at === null ? { status: 'exhausted', due_at } : { status: 'waiting', due_at };
}

export async function recordAttempt(
  app: App,
  delivery: ClaimedDelivery,
  result: AttemptResult,
): Promise<void> {
  const { merchant_id, trade_id, sequence, attempt } = delivery;
  const { status, error, duration_ms, reply_head } = result;
  await app.store.db.transaction(async (tx) => {
    const now = await readClock(tx);
    const end = endOf(delivery, result, now);
    await deliveries.recordAttempt(
      tx,
      {
        merchant_id,
        trade_id,
        sequence,
        attempt,
        attempted_at: now - duration_ms,
        status,
        error,
        duration_ms: Math.round(duration_ms),
        reply_head,
      },
      end,
    );
    app.count('callback_attempts', { outcome: end.status });
  });
  if (status === GONE) await disableEndpoint(app, merchant_id, delivery.url);
}
