// Deliveries of callbacks once they are made: claimed with a lease, sent once more, listed.
import type { Queryable } from './database.ts';

export type DeliveryKey = { merchant_id: string; trade_id: string; sequence: number };

export type DeliveryStatus = 'waiting' | 'delivered' | 'exhausted';

/**
 * `attempts` counts the coming one; its row, once it is recorded: an unused lease is no attempt.
 * `attempts_before` of them came before the schedule began again.
 */
export type Claimed = DeliveryKey & {
  url: string;
  host: string;
  attempts: number;
  attempts_before: number;
};

/**
 * Leases deliveries that are due: the first of every host before the second of any, no more per
 * host than it has room for. Per trade in order. Lost leases come due again. Reads one index entry
 * per host and what it may take, however much waits for hosts that are dead.
 */
export async function claimDeliveries(
  tx: Queryable,
  options: {
    limit: number;
    /** Of every host that `rooms` does not name. */
    per_host: number;
    rooms: ReadonlyMap<string, number>;
    lease_ms: number;
  },
): Promise<Claimed[]> {
  return await tx.query<Claimed>(
    'claim-deliveries',
    `with recursive hosts as (
       select min(d.host) as host from deliveries d where d.status = 'waiting' and d.is_next
       union all
       select (
         select min(d.host) from deliveries d
         where d.status = 'waiting' and d.is_next and d.host > h.host
       ) from hosts h where h.host is not null
     ), due as (
       select d.merchant_id, d.trade_id, d.sequence, d.due_at, d.place
       from hosts h cross join lateral (
         select w.merchant_id, w.trade_id, w.sequence, w.due_at,
           row_number() over (order by w.due_at, w.number) as place
         from deliveries w
         where w.host = h.host and w.status = 'waiting' and w.is_next and w.due_at <= now()
           and (w.leased_until is null or w.leased_until <= now())
         order by w.due_at, w.number
         limit coalesce(($2::jsonb ->> h.host)::integer, $3)
       ) d
       where h.host is not null
       order by d.place, d.due_at limit $1
     ), chosen as (
       select c.merchant_id, c.trade_id, c.sequence
       from due cross join lateral (
         select d.merchant_id, d.trade_id, d.sequence from deliveries d
         where d.merchant_id = due.merchant_id and d.trade_id = due.trade_id
           and d.sequence = due.sequence and d.status = 'waiting' and d.is_next
           and (d.leased_until is null or d.leased_until <= now())
         for update skip locked
       ) c
     )
     update deliveries d set leased_until = clock_timestamp() + $4 * interval '1 millisecond'
     from chosen c
     where d.merchant_id = c.merchant_id and d.trade_id = c.trade_id and d.sequence = c.sequence
     returning d.merchant_id, d.trade_id, d.sequence, d.url, d.host,
       d.attempts + 1 as attempts, d.attempts_before`,
    [
      options.limit,
      JSON.stringify(Object.fromEntries(options.rooms)),
      options.per_host,
      options.lease_ms,
    ],
  );
}

/**
 * The first that waits of a trade is the next one; what it follows has just changed. True where
 * one became the next.
 */
export async function markNext(
  tx: Queryable,
  trades: readonly { merchant_id: string; trade_id: string }[],
): Promise<boolean> {
  if (trades.length === 0) return false;
  const rows = await tx.query<{ is_next: boolean }>(
    'mark-next-delivery',
    `update deliveries d set is_next = (d.sequence = f.first_sequence)
     from (
       select w.merchant_id, w.trade_id, min(w.sequence) as first_sequence from deliveries w
       where (w.merchant_id, w.trade_id) in (select * from unnest($1::uuid[], $2::uuid[]))
         and w.status = 'waiting'
       group by w.merchant_id, w.trade_id
     ) f
     where d.merchant_id = f.merchant_id and d.trade_id = f.trade_id and d.status = 'waiting'
       and d.is_next <> (d.sequence = f.first_sequence)
     returning d.is_next`,
    [trades.map((trade) => trade.merchant_id), trades.map((trade) => trade.trade_id)],
  );
  return rows.some((row) => row.is_next);
}

/** Puts a delivery back to the start of its schedule; false where there is none. */
export async function resendDelivery(tx: Queryable, key: DeliveryKey): Promise<boolean> {
  const rows = await tx.query(
    'resend-delivery',
    `update deliveries set status = 'waiting', due_at = clock_timestamp(), leased_until = null,
       finished_at = null, attempts_before = attempts
     where merchant_id = $1 and trade_id = $2 and sequence = $3 returning 1 as resent`,
    [key.merchant_id, key.trade_id, key.sequence],
  );
  await markNext(tx, [key]);
  return rows.length > 0;
}

export type DeliveryRow = DeliveryKey & {
  number: bigint;
  url: string;
  status: DeliveryStatus;
  attempts: number;
  due_at: number;
  finished_at: number | null;
  last_status: number | null;
  last_error: string | null;
};

const DELIVERY = `select d.merchant_id, d.trade_id, d.sequence, d.number, d.url, d.status,
  d.attempts, d.due_at, d.finished_at, a.status as last_status, a.error as last_error
  from deliveries d left join delivery_attempts a
    on a.merchant_id = d.merchant_id and a.trade_id = d.trade_id and a.sequence = d.sequence
    and a.attempt = d.attempts`;

export async function listDeliveries(
  db: Queryable,
  filter: {
    merchant_id: string | null;
    trade_id: string | null;
    status: string | null;
    before: readonly [string, string, number] | null;
    limit: number;
  },
): Promise<DeliveryRow[]> {
  const [merchant_id, trade_id, sequence] = filter.before ?? [null, null, null];
  return await db.query<DeliveryRow>(
    'list-deliveries',
    `${DELIVERY}
     where ($1::uuid is null or d.merchant_id = $1) and ($2::uuid is null or d.trade_id = $2)
       and ($3::text is null or d.status = $3)
       and ($4::uuid is null or (d.merchant_id, d.trade_id, d.sequence) < ($4, $5, $6))
     order by d.merchant_id desc, d.trade_id desc, d.sequence desc limit $7`,
    [
      filter.merchant_id,
      filter.trade_id,
      filter.status,
      merchant_id,
      trade_id,
      sequence,
      filter.limit,
    ],
  );
}
