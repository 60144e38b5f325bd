// Reads past events with their deliveries in the order of their numbers, and puts many deliveries
// back in the schedule.
import type { PastDelivery, PastEvent } from '../../domain/callback/resend.ts';
import type { State } from '../../domain/record/trade.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { type DeliveryKey, markNext } from './deliveries.ts';
import { standingText } from './event-standing.ts';
import { serviceNow } from './service-now.ts';

export async function readPastEvents(
  db: Queryable,
  merchant_id: string,
  after: bigint,
  limit: number,
): Promise<PastEvent[]> {
  return await db.query<PastEvent>(
    'read-past-events',
    `select trade_id, sequence, number, type, happened_at from events
     where merchant_id = $1 and number > $2 order by number limit $3`,
    [merchant_id, after, limit],
  );
}

export type StateEvent = PastEvent & { readonly state: State };

/** The newest events of these types of each trade, by their sequence. */
export async function readStateEvents(
  db: Queryable,
  merchant_id: string,
  trade_ids: readonly string[],
  types: readonly string[],
  of_each: number,
): Promise<StateEvent[]> {
  return await db.query<StateEvent>(
    'read-state-events',
    `select e.trade_id, e.sequence, e.number, e.type, e.happened_at, e.state
     from unnest($2::uuid[]) as k(trade_id) cross join lateral (
       select p.trade_id, p.sequence, p.number, p.type, p.happened_at,
         ${standingText('p', 'state')} as state
       from events p
       where p.merchant_id = $1 and p.trade_id = k.trade_id and p.type = any($3::text[])
       order by p.sequence desc limit $4
     ) e
     order by e.trade_id, e.sequence`,
    [merchant_id, trade_ids, types, of_each],
  );
}

/** The merchant's last number; 0 without events. */
export async function lastEventNumber(db: Queryable, merchant_id: string): Promise<bigint> {
  const [row] = await db.query<{ number: bigint }>(
    'last-event-number',
    'select number from events where merchant_id = $1 order by number desc limit 1',
    [merchant_id],
  );
  return row?.number ?? 0n;
}

export type DeliveryOfPast = PastDelivery & DeliveryKey;

export async function readDeliveriesOf(
  db: Queryable,
  merchant_id: string,
  events: readonly { trade_id: string; sequence: number }[],
): Promise<DeliveryOfPast[]> {
  return await db.query<DeliveryOfPast>(
    'read-deliveries-of-events',
    `select merchant_id, trade_id, sequence, endpoint_number, status, finished_at
     from deliveries where merchant_id = $1
       and (trade_id, sequence) in (select * from unnest($2::uuid[], $3::integer[]))`,
    [merchant_id, events.map(({ trade_id }) => trade_id), events.map(({ sequence }) => sequence)],
  );
}

/** Restarts the schedule of those that had ended before `as_of`, and counts them. */
export async function requeueDeliveries(
  tx: Transaction,
  keys: readonly (DeliveryKey & { queue: number })[],
  { as_of, ahead_ms }: { as_of: number; ahead_ms: number },
): Promise<number> {
  if (keys.length === 0) return 0;
  const rows = await tx.query(
    'resend-deliveries',
    `update deliveries d set status = 'waiting', leased_until = null,
       due_at = ${serviceNow('$7', 'statement_timestamp()')},
       finished_at = null, attempts_before = d.attempts, queue = k.queue
     from (
       select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number, k.queue
       from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::smallint[])
         as k(merchant_id, trade_id, sequence, endpoint_number, queue)
       join deliveries d using (merchant_id, trade_id, sequence, endpoint_number)
       where d.status <> 'waiting' and d.finished_at < to_timestamp($6::double precision / 1000)
       order by d.merchant_id, d.trade_id, d.sequence, d.endpoint_number for update of d
     ) k
     where d.merchant_id = k.merchant_id and d.trade_id = k.trade_id and d.sequence = k.sequence
       and d.endpoint_number = k.endpoint_number
     returning 1 as resent`,
    [
      keys.map((key) => key.merchant_id),
      keys.map((key) => key.trade_id),
      keys.map((key) => key.sequence),
      keys.map((key) => key.endpoint_number),
      keys.map((key) => key.queue),
      as_of,
      ahead_ms,
    ],
  );
  await markNext(tx, keys, ahead_ms);
  return rows.length;
}
