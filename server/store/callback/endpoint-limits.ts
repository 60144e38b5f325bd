// Callback endpoints with limits: counts what all processes have leased and started for them.
import type { Endpoint } from '../../domain/callback/delivery-places.ts';
import type { EndpointLimits, LimitedAttempts } from '../../domain/callback/endpoint-limits.ts';
import type { Queryable } from '../connection/database.ts';
import type { DeliveryKey } from './deliveries.ts';

/**
 * The lease of this delivery counts. One that lasts longer than any new one could was made before
 * the clock was set back, and does not count.
 */
const COUNTS = (lease_ms: string) =>
  `c.is_limited and c.leased_until > now()
     and c.leased_until <= now() + 2 * ${lease_ms} * interval '1 millisecond'`;

/** Started in the present second, which began with the first of them. */
const startedAt = (now: string): string =>
  `case when h.second_at > ${now} - interval '1 second' and h.second_at <= ${now}
    then h.started else 0 end`;
const STARTED = startedAt('statement_timestamp()');

/**
 * How many more attempts the limits of an endpoint leave, as a scalar subquery; null if it has no
 * limits. Without a lock: a claim counts again what it has leased.
 */
export const limitRoom = (merchant_id: string, number: string, lease_ms: string): string =>
  `(select greatest(0, least(
      l.max_concurrent - (
        select count(*) from deliveries c
        where c.merchant_id = l.merchant_id and c.endpoint = l.number and ${COUNTS(lease_ms)}
      ),
      l.max_per_second - coalesce((
        select ${STARTED} from callback_endpoint_health h
        where h.merchant_id = l.merchant_id and h.number = l.number
      ), 0)
    ))
    from callback_endpoints l
    where l.merchant_id = ${merchant_id} and l.number = ${number}
      and (l.max_concurrent is not null or l.max_per_second is not null))`;

export type LimitedEndpoint = Endpoint & EndpointLimits & LimitedAttempts;

const KEYS = 'unnest($1::uuid[], $2::integer[]) as k(merchant_id, number)';

const keysOf = (endpoints: readonly Endpoint[]) => [
  endpoints.map((one) => one.merchant_id),
  endpoints.map((one) => Number(one.endpoint)),
];

/**
 * Locks the health of these endpoints and counts their attempts, with those that this transaction
 * has leased. Those that another transaction has locked are missing from the answer.
 */
export async function lockLimitedEndpoints(
  tx: Queryable,
  endpoints: readonly Endpoint[],
  lease_ms: number,
): Promise<LimitedEndpoint[]> {
  if (endpoints.length === 0) return [];
  const keys = keysOf(endpoints);
  // Sent at once, in this order. Counting is a statement of its own: it must see what the
  // transaction that had the lock before has written.
  const [, locked, counted] = await Promise.all([
    tx.query(
      'add-endpoint-health',
      `insert into callback_endpoint_health (merchant_id, number)
       select k.merchant_id, k.number from ${KEYS}
       where not exists (
         select from callback_endpoint_health h
         where h.merchant_id = k.merchant_id and h.number = k.number
       )
       order by k.merchant_id, k.number
       on conflict (merchant_id, number) do nothing`,
      keys,
    ),
    tx.query<{ merchant_id: string; endpoint: bigint }>(
      'lock-endpoint-limits',
      `select h.merchant_id, h.number::bigint as endpoint
       from ${KEYS} join callback_endpoint_health h using (merchant_id, number)
       order by h.merchant_id, h.number for update of h skip locked`,
      keys,
    ),
    tx.query<LimitedEndpoint>(
      'count-limited-attempts',
      `select k.merchant_id, k.number::bigint as endpoint, l.max_concurrent, l.max_per_second,
         coalesce((
           select ${STARTED} from callback_endpoint_health h
           where h.merchant_id = k.merchant_id and h.number = k.number
         ), 0) as started,
         (select count(*)::integer from deliveries c
          where c.merchant_id = k.merchant_id and c.endpoint = k.number
            and ${COUNTS('$3::bigint')}) as leased
       from ${KEYS} left join callback_endpoints l using (merchant_id, number)`,
      [...keys, lease_ms],
    ),
  ]);
  const has_lock = new Set(locked.map((one) => `${one.merchant_id} ${one.endpoint}`));
  return counted.filter((one) => has_lock.has(`${one.merchant_id} ${one.endpoint}`));
}

/** Adds to what was started in the present second; the endpoints are locked. */
export async function countStarts(
  tx: Queryable,
  starts: readonly (Endpoint & { count: number })[],
): Promise<void> {
  if (starts.length === 0) return;
  await tx.query(
    'count-endpoint-starts',
    `update callback_endpoint_health h set started = n.before + n.count,
       second_at = case when n.before = 0 then n.now else h.second_at end
     from (
       select h.merchant_id, h.number, k.count, ${startedAt('t.now')} as before, t.now
       from (select statement_timestamp() as now) t
       cross join unnest($1::uuid[], $2::integer[], $3::integer[])
         as k(merchant_id, number, count)
       join callback_endpoint_health h using (merchant_id, number)
       order by h.merchant_id, h.number for update of h
     ) n
     where h.merchant_id = n.merchant_id and h.number = n.number`,
    [...keysOf(starts), starts.map((one) => one.count)],
  );
}

/** They are due again at once; this transaction has leased them. */
export async function returnLeases(tx: Queryable, keys: readonly DeliveryKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.query(
    'return-leases',
    `update deliveries d set leased_until = null, is_limited = false
     from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[])
       as k(merchant_id, trade_id, sequence, endpoint_number)
     where d.merchant_id = k.merchant_id and d.trade_id = k.trade_id and d.sequence = k.sequence
       and d.endpoint_number = k.endpoint_number`,
    [
      keys.map((key) => key.merchant_id),
      keys.map((key) => key.trade_id),
      keys.map((key) => key.sequence),
      keys.map((key) => key.endpoint_number),
    ],
  );
}
