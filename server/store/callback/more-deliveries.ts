// Inserts deliveries of events that are there already, for an endpoint that did not get them.
import { originOf } from '../../domain/values/web-address.ts';
import { type Transaction, timestamp } from '../connection/database.ts';
import { markNext } from './deliveries.ts';
import { lockDeliveriesOf } from './lock-deliveries.ts';
import type { DeliveryTarget } from './outbox.ts';

export type DeliveryOfEvent = {
  merchant_id: string;
  trade_id: string;
  sequence: number;
  target: DeliveryTarget;
};

/**
 * Inserts those that do not exist yet and counts them: calling it again changes nothing. Each
 * trade's deliveries are sent in the order of its events, so an inserted one may come before one
 * that waits.
 */
export async function insertMissingDeliveries(
  tx: Transaction,
  deliveries: readonly DeliveryOfEvent[],
  { now, ahead_ms }: { now: number; ahead_ms: number },
): Promise<number> {
  if (deliveries.length === 0) return 0;
  await lockDeliveriesOf(tx, deliveries);
  const inserted = await tx.query(
    'insert-missing-deliveries',
    `insert into deliveries (merchant_id, trade_id, sequence, number, url, status, is_next,
       attempts, attempts_before, due_at, endpoint, queue, endpoint_number)
     select e.merchant_id, e.trade_id, e.sequence, e.number, k.url, 'waiting', false, 0, 0,
       $8::timestamptz, k.endpoint, k.queue, k.endpoint_number
     from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::bigint[], $6::smallint[],
       $7::integer[])
       as k(merchant_id, trade_id, sequence, url, endpoint, queue, endpoint_number)
     join events e using (merchant_id, trade_id, sequence)
     order by e.merchant_id, e.trade_id, e.sequence, k.endpoint_number
     on conflict (merchant_id, trade_id, sequence, endpoint_number) do nothing
     returning 1 as inserted`,
    [
      deliveries.map((one) => one.merchant_id),
      deliveries.map((one) => one.trade_id),
      deliveries.map((one) => one.sequence),
      deliveries.map(({ target }) => originOf(target.url)),
      deliveries.map(({ target }) => target.endpoint),
      deliveries.map(({ target }) => target.queue),
      deliveries.map(({ target }) => target.endpoint_number),
      timestamp(now),
    ],
  );
  await markNext(tx, deliveries, ahead_ms);
  return inserted.length;
}
