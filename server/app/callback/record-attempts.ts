// Records the results of delivery attempts: results that arrive during a write go into the next one
// together.
import { answeredMs, type DeliveryQueue, paceOf } from '../../domain/callback/delivery-places.ts';
import { nextAttemptAt } from '../../domain/callback/retry.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { originOf } from '../../domain/values/web-address.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { aheadMs } from '../../store/batch/store.ts';
import * as store from '../../store/callback/delivery-attempts.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { replyPlace, sealText, sentToPlace } from '../../store/encryption/sealed-text.ts';
import { lockMerchant } from '../../store/merchant/tokens.ts';
import type { App } from '../process/app.ts';
import { gather } from '../process/gather.ts';
import { serviceTime } from '../process/service-time.ts';
import { SERVICE } from '../request/caller.ts';
import { changeSettingIn } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import type { ClaimedDelivery, DeliveryAttemptResult, Ended } from './deliver.ts';
import { HELD_QUEUE, queueNumber } from './delivery-queue.ts';
import { countTurnsIn, tellTurns } from './endpoint-turns.ts';

const GONE = 410;

/** A failed probe takes nothing from the schedule of its delivery. */
const isUncounted = ({ delivery, result }: Ended): boolean =>
  delivery.queue === 'probe' && result.error !== null && result.status !== GONE;

/** An attempt succeeded if a complete 2xx answer came in time. */
function endOf(ended: Ended): store.DeliveryEnd {
  const { delivery, result, ended_at } = ended;
  if (result.error === null) return { status: 'delivered', due_at: null };
  if (result.status === GONE || delivery.is_removed) return { status: 'exhausted', due_at: null };
  if (isUncounted(ended)) return { status: 'waiting', due_at: ended_at };
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
  const { delivery } = ended;
  const { merchant_id, trade_id, sequence, endpoint_number, attempt, url } = delivery;
  const queue: DeliveryQueue = paceOf(answeredMs(ended.result)) === 'slow' ? 'slow' : 'again';
  const is_uncounted = isUncounted(ended);
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
    sent_to: sealText(cipher, sentTo(url), sentToPlace(delivery)) ?? '',
    signed_at: url === null ? null : delivery.signed_at,
    end: endOf(ended),
    is_uncounted,
    url: url === null ? null : originOf(url),
    queue: is_uncounted ? HELD_QUEUE : queueNumber(queue),
  };
}

/** How long the receiver waited for the event: of first attempts only, later ones follow a plan. */
function tellDelay(app: App, { delivery, ended_at }: Ended): void {
  if (delivery.attempt !== 1) return;
  const delay_ms = Math.max(ended_at - delivery.event_at, 0);
  app.observe('callback_delay_seconds', delay_ms / SECOND_MS);
}

/** True if the next event of a trade may now be sent. */
async function write(app: App, ended: readonly Ended[]): Promise<boolean> {
  const rows = ended.map((one) => rowOf(app.store.cipher, one));
  const done = await app.store.db.transaction(async (tx) => {
    // Sent together: counting needs no answer of the statements before it.
    const [has_next, turns] = await Promise.all([
      store.recordAttempts(tx, rows, aheadMs(app.store)),
      countTurnsIn(tx, app, ended),
    ]);
    return { has_next, turns };
  });
  for (const { end } of rows) app.count('callback_attempts', { outcome: end.status });
  for (const one of ended) tellDelay(app, one);
  await tellTurns(app, done.turns);
  return done.has_next;
}

/** Disables the endpoint with the attempt, if it answered 410 Gone. */
async function writeGone(app: App, ended: Ended): Promise<boolean> {
  const row = rowOf(app.store.cipher, ended);
  const { merchant_id, endpoint_number: number, url } = ended.delivery;
  const done = await app.store.db.transaction(async (tx) => {
    const has_next = await store.recordAttempts(tx, [row], aheadMs(app.store));
    // Locked before the health of its endpoints.
    await lockMerchant(tx, merchant_id);
    const turns = await countTurnsIn(tx, app, [ended]);
    if (url === null) return { has_next, turns, is_disabled: false };
    const gone = { merchant_id, number, url, now: serviceTime(app) };
    const { disable_gone_endpoint } = SETTINGS_ACTS;
    const disabled = await changeSettingIn(
      { app, tx, actor: SERVICE },
      disable_gone_endpoint,
      gone,
    );
    return { has_next, turns, is_disabled: disabled !== null && !isRefusal(disabled) };
  });
  app.count('callback_attempts', { outcome: row.end.status });
  tellDelay(app, ended);
  if (done.is_disabled) {
    await app.settings.refresh();
    const fields = { merchant_id, endpoint: number };
    app.log.warn(fields, 'the callback endpoint answered 410 Gone and was disabled');
  }
  await tellTurns(app, done.turns);
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
    const ended = { delivery, result, ended_at: serviceTime(app) };
    return result.status === GONE ? recordGone(ended) : record(ended);
  };
}
