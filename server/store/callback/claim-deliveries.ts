// Finds due deliveries by merchant and endpoint without reading those that wait for other
// endpoints, leases them to one process, and moves them to another queue if their endpoint does not
// answer.
import type { Endpoint } from '../../domain/callback/delivery-places.ts';
import type { Queryable } from '../connection/database.ts';
import type { DeliveryKey } from './deliveries.ts';
import { limitRoom } from './endpoint-limits.ts';
import { serviceNow } from './service-now.ts';

/** `limit_room`: how many more attempts the limits of its endpoint leave; null if it has none. */
export type DueDelivery = DeliveryKey & Endpoint & { due_at: number; limit_room: number | null };

export type DueQuery = {
  queue: number;
  /**
   * Where the search begins. The caller varies it, so that no merchant is always last; any value
   * works.
   */
  from: Endpoint;
  merchants_max: number;
  /** For one merchant. */
  endpoints_max: number;
  /** For every endpoint that `rooms` does not list. */
  per_endpoint: number;
  rooms: readonly (Endpoint & { room: number })[];
  per_merchant: number;
  limit: number;
  lease_ms: number;
  /** False if no endpoint at all has limits of its own. */
  has_limits: boolean;
  /** How far the service's time is ahead of the database's clock. */
  ahead_ms: number;
};

const WAITS = `d.status = 'waiting' and d.is_next`;

/**
 * Nobody has leased it, or the lease has ended. A lease that ends later than any new one could was
 * made before the clock was set back, and does not count.
 */
const isFree = (lease_ms: string) =>
  `(d.leased_until is null or d.leased_until <= now()
     or d.leased_until > now() + 2 * ${lease_ms} * interval '1 millisecond')`;

/** The next value of a column in the index; after the last value, the first again. */
const following = (column: string, of: string, last: string) =>
  `coalesce(
     (select d.${column} from deliveries d where ${WAITS} and ${of} and d.${column} > ${last}
      order by d.${column} limit 1),
     (select d.${column} from deliveries d where ${WAITS} and ${of} order by d.${column} limit 1)
   )`;

const OF_QUEUE = 'd.queue = $1';
const OF_MERCHANT = `${OF_QUEUE} and d.merchant_id = m.merchant_id`;

/**
 * Steps through merchants and endpoints in the index, with a limit on each, and reads no more of an
 * endpoint than it may have: nothing of one whose limits leave no room, however much waits for it.
 * The first delivery of every merchant comes before the second of any.
 */
const FIND_DUE = `with recursive rooms as materialized (
    select * from unnest($9::uuid[], $10::bigint[], $11::integer[])
      as r(merchant_id, endpoint, room)
  ), merchants as (
    select f.merchant_id, f.merchant_id as first_id, 1 as step
    from (select ${following('merchant_id', OF_QUEUE, '$2::uuid')} as merchant_id) f
    where f.merchant_id is not null
    union all
    select n.merchant_id, m.first_id, m.step + 1 from merchants m
    cross join lateral (
      select ${following('merchant_id', OF_QUEUE, 'm.merchant_id')} as merchant_id
    ) n
    where m.step < $4 and n.merchant_id <> m.first_id
  )
  select c.merchant_id, c.trade_id, c.sequence, c.endpoint_number, c.endpoint, c.due_at,
    c.limit_room
  from merchants m cross join lateral (
    with recursive endpoints as (
      select f.endpoint, f.endpoint as first_endpoint, 1 as step
      from (select ${following('endpoint', OF_MERCHANT, '$3::bigint')} as endpoint) f
      where f.endpoint is not null
      union all
      select n.endpoint, e.first_endpoint, e.step + 1 from endpoints e
      cross join lateral (
        select ${following('endpoint', OF_MERCHANT, 'e.endpoint')} as endpoint
      ) n
      where e.step < $5 and n.endpoint <> e.first_endpoint
    )
    select w.*, row_number() over (order by w.place, w.due_at) as rank
    from endpoints e cross join lateral (
      select case when $13 then ${limitRoom('m.merchant_id', 'e.endpoint', '$12::bigint')} end
        as limit_room
    ) l cross join lateral (
      select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number, d.endpoint, d.due_at,
        l.limit_room::integer as limit_room,
        row_number() over (order by d.due_at, d.number) as place
      from deliveries d
      where ${WAITS} and ${OF_MERCHANT} and d.endpoint = e.endpoint
        and d.due_at <= ${serviceNow('$14')}
        and ${isFree('$12::bigint')}
      order by d.due_at, d.number
      limit least(l.limit_room, coalesce((
        select r.room from rooms r
        where r.merchant_id = m.merchant_id and r.endpoint = e.endpoint
      ), $6))
    ) w
    order by w.place, w.due_at limit $7
  ) c
  order by c.rank, c.due_at limit $8`;

