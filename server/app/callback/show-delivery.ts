// One delivery with its request and its attempts: what was sent, and what was answered.
import { type SentHeader, shownHeaders } from '../../domain/callback/request-headers.ts';
import { ENDPOINT_NUMBER_MAX } from '../../domain/record/callback-endpoint.ts';
import { type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { type DeliveryKey, readDelivery } from '../../store/callback/deliveries.ts';
import { type KeptAttempt, readLastAttempts } from '../../store/callback/delivery-attempts.ts';
import { readEventsByKey } from '../../store/callback/events.ts';
import { openText, replyPlace, sentToPlace } from '../../store/encryption/sealed-text.ts';
import type { App } from '../process/app.ts';
import { namesOfOrders } from '../request/order-names.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { accountsOf, callbackBody, eventId } from './event-view.ts';
import { type DeliveryBody, deliveryBody } from './list-deliveries.ts';

export type AttemptBody = {
  attempt: number;
  at: string;
  status: number | null;
  error: string | null;
  duration_ms: number;
  /** Without its query. */
  sent_to: string;
  /** Empty if nothing was sent. */
  headers: SentHeader[];
  reply_head: string;
  /** Set if it stands for all attempts up to it: when the first was made. */
  folded_from: string | null;
};

export type DeliveryWithAttempts = DeliveryBody & {
  /** The body of the request, the same for every attempt. */
  body: string;
  history: AttemptBody[];
  /** True if there were more attempts than are listed. */
  has_earlier: boolean;
};

/** A failing endpoint is probed for as long as it fails, so their number has no limit. */
export const ATTEMPTS_SHOWN = 100;

/** Texts are empty if they cannot be decrypted any more. */
export function attemptBody(app: App, attempt: KeptAttempt): AttemptBody {
  const { cipher } = app.store;
  const { signed_at } = attempt;
  return {
    attempt: attempt.attempt,
    at: iso(attempt.attempted_at),
    status: attempt.status,
    error: attempt.error,
    duration_ms: attempt.duration_ms,
    sent_to: openText(cipher, attempt.sent_to, sentToPlace(attempt)) ?? '',
    headers: signed_at === null ? [] : shownHeaders(eventId(attempt), signed_at),
    reply_head: openText(cipher, attempt.reply_head, replyPlace(attempt)) ?? '',
    folded_from: isoOrNull(attempt.first_attempted_at),
  };
}

/** Made again from the event, as every attempt makes it. */
async function bodyOf(app: App, key: DeliveryKey): Promise<string> {
  const [event] = await readEventsByKey(app.store.db, app.store.cipher, [key]);
  const trade = await app.store.reads.trade(key);
  if (event === undefined || trade === null) {
    throw new Error(`Delivery ${eventId(key)} has no event`);
  }
  const { page_url } = app;
  return JSON.stringify(
    callbackBody(event, trade, { page_url, accounts: await accountsOf(app, [event]) }),
  );
}

type Named = { merchant_id: string; trade_id: string; sequence: string; endpoint: string };

const WHOLE = /^(?:0|[1-9][0-9]{0,9})$/;
const SEQUENCE_MAX = 2 ** 31 - 1;

function numberUpTo(text: string, max: number): number | null {
  return WHOLE.test(text) && Number(text) <= max ? Number(text) : null;
}

/** Null if the path names no delivery. */
function readKey(named: Named): DeliveryKey | null {
  const merchant_id = parseUuid(named.merchant_id);
  const trade_id = parseUuid(named.trade_id);
  const sequence = numberUpTo(named.sequence, SEQUENCE_MAX);
  const endpoint_number = numberUpTo(named.endpoint, ENDPOINT_NUMBER_MAX);
  if (merchant_id === null || trade_id === null) return null;
  if (sequence === null || endpoint_number === null) return null;
  return { merchant_id, trade_id, sequence, endpoint_number };
}

export async function getDelivery(app: App, named: Named): Promise<DeliveryWithAttempts | Refusal> {
  const key = readKey(named);
  if (key === null) return refuseUnknown();
  const found = await readDelivery(app.store.db, key);
  if (found === null) return refuseUnknown();
  const attempts = await readLastAttempts(app.store.db, key, ATTEMPTS_SHOWN + 1);
  return {
    ...deliveryBody(found, await namesOfOrders(app, [found])),
    body: await bodyOf(app, key),
    history: attempts
      .slice(0, ATTEMPTS_SHOWN)
      .toReversed()
      .map((attempt) => attemptBody(app, attempt)),
    has_earlier: attempts.length > ATTEMPTS_SHOWN,
  };
}
