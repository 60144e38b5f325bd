// Records the results of delivery attempts: results that arrive during a write go into the next one
// together.
import { answeredMs, type DeliveryQueue, paceOf } from '../../domain/callback/delivery-places.ts';
import { nextAttemptAt } from '../../domain/callback/retry.ts';
import { originOf } from '../../domain/values/web-address.ts';
import * as store from '../../store/callback/delivery-attempts.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { replyPlace, sealText, sentToPlace } from '../../store/encryption/sealed-text.ts';
import { disableEndpointIn } from '../merchant/callback-endpoint.ts';
import type { App } from '../process/app.ts';
import { gather } from '../process/gather.ts';
import type { ClaimedDelivery } from './deliver.ts';
import { queueNumber } from './delivery-queue.ts';

export type DeliveryAttemptResult = {
  status: number | null;
  error: string | null;
  duration_ms: number;
  /** At most 1 kB of text. */
  reply_head: string;
  retry_after_ms: number | null;
};

export type Ended = { delivery: ClaimedDelivery; result: DeliveryAttemptResult; ended_at: number };

const GONE = 410;

/** An attempt succeeded if a complete 2xx answer came in time. */
function endOf({ delivery, result, ended_at }: Ended): store.DeliveryEnd {
  if (result.error === null) return { status: 'delivered', due_at: null };
  if (result.status === GONE) return { status: 'exhausted', due_at: null };
  const { retry_after_ms } = result;
  const due_at = nextAttemptAt({
    attempt: delivery.attempt - delivery.attempts_before,
    now: ended_at,
    jitter: Math.random(),
    ...(retry_after_ms === null ? {} : { retry_after_ms }),
  });
  return due_at === null ? { status: 'exhausted', due_at } : { status: 'waiting', due_at };
}

/** Without its query, which may hold a key. */
const sentTo = (url: string | null): string => url?.replace(/[?#].*$/s, '') ?? '';

function rowOf(cipher: Cipher, ended: Ended): store.EndedDeliveryAttempt {
  const { merchant_id, trade_id, sequence, endpoint_number, attempt, url } = ended.delivery;
  const queue: DeliveryQueue = paceOf(answeredMs(ended.result)) === 'slow' ? 'slow' : 'again';
  const { status, error, duration_ms, reply_head } = ended.result;
  return {
    merchant_id,
    trade_id,
    sequence,
    endpoint_number,
    attempt,
    attempted_at: ended.ended_at - duration_ms,
    status,
    error,
    duration_ms: Math.round(duration_ms),
    reply_head: sealText(cipher, reply_head, replyPlace({ trade_id, sequence, attempt })) ?? '',
    sent_to: sealText(cipher, sentTo(url), sentToPlace(ended.delivery)) ?? '',
    end: endOf(ended),
    is_uncounted: false,
    url: url === null ? null : originOf(url),
    queue: queueNumber(queue),
  };
}

/** True if the next event of a trade may now be sent. */
async function write(app: App, ended: readonly Ended[]): Promise<boolean> {
  const rows = ended.map((one) => rowOf(app.store.cipher, one));
  const has_next = await app.store.db.transaction((tx) => store.recordAttempts(tx, rows));
  for (const { end } of rows) app.count('callback_attempts', { outcome: end.status });
  return has_next;
}

/** Disables the merchant's endpoint with the attempt, if this endpoint answered 410 Gone. */
async function writeGone(app: App, ended: Ended): Promise<boolean> {
  const row = rowOf(app.store.cipher, ended);
  const { merchant_id, url } = ended.delivery;
  const done = await app.store.db.transaction(async (tx) => ({
    has_next: await store.recordAttempts(tx, [row]),
    is_disabled: url !== null && (await disableEndpointIn(tx, app, merchant_id, url)),
  }));
  app.count('callback_attempts', { outcome: row.end.status });
  if (done.is_disabled) {
    await app.settings.refresh();
    app.log.warn({ merchant_id }, 'the callback endpoint answered 410 Gone and was disabled');
  }
  return done.has_next;
}

/** One transaction each: locking two merchants in one would require an order. */
async function writeEachGone(app: App, ended: readonly Ended[]): Promise<boolean> {
  let has_next = false;
  for (const one of ended) has_next = (await writeGone(app, one)) || has_next;
  return has_next;
}

export type AttemptRecorder = (
  delivery: ClaimedDelivery,
  result: DeliveryAttemptResult,
) => Promise<boolean>;

/**
 * Resolves to whether the next event of a trade may now be sent. If the database fails, every
 * attempt of that write is rejected: the leases end, and the deliveries are attempted again.
 */
export function createAttemptRecorder(app: App): AttemptRecorder {
  const record = gather((ended: readonly Ended[]) => write(app, ended));
  const recordGone = gather((ended: readonly Ended[]) => writeEachGone(app, ended));
  return (delivery, result) => {
    const ended = { delivery, result, ended_at: app.settings.now() };
    return result.status === GONE ? recordGone(ended) : record(ended);
  };
}