export async function findDueDeliveries(db: Queryable, query: DueQuery): Promise<DueDelivery[]> {
  const { queue, from, merchants_max, endpoints_max, per_endpoint, rooms } = query;
  return await db.query<DueDelivery>('find-due-deliveries', FIND_DUE, [
    queue,
    from.merchant_id,
    from.endpoint,
    merchants_max,
    endpoints_max,
    per_endpoint,
    query.per_merchant,
    query.limit,
    rooms.map((room) => room.merchant_id),
    rooms.map((room) => room.endpoint),
    rooms.map((room) => room.room),
    query.lease_ms,
    query.has_limits,
    query.ahead_ms,
  ]);
}

/**
 * `attempts` includes the coming attempt, which is stored once it is recorded: an unused lease is
 * not an attempt. `attempts_before` of them were made before the schedule was restarted.
 */
export type LeasedDelivery = DeliveryKey &
  Endpoint & { queue: number; attempts: number; attempts_before: number; is_limited: boolean };

/**
 * Leases the deliveries that nobody else has taken meanwhile. After an expired lease a delivery is
 * due again.
 */
export async function leaseDeliveries(
  db: Queryable,
  keys: readonly (DeliveryKey & { is_limited: boolean })[],
  lease_ms: number,
): Promise<LeasedDelivery[]> {
  if (keys.length === 0) return [];
  return await db.query<LeasedDelivery>(
    'lease-deliveries',
    `update deliveries d
     set leased_until = statement_timestamp() + $4::bigint * interval '1 millisecond',
       is_limited = c.is_limited
     from (
       select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number, k.is_limited
       from unnest($1::uuid[], $2::uuid[], $3::integer[], $5::integer[], $6::boolean[])
         as k(merchant_id, trade_id, sequence, endpoint_number, is_limited)
       join deliveries d using (merchant_id, trade_id, sequence, endpoint_number)
       where ${WAITS} and ${isFree('$4::bigint')}
       for update of d skip locked
     ) c
     where d.merchant_id = c.merchant_id and d.trade_id = c.trade_id and d.sequence = c.sequence
       and d.endpoint_number = c.endpoint_number
     returning d.merchant_id, d.trade_id, d.sequence, d.endpoint_number, d.endpoint, d.queue,
       d.attempts + 1 as attempts, d.attempts_before, d.is_limited`,
    [
      keys.map((key) => key.merchant_id),
      keys.map((key) => key.trade_id),
      keys.map((key) => key.sequence),
      lease_ms,
      keys.map((key) => key.endpoint_number),
      keys.map((key) => key.is_limited),
    ],
  );
}

/**
 * Moves up to `limit` deliveries of each endpoint from some queues to another, those due first, and
 * counts them by endpoint.
 */
export async function moveDeliveries(
  db: Queryable,
  endpoints: readonly Endpoint[],
  queues: { from: readonly number[]; to: number },
  limit: number,
): Promise<(Endpoint & { moved: number })[]> {
  if (endpoints.length === 0) return [];
  const moved = await db.query<Endpoint>(
    'move-deliveries',
    `update deliveries d set queue = $4
     from (
       select w.* from unnest($1::uuid[], $2::bigint[]) as k(merchant_id, endpoint)
       cross join unnest($3::smallint[]) as q(queue)
       cross join lateral (
         select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number from deliveries d
         where ${WAITS} and d.queue = q.queue and d.merchant_id = k.merchant_id
           and d.endpoint = k.endpoint
         order by d.due_at, d.number limit $5 for update skip locked
       ) w
     ) c
     where d.merchant_id = c.merchant_id and d.trade_id = c.trade_id and d.sequence = c.sequence
       and d.endpoint_number = c.endpoint_number
     returning d.merchant_id, d.endpoint`,
    [
      endpoints.map((one) => one.merchant_id),
      endpoints.map((one) => one.endpoint),
      queues.from,
      queues.to,
      limit,
    ],
  );
  return endpoints.map(({ merchant_id, endpoint }) => ({
    merchant_id,
    endpoint,
    moved: moved.filter((row) => row.merchant_id === merchant_id && row.endpoint === endpoint)
      .length,
  }));
}
