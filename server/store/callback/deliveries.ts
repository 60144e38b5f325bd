// Changes and lists deliveries: marks the next one of a trade, and puts one back in the schedule.
import type { DeliveryStatus } from '../../domain/callback/retry.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { serviceNow } from './service-now.ts';

/** An event, and which of the merchant's endpoints it goes to. */
export type DeliveryKey = {
  merchant_id: string;
  trade_id: string;
  sequence: number;
  endpoint_number: number;
};

/**
 * Marks the first waiting delivery of each trade and endpoint as the next; call it when an earlier
 * one has changed. A first attempt is due at once, even if a clock that was ahead set a later time.
 * True if any delivery was marked.
 */
export async function markNext(
  tx: Queryable,
  trades: readonly { merchant_id: string; trade_id: string }[],
  ahead_ms: number,
): Promise<boolean> {
  if (trades.length === 0) return false;
  const rows = await tx.query<{ is_next: boolean }>(
    'mark-next-delivery',
    `with first as (
       select w.merchant_id, w.trade_id, w.endpoint_number, min(w.sequence) as sequence
       from deliveries w
       where (w.merchant_id, w.trade_id) in (select * from unnest($1::uuid[], $2::uuid[]))
         and w.status = 'waiting'
       group by w.merchant_id, w.trade_id, w.endpoint_number
     ), held as (
       select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number,
         d.sequence = f.sequence as is_first, ${serviceNow('$3', 'statement_timestamp()')} as now
       from first f join deliveries d using (merchant_id, trade_id, endpoint_number)
       where d.status = 'waiting' and d.is_next <> (d.sequence = f.sequence)
       order by d.merchant_id, d.trade_id, d.sequence, d.endpoint_number for no key update of d
     )
     update deliveries d set is_next = h.is_first,
       due_at = case when h.is_first and d.attempts = d.attempts_before
         then least(d.due_at, h.now) else d.due_at end
     from held h
     where d.merchant_id = h.merchant_id and d.trade_id = h.trade_id and d.sequence = h.sequence
       and d.endpoint_number = h.endpoint_number
     returning d.is_next`,
    [trades.map((trade) => trade.merchant_id), trades.map((trade) => trade.trade_id), ahead_ms],
  );
  return rows.some((row) => row.is_next);
}

/**
 * Restarts the schedule of a delivery; false if there is none. If its endpoint is failing, it is
 * the probe. If its endpoint has limits, it waits for an attempt under way, which counts.
 */
export async function requeueDelivery(
  tx: Queryable,
  key: DeliveryKey,
  ahead_ms: number,
): Promise<boolean> {
  const rows = await tx.query(
    'resend-delivery',
    `update deliveries set status = 'waiting',
       due_at = ${serviceNow('$5', 'statement_timestamp()')},
       leased_until = case when is_limited then leased_until end, finished_at = null,
       attempts_before = attempts, queue = case when exists (
         select from callback_endpoint_health h where h.merchant_id = $1 and h.number = $4
           and h.failing_since is not null and deliveries.endpoint = $4
       ) then 3 else 0 end
     where merchant_id = $1 and trade_id = $2 and sequence = $3 and endpoint_number = $4
     returning 1 as resent`,
    [key.merchant_id, key.trade_id, key.sequence, key.endpoint_number, ahead_ms],
  );
  await markNext(tx, [key], ahead_ms);
  return rows.length > 0;
}

export type DeliveryRow = DeliveryKey & {
  number: bigint;
  type: string;
  /** False if it goes to an address that the trade gave. */
  is_endpoint: boolean;
  url: string;
  status: DeliveryStatus;
  attempts: number;
  due_at: number;
  finished_at: number | null;
  last_status: number | null;
  last_error: string | null;
};

/** The last attempts and the events of some deliveries, which are named `d`. */
const delivery = (from: string) => `select d.merchant_id, d.trade_id, d.sequence,
  d.endpoint_number, d.number, e.type, d.url, d.endpoint = d.endpoint_number as is_endpoint,
  d.status, d.attempts, d.due_at, d.finished_at,
  case when d.attempts = 1 then coalesce(a.status, d.told_status) else a.status end as last_status,
  a.error as last_error
  from ${from} d join events e using (merchant_id, trade_id, sequence)
  left join delivery_attempts a
    on a.merchant_id = d.merchant_id and a.trade_id = d.trade_id and a.sequence = d.sequence
    and a.endpoint_number = d.endpoint_number and a.attempt = d.attempts`;

export async function readDelivery(db: Queryable, key: DeliveryKey): Promise<DeliveryRow | null> {
  const [row] = await db.query<DeliveryRow>(
    'read-delivery',
    `${delivery('deliveries')}
     where d.merchant_id = $1 and d.trade_id = $2 and d.sequence = $3 and d.endpoint_number = $4`,
    [key.merchant_id, key.trade_id, key.sequence, key.endpoint_number],
  );
  return row ?? null;
}

export type DeliveryFilter = {
  merchant_id: string | null;
  trade_id: string | null;
  status: string | null;
  endpoint_number: number | null;
  /** Of events of one of these types; null: of all. */
  types: readonly string[] | null;
  /** To endpoints that have failed since this time, or since a later one. */
  failing_from: number | null;
};

const NEWEST_FIRST = 'd.merchant_id desc, d.trade_id desc, d.sequence desc, d.endpoint_number desc';

export async function selectDeliveries(
  db: Queryable,
  filter: DeliveryFilter & {
    before: readonly [string, string, number, number] | null;
    limit: number;
  },
): Promise<DeliveryRow[]> {
  const [merchant_id, trade_id, sequence, endpoint_number] = filter.before ?? [];
  return await db.query<DeliveryRow>(
    'list-deliveries',
    `with page as materialized (
       select d.* from deliveries d
       where ($1::uuid is null or d.merchant_id = $1) and ($2::uuid is null or d.trade_id = $2)
         and ($3::text is null or d.status = $3)
         and ($4::uuid is null
           or (d.merchant_id, d.trade_id, d.sequence, d.endpoint_number) < ($4, $5, $6, $8))
         and ($9::integer is null or (d.endpoint_number = $9 and d.endpoint = d.endpoint_number))
         and ($10::text[] is null or exists (
           select from events e where e.merchant_id = d.merchant_id and e.trade_id = d.trade_id
             and e.sequence = d.sequence and e.type = any($10)))
         and ($11::timestamptz is null or exists (
           select from callback_endpoint_health h where h.merchant_id = d.merchant_id
             and h.number = d.endpoint and h.failing_since >= $11))
       order by ${NEWEST_FIRST} limit $7
     )
     ${delivery('page')} order by ${NEWEST_FIRST}`,
    [
      filter.merchant_id,
      filter.trade_id,
      filter.status,
      merchant_id ?? null,
      trade_id ?? null,
      sequence ?? null,
      filter.limit,
      endpoint_number ?? null,
      filter.endpoint_number,
      filter.types,
      filter.failing_from === null ? null : timestamp(filter.failing_from),
    ],
  );
}
