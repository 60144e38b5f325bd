// Queues deliveries of past events again, each for the endpoints that its type goes to now.
import { type PastEvent, type ResendFilter, resendOf } from '../../domain/callback/resend.ts';
import type { Scope } from '../../domain/service/api-token.ts';
import { aheadMs } from '../../store/batch/store.ts';
import { insertMissingDeliveries } from '../../store/callback/more-deliveries.ts';
import type { DeliveryTarget } from '../../store/callback/outbox.ts';
import { readDeliveriesOf, requeueDeliveries } from '../../store/callback/past-events.ts';
import { readRemovedBefore } from '../../store/retention/sweep-deliveries.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { callbackAddress } from './callback-address.ts';
import { HELD_QUEUE, queueNumber } from './delivery-queue.ts';

/** Of merchants' tokens: one that only reads causes nothing, so it sends nothing again. */
export const RESEND_SCOPES = ['payin', 'payout'] as const satisfies readonly Scope[];

/** An event and one endpoint that gets it again. */
export type EventResend = { event: PastEvent; target: DeliveryTarget; how: 'insert' | 'requeue' };

const keyOf = (trade_id: string, sequence: number, endpoint_number: number) =>
  `${trade_id} ${sequence} ${endpoint_number}`;

/** Behind the merchant's new events, and held back if the endpoint is. */
const queueOf = ({ queue }: DeliveryTarget) =>
  queue === HELD_QUEUE ? HELD_QUEUE : queueNumber('again');

/** Which of them each endpoint gets again, whether it gets them now or not. */
export async function resendsOf(
  app: App,
  merchant_id: string,
  events: readonly PastEvent[],
  asked: { filter: ResendFilter; endpoint: number | null },
): Promise<EventResend[]> {
  const { db, cipher } = app.store;
  const trade_ids = [...new Set(events.map(({ trade_id }) => trade_id))];
  const [trades, deliveries, removed_before, settings] = await Promise.all([
    readTrades(
      db,
      cipher,
      trade_ids.map((trade_id) => ({ merchant_id, trade_id })),
    ),
    readDeliveriesOf(db, merchant_id, events),
    readRemovedBefore(db),
    app.settings.current(),
  ]);
  const own = new Map(trades.map(({ trade_id, callback_url }) => [trade_id, callback_url]));
  const known = new Map(
    deliveries.map((one) => [keyOf(one.trade_id, one.sequence, one.endpoint_number), one]),
  );
  const addressOf = callbackAddress(settings, cipher);
  return events.flatMap((event): EventResend[] =>
    addressOf(merchant_id, own.get(event.trade_id) ?? null, event.type)
      .filter(({ endpoint_number }) => (asked.endpoint ?? endpoint_number) === endpoint_number)
      .flatMap((target) => {
        const key = keyOf(event.trade_id, event.sequence, target.endpoint_number);
        const age = { happened_at: event.happened_at, removed_before };
        const how = resendOf(known.get(key), asked.filter, age);
        return how === null ? [] : [{ event, target: { ...target, queue: queueOf(target) }, how }];
      }),
  );
}

/** Counts the deliveries that wait again. */
export async function queueAgain(
  app: App,
  merchant_id: string,
  resends: readonly EventResend[],
  as_of: number,
): Promise<number> {
  const of = (how: EventResend['how']) => resends.filter((one) => one.how === how);
  const named = ({ event: { trade_id, sequence }, target }: EventResend) => ({
    merchant_id,
    trade_id,
    sequence,
    target,
  });
  const ahead_ms = aheadMs(app.store);
  return await app.store.db.transaction(async (tx) => {
    const clock = { now: serviceTime(app), ahead_ms };
    const inserted = await insertMissingDeliveries(tx, of('insert').map(named), clock);
    const again = of('requeue').map(({ event: { trade_id, sequence }, target }) => ({
      merchant_id,
      trade_id,
      sequence,
      endpoint_number: target.endpoint_number,
      queue: target.queue,
    }));
    return inserted + (await requeueDeliveries(tx, again, { as_of, ahead_ms }));
  });
}
