// Deliveries of callbacks: made when an event gets its number, claimed with a lease, every attempt
// kept.
import { type Queryable, timestamp } from './database.ts';
import { insertRows } from './rows.ts';

export type DeliveryKey = { merchant_id: string; trade_id: string; sequence: number };

export type NewDelivery = DeliveryKey & { number: bigint; url: string; host: string };

/**
 * The deliveries of these trades, locked so that none ends (and none is sent once more) before what
 * follows it is there.
 */
async function lockEarlier(tx: Queryable, deliveries: readonly NewDelivery[]) {
  const later = deliveries.filter((delivery) => delivery.sequence > 1);
  if (later.length === 0) return [];
  return await tx.query<DeliveryKey & { status: DeliveryEnd['status'] }>(
    'lock-earlier-deliveries',
    `select d.merchant_id, d.trade_id, d.sequence, d.status from deliveries d
     where (d.merchant_id, d.trade_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by d.merchant_id, d.trade_id, d.sequence for share`,
    [later.map((delivery) => delivery.merchant_id), later.map((delivery) => delivery.trade_id)],
  );
}

/** Per trade in order: only the first that waits is next. */
export async function insertDeliveries(
  tx: Queryable,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<void> {
  const earlier = await lockEarlier(tx, deliveries);
  const waiting = new Set(
    earlier.filter(({ status }) => status === 'waiting').map(({ trade_id }) => trade_id),
  );
  const rows = deliveries
    .toSorted((a, b) => a.sequence - b.sequence)
    .map((delivery) => {
      const is_next = !waiting.has(delivery.trade_id);
      waiting.add(delivery.trade_id);
      return { ...delivery, is_next };
    });
  await insertRows<NewDelivery & { is_next: boolean }>(
    tx,
    'deliveries',
    [
      { name: 'merchant_id', type: 'uuid', value: (d) => d.merchant_id },
      { name: 'trade_id', type: 'uuid', value: (d) => d.trade_id },
      { name: 'sequence', type: 'integer', value: (d) => d.sequence },
      { name: 'number', type: 'bigint', value: (d) => d.number },
      { name: 'url', type: 'text', value: (d) => d.url },
      { name: 'host', type: 'text', value: (d) => d.host },
      { name: 'status', type: 'text', value: () => 'waiting' },
      { name: 'is_next', type: 'boolean', value: (d) => d.is_next },
      { name: 'attempts', type: 'integer', value: () => 0 },
      { name: 'attempts_before', type: 'integer', value: () => 0 },
      { name: 'due_at', type: 'timestamptz', value: () => timestamp(now) },
    ],
    rows,
    'on conflict (merchant_id, trade_id, sequence) do nothing',
  );
}

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
 * Leases deliveries that are due: the first of every host before the second of any, no more than
 * some per host and none of busy hosts. Per trade in order. Lost leases come due again. Reads one
 * index entry per host and what it may take, however much waits for hosts that are dead.
 */
export async function claimDeliveries(
  tx: Queryable,
  options: { limit: number; per_host: number; busy_hosts: readonly string[]; lease_ms: number },
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
         order by w.due_at, w.number limit $3
       ) d
       where h.host is not null and h.host <> all($2::text[])
       order by d.place, d.due_at limit $1
     ), chosen as (
       select d.merchant_id, d.trade_id, d.sequence from deliveries d
       join due using (merchant_id, trade_id, sequence)
       where d.status = 'waiting' and d.is_next
         and (d.leased_until is null or d.leased_until <= now())
       for update of d skip locked
     )
     update deliveries d set leased_until = clock_timestamp() + $4 * interval '1 millisecond'
     from chosen c
     where d.merchant_id = c.merchant_id and d.trade_id = c.trade_id and d.sequence = c.sequence
     returning d.merchant_id, d.trade_id, d.sequence, d.url, d.host,
       d.attempts + 1 as attempts, d.attempts_before`,
    [options.limit, options.busy_hosts, options.per_host, options.lease_ms],
  );
}

/** The first that waits of a trade is the next one; what it follows has just changed. */
async function markNext(tx: Queryable, key: DeliveryKey): Promise<void> {
  await tx.query(
    'mark-next-delivery',
    `update deliveries d set is_next = (d.sequence = first.sequence)
     from (
       select min(sequence) as sequence from deliveries
       where merchant_id = $1 and trade_id = $2 and status = 'waiting'
     ) first
     where d.merchant_id = $1 and d.trade_id = $2 and d.status = 'waiting'
       and d.is_next <> (d.sequence = first.sequence)`,
    [key.merchant_id, key.trade_id],
  );
}

export type Attempt = DeliveryKey & {
  attempt: number;
  attempted_at: number;
  status: number | null;
  error: string | null;
  duration_ms: number;
  reply_head: string;
};

export type DeliveryEnd = {
  status: 'waiting' | 'delivered' | 'exhausted';
  due_at: number | null;
};

/**
 * Keeps the attempt, and says what becomes of the delivery. A late answer to a lost lease changes
 * nothing twice.
 */
export async function recordAttempt(tx: Queryable, attempt: Attempt, end: DeliveryEnd) {
  const key = [attempt.merchant_id, attempt.trade_id, attempt.sequence];
  await tx.query(
    'insert-attempt',
    `insert into delivery_attempts (merchant_id, trade_id, sequence, attempt, attempted_at, status,
       error, duration_ms, reply_head)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (merchant_id, trade_id, sequence, attempt) do nothing`,
    [
      ...key,
      attempt.attempt,
      timestamp(attempt.attempted_at),
      attempt.status,
      attempt.error,
      attempt.duration_ms,
      attempt.reply_head,
    ],
  );
  await tx.query(
    'end-attempt',
    `update deliveries set status = $5, attempts = $4, leased_until = null,
       due_at = coalesce($6, due_at),
       finished_at = case when $5 = 'waiting' then null else clock_timestamp() end
     where merchant_id = $1 and trade_id = $2 and sequence = $3 and attempts = $4 - 1
       and status = 'waiting'`,
    [...key, attempt.attempt, end.status, timestamp(end.due_at)],
  );
  if (end.status !== 'waiting') await markNext(tx, attempt);
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
  await markNext(tx, key);
  return rows.length > 0;
}

export type DeliveryRow = DeliveryKey & {
  number: bigint;
  url: string;
  status: DeliveryEnd['status'];
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

export async function readAttempts(
  db: Queryable,
  merchant_id: string,
  trade_id: string,
): Promise<Attempt[]> {
  return await db.query<Attempt>(
    'read-attempts',
    `select merchant_id, trade_id, sequence, attempt, attempted_at, status, error, duration_ms,
       reply_head
     from delivery_attempts where merchant_id = $1 and trade_id = $2 order by sequence, attempt`,
    [merchant_id, trade_id],
  );
}
